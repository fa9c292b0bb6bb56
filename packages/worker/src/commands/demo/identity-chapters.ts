import { Schema } from "effect"
import { Case, Cases, CaptureState } from "./chapters.ts"
import { type DocumentFile, formOf } from "./client.ts"
import { expectedHolder, type IdentitySpecimens } from "./identity-specimens.ts"
import { expectThat } from "./narration.ts"
import { NewSession, percent, Reason, Score, type Stage, untilEvent, untilJudgedAs } from "./stage.ts"
import { importAnchor } from "./trust.ts"

const IdentityResult = Schema.Struct({
  session_id: Schema.String,
  status: Schema.String,
  status_reason_codes: Schema.Array(Schema.String),
  simulated: Schema.Boolean,
  checks: Schema.Array(
    Schema.Struct({
      type: Schema.String,
      outcome: Schema.NullOr(Schema.String),
      score: Score,
      reasons: Schema.Array(Reason),
      details: Schema.Unknown
    })
  )
})
type IdentityResult = typeof IdentityResult.Type

const Extraction = Schema.Struct({
  document_type: Schema.NullOr(Schema.String),
  mrz: Schema.NullOr(Schema.Struct({ format: Schema.String, checksums_valid: Schema.Boolean })),
  fields: Schema.Array(Schema.Struct({ field: Schema.String, value: Schema.String, source: Schema.String }))
})
const FaceMatch = Schema.Struct({ portrait_source: Schema.String, similarity: Score })
const Proof = Schema.NullOr(Schema.Boolean)
const Chip = Schema.Struct({
  passive_authentication: Proof,
  active_authentication: Proof,
  dg_hashes_valid: Proof,
  csca_trusted: Proof,
  no_trust_anchor: Schema.Boolean
})

const NfcParameters = Schema.Struct({ nonce: Schema.String })
const Uploaded = Schema.Struct({ id: Schema.String })

/** Details of the check of a type, as far as the demo looks at them. */
const detailsOf = <A>(result: IdentityResult, type: string, reads: Schema.Codec<A, any>): A => {
  const check = result.checks.find((one) => one.type === type)
  expectThat(check !== undefined, `the session has no check ${type}`)
  return Schema.decodeUnknownSync(reads)(check.details)
}

const outcomeOf = (result: IdentityResult, type: string): string => result.checks.find((one) => one.type === type)?.outcome ?? "not made"

const reportChecks = ({ checks, status, status_reason_codes }: IdentityResult, report: (line: string) => void): void => {
  for (const { outcome, reasons, type } of checks) {
    const telling = reasons.filter(({ severity }) => severity !== "info").map(({ code }) => code)
    report(`${type}: ${outcome ?? "not made"}${telling.length === 0 ? "" : ` (${telling.join(", ")})`}`)
  }
  report(`session: ${status}${status_reason_codes.length === 0 ? "" : ` for ${status_reason_codes.join(", ")}`}`)
}

/** Specimens are refused unless a policy says that they are welcome; a demo can show nothing else. */
export const specimensWelcome = { weights: { document_specimen: "info" } } as const

/** A session whose person opened the link. */
export const openWith = async ({ integrator, person }: Stage, external_reference: string, asked: object) => {
  const session = await integrator.post("/sessions", { external_reference, ...asked }, NewSession)
  const token = new URL(session.verification_url).pathname.split("/").at(-1) ?? ""
  await person.post(`/verify/${token}/start`, {}, CaptureState)
  return { id: session.id, token }
}

export const openSession = (
  stage: Stage,
  external_reference: string,
  required_steps: ReadonlyArray<string>,
  policy: object | null,
  expected: object = expectedHolder
) => openWith(stage, external_reference, { required_steps, expected, ...(policy === null ? {} : { identity_policy: policy }) })

export const upload = ({ person }: Stage, token: string, file: DocumentFile, kind: "identity" | "selfie") =>
  person.send(`/verify/${token}/documents`, formOf(file, { kind, ...(kind === "identity" ? { document_type: "passport" } : {}) }), Uploaded)

