"""Texts of litmus tests: what each instruction means, and errors with their lines."""

from __future__ import annotations

import pytest

from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.judge import judge
from threadproof.axiomatic.models import MODELS
from threadproof.errors import InputError, Limit


def outcomes(text: str, model: str = "sc") -> list[str]:
    (one,) = judge(parse_litmus(text, "t.litmus"), [MODELS[model]])
    names = [name if thread is None else f"{thread}:{name}" for thread, name in one.program.observed()]
    return sorted(" ".join(f"{n}={v}" for n, v in zip(names, state, strict=True)) for state in one.states)


def one_thread(machine: str, given: str, code: str, shown: str) -> list[str]:
    rows = "".join(f" {line} ;\n" for line in code.split("; "))
    return outcomes(f"{machine} t\n{{ {given} }}\n P0 ;\n{rows}locations [{shown}]\n")


@pytest.mark.parametrize(
    ("machine", "given", "code", "shown", "expected"),
    [
        ("PPC", "0:r1=x; x=7;", "lwz r2,0(r1); addi r2,r2,3; stw r2,4(r1)", "0:r2;", "0:r2=10"),
        ("PPC", "0:r1=x; x=7;", "xor r3,r2,r2; lwzx r4,r3,r1; mr r5,r4", "0:r5;", "0:r5=7"),
        ("PPC", "0:r1=x;", "li r2,3; stwx r2,r0,r1; lis r4,1", "0:r4; x;", "0:r4=65536 x=3"),
        ("PPC", "0:r2=2;", "cmpwi r2,2; bne L; li r3,1; L:", "0:r3;", "0:r3=1"),
        ("PPC", "0:r2=1;", "cmpwi r2,2; blt L; li r3,1; L: nop", "0:r3;", "0:r3=0"),
        ("PPC", "0:r2=6;", "andi. r3,r2,3; beq L; mullw r3,r3,r2; sub r3,r3,r2; L:", "0:r3;", "0:r3=6"),
        ("PPC", "%x0=x;", "li r1,1; stw r1,0(%x0)", "x;", "x=1"),
        ("PPC", "0:r1=x;", "stwcx. r2,r0,r1; bne L; li r3,1; L:", "0:r3; x;", "0:r3=0 x=0"),
        ("ARM", "0:R1=x;", "MOV R2,#5; STR R2,[R1]; LDR R3,[R1,R4]; ADD R3,R3,#1", "0:R3;", "0:R3=6"),
        ("ARM", "0:R1=x;", "CMP R1,R1; BEQ L; MOV R2,#1; L:; DMB ISH; DSB SY; ISB", "0:R2;", "0:R2=0"),
        ("AArch64", "0:X1=x;", "MOV W2,#5; STLR W2,[X1]; LDAPR W3,[X1]; EOR W4,W3,W2", "0:X3; 0:X4;", "0:X3=5 0:X4=0"),
        ("AArch64", "0:X1=x;", "MOV W2,#-1; STR W2,[X1]; LDR X3,[X1]", "0:X3; x;", "0:X3=-1 x=-1"),
        ("AArch64", "0:X1=x; x=1;", "LDADDAL W1,W3,[X1]", "0:X3;", None),
        ("AArch64", "0:X1=x; x=1; 0:X2=5;", "LDADDAL W2,W3,[X1]; STADD W2,[X1]", "0:X3; x;", "0:X3=1 x=11"),
        ("AArch64", "0:X1=x; x=1; 0:X2=5;", "SWP W2,W3,[X1]; LDSET W3,W4,[X1]", "0:X4; x;", "0:X4=5 x=5"),
        ("AArch64", "0:X1=x; x=1; 0:X2=5;", "CAS W4,W2,[X1]; CASAL W4,W2,[X1]", "0:X4; x;", "0:X4=1 x=5"),
        ("AArch64", "0:X2=3;", "CBZ W2,L; CBNZ W2,M; L: MOV W3,#1; M:", "0:X3;", "0:X3=0"),
        ("AArch64", "0:X2=9;", "L: ADD W3,W3,#1; SUBS W2,W2,#1; B.NE L", "0:X2; 0:X3;", "0:X2=0 0:X3=9"),
        ("ARM", "0:R2=9;", "L: ADDS R3,R3,#1; SUBS R2,R2,#1; BNE L", "0:R2; 0:R3;", "0:R2=0 0:R3=9"),
        ("AArch64", "0:X2=3;", "CMP W2,#4; B.LT L; MOV W3,#1; L: B M; MOV W3,#2; M:", "0:X3;", "0:X3=0"),
        ("AArch64", "0:X1=x;", "MOV W4,WZR; STR WZR,[X1,W4,SXTW]; LDR WZR,[X1]; NOP", "x;", "x=0"),
        ("X86", "", "MOV [x],$2; MOV EAX,[x]; INC EAX; ADD EAX,$3; XCHG EAX,[x]", "0:EAX; x;", "0:EAX=2 x=6"),
        ("X86", "x=4;", "DEC [x]; CMP [x],$3; JE L; MOV EAX,$1; L:; MFENCE", "0:EAX; x;", "0:EAX=0 x=3"),
        ("X86", "x=4; 0:EAX=4; 0:ECX=9;", "LOCK CMPXCHG [x],ECX; JNE L; MOV EBX,$1; L:", "0:EBX; x;", "0:EBX=1 x=9"),
        ("X86", "x=4; 0:EAX=5; 0:ECX=9;", "LOCK CMPXCHG [x],ECX; JNE L; MOV EBX,$1; L:", "0:EAX; x;", "0:EAX=4 x=4"),
        ("X86", "0:ESI=x;", "MOV [ESI],$1; LOCK DEC [x]; JZ L; MOV EBX,$1; L:", "0:EBX; x;", "0:EBX=0 x=0"),
        ("X86_64", "", "movl $2,(x); movq (x),%rax; xorl %ebx,%ebx; subl $1,%eax", "0:rax; x;", "0:RAX=1 x=2"),
        ("X86_64", "x=3; 0:rcx=x; 0:rbx=2;", "lock xaddl %ebx,0(%rcx)", "0:rbx; x;", "0:RBX=3 x=5"),
    ],
)
def test_instructions(machine: str, given: str, code: str, shown: str, expected: str | None) -> None:
    if expected is None:  # (an address is no number)
        with pytest.raises(InputError, match="is not understood"):
            one_thread(machine, given, code, shown)
    else:
        assert one_thread(machine, given, code, shown) == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int r0 = 2 + 3 * 4 - 1;", "0:r0=13"),
        ("int r0 = (7 & 3) | (1 << 4) ^ 1;", "0:r0=19"),
        ("int r0 = 2147483647; r0 = r0 + 1;", "0:r0=-2147483648"),
        ("int r0 = !0 + !5; r0 = -r0; r0 = ~r0;", "0:r0=0"),
        ("int r0 = 1 < 2 && 2 <= 2 && 3 != 4 || 0;", "0:r0=1"),
        ("int r0; if (*x == 5) r0 = 1; else r0 = 2;", "0:r0=1"),
        ("int r0 = 0; if (*x) { r0 = 1; if (r0 == 2) { r0 = 3; } }", "0:r0=1"),
        ("int r0 = 0; while (r0 < 2) r0 = r0 + 1;", "0:r0=2"),
        ("int r0 = 0; do { r0 = r0 + 2; } while (r0 < 3);", "0:r0=4"),
        ("*x = *x + 1; int r0 = atomic_load(x);", "0:r0=6"),
        ("int r0 = atomic_fetch_add(x, 2); r0 = r0 + atomic_fetch_sub(x, 1);", "0:r0=12"),
        ("int r0 = atomic_exchange_explicit(x, 1, memory_order_acq_rel); r0 = r0 + *x;", "0:r0=6"),
        ("int r1 = 4; int r0 = atomic_compare_exchange_strong(x, &r1, 9); r0 = r0 * 10 + r1;", "0:r0=5"),
        ("int r1 = 5; int r0 = atomic_compare_exchange_strong(x, &r1, 9); r0 = r0 * 10 + *x;", "0:r0=19"),
        ("int r0 = atomic_compare_exchange_strong(x, y, 9); r0 = *y;", "0:r0=5"),
        (
            "int r0 = *x; // a comment\n /* another */ atomic_thread_fence(memory_order_seq_cst); atomic_store(y, r0);",
            "0:r0=5",
        ),
    ],
)
def test_statements_of_c(body: str, expected: str) -> None:
    text = f'C t (* (* of *) tests *)\n"about"\nCycle=x\n{{ x = 5; int y; }}\nP0 (atomic_int *x, int *y) {{ {body} }}\n'
    assert outcomes(f"{text}locations [0:r0;]", "c11") == [expected]
    assert outcomes(f"{text}locations [0:r0;]", "armv7") == [expected]


