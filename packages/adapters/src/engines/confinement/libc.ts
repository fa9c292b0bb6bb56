import { dlopen, ptr, read } from "bun:ffi"
import { type SystemCall, systemCallNumber } from "./system-call-numbers.ts"

/** What the kernel answered to a call that it refused; `errno` is its number of the reason. */
export class SystemCallRefused extends Error {
  readonly call: string
  readonly errno: number

  constructor(call: string, errno: number) {
    super(`${call} was refused (errno ${errno})`)
    this.call = call
    this.errno = errno
  }
}

const word = "i64"
const declared = {
  syscall: { args: [word, word, word, word, word, word, word], returns: word },
  __errno_location: { args: [], returns: "ptr" }
} as const

/** The C library of this system: glibc, else musl. */
const openLibrary = () => {
  const names = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`]
  for (const name of names) {
    try {
      return dlopen(name, declared).symbols
    } catch {
      // The next one.
    }
  }
  throw new Error("no C library that this program knows")
}

type Argument = number | bigint | string | NodeJS.TypedArray | null

/** A text as the kernel reads it. */
const terminated = (text: string): Buffer => Buffer.from(`${text}\0`)

/** A list of texts as the kernel reads it. The texts live as long as the list. */
export const terminatedList = (texts: ReadonlyArray<string>): { readonly list: BigUint64Array; readonly texts: ReadonlyArray<Buffer> } => {
  const buffers = texts.map(terminated)
  return { list: BigUint64Array.from([...buffers.map((buffer) => BigInt(ptr(buffer))), 0n]), texts: buffers }
}

/**
 * Calls the kernel for the calling thread alone.
 *
 * The library's own functions would carry a change of account to every thread. Here that is neither needed nor wanted: what follows is
 * `execve`, which ends all other threads.
 */
export const makeSystemCalls = () => {
  const libc = openLibrary()
  return (call: SystemCall, ...given: ReadonlyArray<Argument>): number => {
    const kept = given.map((argument) => (typeof argument === "string" ? terminated(argument) : argument))
    const words = kept.map((argument) => {
      if (argument === null) return 0n
      return BigInt(typeof argument === "object" ? ptr(argument) : argument)
    })
    const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = words
    const answer = Number(libc.syscall(BigInt(systemCallNumber(call) ?? -1), a, b, c, d, e, f))
    if (answer !== -1) return answer
    const place = libc.__errno_location()
    throw new SystemCallRefused(call, place === null ? 0 : read.i32(place, 0))
  }
}

export type SystemCalls = ReturnType<typeof makeSystemCalls>
