import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import { chipVerifierLayer } from "@vouchkit/adapters/engines/chip/chip-verifier"
import { State } from "@vouchkit/adapters/memory/state"
import * as MemoryTrust from "@vouchkit/adapters/memory/trust-store"
import { readCertificate } from "@vouchkit/core/verification/chip/certificates/certificates"
import { judgeChip } from "@vouchkit/core/verification/chip/judge-chip"
import { readRevocationList } from "@vouchkit/core/verification/chip/certificates/revocation-lists"
import type { ChipData } from "@vouchkit/core/resources/nfc/chip-data"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { certificateEntry, crlEntry } from "@vouchkit/core/resources/trust/entries"
import type { TrustEntry } from "@vouchkit/core/resources/trust/model"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { withoutSigner } from "../../../support/absent-signer.ts"
import { chipFixture } from "../../../support/chips.ts"
import { encodeJpeg2000, softPicture } from "../../../support/jpeg2000.ts"
import { importTrust } from "../../../support/trust-imports.ts"

const trustLayer = MemoryTrust.layer.pipe(Layer.provide(State.layer))
const begin = () => ManagedRuntime.make(Layer.mergeAll(Layer.provideMerge(chipVerifierLayer(), trustLayer), TestClock.layer()))
// What one test imports no other trusts.
let runtime: ReturnType<typeof begin>
beforeEach(() => {
  runtime = begin()
})
afterEach(() => runtime.dispose())
const run = <A, E>(effect: Effect.Effect<A, E, TrustStore | ChipVerifier>): Promise<A> => runtime.runPromise(effect)

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"))
const groups = chipFixture("data-groups")
const chipOf = (sod: string, more: Partial<ChipData> = {}): ChipData => ({
  format: "vouchkit.chip/1",
  received_at: "2026-11-01T00:00:00.000Z",
  terminal: null,
  nonce: Buffer.from(groups.challenge, "base64").toString("hex"),
  sod,
  data_groups: { dg1: groups.dg1, dg2: groups.dg2 },
  ...more
})
/** Within the validity of what the fixtures hold. */
const at = "2027-01-01T00:00:00.000Z"
const verdictOf = async (chip: ChipData, mrz: ReadonlyArray<string> | null = null) => {
  const verification = await run(Effect.flatMap(ChipVerifier, ({ verify }) => verify({ chip, mrz, at })))
  return { verification, ...judgeChip(verification, { require_copy_detection: "review" }) }
}
let imports = 0
const trust = (certificates: ReadonlyArray<string>, crls: ReadonlyArray<string> = []) => {
  const entries: ReadonlyArray<TrustEntry> = [
    ...certificates.map((der) => certificateEntry(readCertificate(bytes(der)), "here")),
    ...crls.map((der) => crlEntry(readRevocationList(bytes(der)), "here"))
  ]
  async function* flowing() {
    yield* entries
  }
  return run(
    Effect.flatMap(TrustStore, (store) =>
      importTrust(store, { source: "test", sha256: String(++imports), replaces: false, entries: flowing() })
    )
  )
}

const good = chipFixture("ec-prime256v1")