def test_a_weak_compare_exchange_may_fail() -> None:
    body = "int r1 = 0; int r0 = atomic_compare_exchange_weak(x, &r1, 9);"
    assert outcomes(f"C t\n{{}}\nP0 (atomic_int *x) {{ {body} }}\nexists (0:r0=0)") == ["0:r0=0", "0:r0=1"]


def test_an_address_may_be_loaded() -> None:
    text = "PPC t\n{ p=x; x=3; 0:r1=p; }\n P0 ;\n lwz r2,0(r1) ;\n lwz r3,0(r2) ;\nexists (0:r2=x /\\ 0:r3=3)"
    assert outcomes(text) == ["0:r2=x 0:r3=3"]


@pytest.mark.parametrize(
    ("condition", "is_ok"),
    [
        ("exists (x=1 /\\ ~(y=1) \\/ x=7)", True),
        ("exists x=1 /\\ y=1", False),
        ("~exists (x=1 => y=1)", True),
        ("forall ([x]=0x1 /\\ y!=1)", True),
        ("exists (not (true))", False),
    ],
)
def test_conditions(condition: str, is_ok: bool) -> None:
    program = parse_litmus(f"C t\n{{}}\nP0 (int *x) {{ *x = 1; }}\n{condition}", "t")
    assert judge(program, [MODELS["sc"]])[0].is_ok == is_ok


