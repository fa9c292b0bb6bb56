import { RulesOfNode } from "../../verification/workflows/node-rules.ts"
import { Effect } from "effect"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import { mostRestedOn, nowhere, type RestsOn, restsOnFiles, restsOnRecords, type SaidAt } from "../../verification/evidence/evidence.ts"
import { knownPerson } from "../known-person/known-person.ts"
import type { KnownPerson } from "../known-person/person.ts"
import type { PersonSource, Said } from "../../verification/person-source.ts"
import type { EntryType } from "../../resources/lists/kinds.ts"
import { type ListLookUpDetails, lookUpLimits } from "../../resources/lists/session-details.ts"
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

/** How many values of one kind are looked up for a session. */
const mostProbes = 50
const attemptsLookedAt = 10

const probes = (type: EntryType, said: ReadonlyArray<Said>): ReadonlyArray<Probe> =>
  said
    .filter(({ value }) => value.length <= valueLimits.value)
    .slice(0, mostProbes)
    .map(({ at, source, value }): Probe => ({ type, value, source, ...(at === undefined ? {} : { at }) }))

const network: SaidAt = { source: "network", evidence: nowhere }

/** What is looked up for a session: what the integrator sent, where the person came from, and what documents, chip and proofs say. */
export const probesOf = (person: KnownPerson, addresses: ReadonlyArray<string | null>): ReadonlyArray<Probe> => [
  ...probes("name", person.names),
  ...probes("email", person.emails),
  ...probes("phone", person.phones),
  ...probes("government_id", person.numbers),
  ...[...new Set(addresses)].flatMap((value): ReadonlyArray<Probe> => (value === null ? [] : [{ type: "ip_address", value, at: network }])),
  ...probes("country", person.countries)
]

const sourceNames = {
  expected: "`expected`",
  contact: "`contact`",
  document: "the document",
  chip: "the chip",
  proof_of_address: "the proof of address"
} as const satisfies Record<PersonSource, string>

/** Where the value that matched was read. */
const saying = (sources: ReadonlyArray<PersonSource>): string =>
  sources.length === 0 ? "" : ` in ${sources.map((source) => sourceNames[source]).join(" and ")}`

type Counted = ListMatch & { readonly counts: boolean }

const codeOf = ({ kind, list }: ListMatch): string =>
  list === null ? "blocklist_match" : kind === "block" ? "list_match" : kind === "flag" ? "list_flag" : "list_allow"

const severityOf = ({ action, counts }: Counted): "fail" | "review" | "info" =>
  !counts ? "info" : action === "decline" ? "fail" : action === "review" ? "review" : "info"

/** Names the entry and its list, and nothing of the value. */
const messageOf = ({ counts, entry, kind, list, possible, sources }: Counted): string => {
  const where = list === null ? "the blocklist" : `the ${kind} list ${list.key}`
  const what = entry.entry_type.replaceAll("_", " ")
  return `The ${what}${saying(sources)} ${possible ? "is possibly that of" : "matches"} the entry ${entry.id} of ${where}${counts ? "" : ", but another list overrides it"}`
}

/** What matched, in every place where it was read, each beside the entry; of a face the pictures, and of a value that was sent by itself only that. */
const matchRestsOn = ({ entry, entry_type, list, said_at }: Counted, faces: ReadonlyArray<string>): ReadonlyArray<RestsOn> => {
  const record = { type: list === null ? ("blocklist_entry" as const) : ("list_entry" as const), id: entry.id }
  const sent: ReadonlyArray<SaidAt> = entry_type === "face" ? restsOnFiles("face", faces) : [{ source: "expected", evidence: nowhere }]
  const places = said_at.length > 0 ? said_at : sent
  const rests = places.map(({ evidence, source }): RestsOn => ({ field: entry_type, source, evidence, record }))
  return rests.length > 0 ? rests.slice(0, mostRestedOn) : restsOnRecords(record.type, [record.id])
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
  {
    asked,
    faces = [],
    simulated
  }: {
    readonly asked: ReadonlyArray<Probe> | null
    /** Documents that show the face. */
    readonly faces?: ReadonlyArray<string>
    readonly simulated: boolean
  }
): RecordVerdict => {
  const counting = effective(matches)
  const outcome = stricterOutcome(outcomeOf(counting), doubts)
  const judged = matches.map((match) => ({ ...match, counts: counting.includes(match) }))
  const found = judged.map(
    (match): VerdictReason => ({
      code: codeOf(match),
      severity: severityOf(match),
      message: messageOf(match),
      rests_on: matchRestsOn(match, faces)
    })
  )
  const doubted = doubts.map((doubt): VerdictReason => ({ ...doubt, rests_on: restsOnFiles("face", faces) }))
  const reasons = [...doubted, ...found].toSorted((left, right) => rank[left.severity] - rank[right.severity])
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
      reasons: reasons.slice(0, lookUpLimits.matches),
      details: asked === null ? null : detailsOf(asked, judged),
      policy: null,
      input_document_ids: [],
      simulated,
      part: "lists"
    },
    conclusion: { status: statuses[outcome], reason_codes: [...new Set(codes)].toSorted() },
    tags: [...new Set(tags)]
  }
}

