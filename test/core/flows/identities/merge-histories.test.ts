import { afterAll, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { stores } from "@vouchkit/core/stores"
import { Effect } from "effect"
import fc from "fast-check"
import { runJobs } from "../../../support/service-jobs.ts"
import { type Service, startService } from "../../../support/service.ts"

/** Random histories over each store; MERGE_ROUNDS asks for more, in memory alone with MERGE_STORES=memory. */
const rounds = Number(process.env.MERGE_ROUNDS ?? 6)
const roundsOfService = 200
const storages = (process.env.MERGE_STORES ?? "memory,postgres").split(",")
/** Those that a history begins with, and how many it creates beside them at most. */
const people = { first: 5, most: 7 }

/** What is made and changed stands out from nothing else in the organization. */
const kept = [
  "identity_relationships",
  "identities",
  "identity_custom_fields",
  "sessions",
  "documents",
  "cases",
  "screening_subjects",
  "screening_hits"
]

const rowsOf = async ({ runtime }: Service, organization: string, table: string): Promise<ReadonlyArray<any>> => {
  const { store } = stores.find(({ shape }) => shape.table === table) ?? {}
  const list = Effect.flatMap(store as never, (records: any) =>
    records.list({ where: [], order: [{ field: "id", direction: "asc" }], limit: 500 })
  )
  const within = Effect.provideService(list, Tenant, { organization, environment: "sandbox" }) as Effect.Effect<ReadonlyArray<any>>
  return runtime.runPromise(within as Effect.Effect<ReadonlyArray<any>, never, never>)
}

/** Every record of these tables as it is stored, without the counters that only rise. */
const everything = async (service: Service, organization: string): Promise<Readonly<Record<string, unknown>>> => {
  const all: Record<string, unknown> = {}
  for (const table of kept) {
    for (const { sequence: _s, version: _v, ...row } of await rowsOf(service, organization, table)) {
      // The subject that follows an identity is brought in line at the time of the undo.
      all[`${table} ${row.id}`] = row.subject_of === undefined ? row : { ...row, updated_at: null }
    }
  }
  return all
}

const person = fc.nat({ max: people.most - 1 })
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("link" as const), who: person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      who: person,
      field: fc.constantFrom("first_name", "tags", "metadata", "emails", "custom")
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("mark" as const), who: person, mark: fc.constantFrom("flag", "block", "unflag", "unblock") })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("relate" as const), who: person, to: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("archive" as const), who: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), who: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("create" as const), who: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("erase" as const), who: person }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("merge" as const),
      who: person,
      sources: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }),
      policy: fc.constantFrom("target_wins", "newest")
    })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("unmerge" as const), who: person }) }
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Undoable {
  readonly merge_id: string
  readonly target: string
  readonly sources: ReadonlyArray<string>
  readonly before: Readonly<Record<string, unknown>>
  readonly after: string
}

let organizations = 0

/** What is left of merges that these identities took part in, and of what their records say. */
const leftOf = async (service: Service, organization: string, erased: ReadonlySet<string>) => {
  const merges = (await rowsOf(service, organization, "identity_merges")).filter(
    ({ source_ids, target_id }) => erased.has(target_id) || source_ids.some((id: string) => erased.has(id))
  )
  const records = (await rowsOf(service, organization, "identities")).filter(({ id }) => erased.has(id))
  const values = (await rowsOf(service, organization, "identity_custom_fields")).filter(({ id }) => erased.has(id))
  const related = (await rowsOf(service, organization, "identity_relationships")).filter(
    ({ from_id, to_id }) => erased.has(from_id) || erased.has(to_id)
  )
  return {
    snapshots: merges.filter(({ sealed_snapshot }) => sealed_snapshot !== null).length,
    said: records.filter((row) => row.display_name !== null || row.external_reference !== null || row.detail_digests.length > 0).length,
    values: values.length,
    related: related.length
  }
}

