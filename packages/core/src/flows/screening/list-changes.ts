import { Effect } from "effect"
import { after as later, minutes, now } from "../../kernel/foundation/time.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { candidatesOf } from "../../resources/screening/blocking/candidates.ts"
import { keyEverybody, keyRules } from "../../resources/screening/blocking/keep.ts"
import { ReverseSearch } from "../../verification/screening/engine/reverse-search.ts"
import { recordOf } from "../../resources/screening/list-index.ts"
import {
  CustomerListEditions,
  type EntryChange,
  PublicListEditions,
  keptEditions
} from "../../resources/watchlists/editions/list-editions.ts"
import { type ListSpan, MonitorStore, type StoredMonitor, type Walk, monitorId } from "../../resources/screening/monitoring/model.ts"
import { type WantedEdition, rescreenJob } from "./rescreen.ts"
import { asScore, screeningRules, thresholdOf, weakAliasesIn } from "../../resources/screening/rules.ts"
import { type Pointing, markDelisted, pointingTo } from "../../resources/screening/hits/stored-hits.ts"
import { type StoredSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { openedFacts } from "../../resources/screening/subjects/sealed.ts"
import { queryOf } from "../../resources/screening/subjects/query.ts"
import { type TenantEdition, markOf, marksOf, tenantEditions } from "../../resources/screening/tenant-editions.ts"

const changesPerStep = 500
const subjectsPerIndex = 500
const subjectsPerStep = 500
/** Up to so many changes a list is gone through entry by entry, however few subjects there are. */
const alwaysWalked = 1_000
/** More steps than the largest list and the most subjects take. */
const mostSteps = 100_000
/** A process that cannot load a new edition is not waited for longer. */
const timeout = minutes(15)

const active = { field: "monitoring_status", op: "eq", value: "active" } as const

const subjectsAfter = Effect.fnUntraced(function* (after: string | null, limit: number) {
  return yield* (yield* SubjectStore).list({
    where: [active, ...(after === null ? [] : [{ field: "id", op: "gt", value: after } as const])],
    order: [{ field: "id", direction: "asc" }],
    limit
  })
})

const isOn = ({ monitored_lists }: StoredSubject, shown: string): boolean => monitored_lists.length === 0 || monitored_lists.includes(shown)

/** The monitored subjects of which a changed entry may be a hit: those who share a blocking key with one, compared by an index of them alone. */
const namedBy = Effect.fnUntraced(function* (list: ListSpan, shown: string, changes: ReadonlyArray<EntryChange>) {
  const records = changes.flatMap(({ after }) => (after === null ? [] : [recordOf(shown, list.to, after)]))
  const found = new Set<string>()
  const rules = yield* screeningRules
  const candidates = [...(yield* candidatesOf(records, rules.weak_aliases === "search"))].sort()
  const store = yield* SubjectStore
  for (let from = 0; from < candidates.length; from += subjectsPerIndex) {
    const ids = candidates.slice(from, from + subjectsPerIndex)
    const subjects = yield* store.list({ where: [active, { field: "id", op: "in", values: ids }], limit: subjectsPerIndex })
    const watching = subjects.filter((subject) => isOn(subject, shown))
    const opened = yield* Effect.forEach(watching, openedFacts)
    const index = new ReverseSearch(opened.map((subject) => ({ id: subject.id, query: queryOf(subject) })))
    for (const id of index.find(records, asScore(thresholdOf(rules, shown)), weakAliasesIn[rules.weak_aliases]).keys()) found.add(id)
  }
  return found
})

interface Step {
  readonly subjects: ReadonlyArray<string>
  readonly delisted: ReadonlyArray<Pointing>
  readonly edition: WantedEdition | null
  /** Where to go on; null at the end. */
  readonly after: string | null
}

const editionOf = Effect.fnUntraced(function* (list: ListSpan | null, shown: string) {
  const wanted: WantedEdition | null = list === null ? null : { key: shown, number: list.to, until: later(yield* now, timeout) }
  return wanted
})

/** One page of changes: whom a changed entry may be, and whose last screening has a hit that points to one. */
const overChanges = Effect.fnUntraced(function* (list: ListSpan, shown: string, after: string | null) {
  const page = { after, limit: changesPerStep }
  const between = { from: list.from, to: list.to }
  const changes =
    list.shelf === "own"
      ? yield* (yield* CustomerListEditions).changes(list.key, between, page)
      : yield* (yield* PublicListEditions).changes(list.key, between, page)
  const pointing = yield* pointingTo(
    shown,
    changes.flatMap(({ before, uid }) => (before === null ? [] : [uid]))
  )
  const gone = new Set(changes.flatMap(({ after: stays, uid }) => (stays === null ? [uid] : [])))
  const named = yield* namedBy(list, shown, changes)
  for (const { monitored, subject_id } of pointing) if (monitored) named.add(subject_id)
  const step: Step = {
    subjects: [...named].sort(),
    delisted: pointing.filter(({ list_entry_id }) => gone.has(list_entry_id)),
    edition: yield* editionOf(list, shown),
    after: changes.length < changesPerStep ? null : (changes.at(-1)?.uid ?? null)
  }
  return step
})

/** One page of everybody, where that costs less than to go through the changes, or nothing is known to compare with. */
const overSubjects = Effect.fnUntraced(function* (list: ListSpan | null, shown: string, after: string | null) {
  const subjects = yield* subjectsAfter(after, subjectsPerStep)
  const step: Step = {
    subjects: subjects.filter((subject) => list === null || isOn(subject, shown)).map(({ id }) => id),
    delisted: [],
    edition: yield* editionOf(list, shown),
    after: subjects.length < subjectsPerStep ? null : (subjects.at(-1)?.id ?? null)
  }
  return step
})

/** How many entries changed between two editions, as their imports counted them. */
const sizeOf = Effect.fnUntraced(function* ({ from, key, shelf: index_name, to }: ListSpan) {
  const editions =
    index_name === "own"
      ? yield* (yield* CustomerListEditions).editions(key, keptEditions)
      : yield* (yield* PublicListEditions).editions(key, keptEditions)
  return editions
    .filter(({ number }) => number > from && number <= to)
    .reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0)
})

