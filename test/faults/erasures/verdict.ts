import { readdirSync } from "node:fs"
import { unzipSync } from "fflate"
import type postgres from "postgres"
import type { Finding } from "../finding.ts"
import { unfinished } from "../unfinished.ts"
import { type ErasureStage, marks } from "./journeys.ts"

type Rows = ReadonlyArray<Readonly<Record<string, any>>>

/** How often each identifier stands in rows. */
const timesOf = (rows: Rows): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const { id } of rows) times.set(String(id), (times.get(String(id)) ?? 0) + 1)
  return times
}
const once = (ids: ReadonlyArray<string>, rows: Rows): ReadonlyArray<string> => {
  const times = timesOf(rows)
  return ids.filter((id) => times.get(id) !== 1).map((id) => `${id}: ${times.get(id) ?? 0} times`)
}

/** Tables in which a word stands, whatever column it is in. */
const tablesWith = async (sql: postgres.Sql, word: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const tables: Rows = await sql`select table_name as name from information_schema.tables where table_schema = current_schema()`
  for (const { name } of tables) {
    const [row] = await sql`select count(*)::int as n from ${sql(name)} t where row_to_json(t)::text ilike ${`%${word}%`}`
    // Names of tags that no record has any more go with the next sweep.
    if (row !== undefined && row.n > 0 && name !== "record_counts") found.push(`${name}: ${row.n} rows`)
  }
  return found
}

/** Exports that are ready are read, and others should have come to an end. */
const spoken = async (exports: Rows, fetched: (export_id: string) => Promise<Uint8Array>): Promise<ReadonlyArray<string>> => {
  const wrongs: Array<string> = []
  for (const { id, status } of exports) {
    if (status !== "ready") wrongs.push(`${id} is ${status}`)
    else
      for (const [name, bytes] of Object.entries(unzipSync(await fetched(id))))
        if (new TextDecoder("latin1").decode(bytes).toLowerCase().includes(marks.erased.toLowerCase())) wrongs.push(`${id}: ${name}`)
  }
  return wrongs
}

/** Every erasure ended by itself, once: nothing of an erased person is left, and nothing of anyone else is gone. */
export const judgeErasures = async (
  sql: postgres.Sql,
  { apiKey, bases, people }: ErasureStage,
  folder: string
): Promise<ReadonlyArray<Finding>> => {
  const fetched = async (id: string): Promise<Uint8Array> => {
    const response = await fetch(`${bases[0]}/api/v1/exports/${id}/download`, { headers: { "X-API-Key": apiKey } })
    return new Uint8Array(await response.arrayBuffer())
  }
  const erased = people.filter(({ fate }) => fate !== "kept")
  const identities = people.filter(({ fate }) => fate === "identity").map(({ identity_id }) => identity_id)
  const sessions = erased.flatMap(({ sessions: own }) => own)
  const kept = people.filter(({ fate }) => fate === "kept")
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes("objects")
  ).length
  const documents: Rows = await sql`select data ->> 'blob' as blob from documents where data ->> 'blob' is not null`
  const open: Rows = await sql`
    select id from sessions where id = any (${sessions}) and (redacted_at is null or jsonb_array_length(data -> 'erasure' -> 'files') > 0)
    union all select id from identities where id = any (${identities}) and (data -> 'erasure' is null or data -> 'erasure' ->> 'rest' is not null)`
  const receipts: Rows = await sql`select scope_id as id from erasure_receipts`
  const announced: Rows = await sql`
    select data -> 'envelope' -> 'resource' ->> 'id' as id from webhook_events where data -> 'envelope' ->> 'type' in ('session.redacted', 'identity.redacted')`
  const intact: Rows = await sql`
    select s.id from sessions s where s.id = any (${kept.flatMap(({ sessions: own }) => own)}) and s.redacted_at is null
    and (select count(*) from documents d where d.session_id = s.id and d.data ->> 'blob' is not null) = 2`
  const exports: Rows = await sql`select id, status from exports where status in ('processing', 'ready')`
  const jobs: Rows = await sql`select name, state, count(*)::int as n from jobs where ${unfinished(sql)} group by 1, 2`
  const emptied: Rows = await sql`
    select value from record_counts where value ilike ${`%${marks.erased}%`} group by counted, value having sum(count) > 0`
  const words = await tablesWith(sql, marks.erased)
  const standing = await tablesWith(sql, marks.kept)
  const all = [...identities, ...sessions]
  return [
    { rule: "every erasure came to its end by itself, to the last file", looked_at: all.length, offending: open.map(({ id }) => id) },
    { rule: "every erased record has one receipt", looked_at: all.length, offending: once(all, receipts) },
    { rule: "every erasure was announced, once", looked_at: all.length, offending: once(all, announced) },
    {
      rule: "no table holds a word of an erased person",
      looked_at: erased.length,
      offending: [...words, ...emptied.map(({ value }) => `record_counts: ${value}`)]
    },
    {
      rule: "no export that can be fetched holds a word of an erased person",
      looked_at: exports.length,
      offending: await spoken(exports, fetched)
    },
    {
      rule: "the object store holds the files of those who stay, and no other but their exports",
      looked_at: files,
      offending:
        files >= documents.length && files <= documents.length + 40 * kept.length ? [] : [`${files} files, ${documents.length} named`]
    },
    {
      rule: "nothing of anyone else is gone",
      looked_at: kept.length,
      offending: [
        ...(intact.length === kept.length * 3 ? [] : [`${intact.length} sessions are intact instead of ${kept.length * 3}`]),
        ...(kept.length > 0 && standing.length === 0 ? ["their names are gone"] : [])
      ]
    },
    {
      rule: "no job is left that is due, and none was set aside",
      looked_at: jobs.length,
      offending: jobs.map((row) => Object.values(row).join("  "))
    }
  ]
}
