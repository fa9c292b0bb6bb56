import { afterAll, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import { CheckDetails } from "@vouchkit/core/resources/checks/details"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { DocumentReader, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { FaceMatcher, sameModel } from "@vouchkit/core/verification/faces/analysis"
import { externalFaceModel, localFaceModel } from "@vouchkit/core/verification/faces/bands"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { countries } from "@vouchkit/core/kernel/foundation/country"
import { parseMrz } from "@vouchkit/core/verification/identity-documents/mrz/parse"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { sandboxEngines } from "@vouchkit/core/flows/sandbox/adapters/engines"
import { sandboxFaceModel } from "@vouchkit/core/flows/sandbox/adapters/faces"
import { writeZone } from "@vouchkit/core/flows/sandbox/adapters/machine-readable-zone"
import { misspelled } from "@vouchkit/core/flows/sandbox/adapters/misspelling"
import { unscripted } from "@vouchkit/core/flows/sandbox/adapters/sandbox-script"
import { seedOf, simulatedPerson } from "@vouchkit/core/flows/sandbox/adapters/simulated-person"
import { engineFinding, scenarioOf } from "@vouchkit/core/flows/scripted-checks/engine-findings"
import { checkEntries } from "@vouchkit/core/flows/check-kinds/registry"
import { checkTypes } from "@vouchkit/core/verification/check-kinds"
import { simulatedFinding } from "@vouchkit/core/flows/scripted-checks/findings"
import type { SimulatedSubject } from "@vouchkit/core/flows/sandbox/subject"
import type { Expected } from "@vouchkit/core/verification/subject"
import { Cause, Effect, Exit, type Layer, ManagedRuntime, Schema } from "effect"
import fc from "fast-check"
import { organization } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const runtime = ManagedRuntime.make(Memory.layer)
afterAll(() => runtime.dispose())

const outcomes = ["passed", "review", "failed"] as const
const at = "2026-05-01T10:00:00.000Z"
const text = (bytes: string) => new TextEncoder().encode(bytes)
const subjectOf = (expected: Expected = {}, more: Partial<SimulatedSubject> = {}): SimulatedSubject => ({
  context: aSession({ id: "ses_01jgfjjz00e8r4v2m9k3txqwpn", expected }),
  file: text("0".repeat(64)),
  declared_document: null,
  declared_proof: null,
  at,
  ...more
})
const inSandbox = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
  runtime.runPromise(effect.pipe(Effect.provideService(Tenant, { organization, environment: "sandbox" })) as Effect.Effect<A, E, never>)
const engineChecks = checkTypes.filter((type) => checkEntries[type].simulate !== null)
const simulationOf = (type: (typeof checkTypes)[number]) => {
  const { simulate } = checkEntries[type]
  if (simulate === null) throw new Error(type)
  return simulate
}
const made = (type: (typeof checkTypes)[number], scenario: ReturnType<typeof scenarioOf> | "engine_down", subject = subjectOf()) =>
  inSandbox(engineFinding(simulationOf(type), subject, scenario))

test("the live rules judge what the engines of the sandbox see to be what the script asks for, of every type and outcome", async () => {
  for (const type of engineChecks) {
    for (const outcome of outcomes) {
      const finding = await made(type, scenarioOf(simulationOf(type), outcome, []))
      expect([type, outcome, finding?.outcome, finding?.simulated]).toEqual([type, outcome, outcome, true])
      expect(finding?.reasons.length === 0).toBe(outcome === "passed")
    }
  }
})

test("what a script names as the reason is what the rules find, where they know it", async () => {
  const expected = [
    ["document_extraction", "failed", [], "document_unreadable"],
    ["document_authenticity", "review", [], "document_data_inconsistent"],
    ["age", "failed", [], "age_below_minimum"],
    ["face_match", "failed", [], "face_mismatch"],
    ["liveness", "failed", ["selfie_unclear"], "selfie_unclear"],
    ["liveness", "failed", ["liveness_failed"], "face_changed"],
    ["nfc_chip", "failed", ["nfc_read_failed"], "security_object_malformed"],
    ["nfc_chip", "review", ["nfc_data_mismatch"], "data_differs"],
    ["proof_of_address", "failed", ["modified_after_signing"], "modified_after_signing"],
    ["proof_of_address", "failed", ["document_too_old"], "document_too_old"],
    ["proof_of_address", "review", ["name_below_pass"], "name_below_pass"]
  ] as const
  for (const [type, outcome, codes, code] of expected) {
    const finding = await made(type, scenarioOf(simulationOf(type), outcome, codes))
    expect([type, finding?.reasons.map((reason) => reason.code)]).toEqual([type, [code]])
  }
})

test("an engine that is down by the script leaves no finding, of any type", async () => {
  for (const type of engineChecks) expect(await made(type, "engine_down")).toBeNull()
})

test("details of every type hold to the schema that details of the live environment hold to", async () => {
  const decode = Schema.decodeUnknownSync(CheckDetails, { onExcessProperty: "error" })
  for (const type of engineChecks) {
    for (const outcome of outcomes) {
      const finding = await made(type, scenarioOf(simulationOf(type), outcome, []))
      expect(finding?.details).not.toBeNull()
      decode(JSON.parse(JSON.stringify(finding?.details)))
    }
  }
})

test("for any file, the same file is told of alike, and whoever is expected is who is found", async () => {
  const field = (details: any, name: string) => details.fields.find((one: any) => one.field === name)?.value
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.constantFrom("Adeyemi", "Ødegård", "García Márquez", "O'Brien", "Wu"),
      fc.constantFrom("1950-01-31", "1988-02-29", "2001-12-01"),
      async (file, last_name, date_of_birth) => {
        const subject = subjectOf({ last_name, date_of_birth, country: "DE" }, { file })
        const [one, again] = [await made("document_extraction", null, subject), await made("document_extraction", null, subject)]
        expect(one).toEqual(again)
        expect(one?.outcome).toBe("passed")
        expect([field(one?.details, "date_of_birth"), field(one?.details, "issuing_country")]).toEqual([date_of_birth, "DE"])
        expect((await made("identity_cross_reference", null, subject))?.outcome).toBe("passed")
      }
    ),
    { numRuns: 30 }
  )
})

