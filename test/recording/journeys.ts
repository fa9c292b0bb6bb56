import { SimulatedAction } from "@vouchkit/core/flows/simulated-actions/simulate"

/** Numbers from 0 to 1. */
export type Chance = () => number

/** One request, or something that happens by itself: work that is due is done, or time passes. */
export type Happening =
  | { readonly kind: "call"; readonly method: string; readonly path: string; readonly body?: unknown }
  | { readonly kind: "case"; readonly verb: string; readonly body?: unknown }
  | { readonly kind: "check"; readonly verb: string; readonly body?: unknown }
  /** The person says what no file completes. */
  | { readonly kind: "words"; readonly employed: boolean }
  | { readonly kind: "work" }
  | { readonly kind: "wait"; readonly hours: number }

export const pick = <A>(chance: Chance, of: ReadonlyArray<A>): A => {
  const picked = of[Math.floor(chance() * of.length)]
  if (picked === undefined) throw new Error("nothing to pick from")
  return picked
}
const some = <A>(chance: Chance, of: ReadonlyArray<A>, share: number): ReadonlyArray<A> => of.filter(() => chance() < share)

const scenarios = ["approved", "declined", "review", "resubmission", "sanctions", "duplicate", "slow", "error"] as const
const steps = ["document", "selfie", "nfc", "proof_of_address", "questionnaire", "consent"] as const
/** Some of them script a session, one is blocked, one is on a list of flags and one on a watchlist. */
export const lastNames = {
  scripted: ["Decline", "Review", "Sanctions", "Duplicate", "Slow", "Error"],
  plain: ["Miller", "Okafor", "Novak", "Haddad", "Tanaka", "Silva"],
  blocked: "Blockedperson",
  flagged: "Flaggedperson"
} as const
const firstNames = ["Ada", "Ben", "Chi", "Dora"] as const
const births = ["1961-05-04", "1980-02-29", "1999-12-31"] as const

export interface Known {
  /** References of identities that the organization has. */
  readonly identities: ReadonlyArray<string>
  /** The name of a person on the watchlist. */
  readonly listed: { readonly first_name: string; readonly last_name: string }
}

const expectedOf = (chance: Chance, { listed }: Known) => {
  const drawn = chance()
  if (drawn < 0.08) return { ...listed, date_of_birth: "1961-05-04", country: "RS" }
  const { blocked, flagged, plain, scripted } = lastNames
  const last_name =
    drawn < 0.13 ? blocked : drawn < 0.18 ? flagged : drawn < 0.35 ? pick(chance, scripted) : drawn < 0.9 ? pick(chance, plain) : undefined
  return {
    ...(last_name === undefined ? {} : { last_name, first_name: pick(chance, firstNames) }),
    ...(chance() < 0.6 ? { date_of_birth: pick(chance, births) } : {}),
    ...(chance() < 0.4 ? { country: pick(chance, ["DE", "GB", "RS"]) } : {}),
    ...(chance() < 0.3 ? { document_number: `X${Math.floor(chance() * 20)}` } : {}),
    ...(chance() < 0.3 ? { address: "1 High Street, London, EC1A 1BB" } : {})
  }
}

const question = (chance: Chance) => ({
  key: "employed",
  label: "Are you employed?",
  type: "boolean",
  required: chance() < 0.5,
  ...(chance() < 0.6 ? { accept: [true], on_other: pick(chance, ["review", "fail"]) } : {})
})

/** The body of a new session. */
export const creationOf = (chance: Chance, known: Known): Record<string, unknown> => {
  const required = some(chance, steps, 0.35)
  const reference = chance() < 0.3 ? pick(chance, known.identities) : undefined
  return {
    ...(chance() < 0.85 && required.length > 0 ? { required_steps: required } : {}),
    ...(required.includes("questionnaire") ? { questions: [question(chance)] } : {}),
    ...(chance() < 0.8 ? { expected: expectedOf(chance, known) } : {}),
    ...(chance() < 0.45 ? { scenario: pick(chance, scenarios) } : {}),
    ...(chance() < 0.4 ? { screening: true } : {}),
    ...(chance() < 0.3 ? { max_resubmissions: Math.floor(chance() * 3) } : {}),
    ...(chance() < 0.1 ? { supporting_documents: { document_types: ["payslip"] } } : {}),
    ...(chance() < 0.3 ? { external_reference: `person-${Math.floor(chance() * 8)}` } : {}),
    ...(reference === undefined || chance() < 0.5 ? {} : { identity_id: reference }),
    ...(chance() < 0.2 ? { tags: ["vip"] } : {})
  }
}

