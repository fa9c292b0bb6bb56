import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readSettings } from "@vouchkit/worker/settings/settings"
import { Result } from "effect"
import fc from "fast-check"
import { startKms } from "../support/kms.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

const alone = { database_url: false, terminal: false }
const problems = (environment: Readonly<Record<string, string>>) => {
  const result = readSettings(environment, alone)
  return Result.isSuccess(result) ? [] : result.failure.problems.map(({ variable }) => variable)
}
const [plain, wrapped] = [Buffer.alloc(32, 7).toString("base64"), Buffer.alloc(184, 7).toString("base64")]

describe("the variables", () => {
  test("take the key plain or wrapped, and one of them beside a database of one's own", () => {
    const database = { DATABASE_URL: "postgres://h/db" }
    expect(problems({ ...database, MASTER_KEY: plain })).toEqual([])
    expect(problems({ ...database, MASTER_KEY_WRAPPED: wrapped, KMS_KEY_ID: "alias/vouchkit" })).toEqual([])
    expect(problems(database)).toEqual(["MASTER_KEY"])
    expect(problems({ MASTER_KEY: plain, MASTER_KEY_WRAPPED: wrapped, KMS_KEY_ID: "alias/vouchkit" })).toEqual(["MASTER_KEY_WRAPPED"])
  })

  test("of the wrapped key and of its key in KMS are set together", () => {
    expect(problems({ MASTER_KEY_WRAPPED: wrapped })).toEqual(["KMS_KEY_ID"])
    expect(problems({ KMS_KEY_ID: "alias/vouchkit" })).toEqual(["MASTER_KEY_WRAPPED"])
  })

  test("that are wrong are told together with all others", () => {
    const wrong = { PORT: "x", MASTER_KEY_WRAPPED: "not base64!", KMS_KEY_ID: "a key", KMS_REGION: "Frankfurt", KMS_ENDPOINT: "kms" }
    expect(problems(wrong)).toEqual(Object.keys(wrong))
  })

  test("take a wrapped text that is longer than a key and no longer than KMS answers", () => {
    const given = (bytes: number) => problems({ MASTER_KEY_WRAPPED: Buffer.alloc(bytes, 1).toString("base64"), KMS_KEY_ID: "k" })
    for (const bytes of [1, 32, 6145]) expect(given(bytes)).toEqual(["MASTER_KEY_WRAPPED"])
    for (const bytes of [33, 6144]) expect(given(bytes)).toEqual([])
  })

  test("take keys of KMS by id, alias and ARN", () => {
    const named = (KMS_KEY_ID: string) => problems({ MASTER_KEY_WRAPPED: wrapped, KMS_KEY_ID })
    const id = "1234abcd-12ab-34cd-56ef-1234567890ab"
    for (const name of [id, "alias/vouchkit", `arn:aws:kms:eu-central-1:111122223333:key/${id}`, "mrk-1234abcd12ab34cd56ef1234567890ab"])
      expect(named(name)).toEqual([])
    for (const name of ["a b", "alias/vouchkit\n0", "k".repeat(2049)]) expect(named(name)).toEqual(["KMS_KEY_ID"])
  })

  test("never show the wrapped key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (noise) => {
        const secret = Buffer.concat([Buffer.from("QZX"), noise]).toString("base64")
        const result = readSettings({ MASTER_KEY_WRAPPED: secret, KMS_KEY_ID: "k" }, alone)
        const shown = Result.isSuccess(result) ? `${JSON.stringify(result.success)}${Bun.inspect(result.success)}` : result.failure.message
        expect(shown).not.toContain(secret)
      })
    )
  })
})

