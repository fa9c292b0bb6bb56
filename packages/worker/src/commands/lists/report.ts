import type { FetchState } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { listState } from "@vouchkit/core/resources/watchlists/sources/coverage"
import { changedFields } from "@vouchkit/core/resources/watchlists/editions/edition"
import type { ImportOutcome } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import type { EntryChange, ListStatus } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { type Finding, findingSeverities } from "@vouchkit/core/resources/watchlists/sources/reading"
import { table } from "../table.ts"

const mostFindings = 40

const findingRow = ({ code, count, example_uid, value, where }: Finding): ReadonlyArray<string> => [
  findingSeverities[code],
  code,
  where,
  value ?? "",
  String(count),
  example_uid ?? ""
]

const findingLines = (findings: ReadonlyArray<Finding>, beyond: number): ReadonlyArray<string> => {
  if (findings.length === 0) return []
  const hidden = findings.length - mostFindings
  return [
    "",
    "Met while reading:",
    table([["", "WHAT", "WHERE", "VALUE", "TIMES", "EXAMPLE"], ...findings.slice(0, mostFindings).map(findingRow)]),
    ...(hidden > 0 || beyond > 0
      ? [`… and ${Math.max(0, hidden)} more kinds; ${beyond} findings of further kinds were only counted. --json shows all.`]
      : [])
  ]
}

const summary = (key: string, outcome: ImportOutcome): string => {
  switch (outcome.state) {
    case "activated": {
      const { added, changed, number, published, record_count, removed } = outcome.edition
      return `${key}: edition ${number} of ${published ?? "an unknown day"} is current, with ${record_count} entries (${added} added, ${changed} changed, ${removed} removed).`
    }
    case "unchanged":
      return `${key}: nothing changed. The list has ${outcome.counts.total} entries, as of ${outcome.published ?? "an unknown day"}.`
    case "refused":
      return `${key}: refused (${outcome.code}). The last good edition stays, and the list is stale.`
  }
}

/** What an import did and what it met, for the person at the keyboard. */
export const outcomeLines = (
  key: string,
  outcome: ImportOutcome,
  met: { readonly findings: ReadonlyArray<Finding>; readonly beyond: number }
): string => [summary(key, outcome), ...findingLines(met.findings, met.beyond)].join("\n")

/** How the lists stand, and below them why some are stale. */
export const statusTable = (statuses: ReadonlyArray<ListStatus>, now: string): string => {
  const rows = statuses.map((status) => [
    status.key,
    status.sample ? "sample" : listState(status, now),
    status.edition === null ? "" : String(status.edition.number),
    status.published ?? "",
    status.edition === null ? "" : String(status.edition.record_count),
    status.confirmed_at ?? "",
    status.format,
    status.title
  ])
  const stale = statuses.flatMap(({ key, stale: why }) =>
    why === null ? [] : [`${key} is stale since ${why.since} (${why.code}): ${why.detail}`]
  )
  return [
    table([["LIST", "STATE", "EDITION", "PUBLISHED", "ENTRIES", "CONFIRMED", "FORMAT", "TITLE"], ...rows]),
    ...(stale.length === 0 ? [] : ["", ...stale])
  ].join("\n")
}

/** How the fetches of lists went, and when the next are. */
export const fetchTable = (states: ReadonlyArray<FetchState>): string =>
  table([
    ["FETCHED LIST", "LAST", "OUTCOME", "FAILURES", "NEXT", "DETAIL"],
    ...states.map((state) => [
      state.key,
      state.last_at ?? "never",
      state.last_outcome ?? "",
      String(state.failures),
      state.due_at,
      state.last_detail ?? ""
    ])
  ])

const changeOf = ({ after, before, uid }: EntryChange) => {
  if (before === null) return { uid, change: "added", fields: [] }
  if (after === null) return { uid, change: "removed", fields: [] }
  return { uid, change: "changed", fields: changedFields(before, after) }
}

/** What changed between two editions: uids and the names of fields, never what stands in them. */
export const changeLines = (
  found: { readonly from: number; readonly to: number; readonly changes: ReadonlyArray<EntryChange> },
  limit: number,
  json: boolean
): string => {
  const { from, to } = found
  const changes = found.changes.map(changeOf)
  if (json) return JSON.stringify({ from, to, data: changes })
  if (changes.length === 0) return `Nothing changed from edition ${from} to edition ${to}.`
  return [
    `From edition ${from} to edition ${to}:`,
    table([["UID", "CHANGE", "FIELDS"], ...changes.map(({ change, fields, uid }) => [uid, change, fields.join(", ")])]),
    ...(changes.length < limit ? [] : [`Only the first ${limit} are shown; --limit shows more.`])
  ].join("\n")
}