const checkTypes = ["document_authenticity", "liveness", "proof_of_address", "aml_screening", "identity_cross_reference"] as const

const actionOf = (chance: Chance) => {
  const type = pick(chance, SimulatedAction.literals)
  return type.endsWith("_check") && chance() < 0.5 ? { type, check_type: pick(chance, checkTypes) } : { type }
}

const simulation = (chance: Chance, session: string): Happening => ({
  kind: "call",
  method: "POST",
  path: `/sessions/${session}/simulate`,
  body: { actions: Array.from({ length: 1 + Math.floor(chance() * 2) }, () => actionOf(chance)) }
})
const plainly = (session: string, verb: string): Happening => ({ kind: "call", method: "POST", path: `/sessions/${session}/${verb}` })

/** Everything is submitted and judged: what most sessions live through. */
const submission = (chance: Chance, session: string): ReadonlyArray<Happening> => [
  {
    kind: "call",
    method: "POST",
    path: `/sessions/${session}/simulate`,
    body: { actions: [{ type: "start" }, { type: "upload_document" }] }
  },
  { kind: "words", employed: chance() < 0.7 },
  plainly(session, "submit"),
  { kind: "work" }
]

const codes = ["reviewer_declined", "document_forged"] as const
const reviewed = (chance: Chance): Happening =>
  pick<Happening>(chance, [
    { kind: "case", verb: "approve", body: {} },
    { kind: "case", verb: "reject", body: { reason_codes: [pick(chance, codes)] } },
    { kind: "case", verb: "reject", body: { reason_codes: [pick(chance, codes)], allow_resubmission: true } },
    { kind: "case", verb: "request-information", body: { steps: ["proof_of_address"], message: "Please send a newer bill." } },
    { kind: "case", verb: "reopen", body: {} }
  ])
const examined = (chance: Chance): Happening =>
  pick<Happening>(chance, [
    { kind: "check", verb: "retry" },
    {
      kind: "check",
      verb: "override",
      body: { outcome: pick(chance, ["passed", "review", "failed"]), reason: "Seen by a person, and clear." }
    }
  ])

/** What a session lives through next; at least one of many. */
const next = (chance: Chance, session: string): ReadonlyArray<Happening> => {
  const drawn = chance()
  if (drawn < 0.35) return submission(chance, session)
  if (drawn < 0.52) return [simulation(chance, session)]
  if (drawn < 0.6) return [plainly(session, pick(chance, ["submit", "resume", "resume", "expire"]))]
  if (drawn < 0.67) return [{ kind: "call", method: "POST", path: `/sessions/${session}/reprocess`, body: { reason: "once more" } }]
  if (drawn < 0.82) return [reviewed(chance)]
  if (drawn < 0.9) return [examined(chance)]
  if (drawn < 0.94) return [{ kind: "wait", hours: pick(chance, [1, 25, 73, 24 * 8]) }]
  if (drawn < 0.97) return [{ kind: "call", method: "PATCH", path: `/sessions/${session}`, body: { tags: ["seen"] } }]
  return [{ kind: "work" }]
}

/** All that a session lives through, in order. */
export const lifeOf = (chance: Chance, session: string): ReadonlyArray<Happening> => [
  ...(chance() < 0.8 ? submission(chance, session) : next(chance, session)),
  ...Array.from({ length: 1 + Math.floor(chance() * 6) }, () => next(chance, session)).flat(),
  { kind: "work" }
]