describe("a process with a wrapped key", () => {
  const kms = startKms(["first", "second"])
  afterAll(() => kms.stop())
  beforeEach(() => kms.mood([]))
  const surroundings = {
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "not-a-secret",
    AWS_EC2_METADATA_DISABLED: "true",
    KMS_ENDPOINT: kms.endpoint,
    KMS_REGION: kms.region
  }
  type Variables = Readonly<Record<string, string>>
  const master = (args: ReadonlyArray<string>, environment: Variables = {}) =>
    runCommand("master-key", args, { ...surroundings, ...environment })
  const printed = async (args: ReadonlyArray<string>, environment: Variables = {}): Promise<Variables> => {
    const { code, errors, output } = await master([...args, "--json"], environment)
    expect({ code, errors }).toEqual({ code: 0, errors: "" })
    return JSON.parse(output)
  }
  const data = temporaryFolder()
  const keys = (environment: Variables, folder = data) =>
    runCommand("keys", ["list", "--json"], { ...surroundings, DATA_DIR: folder, LOG_LEVEL: "warn", ...environment })

  test("starts with it, starts with the same key under another key of KMS, and with no other key", async () => {
    const first = await printed(["generate", "--key", "first"])
    expect(kms.requests.map(({ action }) => action)).toEqual(["GenerateDataKeyWithoutPlaintext"])
    expect(await keys(first)).toMatchObject({ code: 0, output: '{"data":[]}\n' })
    expect(kms.requests.slice(1).map(({ action, body }) => ({ action, context: body.EncryptionContext }))).toEqual([
      { action: "Decrypt", context: { service: "vouchkit", purpose: "master-key" } }
    ])

    const second = await printed(["rewrap", "--key", "second"], first)
    expect(second.KMS_KEY_ID).toBe("second")
    expect(second.MASTER_KEY_WRAPPED).not.toBe(first.MASTER_KEY_WRAPPED)
    expect((await keys(second)).code).toBe(0)

    const foreign = await keys(await printed(["generate", "--key", "first"]))
    expect(foreign).toMatchObject({ code: 78, output: "" })
    expect(foreign.errors).toContain("MASTER_KEY_WRAPPED is not a key of this database")
  }, 300_000)

  test("goes on with the key of the data folder once that is wrapped", async () => {
    const folder = await preparedFolder()
    const before = randomBytes(32).toString("base64")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "master.key"), `${before}\n`)
    expect((await keys({}, folder)).code).toBe(0)
    const moved = await printed(["wrap", "--key", "first"], { DATA_DIR: folder })
    expect(Object.values(moved).join()).not.toContain(before)
    expect((await keys(moved, folder)).code).toBe(0)
    expect((await printed(["wrap", "--key", "first"], { MASTER_KEY: before })).KMS_KEY_ID).toBe("first")
  }, 300_000)

  test("says what KMS would not do, and ends with the code for it", async () => {
    const whole = await printed(["generate", "--key", "first"])
    const cases: ReadonlyArray<readonly [string, number, Variables, () => void]> = [
      ["KMS refuses the use of the key first", 1, {}, () => kms.mood([], "denies")],
      ["KMS does not answer for the key first", 1, {}, () => kms.mood([], "fails")],
      ["KMS knows no usable key absent", 78, { KMS_KEY_ID: "absent" }, () => {}],
      ["The key second does not open MASTER_KEY_WRAPPED", 78, { KMS_KEY_ID: "second" }, () => {}],
      ["There are no AWS credentials", 1, { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", HOME: "/nonexistent" }, () => {}],
      ["It is not known which region", 78, { KMS_REGION: "", AWS_REGION: "", AWS_DEFAULT_REGION: "", HOME: "/nonexistent" }, () => {}]
    ]
    for (const [told, code, changed, prepare] of cases) {
      kms.mood([])
      prepare()
      const answer = await master(["rewrap", "--key", "first"], { ...whole, ...changed })
      expect(answer).toMatchObject({ code, output: "", errors: expect.stringContaining(told) })
    }
  }, 300_000)

  test("refuses a text that holds something else than a key of 32 bytes", async () => {
    const bytes = Buffer.alloc(16, 1)
    const answer = await fetch(kms.endpoint, {
      method: "POST",
      headers: {
        "X-Amz-Target": "TrentService.Encrypt",
        Authorization: `AWS4-HMAC-SHA256 Credential=A/20260101/${kms.region}/kms/aws4_request, SignedHeaders=host;x-amz-target, Signature=${"0".repeat(64)}`
      },
      body: JSON.stringify({
        KeyId: "first",
        EncryptionContext: { service: "vouchkit", purpose: "master-key" },
        Plaintext: bytes.toString("base64")
      })
    })
    const { CiphertextBlob } = await answer.json()
    const told = await master(["rewrap", "--key", "second"], { MASTER_KEY_WRAPPED: CiphertextBlob, KMS_KEY_ID: "first" })
    expect(told).toMatchObject({ code: 78, output: "", errors: expect.stringContaining("must be 32 bytes") })
  })

  test("reads its command line before it asks KMS", async () => {
    const misuses = [[], ["generate"], ["generate", "--key", "a b"], ["generate", "--key", "k", "--region", "x"], ["unwrap", "--key", "k"]]
    for (const words of misuses) expect((await master(words)).code).toBe(64)
    expect((await master(["wrap", "--key", "first"], { DATA_DIR: temporaryFolder() })).code).toBe(78)
    expect((await master(["rewrap", "--key", "first"])).code).toBe(78)
    expect(kms.requests).toEqual([])
  }, 300_000)
})
