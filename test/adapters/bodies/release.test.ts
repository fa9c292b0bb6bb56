import { release } from "@vouchkit/adapters/bodies/release"
import { expect, test } from "bun:test"
import { createCipheriv } from "node:crypto"

const megabyte = 1024 * 1024

test("bytes that have a buffer to themselves are let go of, those of a cipher too", () => {
  const own = new Uint8Array(megabyte)
  release(own)
  expect([own.length, own.buffer.byteLength]).toEqual([0, 0])
  const sealed = createCipheriv("aes-256-gcm", new Uint8Array(32), new Uint8Array(12)).update(new Uint8Array(megabyte))
  release(sealed)
  expect(sealed.length).toBe(0)
})

test("a part of a larger buffer, and what is short, stay", () => {
  const whole = new Uint8Array(megabyte).fill(7)
  for (const part of [whole.subarray(0, megabyte / 2), whole.subarray(megabyte / 2)]) {
    release(part)
    expect([part.length, part[0]]).toEqual([megabyte / 2, 7])
  }
  const short = Uint8Array.of(1, 2, 3)
  release(short)
  expect([...short]).toEqual([1, 2, 3])
})
