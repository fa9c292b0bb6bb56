import { Effect } from "effect"
import { proofDetails, type StoredCheck } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import type { RecordVerdict } from "./record-verdict.ts"
import type { VerdictReason } from "../../verification/verdict.ts"
import type { FaceTemplate } from "../../verification/faces/analysis.ts"
import type { SessionFace } from "../../verification/faces/template.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { textLimits } from "../../kernel/foundation/text.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { AttemptStore } from "../../resources/sessions/attempts.ts"
import { announceSession } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { announceEntry, entryEvents, stands } from "../../resources/lists/entries.ts"
import { compareFaces, doubtsAbout } from "../../resources/lists/matching/face-matches.ts"
import { findMatches, type ListMatch, listsInUse, type Probe } from "../../resources/lists/matching/look-up.ts"
import { valueLimits } from "../../resources/lists/matching/match-keys.ts"
import { ListEntryStore, type StoredList } from "../../resources/lists/model.ts"
import { effective, outcomeOf, stricterOutcome } from "../../resources/lists/matching/precedence.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** How many values of a session are looked up, and how many matches its check tells of. */
const mostProbes = 50
const mostMatches = 50
const attemptsLookedAt = 10

const texts = (...values: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> =>
  values.filter((value) => typeof value === "string" && value.trim() !== "" && value.length <= valueLimits.value).map(String)

/** What a session tells of its person: what the integrator sent, where the person came from, and what the documents say. */
export const probesOf = (
  { contact, expected }: Pick<StoredSession, "contact" | "expected">,
  addresses: ReadonlyArray<string | null>,
  findings: ReadonlyArray<Pick<CheckFinding, "details">>
): ReadonlyArray<Probe> => {
  const { address, country, document_number, first_name, last_name } = expected
  const details = findings.flatMap((finding) => proofDetails(finding) ?? [])
  const values = {
    name: texts([first_name, last_name].filter(Boolean).join(" "), ...details.flatMap(({ holder_names }) => holder_names ?? [])),
    email: texts(contact.email),
    phone: texts(contact.phone),
    government_id: texts(document_number),
    ip_address: texts(...addresses),
    country: texts(country, typeof address === "object" ? address?.country : null, ...details.map(({ issuing_country }) => issuing_country))
  } as const
  const probes = (Object.keys(values) as ReadonlyArray<keyof typeof values>).flatMap((type) =>
    [...new Set(values[type])].map((value) => ({ type, value }))
  )
  return probes.slice(0, mostProbes)
}

type Counted = ListMatch & { readonly counts: boolean }

const codeOf = ({ kind, list }: ListMatch): string =>
  list === null ? "blocklist_match" : kind === "block" ? "list_match" : kind === "flag" ? "list_flag" : "list_allow"

const severityOf = ({ action, counts }: Counted): "fail" | "review" | "info" =>
  !counts ? "info" : action === "decline" ? "fail" : action === "review" ? "review" : "info"

/** Names the entry and its list, and nothing of the value. */
const messageOf = ({ counts, entry, kind, list, possible }: Counted): string => {
  const where = list === null ? "the blocklist" : `the ${kind} list ${list.key}`
  const what = entry.entry_type.replaceAll("_", " ")
  return `The ${what} ${possible ? "is possibly that of" : "matches"} the entry ${entry.id} of ${where}${counts ? "" : ", but another list overrides it"}`
}

const rank = { fail: 0, review: 1, info: 2 } as const

/**
 * Where a look-up leads: one that failed declines a session whatever else was found, one for review keeps it from being approved, and one that passed
 * changes nothing. A person who has to send another document is reviewed with that one.
 */
const statuses = { failed: "declined", review: "in_review", passed: "approved" } as const satisfies Record<string, Conclusion["status"]>

/** The check of a session's matches, and of what could not be compared: a pure function of what was found. */
export const judgeMatches = (
  matches: ReadonlyArray<ListMatch>,
  doubts: ReadonlyArray<VerdictReason>,
  simulated: boolean
): RecordVerdict => {
  const counting = effective(matches)
  const outcome = stricterOutcome(outcomeOf(counting), doubts)
  const found = matches
    .map((match) => ({ ...match, counts: counting.includes(match) }))
    .map((match): VerdictReason => ({ code: codeOf(match), severity: severityOf(match), message: messageOf(match) }))
  const reasons = [...doubts, ...found].toSorted((left, right) => rank[left.severity] - rank[right.severity])
  const deciding = counting.filter(({ action }) => action === "decline" || action === "review")
  const unjudged: ReadonlyArray<ReasonCode> =
    outcome === "review" && doubts.some(({ severity }) => severity === "review") ? ["check_unavailable"] : []
  const codes: ReadonlyArray<ReasonCode> = [
    ...deciding.map(({ list }): ReasonCode => (list === null ? "blocklist_match" : "list_match")),
    ...unjudged
  ]
  const tags = counting.flatMap(({ action, list }) => (action === "tag" && list !== null ? [`list:${list.key}`] : []))
  return {
    finding: {
      type: "list_lookup",
      status: "completed",
      outcome,
      score: null,
      threshold: null,
      reasons: reasons.slice(0, mostMatches),
      details: null,
      policy: null,
      input_document_ids: [],
      simulated,
      part: "lists"
    },
    conclusion: { status: statuses[outcome], reason_codes: [...new Set(codes)].toSorted() },
    tags: [...new Set(tags)]
  }
}

const keepsEntries = Effect.fnUntraced(function* (lists: ReadonlyArray<StoredList>) {
  if (lists.length > 0) return true
  const [any] = yield* (yield* ListEntryStore).list({ where: [{ field: "list_id", op: "is_null" }], limit: 1 })
  return any !== undefined
})

/** Counts a match with each entry and announces it; entries that went away since they were found count as never found. */
const recorded = Effect.fnUntraced(function* (
  matches: ReadonlyArray<ListMatch>,
  matched: { readonly type: "session" | "check"; readonly id: string }
) {
  const store = yield* ListEntryStore
  const at = yield* tenantNow
  const standing: Array<ListMatch> = []
  for (const match of matches) {
    const entry = yield* store.lock(match.entry.id)
    if (entry === undefined || !stands(entry, at)) continue
    const counted = { ...entry, match_count: entry.match_count + 1, last_matched_at: at, updated_at: at }
    const { action, kind, possible } = match
    yield* store.save(
      yield* announceEntry(counted, entryEvents[entry.list_id === null ? "blocklist" : "list"].matched, { kind, action, possible, matched })
    )
    standing.push(match)
  }
  return standing
})

const addressesOf = Effect.fnUntraced(function* (session_id: string) {
  const attempts = yield* (yield* AttemptStore).list({
    where: [{ field: "session_id", op: "eq", value: session_id }],
    order: [{ field: "number", direction: "desc" }],
    limit: attemptsLookedAt
  })
  return attempts.map(({ ip }) => ip)
})

type Looked = Pick<CheckFinding, "details" | "type" | "simulated">

const uncompared = { matches: [], not_comparable: [], complete: true }

/** Nothing where no face was looked at: the session asks for none, or its checks are simulated. */
const compareSessionFace = Effect.fnUntraced(function* (
  findings: ReadonlyArray<Looked>,
  face: SessionFace | null,
  lists: ReadonlyArray<StoredList>
) {
  const looked = face !== null || findings.some(({ simulated, type }) => type === "liveness" && !simulated)
  return looked ? yield* compareFaces(face === null ? [] : [face.template], lists) : uncompared
})

/**
 * Looks a locked session up in the lists and the blocklist; undefined for an organization that keeps neither. Runs in the transaction that
 * concludes the session, so that a match is counted once and by entries as they stand at that moment. `face` is the one of its selfie, null
 * where none was made out.
 */
export const lookUpSession = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<Looked>,
  face: SessionFace | null
) {
  const lists = yield* listsInUse
  if (!(yield* keepsEntries(lists))) return undefined
  const probes = probesOf(session, yield* addressesOf(session.id), findings)
  const faces = yield* compareSessionFace(findings, face, lists)
  const found = [...(yield* findMatches(probes, lists)), ...faces.matches]
  const matches = yield* recorded(found, { type: "session", id: session.id })
  return judgeMatches(matches, doubtsAbout(faces, matches), isSimulated(session.environment))
})