const markOfSpan = ({ key, shelf }: ListSpan): string => markOf({ key, index_name: shelf })

/** The first list whose current edition is not the one that subjects were compared with. */
export const behind = ({ marks }: Pick<StoredMonitor, "marks">, editions: ReadonlyArray<TenantEdition>): ListSpan | undefined => {
  const found = editions.find((edition) => marks?.[markOf(edition)] !== edition.number)
  return found === undefined ? undefined : { shelf: found.index_name, key: found.key, from: marks?.[markOf(found)] ?? 0, to: found.number }
}

/** What has to be gone through next, if anything, and the marks that hold from its beginning on. */
const begin = Effect.fnUntraced(function* (monitor: StoredMonitor, editions: ReadonlyArray<TenantEdition>) {
  if (monitor.walk !== null) return { walk: monitor.walk, marks: monitor.marks }
  if (monitor.marks === null) {
    const everybody: Walk = { over: "subjects", list: null, after: null }
    return { walk: everybody, marks: marksOf(editions) }
  }
  if (monitor.everybody === true) {
    const everybody: Walk = { over: "subjects", list: null, after: null }
    return { walk: everybody, marks: monitor.marks }
  }
  const list = behind(monitor, editions)
  if (list === undefined) return undefined
  const size = yield* sizeOf(list)
  const many = size > alwaysWalked && size > (yield* (yield* SubjectStore).count([active]))
  // An edition that is older than the one before it has no changes that could be read.
  const over = many || list.to < list.from ? "subjects" : "changes"
  const walk: Walk = { over, list, after: null }
  return { walk, marks: monitor.marks }
})

const same = (one: StoredMonitor, other: StoredMonitor): boolean =>
  JSON.stringify([one.marks, one.walk, one.everybody]) === JSON.stringify([other.marks, other.walk, other.everybody])

/** Screenings are queued in the transaction that takes note of how far the run has come: each step counts once, however often it is tried. */
const commit = Effect.fnUntraced(function* (before: StoredMonitor, next: Pick<StoredMonitor, "marks" | "walk">, step: Step) {
  const store = yield* MonitorStore
  const locked = yield* store.lock(monitorId)
  if (locked === undefined || !same(locked, before)) return false
  const queue = yield* JobQueue
  const due_at = yield* now
  for (const subject_id of step.subjects) {
    const edition = step.edition === null ? {} : { edition: step.edition }
    yield* queue.enqueue({
      id: yield* makeId("scr"),
      name: rescreenJob,
      payload: { subject_id, trigger: "list_update", ...edition },
      due_at
    })
  }
  yield* markDelisted(step.delisted)
  // Whoever asks for everybody while a run is under way is heard when it is over.
  const { everybody, ...rest } = locked
  const asked = before.walk !== null && everybody === true ? { everybody } : {}
  yield* store.save({ ...rest, ...asked, ...next, updated_at: yield* tenantNow })
  return true
})

/** Makes the keys of everybody who is monitored where that was not done by the rules that hold now. */
const keyedMonitor = Effect.fnUntraced(function* (monitor: StoredMonitor) {
  const rules = yield* keyRules
  if (monitor.keyed === rules) return monitor
  const { transaction } = yield* UnitOfWork
  yield* keyEverybody
  return yield* transaction(
    Effect.gen(function* () {
      const store = yield* MonitorStore
      const locked = (yield* store.lock(monitorId)) ?? monitor
      return yield* store.save({ ...locked, keyed: rules, updated_at: yield* tenantNow })
    })
  )
})

/**
 * Brings the monitored subjects of a tenant up to the current editions: goes through what changed in each list and queues the screening of
 * those whom it may concern. Its work grows with the changes and those who are like them, not with the list or with how many are monitored. A run that is killed goes on where it was; of two at once
 * each step is made by one.
 */
export const followLists = Effect.gen(function* () {
  const { transaction } = yield* UnitOfWork
  for (let count = 0; count < mostSteps; count += 1) {
    const stored = yield* (yield* MonitorStore).find(monitorId)
    if (stored === undefined) return
    const monitor = yield* keyedMonitor(stored)
    const editions = yield* tenantEditions
    const begun = yield* begin(monitor, editions)
    if (begun === undefined) return
    const { marks, walk } = begun
    const { after, list, over } = walk
    const shown = editions.find((edition) => list !== null && markOf(edition) === markOfSpan(list))?.shown ?? list?.key ?? ""
    const step = over === "changes" ? yield* overChanges(list, shown, after) : yield* overSubjects(list, shown, after)
    const ended = list === null ? marks : { ...marks, [markOfSpan(list)]: list.to }
    const next = step.after === null ? { marks: ended, walk: null } : { marks, walk: { ...walk, after: step.after } }
    if (!(yield* transaction(commit(monitor, next, step)))) return
  }
})
