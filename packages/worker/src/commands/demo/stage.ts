import { Schema } from "effect"
import { type Client, formOf } from "./client.ts"
import { Broken, expectThat, type Narration } from "./narration.ts"
import type { ReceivedEvent, Receiver } from "./receiver.ts"
import type { Specimen } from "./specimens.ts"

/** What every chapter plays with: the service from outside, seen with the keys of four people. */
export interface Stage {
  readonly narration: Narration
  readonly base_url: string
  readonly receiver: Receiver
  readonly integrator: Client
  readonly reviewer: Client
  readonly compliance: Client
  /** Someone without a key: the person who opens a verification link. */
  readonly person: Client
  readonly agent_key: string
  readonly signal: AbortSignal
}

export const Reason = Schema.Struct({ code: Schema.String, severity: Schema.String, message: Schema.String })
export const Score = Schema.NullOr(Schema.Finite)
const PoaDetails = Schema.Struct({
  document_type_detected: Schema.NullOr(Schema.String),
  issuer: Schema.NullOr(Schema.String),
  holder_names: Schema.Array(Schema.String),
  extracted_address: Schema.Array(Schema.String),
  period_end: Schema.NullOr(Schema.String),
  cross_reference: Schema.Struct({ name_score: Score, address_score: Score })
})

const SessionView = Schema.Struct({ id: Schema.String, status: Schema.String })
export const NewSession = Schema.Struct({ ...SessionView.fields, verification_url: Schema.String })
const Result = Schema.Struct({
  session_id: Schema.String,
  status: Schema.String,
  status_reason_codes: Schema.Array(Schema.String),
  simulated: Schema.Boolean,
  checks: Schema.Array(
    Schema.Struct({ type: Schema.String, outcome: Schema.NullOr(Schema.String), reasons: Schema.Array(Reason), details: PoaDetails })
  )
})
export type Result = typeof Result.Type

const waitMillis = 600_000

/** Waits for a webhook of the given type about a session; events come in any order, so that only its arrival counts. */
export const untilEvent = async ({ receiver }: Stage, session_id: string, types: ReadonlyArray<string>): Promise<string> => {
  const matching = (events: ReadonlyArray<ReceivedEvent>) =>
    events.find(({ resource, type }) => resource.id === session_id && types.includes(type))
  await soon(
    receiver.until((events) => matching(events) !== undefined),
    () => `no webhook ${types.join(" or ")} arrived`
  )
  return matching(receiver.events())?.type ?? ""
}

/** Waits for a webhook of a type about one of several resources. */
export const untilWebhook = ({ receiver }: Stage, type: string, ids: ReadonlyArray<string>): Promise<void> =>
  soon(
    receiver.until((events) => events.some(({ resource, type: reported }) => reported === type && ids.includes(resource.id))),
    () => `no webhook ${type} arrived`
  )

const soon = async (work: Promise<void>, otherwise: () => string): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), waitMillis)
  try {
    const inTime = await Promise.race([work.then(() => true), promise])
    if (!inTime) throw new Broken(`${otherwise()} within ${waitMillis / 1000} s`)
  } finally {
    clearTimeout(timer)
  }
}

const decided = ["session.approved", "session.declined", "session.review-required", "session.resubmission-required"]

interface Judged {
  readonly simulated: boolean
  readonly checks: ReadonlyArray<{ readonly reasons: ReadonlyArray<{ readonly code: string }> }>
}

/** Waits until the service has judged a session, as an integrator does: for the webhook, and then by reading the result. */
export const untilJudgedAs = async <A extends Judged>(
  stage: Stage,
  session_id: string,
  expected: string,
  reads: Schema.Codec<A, any>
): Promise<A> => {
  const type = await untilEvent(stage, session_id, decided)
  const result = await stage.integrator.get(`/sessions/${session_id}/result`, reads)
  const reasons = result.checks.flatMap(({ reasons }) => reasons.map(({ code }) => code))
  expectThat(type === expected, `the session got ${type} and not ${expected}; reasons: ${reasons.join(", ") || "none"}`)
  expectThat(!result.simulated, "the result of a live session says that it is simulated")
  return result
}

/** The result of a session with a proof of address. */
export const untilJudged = (stage: Stage, session_id: string, expected: string): Promise<Result> =>
  untilJudgedAs(stage, session_id, expected, Result)

export const readResult = ({ integrator }: Stage, session_id: string): Promise<Result> =>
  integrator.get(`/sessions/${session_id}/result`, Result)

/** A live session for the person of a specimen. */
export const createSession = ({ integrator }: Stage, { expected }: Specimen, external_reference: string) =>
  integrator.post("/sessions", { external_reference, expected }, NewSession)

/** Uploads a specimen to a session with the integrator's key, and submits. */
export const submitBill = async ({ integrator }: Stage, session_id: string, specimen: Specimen): Promise<void> => {
  await integrator.send(`/sessions/${session_id}/documents`, formOf(specimen, { kind: "proof_of_address" }), SessionView)
  await integrator.post(`/sessions/${session_id}/submit`, {}, SessionView)
}

export const percent = (score: number | null): string => (score === null ? "not compared" : `${Math.round(score * 100)} %`)

/** What was found in the document and what came of it, for the person who watches. */
export const reportResult = ({ checks, status, status_reason_codes }: Result, report: (line: string) => void): void => {
  for (const { details, outcome, reasons } of checks) {
    report(
      `read: ${details.document_type_detected ?? "unknown type"} by ${details.issuer ?? "an unknown issuer"}, up to ${details.period_end ?? "no date"}`
    )
    report(`holder: ${details.holder_names.join(" and ")}, ${details.extracted_address.join(", ")}`)
    const { address_score, name_score } = details.cross_reference
    report(`compared: name ${percent(name_score)}, address ${percent(address_score)}; outcome: ${outcome ?? "none"}`)
    for (const { code, message, severity } of reasons) report(`reason: ${code} (${severity}): ${message}`)
  }
  report(`session: ${status}${status_reason_codes.length === 0 ? "" : ` for ${status_reason_codes.join(", ")}`}`)
}

/** Events of a session and of what belongs to it. */
const eventsOf = ({ receiver }: Stage, session_id: string) =>
  receiver.events().filter(({ data, resource }) => resource.id === session_id || data.session_id === session_id)

/** The events of each resource in the order in which they happened; those of one resource count 1, 2, 3. */
const inOrder = (events: ReadonlyArray<ReceivedEvent>) =>
  Object.values(Object.groupBy(events, ({ resource }) => resource.id)).map((own = []) =>
    own.toSorted((left, right) => left.sequence - right.sequence)
  )

const gapless = (ordered: ReadonlyArray<ReceivedEvent>): boolean => ordered.every(({ sequence }, index) => sequence === index + 1)

/** Waits until every webhook named has arrived and no event of any resource of the session is missing in between. */
export const checkWebhooks = async (stage: Stage, session_id: string, types: ReadonlyArray<string>, report: (line: string) => void) => {
  const missing = () => types.filter((type) => !eventsOf(stage, session_id).some((event) => event.type === type))
  const complete = () => missing().length === 0 && inOrder(eventsOf(stage, session_id)).every(gapless)
  await soon(stage.receiver.until(complete), () =>
    missing().length > 0 ? `these webhooks did not arrive: ${missing().join(", ")}` : "some webhooks in between did not arrive"
  )
  for (const ordered of inOrder(eventsOf(stage, session_id))) {
    report(ordered.map(({ sequence, type }) => `${sequence} ${type}`).join(", "))
  }
}