export const submit = ({ person }: Stage, token: string) => person.post(`/verify/${token}/submit`, {}, CaptureState)

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

/** Hands a chip in as an app does: it asks for a challenge, has the chip answer it, and sends what it read. */
const submitChip = async (
  { person }: Stage,
  token: string,
  { answer, data_groups, sod }: IdentitySpecimens["chip"],
  changed: { readonly dg1?: Uint8Array } = {}
) => {
  const { nonce } = await person.get(`/sdk/nfc?token=${token}`, NfcParameters)
  const groups = { ...data_groups, ...changed }
  await person.post(
    `/verify/${token}/nfc`,
    {
      nonce,
      sod: base64(sod),
      data_groups: Object.fromEntries(Object.entries(groups).map(([name, bytes]) => [name, base64(bytes)])),
      active_authentication: base64(answer(Buffer.from(nonce, "hex")))
    },
    Uploaded
  )
}

export const readIdentityResult = ({ integrator }: Stage, session_id: string): Promise<IdentityResult> =>
  integrator.get(`/sessions/${session_id}/result`, IdentityResult)

/** A passport and one picture of a face: everything but liveness can be settled. */
export const reviewStillSelfie = async (stage: Stage, { passport, selfie }: IdentitySpecimens): Promise<IdentityResult> => {
  const { narration, reviewer } = stage
  narration.chapter("4. A passport and a selfie")
  await narration.step("Integrator uploaded a specimen under a policy that does not accept specimens: declined", async (report) => {
    const { id, token } = await openSession(stage, "demo-specimen", ["document"], null)
    await upload(stage, token, passport, "identity")
    await submit(stage, token)
    const judged = await untilJudgedAs(stage, id, "session.declined", IdentityResult)
    expectThat(judged.status_reason_codes.includes("document_specimen"), "the passport of Utopia was not reported as a specimen")
    report(`session: ${judged.status} for ${judged.status_reason_codes.join(", ")}`)
  })
  const session = await narration.step(
    "Person opened a link under a policy that accepts specimens, and sent passport and selfie",
    async () => {
      const opened = await openSession(stage, "demo-passport", ["document", "selfie"], specimensWelcome)
      await upload(stage, opened.token, passport, "identity")
      await upload(stage, opened.token, selfie, "selfie")
      await submit(stage, opened.token)
      return opened
    }
  )
  await narration.step(
    "Service read the passport and compared the faces; neither a picture of a passport nor one still proves enough: sent to a reviewer",
    async (report) => {
      const judged = await untilJudgedAs(stage, session.id, "session.review-required", IdentityResult)
      const { document_type, fields, mrz } = detailsOf(judged, "document_extraction", Extraction)
      const { portrait_source, similarity } = detailsOf(judged, "face_match", FaceMatch)
      report(
        `read: ${document_type ?? "unknown type"}, ${mrz?.format ?? "no zone"}, check digits ${mrz?.checksums_valid ? "valid" : "invalid"}`
      )
      report(fields.map(({ field, source, value }) => `${field} ${value} (${source})`).join(", "))
      report(
        `face: ${percent(similarity)} similar to the portrait of the ${portrait_source}; both come from the same photograph, so this says nothing about accuracy`
      )
      report("liveness: one still proves no one's presence; the demo has one photograph and invents no frames")
      reportChecks(judged, report)
      report('authenticity: its parts agree, as those of a drawn one would; `required_assurance: "consistency"` in the policy lets it pass')
      expectThat(outcomeOf(judged, "document_authenticity") === "review", "a picture of a passport passed by itself")
      expectThat(judged.status_reason_codes.includes("authenticity_not_assured"), "the missing assurance was not reported")
      expectThat(outcomeOf(judged, "face_match") === "passed", "the faces were not found to match")
      expectThat(judged.status_reason_codes.includes("liveness_inconclusive"), "a still picture was not reported as inconclusive")
    }
  )
  await narration.step("Reviewer spoke with the person and approved the case", async (report) => {
    const { data } = await reviewer.post("/cases/search", { query: expectedHolder.last_name.toLowerCase() }, Cases)
    const found = data.find(({ session_id }) => session_id === session.id)
    expectThat(found !== undefined, "the search for the person's name did not find the case")
    const closed = await reviewer.post(`/cases/${found.id}/approve`, { reason: "Seen in a video call with the passport in hand." }, Case)
    await untilEvent(stage, session.id, ["session.approved"])
    report(`case: ${closed.status}, ${closed.decision}`)
  })
  return readIdentityResult(stage, session.id)
}

