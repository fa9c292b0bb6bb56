import { chanceOf } from "../support/chance.ts"
import { draw, pause } from "./chance.ts"
import type { Database } from "./database.ts"
import type { Options } from "./options.ts"
import type { JobQueueServer } from "./queue.ts"
import type { Role } from "./role.ts"

/** Something that is broken, and when: seconds from the start. */
export interface Act {
  readonly at: number
  readonly kind: "api" | "worker" | "database" | "queue"
  /** Which of several, from 0. */
  readonly which: number
}

const shortestGap = 1.2
const longestGap = 3.5
/** A crashed database needs time to come back before its loss can find someone at work again. */
const databaseGap = 7

const everything: ReadonlyArray<Act["kind"]> = ["api", "worker", "database", "queue"]

/** Follows from the seed alone. */
export const scheduleOf = (
  { apis, queue, seconds, seed, seldom, workers }: Omit<Options, "scenario">,
  breaks: ReadonlyArray<Act["kind"]> = everything
): ReadonlyArray<Act> => {
  const of = (kind: Act["kind"], weight: number): number => (breaks.includes(kind) ? weight : 0)
  // A queue that is none has nothing to lose.
  if (!breaks.some((kind) => kind !== "queue" || queue === "sqs")) return []
  const chance = chanceOf(seed)
  const acts: Array<Act> = []
  let lastDatabase = -databaseGap
  for (let at = 2; ; ) {
    at += seldom * (shortestGap + chance() * (longestGap - shortestGap))
    if (at >= seconds) return acts
    const kind = draw(chance, {
      api: of("api", 7),
      worker: of("worker", 8),
      database: at - lastDatabase >= databaseGap ? of("database", 6) : 0,
      queue: queue === "sqs" ? of("queue", 2) : 0
    })
    if (kind === "database") lastDatabase = at
    acts.push({ at, kind, which: Math.floor(chance() * (kind === "api" ? apis : kind === "worker" ? workers : 1)) })
  }
}

export interface Targets {
  readonly apis: ReadonlyArray<Role>
  readonly workers: ReadonlyArray<Role>
  readonly database: Database
  readonly queue: JobQueueServer
}

/** Breaks what the schedule names when it says so, and tells of it, until `stopping`; answers what it broke. */
export const wreak = async (
  schedule: ReadonlyArray<Act>,
  targets: Targets,
  started: number,
  tell: (line: string) => void,
  stopping?: AbortSignal
): Promise<ReadonlyArray<Act>> => {
  const done: Array<Act> = []
  const stopped = new Promise<void>((resolve) => stopping?.addEventListener("abort", () => resolve()))
  for (const act of schedule) {
    const { at, kind, which } = act
    await Promise.race([pause(Math.max(0, started + at * 1000 - performance.now())), stopped])
    if (stopping?.aborted === true) return done
    done.push(act)
    const role = kind === "api" ? targets.apis[which] : kind === "worker" ? targets.workers[which] : undefined
    const what = role === undefined ? (kind === "database" ? "database crashes" : "queue loses its messages") : `${role.name} killed`
    tell(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)
    role?.kill()
    if (kind === "database") await targets.database.crash()
    if (kind === "queue") await targets.queue.purge?.()
  }
  return done
}
