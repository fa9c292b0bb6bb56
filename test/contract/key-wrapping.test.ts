import { afterAll, describe, expect, test } from "bun:test"
import { layer as kmsWrapping } from "@vouchkit/adapters/crypto/kms-key-wrapping"
import { layer as localWrapping } from "@vouchkit/adapters/crypto/local-key-wrapping"
import { KeyWrapping, type KeyWrappingContext, longestWrappedKey } from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Effect, Exit, type Layer, Result } from "effect"
import fc from "fast-check"
import { startKms } from "../support/kms.ts"

const kms = startKms(["first", "second"])
afterAll(() => kms.stop())

const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "not-a-secret" }
const under = (key_id: string) => kmsWrapping({ key_id, region: kms.region, endpoint: kms.endpoint, credentials })

const adapters: Readonly<Record<string, { readonly one: Layer.Layer<KeyWrapping>; readonly other: Layer.Layer<KeyWrapping> }>> = {
  local: { one: localWrapping(new Uint8Array(32).fill(1)), other: localWrapping(new Uint8Array(32).fill(2)) },
  kms: { one: under("first"), other: under("second") }
}

const context = { service: "vouchkit", purpose: "test" }

for (const [name, { one, other }] of Object.entries(adapters)) {
  describe(`key wrapping by ${name}`, () => {
    const asked = <A, E>(layer: Layer.Layer<KeyWrapping>, use: (wrapping: KeyWrapping["Service"]) => Effect.Effect<A, E>) =>
      Effect.runPromise(Effect.result(Effect.flatMap(KeyWrapping, use)).pipe(Effect.provide(layer)))
    const wrap = async (key: Uint8Array, bound: KeyWrappingContext = context, layer = one) =>
      Result.getOrThrow(await asked(layer, (wrapping) => wrapping.wrap(key, bound)))
    const unwrap = (wrapped: Uint8Array, bound: KeyWrappingContext = context, layer = one) =>
      asked(layer, (wrapping) => wrapping.unwrap(wrapped, bound))
    const reason = async (answer: ReturnType<typeof unwrap>) => {
      const result = await answer
      return Result.isFailure(result) ? result.failure.reason : "opened"
    }

    test("what was wrapped unwraps to the same bytes", async () => {
      const keys = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.constant(new Uint8Array(longestWrappedKey).fill(9)))
      await fc.assert(
        fc.asyncProperty(keys, async (key) => {
          expect(Result.getOrThrow(await unwrap(await wrap(key)))).toEqual(new Uint8Array(key))
        }),
        { numRuns: 20 }
      )
    })

    test("the wrapped text holds nothing of the key, and is another each time", async () => {
      const key = Buffer.from("a key that would be seen if it stood there")
      const [first, second] = [await wrap(key), await wrap(key)]
      expect(Buffer.from(first).includes(key.subarray(0, 8))).toBe(false)
      expect(first).not.toEqual(second)
    })

    test("a key that is made here is random, has the length that was asked for, and opens under its context alone", async () => {
      const made = async () => Result.getOrThrow(await asked(one, (wrapping) => wrapping.generate(32, context)))
      const [first, second] = [Result.getOrThrow(await unwrap(await made())), Result.getOrThrow(await unwrap(await made()))]
      expect([first.length, second.length]).toEqual([32, 32])
      expect(first).not.toEqual(second)
      expect(await reason(unwrap(await made(), { ...context, purpose: "other" }))).toBe("unopened")
    })

    test("it opens under the same context only, in whichever order that is written", async () => {
      const wrapped = await wrap(new Uint8Array(32).fill(7))
      expect(await reason(unwrap(wrapped, { purpose: "test", service: "vouchkit" }))).toBe("opened")
      const others: ReadonlyArray<KeyWrappingContext> = [
        {},
        { service: "vouchkit" },
        { ...context, more: "yes" },
        { ...context, purpose: "Test" }
      ]
      for (const bound of others) expect(await reason(unwrap(wrapped, bound))).toBe("unopened")
    })

    test("another wrapping key does not open it", async () => {
      expect(await reason(unwrap(await wrap(new Uint8Array(32).fill(7)), context, other))).toBe("unopened")
    })

    test("a changed, shortened or foreign text does not open, and says nothing of the key", async () => {
      const wrapped = await wrap(new Uint8Array(32).fill(7))
      const last = wrapped.length - 1
      const changed = wrapped.map((byte, index) => (index === last ? byte ^ 1 : byte))
      for (const text of [changed, wrapped.subarray(0, last), new Uint8Array(80), new Uint8Array([1])])
        expect(await reason(unwrap(text))).toBe("unopened")
    })

    test("an empty or overlong key is a defect of the caller", async () => {
      for (const length of [0, longestWrappedKey + 1]) {
        const exit = await Effect.runPromiseExit(
          Effect.flatMap(KeyWrapping, (wrapping) => wrapping.wrap(new Uint8Array(length), context)).pipe(Effect.provide(one))
        )
        expect(Exit.hasDies(exit)).toBe(true)
      }
    })
  })
}