/** What is told of a look-up for a session. */
const detailsOf = (asked: ReadonlyArray<Probe>, judged: ReadonlyArray<Counted>): ListLookUpDetails => {
  const types = [...new Set(asked.map(({ type }) => type))]
  return {
    asked: types.map((entry_type) => ({
      entry_type,
      sources: [...new Set(asked.flatMap(({ source, type }) => (type === entry_type ? (source ?? []) : [])))]
    })),
    matched_entries: judged.slice(0, lookUpLimits.matches).map(({ action, counts, entry, entry_type, list, possible, sources }) => ({
      entry_id: entry.id,
      list_id: list?.id ?? null,
      entry_type,
      action,
      counts,
      possible,
      sources
    }))
  }
}

/** Whether the organization blocks anything, with or without a list. */
const blocksAnything = Effect.map(
  Effect.flatMap(ListEntryStore, (store) => store.list({ where: [{ field: "list_id", op: "is_null" }], limit: 1 })),
  ([any]) => any !== undefined
)

/** What a look-up begins with, read in one moment. */
export const listsAndBlocks = Effect.all([listsInUse, blocksAnything], { concurrency: "unbounded" })

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

type Looked = Pick<StoredCheck, "details" | "input_document_ids" | "simulated" | "status" | "type">

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
  const { list_ids } = yield* RulesOfNode
  const [inUse, blocks] = yield* listsAndBlocks
  const lists = inUse.filter(({ id }) => list_ids === undefined || list_ids.includes(id))
  if (lists.length === 0 && !blocks) return undefined
  const asked = probesOf(knownPerson(session, findings), yield* addressesOf(session.id))
  const faces = yield* compareSessionFace(findings, face, lists)
  const found = [...(yield* findMatches(asked, lists)), ...faces.matches]
  const matches = yield* recorded(found, { type: "session", id: session.id })
  const shown = findings.filter(({ type }) => type === "liveness").flatMap(({ input_document_ids }) => input_document_ids)
  return judgeMatches(matches, doubtsAbout(faces, matches), { asked, faces: shown, simulated: isSimulated(session.environment) })
})

/** What the pictures of a look-up came to: the faces, null where no picture was looked at, and what has to be said of pictures without one. */
export interface ShownFaces {
  readonly templates: ReadonlyArray<FaceTemplate> | null
  /** The documents that were looked at. */
  readonly documents: ReadonlyArray<string>
  readonly doubts: ReadonlyArray<VerdictReason>
}

/** The same for values that were sent by themselves, under the check that they are looked up for. */
export const lookUpValues = Effect.fnUntraced(function* (
  check: Pick<StoredCheck, "id" | "environment">,
  values: ReadonlyArray<Probe>,
  { documents, doubts, templates }: ShownFaces
) {
  const lists = yield* listsInUse
  const faces = templates === null ? uncompared : yield* compareFaces(templates, lists)
  const matches = yield* recorded([...(yield* findMatches(values, lists)), ...faces.matches], { type: "check", id: check.id })
  return judgeMatches(matches, [...doubts, ...doubtsAbout(faces, matches)], {
    asked: null,
    faces: documents,
    simulated: isSimulated(check.environment)
  })
})

/** The session with the tags of the lists that flag it; announced where there are new ones. */
export const tagged = Effect.fnUntraced(function* (session: StoredSession, tags: ReadonlyArray<string>) {
  const space = Math.max(0, textLimits.tags - session.tags.length)
  const added = tags.filter((tag) => !session.tags.includes(tag)).slice(0, space)
  if (added.length === 0) return session
  const next: StoredSession = { ...session, tags: [...session.tags, ...added], updated_at: yield* tenantNow }
  return yield* announceSession(next, "session.tag-added", { changed_tags: added })
})