test("whatever is expected of the person, the outcome is that of the script and the details hold to their schema", async () => {
  const decode = Schema.decodeUnknownSync(CheckDetails, { onExcessProperty: "error" })
  const line = (most: number) =>
    fc.string({ unit: "binary", minLength: 1, maxLength: most }).map((value) => value.replace(/[\p{C}\n]/gu, "x"))
  const optional = fc.option(line(255), { nil: null })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        first_name: optional,
        last_name: optional,
        document_number: fc.option(line(64), { nil: null }),
        date_of_birth: fc.constantFrom(null, "1900-01-01", "2024-02-29", "2026-04-30"),
        country: fc.constantFrom(null, ...countries.map(({ code }) => code)),
        address: fc.oneof(fc.constant(null), line(1000), fc.record({ line1: line(255), city: line(255), postal_code: line(32) }))
      }),
      fc.constantFrom(...engineChecks),
      fc.constantFrom(...outcomes),
      async (expected, type, outcome) => {
        const codes =
          type !== "proof_of_address" || outcome === "passed"
            ? []
            : outcome === "review"
              ? (["name_below_pass"] as const)
              : (["document_too_old"] as const)
        const finding = await inSandbox(simulatedFinding(subjectOf(expected), type, outcome, { codes }))
        expect([finding.status, finding.outcome, finding.simulated]).toEqual(["completed", outcome, true])
        if (finding.details !== null) decode(JSON.parse(JSON.stringify(finding.details)))
      }
    ),
    { numRuns: 150 }
  )
}, 300_000)

