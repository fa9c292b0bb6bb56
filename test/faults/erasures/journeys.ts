import { createHash } from "node:crypto"
import { type Book, count } from "../book.ts"
import { pause } from "../chance.ts"
import { type Body, type Clients, jsonBody, Refused, Unanswered } from "../client.ts"

const peopleAtOnce = 6
const sessionsOfEach = 3
const documentsOfEach = 2
const lookMillis = 250
const reason = "gdpr_article_17"

/** What stands in everything that is said of a person who is erased, and of one who is not. */
export const marks = { erased: "Qzerasedxv", kept: "Qzkeptxv" } as const

/** A person, with the answers that acknowledged them. */
export interface Person {
  readonly identity_id: string
  readonly sessions: ReadonlyArray<string>
  readonly documents: number
  readonly fate: "identity" | "sessions" | "kept"
}

export interface ErasureStage {
  readonly clients: Clients
  readonly bases: ReadonlyArray<string>
  readonly apiKey: string
  readonly book: Book
  readonly people: Array<Person>
  /** No one waits any longer then. */
  readonly ended: AbortSignal
}

const boundary = "----paper-of-the-fault-test"

/** A document that is a file of its own. */
const paper = (mark: string): Body => ({
  type: `multipart/form-data; boundary=${boundary}`,
  bytes: new TextEncoder().encode(
    [
      `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nproof_of_address\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bill.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n% ${mark}\n`,
      `\r\n--${boundary}--\r\n`
    ].join("")
  )
})

const said = (cause: unknown): string =>
  cause instanceof Refused || cause instanceof Unanswered ? cause.message : `the client fails: ${cause}`

const aPerson = async ({ apiKey, clients }: ErasureStage, n: number, fate: Person["fate"]): Promise<Person> => {
  const mark = marks[fate === "kept" ? "kept" : "erased"]
  const named = { first_name: mark, last_name: `Example ${n}` }
  // Whose sessions alone are erased stays as an identity.
  const own = marks[fate === "identity" ? "erased" : "kept"]
  const { id: identity_id } = await clients.write(
    apiKey,
    "/identities",
    jsonBody({ ...named, first_name: own, tags: [own], emails: [`${own}@example.com`] })
  )
  const sessions: Array<string> = []
  for (let index = 0; index < sessionsOfEach; index += 1) {
    const asked = { identity_id, expected: named, external_reference: `${mark} ${n} ${index}` }
    const { id } = await clients.write(apiKey, "/sessions", jsonBody(asked))
    sessions.push(id)
    for (let page = 0; page < documentsOfEach; page += 1)
      await clients.write(apiKey, `/sessions/${id}/documents`, paper(`${mark} ${n} ${index} ${page}`))
    if (index === 0) await clients.write(apiKey, `/sessions/${id}/simulate`, jsonBody({ actions: [{ type: "poa_review" }] }))
  }
  return { identity_id, sessions, documents: sessionsOfEach * documentsOfEach, fate }
}

/** Asks for an export and fetches it as soon as it is there: it is whole, or there is none. */
const exported = async ({ apiKey, bases, book, clients, ended }: ErasureStage, { identity_id }: Person): Promise<void> => {
  const begun = await clients.read(apiKey, `/identities/${identity_id}/export`)
  for (;;) {
    const { sha256, status } = await clients.read(apiKey, `/exports/${begun.id}`)
    if (status === "expired" || status === "failed") return count(book, "exports that an erasure ended")
    if (status === "ready") {
      const response = await fetch(`${bases[0]}/api/v1/exports/${begun.id}/download`, { headers: { "X-API-Key": apiKey } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.status === 410 || response.status === 404) return count(book, "exports that an erasure ended")
      if (response.status !== 200) continue
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) book.wrongs.push(`${begun.id} is not whole`)
      return count(book, "exports that were fetched whole")
    }
    if (ended.aborted) return void book.wrongs.push(`${begun.id} is ${status}`)
    await pause(lookMillis)
  }
}

/** A refusal says that there is no one any more, and a connection may break while a file is read. */
const gone = (cause: unknown): boolean =>
  (cause instanceof Refused && / (?:404|409|410) /.test(cause.message)) || cause instanceof TypeError

const erase = async (stage: ErasureStage, { fate, identity_id, sessions }: Person): Promise<void> => {
  const { apiKey, book, clients } = stage
  if (fate === "identity") {
    const path = `/identities/${identity_id}/data?reason=${reason}`
    const { receipt } = await clients.erase(apiKey, path)
    const again = await clients.erase(apiKey, path)
    if (again.receipt?.id !== receipt?.id) book.wrongs.push(`${identity_id} has two receipts`)
    count(book, "identities erased")
  }
  if (fate === "sessions") {
    const { results } = await clients.write(apiKey, "/sessions/bulk-redact", jsonBody({ session_ids: sessions, reason }))
    for (const { code, id, status } of results)
      if (status !== "redacted" && code !== "session_redacted") book.wrongs.push(`${id} was ${status}, ${code}`)
    count(book, "sets of sessions erased")
  }
}

/** Does something with each, some at once. */
const each = async <A>({ book, ended }: ErasureStage, all: ReadonlyArray<A>, work: (one: A, n: number) => Promise<void>): Promise<void> => {
  let next = 0
  const hand = async (): Promise<void> => {
    for (let n = next++; n < all.length && !ended.aborted; n = next++) {
      const one = all[n]
      if (one !== undefined) await work(one, n).catch((cause) => void book.wrongs.push(said(cause)))
    }
  }
  await Promise.all(Array.from({ length: peopleAtOnce }, hand))
}

const fates = ["identity", "identity", "sessions", "identity", "kept"] as const

/** People with sessions and documents. */
export const comeIn = (stage: ErasureStage, people: number): Promise<void> =>
  each(
    stage,
    Array.from({ length: people }, (_, n) => fates[n % fates.length] ?? "kept"),
    async (fate, n) => void stage.people.push(await aPerson(stage, n, fate))
  )

/** Exports all of them, and erases most of them meanwhile. */
export const goAway = (stage: ErasureStage): Promise<void> =>
  each(stage, [...stage.people], async (person, n) => {
    const exporting = exported(stage, person).catch((cause) => {
      if (!gone(cause)) stage.book.wrongs.push(said(cause))
    })
    // Some are erased while the export is made, some behind it.
    if (n % 2 === 1) await pause(lookMillis * (n % 7))
    await erase(stage, person)
    await exporting
  })
