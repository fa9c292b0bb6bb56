import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { Graph, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { timers } from "@vouchkit/worker/jobs/timers"
import type { Effect } from "effect"
import { announcedEvents } from "./announced-events.ts"
import { customersOf } from "./customers.ts"
import { runJobs } from "./service-jobs.ts"
import { end, graphOf } from "./workflow-graphs.ts"
import { startService } from "./service.ts"

export const capture: GraphNode = { type: "capture", config: { steps: "session", required: true } }
export const bill: GraphNode = { type: "check", config: { type: "proof_of_address" } }
export const lists: GraphNode = { type: "list_lookup", config: {} }
/** A graph that makes the check of the bill, comes to a node, and approves. */
export const behindBill = (node: GraphNode): Graph =>
  graphOf({ capture, bill, ask: node, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "ask"],
    ["ask", "done"]
  ])

export type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** A service whose sessions may be go by graphs of a test, each the version of a workflow. */
export const workflowService = async <Version extends string>(
  storage: "memory" | "postgres",
  name: string,
  graphs: Readonly<Record<Version, Graph | ((call: Call) => Promise<Graph>)>>,
  options: Parameters<typeof startService>[1] = {}
) => {
  const service = await startService(storage, options)
  const customer = customersOf(service, name)

  /** A workflow with this version, published. */
  const published = async (call: Call, version: Version, settings: object) => {
    const workflow = await call("POST", "/workflows", { name: version, ...settings })
    const given = graphs[version]
    const graph = typeof given === "function" ? await given(call) : given
    const draft = await call("POST", `/workflows/${workflow.id}/versions`, { graph })
    await call("POST", `/workflows/${workflow.id}/versions/${draft.id}/publish`, {})
    return workflow.id as string
  }

  /** A session that goes by a graph and was submitted, and whose run has not begun. */
  const submitted = async (version: Version, given: object | ((call: Call) => Promise<object>) = {}, settings: object = {}) => {
    const { ask, call, key, organization } = await customer()
    const workflow_id = await published(call, version, settings)
    const body = typeof given === "function" ? await given(call) : given
    const { id } = await call("POST", "/sessions", { workflow_id, ...body })
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
    return { ask, call, current, workflow_id, id: id as string, key, organization, pass, run, simulate, statesOf, work }
  }
  /** The types of the events about sessions, cases and runs since the last call. */
  const events = async () => (await announcedEvents(service)).map(({ data, type }) => ({ type, data }))
  return { service, customer, submitted, events }
}