describe("a chip that is verified in a process of its own", () => {
  test("has no trust anchor before its country's certificates are imported, and is never passed", async () => {
    const { outcome, verification } = await verdictOf(chipOf(good.sod))
    expect(outcome).toBe("review")
    expect(verification).toMatchObject({ no_trust_anchor: true, sod_signature_valid: true, dg_hashes_valid: true })
  })

  test("is trusted ten seconds after the import at the latest, and its contents and challenge come through unchanged", async () => {
    await trust(good.certificates)
    await run(TestClock.adjust("10 seconds"))
    const answered = chipOf(good.sod, {
      data_groups: { dg1: groups.dg1, dg2: groups.dg2, dg14: groups.dg14, dg15: groups.dg15 },
      active_authentication: groups.ec_answer
    })
    const { outcome, verification } = await verdictOf(answered)
    expect(outcome).toBe("passed")
    expect(verification).toMatchObject({
      passive_authentication: true,
      csca_trusted: true,
      no_trust_anchor: false,
      active_authentication: true,
      certificate: { country: "UT" }
    })
    expect(verification.contents.zone?.issuing_state).toBe("UTO")
    expect(verification.contents.portraits[0]?.bytes).toBeInstanceOf(Uint8Array)
  })

  test("with a changed data group, a foreign zone on the page, or a security object of chance fails or asks, and the process lives on", async () => {
    await trust(good.certificates)
    await run(TestClock.adjust("10 seconds"))
    expect((await verdictOf(chipOf(good.sod))).verification.csca_trusted).toBe(true)
    const changed = Buffer.from(groups.dg2, "base64")
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
    const tampered = await verdictOf(chipOf(good.sod, { data_groups: { dg1: groups.dg1, dg2: changed.toString("base64") } }))
    expect(tampered.outcome).toBe("failed")
    expect(tampered.session_reasons).toContain("nfc_authentication_failed")
    const other = await verdictOf(chipOf(good.sod), ["P<UTOSOMEBODY<<ELSE".padEnd(44, "<"), "X".repeat(44)])
    expect(other.session_reasons).toContain("nfc_data_mismatch")
    const noise = Buffer.concat([Buffer.from("7782010030", "hex"), Buffer.alloc(252, 0x30)]).toString("base64")
    expect((await verdictOf(chipOf(noise))).outcome).toBe("failed")
    expect((await verdictOf(chipOf(""))).outcome).toBe("failed")
  })
})

describe("the portrait of a chip, decoded in that process,", () => {
  const portrait = (picture: Uint8Array) => run(Effect.result(Effect.flatMap(ChipVerifier, (verifier) => verifier.portrait(picture))))

  test("comes out of JPEG 2000 as PNG", async () => {
    const frame = { width: 64, height: 80, channels: 3 } as const
    const result = await portrait(encodeJpeg2000(await softPicture(64, 80, 3), frame))
    expect(result._tag === "Success" && [...result.success.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
  })

  test("that is none is unreadable, which is no fault of the engine", async () => {
    const result = await portrait(bytes("AAAA"))
    expect(result).toMatchObject({ _tag: "Failure", failure: { _tag: "DocumentUnreadable", code: "unreadable" } })
  })
})

test("a certificate that was revoked is found by the list that was imported", async () => {
  const revoked = chipFixture("revoked")
  await trust(revoked.certificates, revoked.crls)
  await run(TestClock.adjust("10 seconds"))
  const { outcome, verification } = await verdictOf(chipOf(revoked.sod))
  expect(verification.findings).toContain("certificate_revoked")
  expect(outcome).toBe("failed")
})

test("a chip that leaves out its signer's certificate is verified with the imported one, which no anchor is made of", async () => {
  const vector = chipFixture("rsa-pss")
  const { signer, sod } = withoutSigner(vector.sod)
  await trust(vector.certificates)
  await run(TestClock.adjust("10 seconds"))
  const before = await verdictOf(chipOf(sod))
  expect([before.outcome, before.verification.findings.includes("signer_certificate_missing")]).toEqual(["review", true])
  await trust([signer])
  const after = await verdictOf(chipOf(sod))
  expect([after.outcome, after.verification.passive_authentication, after.verification.csca_trusted]).toEqual(["review", true, true])
  expect(after.session_reasons).toEqual(["copy_not_excluded"])
  const { sha256 } = await run(
    Effect.flatMap(TrustStore, (store) =>
      Effect.map(store.certificates({ country: "UT", limit: 99 }), (all) => all.find(({ kind }) => kind === "ds") ?? { sha256: "" })
    )
  )
  expect(await run(Effect.flatMap(TrustStore, (store) => store.remove(sha256, at)))).toBe(true)
  expect((await verdictOf(chipOf(sod))).verification.findings).toContain("signer_certificate_missing")
})
