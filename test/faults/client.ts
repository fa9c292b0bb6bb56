import { chanceOf } from "../support/chance.ts"
import { type Book, count } from "./book.ts"
import { pause } from "./chance.ts"

const patientMillis = 8_000
/** Some give up long before the answer and ask again, so that one request runs while its repetition arrives. */
const hastyMillis = 60
const hastyShare = 0.06
const shortestWait = 40
const longestWait = 400

/** The service answered something that no repetition will change. */
export class Refused extends Error {}
/** No one answered before the end. */
export class Unanswered extends Error {}

export interface Body {
  readonly type: string
  readonly bytes: Uint8Array
}
export const jsonBody = (value: object): Body => ({ type: "application/json", bytes: new TextEncoder().encode(JSON.stringify(value)) })

export interface Clients {
  /** Sends a write with a key of its own until it is answered. */
  readonly write: (apiKey: string, path: string, body: Body) => Promise<any>
  /** Sends a write once and without a key; undefined when it was not answered. */
  readonly writeOnce: (apiKey: string, path: string, body: Body) => Promise<any>
  readonly read: (apiKey: string, path: string) => Promise<any>
  /** Erases until it is answered: what is erased already is answered as before. */
  readonly erase: (apiKey: string, path: string) => Promise<any>
}

type Tried = { readonly answer: any } | { readonly trouble: string }

/** Clients of all API processes, with so many requests under way at once. */
export const clientsOf = (
  bases: ReadonlyArray<string>,
  book: Book,
  limits: { readonly seed: number; readonly atOnce: number; readonly ended: AbortSignal }
): Clients => {
  const chance = chanceOf(limits.seed)
  const waiting: Array<() => void> = []
  let running = 0
  let keys = 0

  const inTurn = async <A>(work: () => Promise<A>): Promise<A> => {
    if (running >= limits.atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  const attempt = async (path: string, init: RequestInit, millis: number): Promise<Tried> => {
    const base = bases[Math.floor(chance() * bases.length)] ?? ""
    try {
      const response = await fetch(`${base}/api/v1${path}`, { ...init, signal: AbortSignal.timeout(millis) })
      const text = await response.text()
      const answer = text === "" ? {} : JSON.parse(text)
      if (response.headers.get("idempotency-replayed") === "true") count(book, "answers replayed")
      if (response.ok) return { answer }
      if (response.status === 409 && answer.error === "idempotency_in_progress") return { trouble: "same request still running" }
      if (response.status === 503 || response.status === 429) return { trouble: `answer ${response.status}` }
      const said = `${init.method} ${path} answered ${response.status} ${answer.error}: ${answer.detail}`
      if (response.status >= 500) {
        // Whatever was broken, the service has a word for it.
        book.wrongs.push(said)
        return { trouble: `answer ${response.status}` }
      }
      throw new Refused(said)
    } catch (cause) {
      if (cause instanceof Refused) throw cause
      return { trouble: cause instanceof Error && cause.name === "TimeoutError" ? "no answer in time" : "connection lost or refused" }
    }
  }

  const untilAnswered = async (path: string, init: RequestInit): Promise<any> => {
    for (let tries = 1; ; tries += 1) {
      const hasty = tries === 1 && chance() < hastyShare
      const tried = await inTurn(() => attempt(path, init, hasty ? hastyMillis : patientMillis))
      if ("answer" in tried) return tried.answer
      count(book, tried.trouble)
      if (limits.ended.aborted) throw new Unanswered(`${init.method} ${path}: ${tried.trouble} after ${tries} tries`)
      await pause(shortestWait + chance() * (longestWait - shortestWait))
    }
  }

  const post = (apiKey: string, { bytes, type }: Body, headers: Readonly<Record<string, string>>): RequestInit => ({
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": type, ...headers },
    body: bytes.slice()
  })

  return {
    write: async (apiKey, path, body) => {
      keys += 1
      const answer = await untilAnswered(path, post(apiKey, body, { "Idempotency-Key": `${limits.seed}-${keys}` }))
      count(book, "writes acknowledged")
      return answer
    },
    writeOnce: async (apiKey, path, body) => {
      // On a connection of its own: over one that was used before, the HTTP client itself may send twice.
      const tried = await inTurn(() => attempt(path, { ...post(apiKey, body, {}), keepalive: false }, patientMillis))
      if ("trouble" in tried) return undefined
      count(book, "writes acknowledged")
      return tried.answer
    },
    read: (apiKey, path) => untilAnswered(path, { method: "GET", headers: { "X-API-Key": apiKey } }),
    erase: async (apiKey, path) => {
      const answer = await untilAnswered(path, { method: "DELETE", headers: { "X-API-Key": apiKey } })
      count(book, "writes acknowledged")
      return answer
    }
  }
}