/** What the pictures of a look-up came to: the faces, null where no picture was looked at, and what has to be said of pictures without one. */
export interface ShownFaces {
  readonly templates: ReadonlyArray<FaceTemplate> | null
  readonly doubts: ReadonlyArray<VerdictReason>
}

/** The same for values that were sent by themselves, under the check that they are looked up for. */
export const lookUpValues = Effect.fnUntraced(function* (
  check: Pick<StoredCheck, "id" | "environment">,
  values: ReadonlyArray<Probe>,
  { doubts, templates }: ShownFaces
) {
  const lists = yield* listsInUse
  const faces = templates === null ? uncompared : yield* compareFaces(templates, lists)
  const matches = yield* recorded([...(yield* findMatches(values, lists)), ...faces.matches], { type: "check", id: check.id })
  return judgeMatches(matches, [...doubts, ...doubtsAbout(faces, matches)], isSimulated(check.environment))
})

/** The session with the tags of the lists that flag it; announced where there are new ones. */
export const tagged = Effect.fnUntraced(function* (session: StoredSession, tags: ReadonlyArray<string>) {
  const room = Math.max(0, textLimits.tags - session.tags.length)
  const added = tags.filter((tag) => !session.tags.includes(tag)).slice(0, room)
  if (added.length === 0) return session
  const next: StoredSession = { ...session, tags: [...session.tags, ...added], updated_at: yield* tenantNow }
  return yield* announceSession(next, "session.tag-added", { changed_tags: added })
})
