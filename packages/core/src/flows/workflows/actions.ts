import { Effect } from "effect"
import { record } from "../../kernel/audit/log.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { digestOf, endOf, entryEvents, keepEntry } from "../../resources/lists/entries.ts"
import type { EntryType } from "../../resources/lists/kinds.ts"
import { listLimits, ListStore } from "../../resources/lists/model.ts"
import { latestAttempt } from "../../resources/sessions/attempts.ts"
import { announceSession } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { PersonSource, Said } from "../../verification/person-source.ts"
import type { NodeOf } from "../../verification/workflows/graph.ts"
import type { LinkedNode } from "../../verification/workflows/links.ts"
import { afterTry } from "../../verification/workflows/retries.ts"
import { tagged } from "../checks/list-lookup.ts"
import { relateSession } from "../identities/relationships/relate.ts"
import { knownPerson } from "../known-person/known-person.ts"
import { riskSetTo } from "../risk/set.ts"
import { foundBy, type RunWork } from "./work.ts"

type Config = NodeOf<"action">["config"]
type ConfigOf<Do extends Config["do"]> = Extract<Config, { readonly do: Do }>

/** A node that is being executed and acts. */
interface Action {
  readonly linked: LinkedNode
  readonly config: Config
}

/** Who is believed first of what a list is to hold. A bill comes last: it may be in the name of someone else at home, who is not the person of the session. */
const believed = ["chip", "document", "expected", "contact", "proof_of_address"] as const satisfies ReadonlyArray<PersonSource>

const bestOf = (said: ReadonlyArray<Said>): string | undefined =>
  believed.flatMap((source) => said.filter((one) => one.source === source))[0]?.value

/** The value of a session that an entry of this type would hold; undefined where it has none, or where nothing but a picture shows it. */
const valueToList = Effect.fnUntraced(function* (work: RunWork, type: EntryType) {
  const person = knownPerson(work.session, foundBy(work))
  switch (type) {
    case "name":
      return bestOf(person.names)
    case "email":
      return bestOf(person.emails)
    case "phone":
      return bestOf(person.phones)
    case "government_id":
      return bestOf(person.numbers)
    case "country":
      return bestOf(person.countries)
    case "ip_address":
      return (yield* latestAttempt(work.session.id))?.ip ?? undefined
    default:
      return undefined
  }
})

const audited = (verb: Config["do"], target: { readonly type: string; readonly id: string }, path: string, to: string | number) =>
  record({ action: `workflow_runs.${verb}`, target, changes: [{ path, from: null, to }], outcome: "succeeded" })

/** Adds what the session shows to a list; the entry goes with the data of the session. A value that the list holds already stays as it is. */
const addToList = Effect.fnUntraced(function* (work: RunWork, { list_id }: ConfigOf<"add_to_list">) {
  const lists = yield* ListStore
  const list = yield* lists.lock(list_id)
  if (list === undefined || list.archived_at !== null) return "list_not_available" as const
  const { entry_type, match_mode: match_type } = list
  const value = yield* valueToList(work, entry_type)
  const digest = value === undefined ? undefined : yield* digestOf({ entry_type, match_type, value })
  if (value === undefined || digest === undefined) return "value_unknown" as const
  if (list.entry_count >= listLimits.entries) return "list_full" as const
  const at = yield* tenantNow
  const { id: session_id, identity_id } = work.session
  const origin = { reason: null, source: "workflow", expires_at: endOf(list, at), session_id, identity_id } as const
  const kept = yield* keepEntry({ list, entry_type, match_type, value, ...origin }, digest, entryEvents.list)
  if (kept === undefined) return null
  yield* lists.save({ ...list, entry_count: list.entry_count + 1 - kept.replaced, updated_at: at })
  yield* audited("add_to_list", { type: "list_entry", id: kept.entry.id }, "value_hash", digest)
  return null
})

/** The session with the risk that its workflow gives it. */
const withRisk = Effect.fnUntraced(function* (session: StoredSession, { score }: ConfigOf<"set_risk">) {
  yield* audited("set_risk", { type: "session", id: session.id }, "risk.score", score)
  const next: StoredSession = { ...session, ...riskSetTo(session, score), updated_at: yield* tenantNow }
  return yield* announceSession(next, "session.updated", { changed: ["risk"] })
})

const relate = Effect.fnUntraced(function* (work: RunWork, config: ConfigOf<"create_relationship">) {
  const made = yield* relateSession(work.session, config)
  if (typeof made === "string") return made
  if (made !== null) yield* audited("create_relationship", { type: "relationship", id: made.id }, "status", made.status)
  return null
})

/** What an action leaves of a run, before its node is settled, and why it failed if it did. */
const done = Effect.fnUntraced(function* (work: RunWork, { config, linked }: Action) {
  switch (config.do) {
    case "tag":
      return { work: { ...work, session: yield* tagged(work.session, [config.tag]) }, error: null }
    case "set_risk":
      return { work: { ...work, session: yield* withRisk(work.session, config) }, error: null }
    case "add_to_list":
      return { work, error: yield* addToList(work, config) }
    case "create_relationship":
      return { work, error: yield* relate(work, config) }
    case "notify":
      return { work: { ...work, notices: [...work.notices, { node_id: linked.id, message: config.message }] }, error: null }
  }
})

/**
 * Does what an action says, and settles its node with it: in the transaction that locks the run, so that whatever it does is done once for the node, or
 * not at all.
 */
export const act = Effect.fnUntraced(function* (begun: RunWork, action: Action) {
  const { error, work } = yield* done(begun, action)
  const state = afterTry(work.state, action.linked, error === null ? { state: "succeeded" } : { state: "failed", error })
  const acted: RunWork = { ...work, state }
  return acted
})
