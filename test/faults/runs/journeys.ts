import { chanceOf } from "../../support/chance.ts"
import { type Book, count } from "../book.ts"
import { draw, pause } from "../chance.ts"
import { type Clients, jsonBody, Refused, Unanswered } from "../client.ts"
import { type Course, graphs, nudge } from "./graphs.ts"
import type { Scenario } from "./scenarios.ts"

const mostAtOnce = 32
const lookMillis = 400

export interface RunStage {
  readonly clients: Clients
  readonly apiKey: string
  readonly book: Book
  /** Sessions that the service acknowledged, with the course of each. */
  readonly sessions: Map<string, Course>
  readonly seed: number
  /** No one waits any longer then. */
  readonly ended: AbortSignal
}

const said = (cause: unknown): string =>
  cause instanceof Refused || cause instanceof Unanswered ? cause.message : `the client fails: ${cause}`

/** A published workflow for each course. */
export const publishCourses = async ({ apiKey, clients }: RunStage): Promise<Readonly<Record<Course, string>>> => {
  const publish = async (course: Course): Promise<string> => {
    const { id } = await clients.write(apiKey, "/workflows", jsonBody({ name: course }))
    const draft = await clients.write(apiKey, `/workflows/${id}/versions`, jsonBody({ graph: graphs[course] }))
    await clients.write(apiKey, `/workflows/${id}/versions/${draft.id}/publish`, jsonBody({}))
    return id
  }
  return { timed: await publish("timed"), woken: await publish("woken"), joined: await publish("joined") }
}

/** Submits as many sessions as the scenario has runs, each once there is room for it. */
export const submitAll = async (
  { apiKey, book, clients, ended, seed, sessions }: RunStage,
  workflows: Readonly<Record<Course, string>>,
  { courses, runs }: Scenario,
  room: () => Promise<void>
): Promise<void> => {
  const chance = chanceOf(seed)
  const weights: Readonly<Record<Course, number>> = { timed: 0, woken: 0, joined: 0, ...courses }
  const left = Array.from({ length: runs }, () => draw(chance, weights))
  const submit = async (course: Course): Promise<void> => {
    const { id } = await clients.write(apiKey, "/sessions", jsonBody({ workflow_id: workflows[course], scenario: "approved" }))
    sessions.set(id, course)
    const actions = ["start", "upload_document", "submit"].map((type) => ({ type }))
    await clients.write(apiKey, `/sessions/${id}/simulate`, jsonBody({ actions }))
    count(book, `sessions ${course}`)
  }
  const hand = async (): Promise<void> => {
    for (let course = left.pop(); course !== undefined && !ended.aborted; course = left.pop()) {
      await room()
      await submit(course).catch((cause) => void book.wrongs.push(said(cause)))
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, hand))
}

/** Gives runs what they wait for, once they wait for it, until `stopping`. */
export const answerAll = async (
  { apiKey, book, clients }: RunStage,
  workflows: Readonly<Record<Course, string>>,
  stopping: AbortSignal
): Promise<void> => {
  const answered = new Set<string>()
  const give = async (what: string, path: string, body: object): Promise<void> => {
    if (answered.has(path)) return
    answered.add(path)
    await clients.write(apiKey, path, jsonBody(body)).then(
      () => count(book, what),
      (cause) => void book.wrongs.push(said(cause))
    )
  }
  const look = async (workflow_id: string): Promise<void> => {
    const { data } = await clients.read(apiKey, `/workflow-runs?status=paused&limit=100&workflow_id=${workflow_id}`)
    await Promise.all(
      data.map(({ gates, session_id }: any) => {
        const waits = gates.some(({ decision }: any) => decision === null)
        if (waits) return give("decisions at gates", `/sessions/${session_id}/external-decision`, { decision: "continue" })
        if (workflow_id !== workflows.woken || gates.length > 0) return undefined
        return give("events that were waited for", `/sessions/${session_id}/add-tag`, { tag: nudge })
      })
    )
  }
  while (!stopping.aborted) {
    for (const course of ["woken", "joined"] as const) {
      await look(workflows[course]).catch((cause) => void book.wrongs.push(said(cause)))
    }
    await pause(lookMillis)
  }
}
