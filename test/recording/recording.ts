import { CryptoHasher } from "bun"
import { Entropy } from "@vouchkit/core/kernel/foundation/id"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { canonicalJson } from "@vouchkit/core/kernel/wire/canonical-json"
import { jobs } from "@vouchkit/core/registry"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect, Layer, Random } from "effect"
import { announcedEvents } from "../support/announced-events.ts"
import { chanceOf } from "../support/chance.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService, type Service } from "../support/service.ts"
import { acmeSandbox, as } from "../support/tenants.ts"
import { aRecord } from "../support/watchlist.ts"
import { type Chance, creationOf, type Happening, type Known, lastNames, lifeOf } from "./journeys.ts"

/** Sessions of one organization, which meet each other's identities and documents. */
const perOrganization = 25
const begins = Date.parse("2026-03-01T08:00:00.000Z")
/** Deliveries and mail are no part of what is recorded. */
const unrecorded = /^(?:webhooks|mail|sessions\.mail)/u
const names = jobs.map(({ name }) => name).filter((name) => !unrecorded.test(name))
const timed = ["sessions.expire", "workflows.due", "sessions.follow_up", "cases.overdue"]

const hour = 3_600_000

/** A service whose clock and chance are those of the recording. */
const begin = async (chance: Chance) => {
  const watchlist = aWatchlist(sanctioned(), aRecord("Zoran Listedperson", { list: "test_sanctions", uid: "s-2", topics: ["sanction"] }))
  const entropy = Layer.succeed(Entropy)({ bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(chance() * 256)) })
  const service = await startService("memory", {
    clock: new Date(begins).toISOString(),
    screener: watchlist.layer,
    // Timers begin at any of the records that are due: here at the first.
    beside: Layer.merge(entropy, Layer.succeed(Random.Random)({ nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 }))
  })
  let instant = begins
  const pass = async (millis: number) => {
    instant += millis
    await service.setTime(new Date(instant).toISOString())
  }
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => service.runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const now = () => new Date(instant).toISOString()
  return { service, pass, run, now }
}
type Begun = Awaited<ReturnType<typeof begin>>

/** Does what is due, and what of it waits for a moment to be tried again. */
const work = async ({ now, pass, run }: Begun) => {
  // Twice nothing is due: not now, and not a minute later either.
  for (let round = 0, idle = 0; round < 12 && idle < 2; round += 1) {
    const limits = Object.fromEntries(names.map((name) => [name, 100]))
    const queued = await run(Effect.flatMap(JobQueue, (queue) => queue.claim({ limits, lease_seconds: 60, now: now() })))
    for (const one of queued) {
      const declaration = jobs.find(({ name }) => name === one.name)
      if (declaration !== undefined) await run(Effect.ignore(runJob(declaration, one, () => false)))
    }
    idle = queued.length === 0 ? idle + 1 : 0
    await pass(queued.length === 0 ? 65_000 : 500)
  }
}

const sweep = async ({ run }: Begun) => {
  for (const timer of timers) if (timed.includes(timer.name)) await run(Effect.ignore(timer.run as Effect.Effect<unknown, unknown, any>))
}

/** Lists that some of the sessions meet, and identities that some of them name. */
const furnished = async (call: (method: string, path: string, body?: unknown) => Promise<any>): Promise<Known> => {
  await call("POST", "/blocklist", { entry_type: "name", value: `Ada ${lastNames.blocked}` })
  const list = await call("POST", "/lists", { key: "watched", name: "Watched", kind: "flag", entry_type: "name" })
  await call("POST", `/lists/${list.body.id}/entries`, { value: `Ben ${lastNames.flagged}` })
  await call("POST", "/document-types", { key: "payslip", label: "Payslip" })
  const identities = ["known-0", "known-1", "known-2"]
  const made = []
  for (const external_reference of identities) made.push(await call("POST", "/identities", { external_reference, last_name: "Miller" }))
  await call("POST", `/identities/${made[1].body.id}/flag`, { reason: "for the recording" })
  await call("POST", `/identities/${made[2].body.id}/block`, { reason: "for the recording" })
  return { identities, listed: { first_name: "Zoltan", last_name: "Brankovic-Harrow" } }
}

/** Identifiers and secrets by the order in which they appear, so that no chance shows. */
const namer = () => {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text: string): string =>
    text
      .replace(/\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}\b/gu, (id, prefix: string) => {
        const name = known.get(id)
        if (name !== undefined) return name
        const count = (counts.get(prefix) ?? 0) + 1
        counts.set(prefix, count)
        known.set(id, `${prefix}#${count}`)
        return `${prefix}#${count}`
      })
      .replace(/\bnote_[0-9a-z]{26}\b/gu, "note#")
      .replace(/\/verify\/[\w.-]+/gu, "/verify/…")
}

