import { parentPort } from "node:worker_threads"
import { ScreeningIndex } from "@vouchkit/core/verification/screening/engine/screening-index"
import type { LoadedEditions } from "@vouchkit/core/resources/screening/list-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import type { IndexReply, IndexRequest, NumberedReply, NumberedRequest } from "./index-protocol.ts"

interface Standing {
  readonly index: ScreeningIndex
  readonly editions: LoadedEditions
}
interface Collected {
  readonly records: Array<ListRecord>
  readonly removed: Array<{ readonly list: string; readonly uid: string }>
}

const standing = new Map<string, Standing>()
const collected = new Map<string, Collected>()

const collectionOf = (index_name: string): Collected => {
  const known = collected.get(index_name) ?? { records: [], removed: [] }
  collected.set(index_name, known)
  return known
}
const take = (index_name: string): Collected => {
  const taken = collectionOf(index_name)
  collected.delete(index_name)
  return taken
}
const done = (worn = false): IndexReply => ({ reply: "done", worn })

const put = (index_name: string, index: ScreeningIndex, editions: LoadedEditions): IndexReply => {
  standing.set(index_name, { index, editions })
  return done(index.worn)
}

const found = (index_name: string): Standing => {
  const held = standing.get(index_name)
  if (held === undefined) throw new Error("There is no index of this name")
  return held
}

const answer = (request: IndexRequest): IndexReply => {
  const { index_name } = request
  switch (request.ask) {
    case "records":
      collectionOf(index_name).records.push(...request.records)
      return done()
    case "build": {
      const built = put(index_name, ScreeningIndex.of(take(index_name).records), request.editions)
      // What building leaves behind is more than the index; no one searches it yet.
      Bun.gc(true)
      return built
    }
    case "changes":
      collectionOf(index_name).records.push(...request.changed)
      collectionOf(index_name).removed.push(...request.removed)
      return done()
    case "apply": {
      const { records, removed } = take(index_name)
      return put(index_name, found(index_name).index.with({ changed: records, removed }), request.editions)
    }
    case "discard":
      collected.delete(index_name)
      return done()
    case "forget":
      standing.delete(index_name)
      collected.delete(index_name)
      return done()
    case "search": {
      const { editions, index } = found(index_name)
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
