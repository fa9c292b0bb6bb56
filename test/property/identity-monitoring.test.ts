import { afterAll, expect, test } from "bun:test"
import { resources } from "@vouchkit/core/registry"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { Effect } from "effect"
import fc from "fast-check"
import { aStage, storages } from "../core/resources/screening/monitoring-stage.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const { identities } = resources
const hour = 3_600_000

type Status = "off" | "active" | "paused"
interface Model {
  readonly status: Status
  readonly cadence: string
  readonly resume_at: string | null
  readonly archived: boolean
}
const begun: Model = { status: "off", cadence: "daily", resume_at: null, archived: false }

const moves = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("set" as const),
      status: fc.constantFrom<Status>("off", "active", "paused"),
      cadence: fc.constantFrom(undefined, "weekly", "list_update"),
      hours: fc.option(fc.integer({ min: 1, max: 5 }))
    }),
    fc.record({ do: fc.constant("pause" as const), hours: fc.option(fc.integer({ min: 1, max: 5 })) }),
    fc.record({ do: fc.constantFrom("resume", "archive", "restore", "restore with it") }),
    fc.record({ do: fc.constant("pass" as const), hours: fc.integer({ min: 1, max: 4 }) })
  ),
  { minLength: 1, maxLength: 14 }
)
type Move =
  typeof moves extends fc.Arbitrary<ReadonlyArray<infer M>> ? M & { hours?: number | null; status?: Status; cadence?: string } : never

/** What each move leads to; null where it is refused. */
const next = (model: Model, move: Move, now: number): Model | null => {
  const end = move.hours === null || move.hours === undefined ? null : new Date(now + move.hours * hour).toISOString()
  if (move.do === "archive") return { ...model, archived: true }
  const resumed = (one: Model): Model =>
    one.status === "paused" && one.resume_at !== null && Date.parse(one.resume_at) <= now
      ? { ...one, status: "active", resume_at: null }
      : one
  if (move.do === "restore with it") return resumed({ ...model, archived: false })
  if (move.do === "restore" && (!model.archived || model.status === "off")) return resumed({ ...model, archived: false })
  if (move.do === "restore") return { ...model, archived: false, status: "paused", resume_at: null }
  if (move.do === "pass") return model.archived ? model : resumed(model)
  if (model.archived) return null
  if (move.do === "set") {
    const status = move.status ?? "off"
    return status !== "paused" && end !== null ? null : { ...model, status, cadence: move.cadence ?? model.cadence, resume_at: end }
  }
  if (model.status === "off") return null
  return move.do === "pause" ? { ...model, status: "paused", resume_at: end } : { ...model, status: "active", resume_at: null }
}

for (const [storage, made] of Object.entries(storages)) {
  test(`whatever is asked of the monitoring of an identity in ${storage}, it, its subject and the search say the same, and restoring leads back where it is asked to`, async () => {
    const stage = await aStage(await made())
    afterAll(() => stage.dispose())
    let people = 0
    const apply = async (identity_id: string, move: Move, refused: boolean) => {
      const resume_at =
        move.hours === null || move.hours === undefined
          ? {}
          : { resume_at: new Date(Date.parse(stage.now()) + move.hours * hour).toISOString() }
      const ask = refused ? stage.refusal : stage.ask
      if (move.do === "set") {
        const cadence = move.cadence === undefined ? {} : { cadence: move.cadence }
        await ask(identities.setMonitoring as never, { identity_id, status: move.status, ...cadence, ...resume_at })
      } else if (move.do === "pause") await ask(identities.pauseMonitoring as never, { identity_id, ...resume_at })
      else if (move.do === "resume") await ask(identities.resumeMonitoring as never, { identity_id })
      else if (move.do === "archive") await ask(identities.archive as never, { identity_id })
      else if (move.do === "restore") await ask(identities.restore as never, { identity_id })
      else if (move.do === "restore with it") await ask(identities.restore as never, { identity_id, resume_monitoring: true })
    }
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        people += 1
        const tag = `person-${people}`
        const { id } = (await stage.ask(identities.create, { last_name: "Someone", tags: [tag] })).output
        let model = begun
        for (const move of sequence as ReadonlyArray<Move>) {
          if (move.do === "pass") await stage.pass((move.hours ?? 1) * hour)
          const wanted = next(model, move, Date.parse(stage.now()))
          await apply(id, move, wanted === null)
          // The timers look twice, as two workers would.
          await stage.tick()
          await stage.tick()
          model = wanted ?? model
          const { monitoring, screening_subject_id } = (await stage.ask(identities.get, { identity_id: id })).output
          const held = model.archived && model.status !== "off" ? { ...model, status: "paused", resume_at: null } : model
          expect([move, monitoring]).toMatchObject([move, { status: held.status, cadence: held.cadence, resume_at: held.resume_at }])
          expect(monitoring.next_run_at !== null).toBe(
            held.status === "active" && (held.cadence !== "list_update" || monitoring.next_run_at !== null)
          )
          const subject = await stage.run(as(acmeSandbox)(Effect.flatMap(SubjectStore, (store) => store.find(screening_subject_id ?? ""))))
          expect(subject?.monitoring).toMatchObject({
            status: held.status,
            cadence: held.cadence,
            resume_at: held.resume_at,
            paused_reason: null
          })
          const search = async (status: string) =>
            (await stage.ask(identities.search, { filters: { tags: [tag], monitoring_status: status } })).output.pagination.total
          expect([await search("off"), await search("active"), await search("paused")]).toEqual(
            ["off", "active", "paused"].map((status) => (status === held.status ? 1 : 0))
          )
        }
      }),
      { numRuns: storage === "memory" ? 40 : 6 }
    )
  }, 300_000)
}
