import type { SystemCalls } from "./libc.ts"

/** Resources by the number that Linux gives them: bytes of a file that is written, bytes of a memory dump, files that are open. */
const limits = [
  { resource: 1, most: 1024 ** 2 },
  { resource: 4, most: 0 },
  { resource: 7, most: 512 }
] as const

const setParentDeathSignal = 1
const kill = 9

/** Ends what this process becomes once the service is gone, however that ended: an engine that loops would never notice. A change of account forgets it. */
export const endWithTheService = (call: SystemCalls): void => {
  call("prctl", setParentDeathSignal, kill, 0, 0, 0)
}

/** Bounds what this process, and what it becomes, can write and open; it cannot raise a bound again. Memory is watched by the service. */
export const setLimits = (call: SystemCalls): void => {
  for (const { most, resource } of limits) call("prlimit64", 0, resource, BigUint64Array.of(BigInt(most), BigInt(most)), null)
}
