import { afterAll, beforeEach, expect, test } from "bun:test"
import { type KmsOptions, layer } from "@vouchkit/adapters/crypto/kms-key-wrapping"
import { KeyWrapping } from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Effect, Result } from "effect"
import { type KmsMood, startKms } from "../support/kms.ts"

const kms = startKms(["first", "off"])
kms.disable("off")
afterAll(() => kms.stop())
beforeEach(() => kms.mood([]))

const context = { service: "vouchkit", purpose: "test" }
const key = new Uint8Array(32).fill(7)
const options: KmsOptions = {
  key_id: "first",
  region: kms.region,
  endpoint: kms.endpoint,
  credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "not-a-secret" }
}
const ask = <A, E>(use: (wrapping: KeyWrapping["Service"]) => Effect.Effect<A, E>, changed: Partial<KmsOptions> = {}) =>
  Effect.runPromise(Effect.result(Effect.flatMap(KeyWrapping, use)).pipe(Effect.provide(layer({ ...options, ...changed }))))
const wrap = (changed: Partial<KmsOptions> = {}) => ask((wrapping) => wrapping.wrap(key, context), changed)
const failureOf = async (changed: Partial<KmsOptions> = {}) => {
  const result = await wrap(changed)
  if (Result.isSuccess(result)) throw new Error("it was wrapped")
  return result.failure
}

test("every request is signed and names the key and the context", async () => {
  const wrapped = Result.getOrThrow(await wrap())
  await ask((wrapping) => wrapping.unwrap(wrapped, context))
  await ask((wrapping) => wrapping.generate(32, context))
  expect(kms.requests.map(({ action }) => action)).toEqual(["Encrypt", "Decrypt", "GenerateDataKeyWithoutPlaintext"])
  for (const { authorization, body } of kms.requests) {
    expect(authorization).toMatch(new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/[0-9]{8}/${kms.region}/kms/aws4_request`))
    expect(body).toMatchObject({ KeyId: "first", EncryptionContext: context })
  }
})

test("a key that is made inside KMS never crosses the wire in the clear", async () => {
  await ask((wrapping) => wrapping.generate(32, context))
  expect(kms.requests.map(({ body }) => body)).toEqual([{ KeyId: "first", EncryptionContext: context, NumberOfBytes: 32 }])
})

test("the region of an ARN is asked when none is given", async () => {
  expect(Result.isSuccess(await wrap({ key_id: kms.arnOf("first"), region: null }))).toBe(true)
  expect(kms.requests[0]?.authorization).toContain(`/${kms.region}/kms/`)
})

test("a failing KMS is asked three times in all", async () => {
  for (const mood of ["fails", "talks nonsense"] as const satisfies ReadonlyArray<KmsMood>) {
    kms.mood([mood, mood])
    expect(Result.isSuccess(await wrap())).toBe(true)
    expect(kms.requests.length).toBe(3)
    kms.mood([], mood)
    expect((await failureOf()).reason).toBe("unavailable")
    expect(kms.requests.length).toBe(3)
  }
})

test("a KMS that is asked too often is asked again", async () => {
  kms.mood(["throttles"])
  expect(Result.isSuccess(await wrap())).toBe(true)
  expect(kms.requests.length).toBe(2)
})

test("a refusal is not repeated", async () => {
  kms.mood([], "denies")
  expect((await failureOf()).reason).toBe("refused")
  expect(kms.requests.length).toBe(1)
})

test("an answer that does not come is not waited for", async () => {
  kms.mood(["hangs"])
  expect(Result.isSuccess(await wrap({ attempt_timeout_ms: 3_000 }))).toBe(true)
  kms.mood([], "hangs")
  expect((await failureOf({ attempt_timeout_ms: 50 })).reason).toBe("unavailable")
})

test("an answer without the bytes is no answer", async () => {
  kms.mood([], "answers without bytes")
  expect((await failureOf()).reason).toBe("unavailable")
})

test("a port where nobody listens is unavailable", async () => {
  const gone = startKms([])
  await gone.stop()
  expect((await failureOf({ endpoint: gone.endpoint })).reason).toBe("unavailable")
})

test("a missing and a disabled key are told apart", async () => {
  expect((await failureOf({ key_id: "missing" })).reason).toBe("unknown_key")
  expect((await failureOf({ key_id: "off" })).reason).toBe("disabled_key")
})

test("a failure shows neither the key, nor the text, nor what KMS said of accounts and roles", async () => {
  kms.mood([], "denies")
  const failure = await failureOf()
  const shown = `${failure.message}${JSON.stringify(failure)}${Bun.inspect(failure)}`
  expect(shown).not.toContain("secret-role")
  expect(shown).not.toContain(Buffer.from(key).toString("base64"))
})
