import type { StoredSession } from "../../resources/sessions/model.ts"
import type { StoredRun } from "../../resources/workflows/runs/model.ts"
import type { AwaitedEvent } from "../../resources/workflows/runs/queue.ts"
import { stateOf, waitingOf } from "../../resources/workflows/runs/state.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import { finished } from "../../verification/workflows/run-state.ts"
import type { OpenRun } from "./runs.ts"
import type { RunWork } from "./work.ts"

/** The nodes that wait for an event, with its type. */
const awaiting = (graph: LinkedGraph, run: Pick<StoredRun, "ending" | "nodes" | "taken">) =>
  waitingOf(graph, stateOf(run), "wait").flatMap(({ id, node }) =>
    node.type === "wait" && "event" in node.config ? [{ id, event: node.config.event }] : []
  )

/** What a run has come to once an event came. One that came before a node began to wait for it, and is reported again, is not what it waits for. */
export const heard = ({ graph, run }: OpenRun, work: RunWork, event: AwaitedEvent | undefined): RunWork => {
  if (event === undefined || event.sequence <= (run.heard ?? 0)) return work
  const began = (id: string): string => run.nodes.find((node) => node.id === id)?.started_at ?? ""
  const ended = awaiting(graph, run).filter((one) => one.event === event.type && began(one.id) <= event.at)
  return { ...work, heard: event.sequence, state: ended.reduce((state, { id }) => finished(state, id, { state: "succeeded" }), work.state) }
}

/** The session with the events that its run waits for, so that they wake it. */
export const listening = (session: StoredSession, graph: LinkedGraph, run: StoredRun): StoredSession => {
  const events = [...new Set(awaiting(graph, run).map(({ event }) => event))]
  const { awaited_events = [], ...deaf } = session
  if (awaited_events.length === events.length && events.every((event) => awaited_events.includes(event))) return session
  return events.length === 0 ? deaf : { ...deaf, awaited_events: events }
}