/** Lives through a history: after every undo the records are as before the merge, unless something else changed in between. */
const live = async (service: Service, steps: ReadonlyArray<Step>) => {
  organizations += 1
  const organization = `org_history_${organizations}`
  const key = await service.key("all", { organization })
  const call = async (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  await call("POST", "/custom-field-schemas", { key: "note", label: "Note", type: "string", encrypted: true })
  const ids: Array<string> = []
  const create = async () => {
    const index = ids.length
    const made = await call("POST", "/identities", {
      external_reference: `person ${index}`,
      last_name: `Family ${index % 2}`,
      addresses: [`${index} High Street`],
      ...(index % 2 === 0 ? { phones: [`+44 20 7946 000${index}`], custom_fields: { note: `note ${index}` } } : {})
    })
    expect(made.status).toBe(201)
    ids.push(made.body.id)
  }
  while (ids.length < people.first) await create()
  const undoable: Array<Undoable> = []
  /** Merges that no one can undo any more, since the data of someone in them was erased. */
  const ended: Array<Undoable> = []
  const erased = new Set<string>()
  let made = 0
  const undo = async (last: Undoable) => {
    const unchanged = JSON.stringify(await everything(service, organization)) === last.after
    const answer = await call("POST", `/identities/${last.target}/unmerge`, { merge_id: last.merge_id })
    // A target that was merged itself since is undone later.
    if (answer.status === 409) return
    expect(answer.status).toBe(200)
    undoable.splice(undoable.indexOf(last), 1)
    if (!unchanged) return
    expect(answer.body.conflicts).toEqual([])
    expect(await everything(service, organization)).toEqual(last.before)
  }
  const merge = async (target: string, source_ids: ReadonlyArray<string>, field_policy: string) => {
    const before = await everything(service, organization)
    const shown = await call("POST", `/identities/${target}/merge-preview`, { source_ids, field_policy })
    expect(await everything(service, organization)).toEqual(before)
    if (shown.status !== 200) return
    const { body, status } = await call("POST", `/identities/${target}/merge`, {
      preview_token: shown.body.preview_token,
      reason: "a history of made up people",
      override_guard: true
    })
    expect(status).toBe(200)
    const { updated_at: _u, ...previewed } = shown.body.identity
    const { updated_at: _n, ...identity } = body.identity
    expect(identity).toEqual(previewed)
    expect(body.counts).toEqual(shown.body.counts)
    expect((await call("GET", `/identities/${target}/custom-fields`)).body.custom_fields).toEqual(shown.body.custom_fields)
    undoable.push({
      merge_id: body.merge_id,
      target,
      sources: source_ids,
      before,
      after: JSON.stringify(await everything(service, organization))
    })
  }
  /** The identity with everyone who is part of it, as the merges that stand say. */
  const allOf = (id: string): ReadonlyArray<string> => {
    const parts = [...undoable, ...ended].filter(({ target }) => target === id).flatMap(({ sources }) => sources)
    return [id, ...parts.flatMap(allOf)]
  }
  const erase = async (id: string) => {
    expect((await call("DELETE", `/identities/${id}/data?reason=asked%20to%20be%20forgotten`)).status).toBe(200)
    for (const one of allOf(id)) erased.add(one)
    // Sessions are erased behind it; what they say of a person is theirs, and goes with them.
    await runJobs(service, "erasure.erase_identity_sessions")
    const over = undoable.filter(({ sources, target }) => [target, ...sources].some((one) => erased.has(one)))
    for (const merge of over) {
      undoable.splice(undoable.indexOf(merge), 1)
      ended.push(merge)
      const { body, status } = await call("POST", `/identities/${merge.target}/unmerge`, { merge_id: merge.merge_id })
      expect([status, body.error === "undo_window_passed" || body.error === "identity_merged"]).toEqual([409, true])
    }
    expect(await leftOf(service, organization, erased)).toEqual({ snapshots: 0, said: 0, values: 0, related: 0 })
  }
  const change = (id: string, field: string) => {
    made += 1
    if (field === "custom") return call("PATCH", `/identities/${id}/custom-fields`, { custom_fields: { note: `changed ${made}` } })
    const values = {
      first_name: `Name ${made}`,
      tags: [`tag ${made}`],
      metadata: { [`key ${made % 3}`]: made },
      emails: [`p${made}@example.com`]
    }
    return call("PATCH", `/identities/${id}`, { [field]: values[field as keyof typeof values] })
  }
  for (const one of steps) {
    const id = ids[one.who % ids.length] ?? ""
    const other = (number: number): string => ids[number % ids.length] ?? ""
    switch (one.do) {
      case "link": {
        const { body } = await call("POST", "/sessions", {
          external_reference: `person ${one.who % ids.length}`,
          expected: { first_name: `Seen ${made}` }
        })
        await call("POST", `/sessions/${body.id}/simulate`, { actions: [{ type: "approve" }] })
        break
      }
      case "change":
        await change(id, one.field)
        break
      case "relate":
        await call("POST", `/identities/${id}/relationships`, { type: "sibling_of", to_id: other(one.to) })
        break
      case "mark":
        await call("POST", `/identities/${id}/${one.mark}`, {})
        break
      case "create":
        if (ids.length < people.most) await create()
        break
      case "erase":
        await erase(id)
        break
      case "archive":
      case "restore":
        await call("POST", `/identities/${id}/${one.do}`)
        break
      case "merge":
        await merge(
          id,
          [...new Set(one.sources.map(other))].filter((source) => source !== id),
          one.policy
        )
        break
      case "unmerge": {
        const last = undoable.findLast(({ target }) => target === id) ?? undoable.at(-1)
        if (last !== undefined) await undo(last)
      }
    }
  }
  // In the reverse order every merge can be undone but those into an identity that is part of another one for good.
  const forGood = ({ target }: Undoable): boolean =>
    ended.some(({ sources }) => sources.includes(target)) || undoable.some((one) => one.sources.includes(target) && forGood(one))
  while (!undoable.every(forGood)) {
    const left = undoable.length
    for (const last of undoable.toReversed()) if (undoable.includes(last)) await undo(last)
    expect(undoable.length).toBeLessThan(left)
  }
  for (const id of ids) {
    const stays = [...ended, ...undoable].some(({ sources }) => sources.includes(id))
    const { body, status } = await call("GET", `/identities/${id}`)
    expect([status, body.merged_into_id ?? null]).toEqual([stays ? 308 : 200, null])
  }
}

for (const storage of ["memory", "postgres"] as const) {
  if (!storages.includes(storage)) continue
  // Work that no one asks for here waits in its queue for ever, so that many rounds share more than one service.
  let service = await startService(storage)
  let lived = 0
  const current = async (): Promise<Service> => {
    lived += 1
    if (lived % roundsOfService === 0) {
      await service.stop()
      service = await startService(storage)
    }
    return service
  }
  afterAll(() => service.stop())
  test(`after every undo of a merge in ${storage} the records are as they were, and a preview is what happens`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => live(await current(), steps)),
      { numRuns: rounds }
    )
  })
}
