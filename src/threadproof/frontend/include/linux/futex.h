#ifndef _LINUX_FUTEX_H
#define _LINUX_FUTEX_H
#define FUTEX_32 2
#define FUTEX_BITSET_MATCH_ANY 0xffffffff
#define FUTEX_CLOCK_REALTIME 256
#define FUTEX_CMD_MASK (-385)
#define FUTEX_CMP_REQUEUE 4
#define FUTEX_CMP_REQUEUE_PI 12
#define FUTEX_CMP_REQUEUE_PI_PRIVATE 140
#define FUTEX_CMP_REQUEUE_PRIVATE 132
#define FUTEX_FD 2
#define FUTEX_LOCK_PI 6
#define FUTEX_LOCK_PI2 13
#define FUTEX_LOCK_PI2_PRIVATE 141
#define FUTEX_LOCK_PI_PRIVATE 134
#define FUTEX_OP_ADD 1
#define FUTEX_OP_ANDN 3
#define FUTEX_OP_CMP_EQ 0
#define FUTEX_OP_CMP_GE 5
#define FUTEX_OP_CMP_GT 4
#define FUTEX_OP_CMP_LE 3
#define FUTEX_OP_CMP_LT 2
#define FUTEX_OP_CMP_NE 1
#define FUTEX_OP_OPARG_SHIFT 8
#define FUTEX_OP_OR 2
#define FUTEX_OP_SET 0
#define FUTEX_OP_XOR 4
#define FUTEX_OWNER_DIED 0x40000000
#define FUTEX_PRIVATE_FLAG 128
#define FUTEX_REQUEUE 3
#define FUTEX_REQUEUE_PRIVATE 131
#define FUTEX_TID_MASK 0x3fffffff
#define FUTEX_TRYLOCK_PI 8
#define FUTEX_TRYLOCK_PI_PRIVATE 136
#define FUTEX_UNLOCK_PI 7
#define FUTEX_UNLOCK_PI_PRIVATE 135
#define FUTEX_WAIT 0
#define FUTEX_WAITERS 0x80000000
#define FUTEX_WAITV_MAX 128
#define FUTEX_WAIT_BITSET 9
#define FUTEX_WAIT_BITSET_PRIVATE 137
#define FUTEX_WAIT_PRIVATE 128
#define FUTEX_WAIT_REQUEUE_PI 11
#define FUTEX_WAIT_REQUEUE_PI_PRIVATE 139
#define FUTEX_WAKE 1
#define FUTEX_WAKE_BITSET 10
#define FUTEX_WAKE_BITSET_PRIVATE 138
#define FUTEX_WAKE_OP 5
#define FUTEX_WAKE_OP_PRIVATE 133
#define FUTEX_WAKE_PRIVATE 129
#define ROBUST_LIST_LIMIT 2048
#define FUTEX_OP(op, oparg, cmp, cmparg) \
  ((op & 15) << 28 | (cmp & 15) << 24 | (oparg & 4095) << 12 | (cmparg & 4095))
struct robust_list {
  struct robust_list *next;
};
struct robust_list_head {
  struct robust_list list;
  long futex_offset;
  struct robust_list *list_op_pending;
};
struct futex_waitv {
  unsigned long long val;
  unsigned long long uaddr;
  unsigned int flags;
  unsigned int __reserved;
};
#endif
