/** Set bits of each hexadecimal digit. */
const ones = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4] as const
const digits = "0123456789abcdef"

/** Share (0 to 1) of the bits in which two hashes of 64 hexadecimal digits differ; 1 when one of them is no such hash. */
export const hashDistance = (one: string, other: string): number => {
  if (one.length !== 64 || other.length !== 64) return 1
  let different = 0
  for (let index = 0; index < 64; index++) {
    const left = digits.indexOf(one.charAt(index))
    const right = digits.indexOf(other.charAt(index))
    if (left < 0 || right < 0) return 1
    different += ones[left ^ right] ?? 0
  }
  return different / 256
}