/** What a run of a workflow adds to an answer, beside what it was before there were any. */
const withoutRuns = (value: any): any => {
  if (Array.isArray(value)) return value.map(withoutRuns)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === "workflow_run_id" || name === "node_id" || name === "request_id" ? [] : [[name, withoutRuns(inner)]]
    )
  )
}

interface Lines {
  readonly add: (what: string, value: unknown) => void
}

/** Steps that no file completes, as if the person had done them. */
const say = ({ run }: Begun, id: string, employed: boolean) =>
  run(
    Effect.gen(function* () {
      const store = yield* SessionStore
      const session = yield* store.lock(id)
      if (session?.status !== "in_progress") return
      yield* store.save({
        ...session,
        completed_steps: [...new Set([...session.completed_steps, ...session.required_steps])],
        ...(session.questions === undefined ? {} : { answers: { employed } })
      })
    }).pipe(as(acmeSandbox))
  )

/** Lives through one happening and records what the service answered. */
const live = async (begun: Begun, key: string, session: string, happening: Happening, lines: Lines) => {
  const call = (method: string, path: string, body?: unknown) =>
    begun.service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  const answered = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    lines.add(`${method} ${path} ${answer.status}`, answer.body)
  }
  await begun.pass(1000)
  switch (happening.kind) {
    case "call":
      return answered(happening.method, happening.path, happening.body)
    case "work":
      return work(begun)
    case "wait":
      await begun.pass(happening.hours * hour)
      return sweep(begun)
    case "words":
      return say(begun, session, happening.employed)
    case "case": {
      const { body } = await call("GET", `/cases?session_id=${session}`)
      const [found] = body.data as ReadonlyArray<any>
      return found === undefined ? undefined : answered("POST", `/cases/${found.id}/${happening.verb}`, happening.body)
    }
    case "check": {
      const { body } = await call("GET", `/sessions/${session}/checks`)
      const found = (body.data as ReadonlyArray<any>).find(({ outcome }) => outcome !== "passed")
      return found === undefined ? undefined : answered("POST", `/checks/${found.id}/${happening.verb}`, happening.body)
    }
  }
}

const left = async (service: Service, key: string, sessions: ReadonlyArray<string>, lines: Lines) => {
  const get = async (path: string) => (await service.call("GET", path, { key })).body
  for (const session of sessions) {
    lines.add("session", await get(`/sessions/${session}`))
    lines.add("checks", await get(`/sessions/${session}/checks`))
    lines.add("result", await get(`/sessions/${session}/result`))
    lines.add("attempts", await get(`/sessions/${session}/attempts`))
  }
  for (const path of ["/cases?limit=100", "/identities?limit=100"]) lines.add(path, await get(path))
  for (;;) {
    const events = await announcedEvents(service)
    if (events.length === 0) return
    for (const { data, sequence, type, resource, actor, timestamp } of events) {
      if (!type.startsWith("workflow-run.")) lines.add("event", { type, resource, sequence, actor, timestamp, data })
    }
  }
}

/** The sessions of one organization, by turns, so that they meet each other. */
const organizationOf = async (seed: number, sessions: number, line: (text: string) => void) => {
  const chance = chanceOf(seed)
  const begun = await begin(chanceOf(seed + 1))
  const { service } = begun
  const key = await service.key("all")
  const name = namer()
  const lines: Lines = { add: (what, value) => line(name(`${what} ${canonicalJson(withoutRuns(value ?? null))}`)) }
  const known = await furnished((method, path, body) => service.call(method, path, { key, ...(body === undefined ? {} : { body }) }))
  const lives: Array<{ readonly session: string; readonly ahead: Array<Happening> }> = []
  for (let made = 0; made < sessions; made += 1) {
    await begun.pass(1000)
    const answer = await service.call("POST", "/sessions", { key, body: creationOf(chance, known) })
    lines.add(`POST /sessions ${answer.status}`, answer.body)
    if (answer.status < 300) lives.push({ session: answer.body.id, ahead: [...lifeOf(chance, answer.body.id)] })
  }
  for (;;) {
    const open = lives.filter(({ ahead }) => ahead.length > 0)
    const one = open[Math.floor(chance() * open.length)]
    const happening = one?.ahead.shift()
    if (one === undefined || happening === undefined) break
    await live(begun, key, one.session, happening, lines)
  }
  await left(
    service,
    key,
    lives.map(({ session }) => session),
    lines
  )
  await service.stop()
}

/** Drives so many random sandbox sessions through the service, and answers a digest of all that it answered, kept and announced, in order. */
export const recordSessions = async (
  seed: number,
  sessions: number,
  line: (text: string) => void = () => {}
): Promise<{ readonly digest: string; readonly lines: number }> => {
  const hasher = new CryptoHasher("sha256")
  let lines = 0
  for (let made = 0; made < sessions; made += perOrganization) {
    await organizationOf(seed + made * 2, Math.min(perOrganization, sessions - made), (text) => {
      lines += 1
      hasher.update(`${text}\n`)
      line(text)
    })
  }
  return { digest: hasher.digest("hex"), lines }
}
