import { parentPort } from "node:worker_threads"
import { ScreeningIndex } from "@vouchkit/core/verification/screening/engine/screening-index"
import type { HeldEditions } from "@vouchkit/core/resources/screening/list-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import type { IndexReply, IndexRequest, NumberedReply, NumberedRequest } from "./index-protocol.ts"

interface Standing {
  readonly index: ScreeningIndex
  readonly editions: HeldEditions
}
interface Collected {
  readonly records: Array<ListRecord>
  readonly removed: Array<{ readonly list: string; readonly uid: string }>
}

const standing = new Map<string, Standing>()
const gathered = new Map<string, Collected>()

const gather = (shelf: string): Collected => {
  const known = gathered.get(shelf) ?? { records: [], removed: [] }
  gathered.set(shelf, known)
  return known
}
const take = (shelf: string): Collected => {
  const taken = gather(shelf)
  gathered.delete(shelf)
  return taken
}
const done = (worn = false): IndexReply => ({ reply: "done", worn })

const put = (shelf: string, index: ScreeningIndex, editions: HeldEditions): IndexReply => {
  standing.set(shelf, { index, editions })
  return done(index.worn)
}

const found = (shelf: string): Standing => {
  const held = standing.get(shelf)
  if (held === undefined) throw new Error("There is no index of this name")
  return held
}

const answer = (request: IndexRequest): IndexReply => {
  const { shelf } = request
  switch (request.ask) {
    case "records":
      gather(shelf).records.push(...request.records)
      return done()
    case "build": {
      const built = put(shelf, ScreeningIndex.of(take(shelf).records), request.editions)
      // What building leaves behind is more than the index; nobody searches it yet.
      Bun.gc(true)
      return built
    }
    case "changes":
      gather(shelf).records.push(...request.changed)
      gather(shelf).removed.push(...request.removed)
      return done()
    case "apply": {
      const { records, removed } = take(shelf)
      return put(shelf, found(shelf).index.with({ changed: records, removed }), request.editions)
    }
    case "discard":
      gathered.delete(shelf)
      return done()
    case "forget":
      standing.delete(shelf)
      gathered.delete(shelf)
      return done()
    case "search": {
      const { editions, index } = found(shelf)
      return { reply: "found", hits: index.search(request.query, request.options).hits, editions }
    }
  }
}

const attempt = (request: IndexRequest): IndexReply | null => {
  try {
    return answer(request)
  } catch {
    return null
  }
}

parentPort?.on("message", ({ number, request }: NumberedRequest) => {
  const reply: NumberedReply = { number, reply: attempt(request) }
  parentPort?.postMessage(reply)
})
