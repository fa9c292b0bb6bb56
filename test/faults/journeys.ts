import { chanceOf } from "../support/chance.ts"
import { type Book, count, type Kind, type Page } from "./book.ts"
import { draw, pause } from "./chance.ts"
import { type Clients, jsonBody, Refused, Unanswered } from "./client.ts"
import type { Papers } from "./papers.ts"

/** How often each way is taken, of a hundred. Reading a bill costs far more than the rest. */
const ways: Readonly<Record<Kind, number>> = { simulated: 25, checked: 25, reviewed: 18, bill: 12, "bill-reviewed": 8, "without-key": 12 }

/** So many sessions are under way at once, most of them waiting for workers. */
const mostAtOnce = 48
const startGapMillis = 90
const lookMillis = 300

export interface Keys {
  readonly sandbox: string
  readonly live: string
  readonly reviewer: Readonly<Record<"sandbox" | "live", string>>
}

interface Stage {
  readonly clients: Clients
  readonly keys: Keys
  readonly papers: Papers
  readonly book: Book
  readonly seed: number
  /** No one waits any longer then. */
  readonly ended: AbortSignal
}

const decided: ReadonlyArray<string> = ["approved", "declined"]

/** Creates sessions and brings each to its decision until `stopping`; settles when all that began have ended. */
export const travel = async (stage: Stage, stopping: AbortSignal): Promise<void> => {
  const { book, clients, ended, keys, papers, seed } = stage
  const chance = chanceOf(seed)
  let made = 0

  const enter = (kind: Kind, environment: Page["environment"], reference: string, created: any): Page => {
    const page: Page = { kind, environment, reference, id: created.id, documents: [], submitted: false, review: null, status: null }
    if (book.pages.has(page.id)) book.wrongs.push(`${page.id} was given to two requests`)
    book.pages.set(page.id, page)
    return page
  }

  const create = async (kind: Kind, environment: Page["environment"], body: object): Promise<Page> => {
    made += 1
    const reference = `${kind}-${made}`
    return enter(
      kind,
      environment,
      reference,
      await clients.write(keys[environment], "/sessions", jsonBody({ external_reference: reference, ...body }))
    )
  }

  /** Waits until workers have led the session somewhere. */
  const untilLed = async ({ environment, id }: Page): Promise<string> => {
    for (;;) {
      const { status } = await clients.read(keys[environment], `/sessions/${id}`)
      if (status === "in_review" || decided.includes(status)) return status
      if (status !== "processing") throw new Refused(`${id} is ${status} after it was submitted`)
      if (ended.aborted) throw new Unanswered(`${id} is still processing`)
      await pause(lookMillis)
    }
  }

  const review = async (page: Page): Promise<void> => {
    const key = keys.reviewer[page.environment]
    const { data } = await clients.read(key, `/cases?session_id=${page.id}`)
    if (data.length !== 1) throw new Refused(`${page.id} has ${data.length} cases`)
    const case_id: string = data[0].id
    await clients.write(key, `/cases/${case_id}/claim`, jsonBody({}))
    const approves = chance() < 0.5
    const closed = await clients.write(
      key,
      `/cases/${case_id}/${approves ? "approve" : "reject"}`,
      jsonBody(approves ? { reason: "It is the same person." } : { reason_codes: ["reviewer_declined"] })
    )
    page.review = { case_id, decision: approves ? "approved" : "rejected" }
    page.status = approves ? "approved" : "declined"
    if (closed.decision !== page.review.decision) throw new Refused(`${case_id} is decided as ${closed.decision}`)
  }

  const conclude = async (page: Page): Promise<void> => {
    const status = await untilLed(page)
    if (status === "in_review") return review(page)
    page.status = status
  }

  const simulate = async (page: Page, ...actions: ReadonlyArray<string>): Promise<any> =>
    clients.write(keys.sandbox, `/sessions/${page.id}/simulate`, jsonBody({ actions: actions.map((type) => ({ type })) }))

  const submit = async (page: Page): Promise<void> => {
    await clients.write(keys[page.environment], `/sessions/${page.id}/submit`, jsonBody({}))
    page.submitted = true
  }

  const decideAtOnce = async (page: Page): Promise<void> => {
    page.status = (await simulate(page, chance() < 0.5 ? "approve" : "decline")).status
  }

  const ofBill = async (kind: Kind, expected: Papers["honest"]): Promise<void> => {
    const page = await create(kind, "live", { expected })
    page.documents.push((await clients.write(keys.live, `/sessions/${page.id}/documents`, papers.upload)).id)
    await submit(page)
    await conclude(page)
  }

  const byScript = async (kind: Kind, scenario: string): Promise<void> => {
    const page = await create(kind, "sandbox", { scenario })
    await simulate(page, "start", "upload_document")
    await submit(page)
    await conclude(page)
  }

  /** No one knows what became of a request without a key that was not answered, so that it is not sent again. */
  const withoutKey = async (): Promise<void> => {
    made += 1
    const reference = `without-key-${made}`
    const created = await clients.writeOnce(keys.sandbox, "/sessions", jsonBody({ external_reference: reference }))
    if (created === undefined) return void book.unsure.add(reference)
    await decideAtOnce(enter("without-key", "sandbox", reference, created))
  }

  const journeys: Readonly<Record<Kind, () => Promise<void>>> = {
    simulated: async () => decideAtOnce(await create("simulated", "sandbox", {})),
    checked: () => byScript("checked", chance() < 0.5 ? "approved" : "declined"),
    reviewed: () => byScript("reviewed", "review"),
    bill: () => ofBill("bill", papers.honest),
    "bill-reviewed": () => ofBill("bill-reviewed", papers.doubtful),
    "without-key": withoutKey
  }

  const under = new Set<Promise<void>>()
  const begin = (kind: Kind): void => {
    const journey = journeys[kind]().then(
      () => count(book, `sessions ${kind}`),
      (cause) =>
        void book.wrongs.push(cause instanceof Refused || cause instanceof Unanswered ? cause.message : `the client fails: ${cause}`)
    )
    under.add(journey)
    void journey.finally(() => under.delete(journey))
  }
  while (!stopping.aborted) {
    if (under.size < mostAtOnce) begin(draw(chance, ways))
    await pause(startGapMillis)
  }
  await Promise.all(under)
}
