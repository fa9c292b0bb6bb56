import { afterAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSettings } from "@vouchkit/worker/settings/settings"
import { Redacted, Result } from "effect"
import { aCertificate, aPublicKeyInfrastructure, curveKey, pemOf } from "../support/attestations.ts"

const folder = mkdtempSync(join(tmpdir(), "attestation-"))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const read = (environment: Readonly<Record<string, string>>) => readSettings(environment, { database_url: false, terminal: false })
const attestationOf = (environment: Readonly<Record<string, string>>) => Result.getOrThrow(read(environment)).attestation
const refusal = (environment: Readonly<Record<string, string>>) => {
  const result = read(environment)
  return Result.isSuccess(result)
    ? { variables: [], message: "" }
    : { variables: result.failure.problems.map(({ variable }) => variable), message: result.failure.message }
}

const pki = aPublicKeyInfrastructure()
const spki = (curve: string) => curveKey(curve).publicKey.export({ format: "der", type: "spki" }).toString("base64")
const decryption = Buffer.alloc(32, 9).toString("base64")
const ios = { APP_ATTEST_APP_IDS: "A1B2C3D4E5.com.example.app", APP_ATTEST_ROOT_CERTIFICATE: pki.root_pem }
const android = {
  PLAY_INTEGRITY_PACKAGES: "com.example.app",
  PLAY_INTEGRITY_DECRYPTION_KEY: decryption,
  PLAY_INTEGRITY_VERIFICATION_KEY: spki("P-256")
}

describe("the settings of attestations", () => {
  test("are those of each platform by itself, and none unless they are there", () => {
    expect(attestationOf({})).toEqual({ app_attest: null, play_integrity: null })
    expect(attestationOf(ios)).toMatchObject({ app_attest: { app_ids: ["A1B2C3D4E5.com.example.app"] }, play_integrity: null })
    expect(attestationOf(android)).toMatchObject({ app_attest: null, play_integrity: { packages: ["com.example.app"] } })
  })

  test("take several apps, and leave out what stands twice", () => {
    const { app_attest } = attestationOf({ ...ios, APP_ATTEST_APP_IDS: "A1B2C3D4E5.one, A1B2C3D4E5.two,A1B2C3D4E5.one" })
    expect(app_attest?.app_ids).toEqual(["A1B2C3D4E5.one", "A1B2C3D4E5.two"])
  })

  test("take the root as text, as text in one line, and as a file", () => {
    const one_line = pki.root_pem.replaceAll("\n", "\\n")
    for (const root of [pki.root_pem, one_line, file("root.pem", pki.root_pem)]) {
      expect(attestationOf({ ...ios, APP_ATTEST_ROOT_CERTIFICATE: root }).app_attest?.root.read.subject.text).toBe("CN=Root")
    }
  })

  test("keep the decryption key wrapped", () => {
    const { play_integrity } = attestationOf(android)
    expect(play_integrity && Buffer.from(Redacted.value(play_integrity.decryption_key)).toString("base64")).toBe(decryption)
    expect(JSON.stringify(play_integrity)).not.toContain(decryption)
    expect(Bun.inspect(play_integrity?.decryption_key)).toContain("redacted")
  })

  test("of a platform are all there, or each that is missing is named", () => {
    for (const set of [ios, android]) {
      for (const [variable, value] of Object.entries(set)) {
        const others = Object.keys(set).filter((name) => name !== variable)
        expect(refusal({ [variable]: value }).variables).toEqual(others)
      }
    }
  })

  const key = curveKey()
  const leaf = aCertificate({ subject: "Leaf", issuer: "Leaf", key: key.publicKey, signed_by: key.privateKey, authority: false })
  const wrong: Readonly<Record<string, ReadonlyArray<string>>> = {
    APP_ATTEST_APP_IDS: [
      "com.example.app",
      "z9y8x7w6v5.com.example",
      "Z9Y8X7W6V5.",
      "Z9Y8X7W6V5.a,",
      Array(21).fill("Z9Y8X7W6V5.a").join()
    ],
    APP_ATTEST_ROOT_CERTIFICATE: [
      join(folder, "absent.pem"),
      folder,
      file("text.pem", "no certificate"),
      file("long.pem", pki.root_pem + "\n".repeat(65_536)),
      pemOf(leaf),
      pki.root_pem.slice(0, 200),
      pki.root_pem.repeat(2)
    ],
    PLAY_INTEGRITY_PACKAGES: ["single", "com..app", "com.example.app,9.x", "com.example app"],
    PLAY_INTEGRITY_DECRYPTION_KEY: ["secret-of-somebody", Buffer.alloc(16, 9).toString("base64"), Buffer.alloc(33, 9).toString("base64")],
    PLAY_INTEGRITY_VERIFICATION_KEY: ["secret-of-somebody", spki("P-384"), decryption]
  }
  for (const [variable, values] of Object.entries(wrong)) {
    test(`that are wrong stop the start and are named without their value: ${variable}`, () => {
      for (const value of values) {
        const { message, variables } = refusal({ ...ios, ...android, [variable]: value })
        expect(variables).toEqual([variable])
        expect(message).not.toContain(value)
      }
    })
  }
})
