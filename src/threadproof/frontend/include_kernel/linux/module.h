#ifndef _TP_LINUX_MODULE_H
#define _TP_LINUX_MODULE_H
#include <linux/kernel.h>
#include <linux/sched.h>
// Where a program is a module, `--entry init_module` begins with it.
#define module_init(function) int init_module(void) { return function(); } _Static_assert(1, "")
#define module_exit(function) void cleanup_module(void) { function(); } _Static_assert(1, "")
#define late_initcall(function) module_init(function)
#define MODULE_LICENSE(text) _Static_assert(1, "")
#define MODULE_AUTHOR(text) _Static_assert(1, "")
#define MODULE_DESCRIPTION(text) _Static_assert(1, "")
#define MODULE_VERSION(text) _Static_assert(1, "")
#define MODULE_ALIAS(text) _Static_assert(1, "")
#define MODULE_INFO(tag, text) _Static_assert(1, "")
#define MODULE_PARM_DESC(name, text) _Static_assert(1, "")
#define EXPORT_SYMBOL(name) _Static_assert(1, "")
#define EXPORT_SYMBOL_GPL(name) _Static_assert(1, "")
#define THIS_MODULE ((void *)0)
#endif
