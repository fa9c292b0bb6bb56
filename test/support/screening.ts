import { engineVersions } from "@vouchkit/core/verification/screening/engine/versions"
import { index } from "@vouchkit/core/verification/screening/engine/screening-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { type SearchAnswer, Screener } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer } from "effect"
import { aDate, aRecord } from "./watchlist.ts"

/** The answer while no list is loaded. */
const nothingToSearch: SearchAnswer = {
  hits: [],
  lists: [],
  versions: { ...engineVersions, lists: {} },
  partial: true,
  error_codes: ["no_list_loaded"]
}

/** Lists that a test writes and changes as it goes: the engine over just these records. */
export const aWatchlist = (...initial: ReadonlyArray<ListRecord>) => {
  let records = initial
  let stale = false
  let lacking = false
  const screener: Screener["Service"] = {
    search: (query, options) =>
      Effect.sync(() => {
        if (records.length === 0) return nothingToSearch
        const found = index(records).search(query, options)
        const hits = found.hits.flatMap((hit) => {
          const record = records.find(({ list, uid }) => list === hit.list && uid === hit.uid)
          return record === undefined ? [] : [{ ...hit, record }]
        })
        const lists = Object.entries(found.versions.lists).map(([key, version]) => ({ key, version, published_at: version, stale }))
        return {
          hits,
          lists,
          versions: found.versions,
          partial: stale || lacking,
          error_codes: [...(lacking ? (["list_not_loaded"] as const) : []), ...(stale ? (["list_stale"] as const) : [])]
        }
      })
  }
  return {
    screener,
    layer: Layer.succeed(Screener)(screener),
    set: (...next: ReadonlyArray<ListRecord>) => {
      records = next
    },
    turnStale: (is: boolean) => {
      stale = is
    },
    lack: (is: boolean) => {
      lacking = is
    }
  }
}

export const listedName = "Zoltan Brankovic-Harrow"

/** A sanctioned person and a politician, both invented. */
export const sanctioned = (known: Partial<ListRecord> = {}): ListRecord =>
  aRecord(listedName, {
    list: "test_sanctions",
    uid: "s-1",
    births: [aDate("1961-05-04")],
    nationalities: ["RS"],
    topics: ["sanction"],
    programs: ["TEST-PROGRAM"],
    listed_on: "2024-02-03",
    source_urls: ["https://lists.example.com/s-1"],
    ...known
  })
export const politician = (known: Partial<ListRecord> = {}): ListRecord =>
  aRecord("Melisande Oduya-Trent", {
    list: "test_officials",
    uid: "p-1",
    births: [aDate("1970")],
    topics: ["pep"],
    positions: ["Member of Parliament"],
    ...known
  })
