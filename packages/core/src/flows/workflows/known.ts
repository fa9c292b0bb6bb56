import type { LookUp } from "../../kernel/conditions/evaluate.ts"
import { isRecord } from "../../kernel/schema/shape.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { StoredIdentity } from "../../resources/identities/model.ts"
import type { StoredGate } from "../../resources/workflows/runs/gates.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { Conclusion } from "../../verification/conclusion.ts"

/** What a check of the run has come to. */
export type FoundCheck = Pick<StoredCheck, "details" | "outcome" | "reasons" | "score" | "status" | "type">

/** What conditions of a run can ask about. */
interface KnownToRun {
  readonly session: StoredSession
  /** Null where the session names none, or no condition asks about it. */
  readonly identity: StoredIdentity | null
  readonly checks: ReadonlyArray<FoundCheck>
  readonly conclusion: Conclusion
  /** The gates that the run has come to. */
  readonly gates: ReadonlyArray<Pick<StoredGate, "data" | "key">>
}

type Known = ReturnType<LookUp>
type Members = Readonly<Record<string, Known>>

/** A member of what was given as a record; what is null is not known. */
const member = (members: Members, name: string | undefined): Known =>
  name !== undefined && Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined

/** A member of metadata, whose name may hold dots itself; where no member has the whole name, it leads into objects. */
const inMetadata = (metadata: Members, names: ReadonlyArray<string>): Known => {
  const whole = member(metadata, names.join("."))
  const [first, ...rest] = names
  if (whole !== undefined || rest.length === 0) return whole
  const inner = member(metadata, first)
  return isRecord(inner) ? inMetadata(inner, rest) : undefined
}

const ofSession = ({ expected, metadata, ...session }: StoredSession, [name, ...rest]: ReadonlyArray<string>): Known => {
  const [inner] = rest
  if (name === "metadata") return inMetadata(metadata, rest)
  if (name === "expected") return inner === "country" ? (expected.country ?? undefined) : undefined
  const { completed_steps, external_reference, required_steps, resubmission_count, status, tags } = session
  return member(
    {
      status,
      external_reference,
      resubmission_count,
      tags: [...tags],
      required_steps: [...required_steps],
      completed_steps: [...completed_steps]
    },
    name
  )
}

const ofIdentity = ({ assurance, identity_type, risk, status, tags }: StoredIdentity, path: ReadonlyArray<string>): Known => {
  const [name, inner] = path
  if (name === "assurance") return inner === "level" ? assurance.level : undefined
  if (name === "risk") return inner === "score" ? (risk?.score ?? undefined) : undefined
  return member({ identity_type, status, tags: [...tags] }, name)
}

/** Several checks of a type, such as one for each document, count as the worst of them; one that could not be made as one for a person. */
const severity = { failed: 3, review: 2, passed: 1, not_applicable: 0 } as const satisfies Record<string, number>
const severityOf = ({ outcome }: FoundCheck): number => (outcome === null ? severity.review : severity[outcome])

const worstOf = (checks: ReadonlyArray<FoundCheck>, type: string): FoundCheck | undefined =>
  checks.filter((check) => check.type === type).toSorted((one, other) => severityOf(other) - severityOf(one))[0]

const ofCheck = ({ outcome, reasons, score }: FoundCheck, name: string | undefined): Known =>
  member({ outcome, score, reasons: reasons.map(({ code }) => code) }, name)

const ofScreening = ({ details, outcome }: FoundCheck, name: string | undefined): Known => {
  const screened = details !== null && "hit_counts" in details ? details : null
  const counts = screened?.hit_counts
  return member(
    {
      outcome,
      hit_count: counts === undefined ? null : counts.total - counts.false_positive - counts.auto_dismissed,
      risk_score: screened?.risk_score ?? null,
      categories: screened === null ? null : [...screened.categories]
    },
    name
  )
}

/** The kind of a list by the code of the reason that its match gives. */
const kinds: Readonly<Record<string, string>> = {
  blocklist_match: "block",
  list_match: "block",
  list_flag: "flag",
  list_allow: "allow"
}

const ofLists = ({ details, outcome, reasons }: FoundCheck, name: string | undefined): Known => {
  const matched = details !== null && "matched_entries" in details ? details.matched_entries : []
  return member(
    {
      outcome,
      match_count: matched.length,
      kinds: [...new Set(reasons.flatMap(({ code }) => kinds[code] ?? []))],
      list_ids: [...new Set(matched.flatMap(({ list_id }) => list_id ?? []))]
    },
    name
  )
}

const ofConclusion = ({ reason_codes, status }: Conclusion, name: string | undefined): Known =>
  member({ status, reasons: [...reason_codes] }, name)

/** What was sent with the decision at a gate. */
const ofGate = (gates: KnownToRun["gates"], [key, part, name]: ReadonlyArray<string>): Known => {
  const data = part === "data" ? gates.find((gate) => gate.key === key)?.data : undefined
  return data === undefined || data === null ? undefined : member(data, name)
}

/** Finds what is known under the path of a field of workflows. */
export const lookUpIn =
  ({ checks, conclusion, gates, identity, session }: KnownToRun): LookUp =>
  (path) => {
    const [place, ...inner] = path.split(".")
    const [first, second] = inner
    const about = (type: string, of: (check: FoundCheck, name: string | undefined) => Known, name: string | undefined): Known => {
      const check = worstOf(checks, type)
      return check === undefined ? undefined : of(check, name)
    }
    switch (place) {
      case "session":
        return ofSession(session, inner)
      case "identity":
        return identity === null ? undefined : ofIdentity(identity, inner)
      case "checks":
        return about(first ?? "", ofCheck, second)
      case "screening":
        return about("aml_screening", ofScreening, first)
      case "lists":
        return about("list_lookup", ofLists, first)
      case "risk":
        return session.risk === null ? undefined : member({ score: session.risk.score, level: session.risk.level }, first)
      case "conclusion":
        return ofConclusion(conclusion, first)
      case "gate":
        return ofGate(gates, inner)
      default:
        return undefined
    }
  }
