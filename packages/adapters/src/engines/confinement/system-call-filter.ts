import { endianness } from "node:os"
import { ptr } from "bun:ffi"
import type { SystemCalls } from "./libc.ts"
import { type SystemCall, systemCallNumber } from "./system-call-numbers.ts"

/** What reading a file never needs, by what it would reach. */
const refused: ReadonlyArray<SystemCall> = [
  // The network. Pairs of sockets stay: they reach no one else.
  ...(["socket", "connect", "bind", "listen", "accept", "accept4", "io_uring_setup", "io_uring_enter", "io_uring_register"] as const),
  // Other programs and other processes.
  ...(["execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp"] as const),
  ...(["pidfd_open", "pidfd_send_signal", "pidfd_getfd", "rt_sigqueueinfo", "rt_tgsigqueueinfo"] as const),
  ...(["shmget", "msgget", "semget", "mq_open", "add_key", "request_key", "keyctl"] as const),
  // Another account, another view of files.
  ...(["setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "capset"] as const),
  ...(["unshare", "setns", "chroot", "pivot_root", "mount", "umount2", "move_mount", "open_tree", "mount_setattr"] as const),
  ...(["fsopen", "fsconfig", "fsmount", "fspick", "mknod", "mknodat", "open_by_handle_at", "name_to_handle_at", "fanotify_init"] as const),
  // The kernel and the machine.
  ...(["bpf", "perf_event_open", "userfaultfd", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load"] as const),
  ...(["reboot", "swapon", "swapoff", "sethostname", "setdomainname", "iopl", "ioperm", "modify_ldt", "uselib", "personality"] as const),
  ...(["acct", "quotactl", "syslog", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "vhangup"] as const)
]

/** Calls that are refused unless they name this process itself. */
const toItself: ReadonlyArray<SystemCall> = ["kill", "tgkill"]

const threadFlag = 0x10000
const notPermitted = 1
const notImplemented = 38

const architectures: Readonly<Partial<Record<NodeJS.Architecture, number>>> = { x64: 0xc000003e, arm64: 0xc00000b7 }
/** Numbers from here on are the second set of calls of x86-64 (x32), which would pass by the list. */
const secondSet = 0x40000000

/** Instructions of the filter language (linux/filter.h). */
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const jumpIfAnyBit = 0x45
const answer = 0x06
const allow = 0x7fff0000
const killProcess = 0x80000000
const errorNumber = 0x00050000

const callOffset = 0
const architectureOffset = 4
const firstArgumentOffset = 16

interface Instruction {
  readonly code: number
  readonly value: number
  /** Instructions to leave out when the comparison holds, and when it does not. */
  readonly whenTrue?: number
  readonly whenFalse?: number
}

const refuse = (errno: number): Instruction => ({ code: answer, value: errorNumber | errno })

const onlyFor = (call: SystemCall, then: ReadonlyArray<Instruction>): ReadonlyArray<Instruction> => {
  const number = systemCallNumber(call)
  return number === null ? [] : [{ code: jumpIfEqual, value: number, whenFalse: then.length }, ...then]
}

const instructionsFor = (architecture: number, ownProcess: number): ReadonlyArray<Instruction> => [
  { code: load, value: architectureOffset },
  { code: jumpIfEqual, value: architecture, whenTrue: 1 },
  { code: answer, value: killProcess },
  { code: load, value: callOffset },
  { code: jumpIfAtLeast, value: secondSet, whenFalse: 1 },
  refuse(notPermitted),
  ...refused.flatMap((call) => onlyFor(call, [refuse(notPermitted)])),
  // A library that finds it missing uses the older call, whose flags a filter can read.
  ...onlyFor("clone3", [refuse(notImplemented)]),
  ...onlyFor("clone", [
    { code: load, value: firstArgumentOffset },
    { code: jumpIfAnyBit, value: threadFlag, whenTrue: 1 },
    refuse(notPermitted),
    { code: answer, value: allow }
  ]),
  ...toItself.flatMap((call) =>
    onlyFor(call, [
      { code: load, value: firstArgumentOffset },
      { code: jumpIfEqual, value: ownProcess, whenTrue: 1 },
      refuse(notPermitted),
      { code: answer, value: allow }
    ])
  ),
  { code: answer, value: allow }
]

const bytesOf = (instructions: ReadonlyArray<Instruction>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(instructions.length * 8))
  instructions.forEach(({ code, value, whenFalse = 0, whenTrue = 0 }, index) => {
    view.setUint16(index * 8, code, true)
    view.setUint8(index * 8 + 2, whenTrue)
    view.setUint8(index * 8 + 3, whenFalse)
    view.setUint32(index * 8 + 4, value, true)
  })
  return new Uint8Array(view.buffer)
}

const setFilter = 1
const everyThread = 1

/**
 * Puts the filter before every thread of this process, for good. It must have refused new privileges before.
 *
 * A list of what is refused and not of what is allowed: the runtime and its libraries use other calls with each version, and a file that
 * could no longer be read after an update would be worse than what the other levels leave.
 */
export const filterSystemCalls = (call: SystemCalls): void => {
  const architecture = architectures[process.arch]
  if (architecture === undefined || endianness() !== "LE") throw new Error(`there is no filter for ${process.arch}`)
  const instructions = instructionsFor(architecture, process.pid)
  const bytes = bytesOf(instructions)
  const program = new DataView(new ArrayBuffer(16))
  program.setUint16(0, instructions.length, true)
  program.setBigUint64(8, BigInt(ptr(bytes)), true)
  const outcome = call("seccomp", setFilter, everyThread, new Uint8Array(program.buffer))
  if (outcome !== 0) throw new Error("a thread of the program has another filter")
}