test("two files are about two people, and all that is read of one file is about one", async () => {
  const numbers = await Promise.all(
    ["a", "b"].map(async (file) => {
      const subject = subjectOf({}, { file: text(file) })
      const [document, chip] = [await made("document_extraction", null, subject), await made("nfc_chip", null, subject)]
      const { lines } = (document as any).details.mrz
      expect((chip as any).details.contents.mrz_lines).toEqual(lines)
      return lines.join()
    })
  )
  expect(new Set(numbers).size).toBe(2)
})

test("for any person, a zone of a passport or card is one whose check digits all hold", () => {
  const seeds = fc.uint8Array({ minLength: 0, maxLength: 64 })
  fc.assert(
    fc.property(
      seeds,
      fc.constantFrom("TD3" as const, "TD1" as const),
      fc.constantFrom("GB", "DE", "IN", "XK"),
      (bytes, format, country) => {
        const person = simulatedPerson(seedOf(bytes), { country })
        const lines = writeZone(format, { ...person, expiry_date: "2031-03-04" })
        const fields = parseMrz(lines, "2026-05-01")
        if ("refused" in fields) throw new Error(fields.refused)
        expect([fields.format, fields.checksums_valid, fields.document_number]).toEqual([format, true, person.document_number])
        expect([fields.birth_date.date, fields.expiry_date.date]).toEqual([person.date_of_birth, "2031-03-04"])
      }
    )
  )
})

test("nobody who is made up carries the number of a published specimen, or could be a child", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const { date_of_birth, document_number } = simulatedPerson(seedOf(bytes))
      expect(document_number).toMatch(/^K\d{8}$/u)
      expect(date_of_birth >= "1960-01-01" && date_of_birth <= "1994-12-28").toBe(true)
    })
  )
})

test("a name of usual length is misspelled so that a person has to look, whoever is meant", async () => {
  for (const [first_name, last_name] of [
    ["Clara Louise", "Lindqvist"],
    ["Zoë", "Müller-Ødegård"],
    ["Anna", "Review"],
    ["Tomas", "Smith"]
  ]) {
    const subject = subjectOf({ first_name: first_name ?? "", last_name: last_name ?? "" })
    expect((await made("proof_of_address", "bill_name_misspelled", subject))?.reasons.map(({ code }) => code)).toEqual(["name_below_pass"])
  }
  const name = { given_names: "Clara", surname: "Lindqvist" }
  expect(misspelled(name)).not.toEqual(name)
})

test("faces of the sandbox carry a model of their own, which nothing else is compared with", async () => {
  const template = await inSandbox(
    Effect.flatMap(FaceMatcher, ({ analyze }) => analyze(image)).pipe(
      Effect.map((seen) => seen.template),
      Effect.provide(sandboxEngines())
    )
  )
  expect(template?.model).toEqual(sandboxFaceModel)
  for (const other of [localFaceModel, externalFaceModel]) expect(sameModel(sandboxFaceModel, other)).toBe(false)
  expect((await made("face_match", null))?.details).toMatchObject({ model: sandboxFaceModel })
})

const image = { bytes: text("x"), mime_type: "image/jpeg" }
const chip = {
  format: "vouchkit.chip/1",
  received_at: at,
  nonce: "0".repeat(16),
  sod: "AA==",
  data_groups: { dg1: "", dg2: "" },
  terminal: null
} as const
/** One question to each member of each port. */
const questions = {
  identity: Effect.flatMap(IdentityDocumentReader, (one) => one.read({ ...image, country: null })),
  text: Effect.flatMap(DocumentReader, (one) => one.read({ ...image, country: null })),
  face: Effect.flatMap(FaceMatcher, (one) => one.analyze(image)),
  faces: Effect.flatMap(FaceMatcher, (one) => one.compare({ portrait: image, selfie: image })),
  liveness: Effect.flatMap(LivenessDetector, (one) => one.assess({ challenge: null, frames: [{ image, nonce: "", mirrored: false }] })),
  chip: Effect.flatMap(ChipVerifier, (one) => one.verify({ chip, mrz: null, at })),
  portrait: Effect.flatMap(ChipVerifier, (one) => one.portrait(image.bytes)),
  page: Effect.flatMap(PagePreview, (one) => one.render({ bytes: image.bytes, mime_type: "image/jpeg", page: 1, width: 64 }))
}
const asked = (name: keyof typeof questions, environment: Environment | null, engines: ReturnType<typeof sandboxEngines>) => {
  const question: Effect.Effect<unknown, unknown, Layer.Success<typeof engines>> = questions[name]
  const within = environment === null ? question : Effect.provideService(question, Tenant, { organization, environment })
  return Effect.runPromiseExit(within.pipe(Effect.provide(engines)))
}
const names = ["identity", "text", "face", "faces", "liveness", "chip", "portrait", "page"] as const satisfies ReadonlyArray<
  keyof typeof questions
