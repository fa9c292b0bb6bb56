import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { Graph, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect, Layer } from "effect"
import { announcedEvents } from "./announced-events.ts"
import { customersOf } from "./customers.ts"
import { runJobs } from "./service-jobs.ts"
import { startService } from "./service.ts"
import { as } from "./tenants.ts"

export const capture: GraphNode = { type: "capture", config: { steps: "session", required: true } }
export const bill: GraphNode = { type: "check", config: { type: "proof_of_address" } }
export const lists: GraphNode = { type: "list_lookup", config: {} }

/** A service whose sessions may be pinned to graphs of a test, by their versions. */
export const workflowService = async <Version extends string>(
  storage: "memory" | "postgres",
  name: string,
  graphs: Readonly<Record<Version, Graph>>
) => {
  const links = new Map<string, ReturnType<typeof linked>>(Object.entries<Graph>(graphs).map(([id, graph]) => [id, linked(graph)]))
  const service = await startService(storage, {
    beside: Layer.succeed(WorkflowGraphs)((version_id: string) => {
      const found = links.get(version_id)
      if (found === undefined) throw new Error(version_id)
      return found
    }) as Layer.Layer<any>
  })
  const customer = customersOf(service, name)

  /** A session that was submitted and is pinned to a graph, and whose run has not begun. */
  const submitted = async (workflow_version_id: Version, body: object = {}) => {
    const { ask, call, key, organization } = await customer()
    const { id } = await call("POST", "/sessions", body)
    const pin = Effect.gen(function* () {
      const store = yield* SessionStore
      const session = yield* store.lock(id)
      if (session === undefined) throw new Error("the session is not there")
      yield* store.save({ ...session, workflow_id: `wfl_${name}`, workflow_version_id })
    })
    await service.runtime.runPromise(pin.pipe(as({ organization, environment: "sandbox" })) as Effect.Effect<void, unknown, never>)
    const simulate = (...types: ReadonlyArray<string>) =>
      call("POST", `/sessions/${id}/simulate`, { actions: types.map((type) => ({ type })) })
    const current = () => call("GET", `/sessions/${id}`)
    const run = async () => call("GET", `/workflow-runs/${(await current()).workflow_run_id}`)
    const statesOf = async () => Object.fromEntries((await run()).nodes.map((node: any) => [node.id, node.state]))
    const work = () => runJobs(service, "documents.read", runChecksJob)
    /** Moves the clock of the sandbox, and has the timer of runs look at it. */
    const pass = async (seconds: number) => {
      await call("POST", "/sandbox/clock", { advance_seconds: seconds })
      const timer = timers.find((one) => one.name === "workflows.due")
      await service.runtime.runPromise(timer?.run as Effect.Effect<unknown, unknown, never>)
      await work()
    }
    await simulate("start", "upload_document", "submit")
    return { ask, call, current, id: id as string, key, organization, pass, run, simulate, statesOf, work }
  }
  /** The types of the events about sessions, cases and runs since the last call. */
  const events = async () => (await announcedEvents(service)).map(({ data, type }) => ({ type, data }))
  return { service, customer, submitted, events }
}