_PPC = "PPC t\n{{ 0:r1=x; }}\n P0 ;\n{} ;\nexists (x=1)\n"
_ARM = "AArch64 t\n{{}}\n P0 ;\n {} ;\nexists (x=1)"
_C = "C t\n{{}}\nP0 (atomic_int *x) {{\n{}\n}}\nexists (x=1)\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t:1: one of X86, X86_64, PPC, ARM, AArch64, C and a name are expected"),
        ("Z80 t\n{}", "t:1: one of X86, X86_64, PPC, ARM, AArch64, C is expected, not Z80"),
        ("LKMM t\n{}", "t:1: tests of LKMM are not understood"),
        ("PPC\n{}", "t:1: the test's name is expected after PPC"),
        ("PPC t\nwhat is this\n{}", "t:2: `{` is expected, not what is this"),
        ("PPC t\n\n", "t:1: `{` with initial values is expected"),
        ("PPC t\n{ x=1;\n", "t:2: `}` after the initial values is expected"),
        ("PPC t\n{ x=; }\n P0 ;\nexists (x=1)", "t:2: a number or the name of a location is expected, not `;`"),
        ("PPC t\n{\n0:q7=x; }\n P0 ;\nexists (x=1)", "t:3: q7 is no register of this machine"),
        ("PPC t\n{ int x[2]; }\n P0 ;\nexists (x=1)", "t:2: arrays are not understood"),
        ("PPC t\n{}\n P0 ;\n nop ;\n", "t:4: a condition (`exists`, `~exists` or `forall`) is expected at the end"),
        ("PPC t\n{}\n P1 ;\n nop ;\nexists (x=1)", "t:3: `P0` is expected, not `P1`"),
        ("PPC t\n{}\n P0 ;\n nop | nop ;\nexists (x=1)", "t:4: a row of 1 columns is expected, not of 2"),
        ("PPC t\n{}\n P0 ;\n nop\nexists (x=1)", "t:4: `;` is expected after the last row"),
        ("PPC t (* never\n{}", "t:1: this comment does not end"),
        (_PPC.format(" foo r1"), "t:4: the instruction FOO is not understood"),
        (_PPC.format(" lwz r2,0[r1]"), "t:4: `(` is expected, not `[`"),
        (_PPC.format(" li r2,x"), "t:4: a number is expected, not `x`"),
        (_PPC.format(" li r2,1 r3"), "t:4: the end of the instruction is expected, not `r3`"),
        (_PPC.format(" b L"), "t:4: there is no label L in this thread"),
        (_PPC.format("L: ;\nL:"), "t:5: label L is defined twice"),
        (_PPC.format(" beq cr1,L"), "t:4: condition registers other than cr0 are not understood"),
        (_PPC.format(" lwz r2,0(r3)"), "t:4: lwz r2,0(r3): an address is expected, and 0 is a number"),
        (_PPC.format(" nop").replace("x=1)", "x=1"), "t:5: `)` is expected, not the end"),
        (_PPC.format(" nop").replace("(x=1)", "(3:r1=1)"), "t:5: there is no thread P3"),
        (_PPC.format(" nop").replace("exists", "filter (x=1) exists"), "t:5: `filter` is not understood"),
        (_ARM.format("LDR W1,[X2],#4"), "t:4: the end of the instruction is expected, not `,`"),
        (_ARM.format("DMB FOO"), "t:4: the option FOO of DMB is not understood"),
        (_ARM.format("CSEL W1,W2,W3,EQ"), "t:4: the instruction CSEL is not understood"),
        ("X86 t\n{}\n P0 ;\n MOV [x],[y] ;\nexists (x=1)", "t:4: two operands in memory are not understood"),
        ("X86 t\n{}\n P0 ;\n XADD [x],EAX ;\nexists (x=1)", "t:4: XADD is understood with LOCK and an address only"),
        (_C.format("x = 1;"), "t:4: a store to what x points to is written `*x = ...`"),
        (_C.format("int r0 = y;"), "t:4: y is not declared"),
        (_C.format("*x = 1"), "t:5: `;` is expected, not `}`"),
        (_C.format("WRITE_ONCE(*x, 1);"), "t:4: functions of stdatomic.h are understood, not WRITE_ONCE; "
         "the dialect of the Linux kernel (LKMM) is not"),
        (_C.format("for (;;) ;"), "t:4: `for` is not understood"),
        (_C.format("atomic_store_explicit(x, 1, memory_order_acquire);"),
         "t:4: memory_order_acquire is no order for atomic_store_explicit"),
        (_C.format("atomic_store_explicit(x, 1, relaxed);"),
         "t:4: a memory order (`memory_order_...`) is expected, not `relaxed`"),
        (_C.format("int r0 = atomic_store(x, 1);"), "t:4: atomic_store has no value"),
        (_C.format("int r0 = 1 && *x;"), "t:4: a load on the right of `&&` is not understood; read it into a variable"),
        ("C t\n{}\nP0 (int x) { }\nexists (x=1)", "t:3: a pointer to a shared location is expected, not `x`"),
        ("C t\n{}\nP1 (int *x) { }\nexists (x=1)", "t:3: `P0` is expected, not `P1`"),
    ],
)  # fmt: skip
def test_errors_name_the_line_and_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        judge(parse_litmus(text, "t"), [MODELS["sc"]])
    assert str(error.value) == message