/** With the chip, what the state signed vouches for names and portrait; liveness stays open. */
export const verifyChip = async (stage: Stage, { chip, passport, selfie }: IdentitySpecimens, folder: string): Promise<IdentityResult> => {
  const { narration } = stage
  narration.chapter("5. The same passport with its chip")
  await narration.step("Operator imported the certificate (CSCA) of the invented issuing state", async (report) => {
    for (const line of await importAnchor(folder, chip.csca)) report(line)
  })
  const session = await narration.step("Person sent passport and selfie, and held the passport to the phone", async () => {
    const opened = await openSession(stage, "demo-chip", ["document", "selfie", "nfc"], specimensWelcome)
    await upload(stage, opened.token, passport, "identity")
    await upload(stage, opened.token, selfie, "selfie")
    await submitChip(stage, opened.token, chip)
    await submit(stage, opened.token)
    return opened
  })
  return narration.step(
    "Service verified the chip and compared the selfie with its portrait; only liveness goes to a reviewer",
    async (report) => {
      const judged = await untilJudgedAs(stage, session.id, "session.review-required", IdentityResult)
      const proof = detailsOf(judged, "nfc_chip", Chip)
      const { portrait_source, similarity } = detailsOf(judged, "face_match", FaceMatch)
      report(`chip: passive authentication ${proof.passive_authentication}, active authentication ${proof.active_authentication}`)
      report(`signer trusted through the imported certificate: ${proof.csca_trusted}; data groups unchanged: ${proof.dg_hashes_valid}`)
      report(`face: ${percent(similarity)} similar to the portrait of the ${portrait_source}`)
      reportChecks(judged, report)
      expectThat(proof.passive_authentication === true && proof.active_authentication === true, "the chip was not authenticated")
      expectThat(portrait_source === "chip", "the selfie was not compared with the portrait of the chip")
      expectThat(
        judged.status_reason_codes.every((code) => code === "liveness_inconclusive"),
        `the session is in review for more than liveness: ${judged.status_reason_codes.join(", ")}`
      )
      return judged
    }
  )
}

/** A printed forgery, and a chip whose data was changed after the state had signed it. */
export const declineForgedIdentity = async (
  stage: Stage,
  { chip, forged_passport, passport }: IdentitySpecimens
): Promise<IdentityResult> => {
  const { narration } = stage
  narration.chapter("6. A forged passport, and a forged chip")
  await narration.step("Passport with a changed date of birth and the old check digits: declined", async (report) => {
    const { id, token } = await openSession(stage, "demo-forged-passport", ["document"], specimensWelcome)
    await upload(stage, token, forged_passport, "identity")
    await submit(stage, token)
    const judged = await untilJudgedAs(stage, id, "session.declined", IdentityResult)
    reportChecks(judged, report)
    expectThat(judged.status_reason_codes.includes("mrz_invalid"), "the session was declined, but not for mrz_invalid")
  })
  return narration.step("Genuine page with a chip that names another person: declined", async (report) => {
    const { id, token } = await openSession(stage, "demo-forged-chip", ["document", "nfc"], specimensWelcome)
    await upload(stage, token, passport, "identity")
    const dg1 = Buffer.from(Buffer.from(chip.data_groups.dg1).toString("latin1").replace("THORNBURY", "THORNBURN"), "latin1")
    await submitChip(stage, token, chip, { dg1 })
    await submit(stage, token)
    const judged = await untilJudgedAs(stage, id, "session.declined", IdentityResult)
    reportChecks(judged, report)
    expectThat(judged.status_reason_codes.includes("nfc_authentication_failed"), "the session was declined, but not for the chip")
    return judged
  })
}