>

test("in the live environment no engine of the sandbox answers anything, whoever put it there", async () => {
  for (const name of names) {
    const refused = await asked(name, "live", sandboxEngines())
    expect([name, Exit.isFailure(refused) && Cause.hasDies(refused.cause)]).toEqual([name, true])
    expect(Exit.isSuccess(await asked(name, "sandbox", sandboxEngines()))).toBe(true)
    // A program that embeds the core may ask without a tenant, in a test of its own.
    expect(Exit.isSuccess(await asked(name, null, sandboxEngines()))).toBe(true)
  }
})

test("every engine that is down fails as one of the live environment does", async () => {
  for (const name of names) {
    const exit = await asked(name, "sandbox", sandboxEngines({ ...unscripted, scenario: "engine_down" }))
    expect(Exit.isFailure(exit) ? Cause.squash(exit.cause) : null).toBeInstanceOf(EngineUnavailable)
  }
})

test("a policy that no simulated document satisfies leaves the outcome of the script, without details", async () => {
  const strict = subjectOf({}, { context: aSession({ identity_policy: { minimum_age: 120 } }) })
  expect(await inSandbox(simulatedFinding(strict, "age", "passed"))).toMatchObject({
    outcome: "passed",
    score: 1,
    reasons: [],
    details: null
  })
  const usual = subjectOf({}, { context: aSession({ identity_policy: { minimum_age: 21 } }) })
  expect(await inSandbox(simulatedFinding(usual, "age", "passed"))).toMatchObject({ outcome: "passed", details: { minimum_age: 21 } })
})

test("the simulated document is one that the policy accepts, where it accepts passports or cards at all", async () => {
  const cards = aSession({
    identity_policy: { accepted_types: ["national_id"], accepted_countries: ["FR", "ES"], denied_countries: ["FR"] }
  })
  const finding = await inSandbox(simulatedFinding(subjectOf({}, { context: cards }), "document_authenticity", "passed"))
  expect(finding.details).toMatchObject({ document_type: "national_id", issuing_country: "ES" })
})

test("a card that was handed in is read as a card, and of what is never simulated only the outcome is told", async () => {
  const card = await inSandbox(simulatedFinding(subjectOf({}, { declared_document: "national_id" }), "document_extraction", "passed"))
  expect(card.details).toMatchObject({ document_type: "national_id", mrz: { format: "TD1", checksums_valid: true }, missing_sides: [] })
  const licence = subjectOf({}, { declared_document: "drivers_license" })
  expect(simulationOf("document_extraction").knows?.(licence)).toBe(false)
  expect(await inSandbox(simulatedFinding(licence, "document_extraction", "failed"))).toMatchObject({ outcome: "failed", details: null })
})

test("a proof of address names nobody and no country that the integrator did not name", async () => {
  const unnamed = await inSandbox(simulatedFinding(subjectOf(), "proof_of_address", "passed"))
  expect(unnamed.details).toMatchObject({ holder_names: null, issuing_country: null, outcome: "passed", address_type: "residential" })
  const named = await inSandbox(
    simulatedFinding(subjectOf({ first_name: "Ada", last_name: "Osei", country: "GB" }), "proof_of_address", "passed")
  )
  expect(named.details).toMatchObject({ holder_names: ["Ada Osei"], issuing_country: "GB", cross_reference: { name_score: 1 } })
})