def test_a_loop_is_cut_and_that_is_said() -> None:
    text = "C t\n{}\nP0 (atomic_int *x) { while (atomic_load(x) == 0) ; }\nP1 (atomic_int *x) { *x = 1; }\nexists (x=1)"
    (one,) = judge(parse_litmus(text, "t"), [MODELS["sc"]])
    assert one.is_cut and one.verdict == "Allowed" and one.positive == 3


def test_a_loop_in_which_nothing_is_open_is_executed() -> None:
    text = "C t\n{}\nP0 (int *x) { int r0 = 0; while (r0 < 20) { *x = r0; r0 = r0 + 1; } }\nforall (0:r0=20 /\\ x=19)"
    (one,) = judge(parse_litmus(text, "t"), [MODELS["sc"]])
    assert one.is_ok and not one.is_cut
    with pytest.raises(Limit):
        judge(parse_litmus("C t\n{}\nP0 (int *x) { while (1) ; }\nexists (x=1)", "t"), [MODELS["sc"]])


def test_too_many_values_are_a_limit() -> None:
    stores = "".join(f"*x = {n};" for n in range(70))
    with pytest.raises(Limit):
        judge(parse_litmus(f"C t\n{{}}\nP0 (int *x) {{ {stores} }}\nexists (x=1)", "t"), [MODELS["sc"]])


def test_values_do_not_come_out_of_thin_air() -> None:
    copies = "P{} (atomic_int *x, atomic_int *y) {{ int r0 = *{}; *{} = r0 + 1; }}\n"
    text = f"C t\n{{}}\n{copies.format(0, 'x', 'y')}{copies.format(1, 'y', 'x')}exists (x=2 /\\ y=1)"
    (one,) = judge(parse_litmus(text, "t"), [MODELS["rmo"]])
    assert sorted(one.states) == [(1, 1), (1, 2), (2, 1)]
