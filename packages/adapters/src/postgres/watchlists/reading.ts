import type {
  CurrentEdition,
  Edition,
  EntryChange,
  ListEditions,
  ListStatus
} from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import type { Database } from "../database.ts"
import { type ListOwner, ListScope } from "./owner.ts"
import type { Parameters } from "../statements/statement.ts"

type Row = Readonly<Record<string, any>>

const toStatus = (row: Row): ListStatus => ({
  key: row.key,
  format: row.format,
  title: row.title,
  sample: row.sample,
  edition: row.edition,
  published: row.published,
  confirmed_at: row.confirmed_at,
  stale: row.stale_since === null ? null : { since: row.stale_since, code: row.stale_code, detail: row.stale_detail },
  last_attempt_at: row.last_attempt_at,
  created_at: row.created_at,
  retired_at: row.retired_at
})

const statusColumns =
  "list.key, list.format, list.title, list.sample, list.published, list.confirmed_at, list.stale_since, list.stale_code, list.stale_detail, list.last_attempt_at, list.retired_at, coalesce(list.created_at, list.confirmed_at, list.last_attempt_at, '1970-01-01T00:00:00.000Z') as created_at, edition.data as edition"
const withEdition =
  "screening_lists as list left join screening_list_editions as edition on edition.organization = list.organization and edition.environment = list.environment and edition.list = list.key and edition.number = list.current_number"

/** Most lists that one owner has. */
const maximumLists = 500
/** Most entries that are asked for by name. */
const maximumFound = 500

const standingAt = (alias: string, number: string) =>
  `${alias}.since <= ${number} and (${alias}.until is null or ${alias}.until > ${number})`
const beyond = (alias: string, after: string | null, parameters: Parameters) =>
  after === null ? "true" : `${alias}.uid > ${parameters.add(after)}`

/** Entries that stand at an edition, in the order of their identifiers. */
const standing = (
  { query }: Database["Service"],
  scope: ListScope,
  number: number,
  limit: number,
  which: (parameters: Parameters) => string
) =>
  Effect.map(
    query((parameters) => {
      const at = `${parameters.add(number)}::int`
      return `select entry.hash, entry.entry from screening_list_entries as entry where ${scope.own("entry", parameters)} and ${standingAt("entry", at)} and ${which(parameters)} order by entry.uid limit ${parameters.add(limit)}`
    }),
    (rows) => rows.map(({ entry, hash }) => ({ hash, entry }))
  )

interface Between {
  readonly from: number
  readonly to: number
  readonly after: string | null
  readonly limit: number
}

/** Rows that stand at one of two editions and not at the other: those that came or went between them. */
const changesBetween = (scope: ListScope, { after, from, limit, to }: Between, parameters: Parameters): string => {
  const [older, newer] = [`${parameters.add(from)}::int`, `${parameters.add(to)}::int`]
  const gone = `select entry.uid, entry.entry from screening_list_entries as entry where ${scope.own("entry", parameters)} and ${standingAt("entry", older)} and not (${standingAt("entry", newer)}) and ${beyond("entry", after, parameters)}`
  const come = `select entry.uid, entry.entry from screening_list_entries as entry where ${scope.own("entry", parameters)} and ${standingAt("entry", newer)} and not (${standingAt("entry", older)}) and ${beyond("entry", after, parameters)}`
  return `select coalesce(gone.uid, come.uid) as uid, gone.entry as before, come.entry as after from (${gone}) as gone full join (${come}) as come on come.uid = gone.uid order by 1 limit ${parameters.add(limit)}`
}

/** The part of the port that reads how lists stand. */
const statusReading = <R>(
  database: Database["Service"],
  owner: Effect.Effect<ListOwner, never, R>
): Pick<ListEditions<R>, "current" | "statuses" | "status"> => ({
  current: Effect.flatMap(owner, ({ environment, organization }) =>
    Effect.map(
      database.query(
        (parameters) =>
          `select key, current_number as number from screening_lists where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and retired_at is null order by key limit ${maximumLists}`
      ),
      (rows) => rows.map(({ key, number }): CurrentEdition => ({ key, number }))
    )
  ),
  statuses: Effect.flatMap(owner, ({ environment, organization }) =>
    Effect.map(
      database.query(
        (parameters) =>
          `select ${statusColumns} from ${withEdition} where list.organization = ${parameters.add(organization)} and list.environment = ${parameters.add(environment)} and list.retired_at is null order by list.key limit ${maximumLists}`
      ),
      (rows) => rows.map(toStatus)
    )
  ),
  status: (key) =>
    Effect.flatMap(owner, (whose) =>
      Effect.map(
        database.query(
          (parameters) => `select ${statusColumns} from ${withEdition} where ${new ListScope(whose, key).list("list", parameters)}`
        ),
        ([row]) => (row === undefined ? undefined : toStatus(row))
      )
    )
})

/** The part of the port that reads what editions hold. */
const editionReading = <R>(
  database: Database["Service"],
  owner: Effect.Effect<ListOwner, never, R>
): Pick<ListEditions<R>, "editions" | "entries" | "find" | "changes"> => ({
  editions: (key, limit) =>
    Effect.flatMap(owner, (whose) =>
      Effect.map(
        database.query(
          (parameters) =>
            `select edition.data from screening_list_editions as edition where ${new ListScope(whose, key).own("edition", parameters)} order by edition.number desc limit ${parameters.add(limit)}`
        ),
        (rows) => rows.map(({ data }): Edition => data)
      )
    ),
  entries: (key, number, { after, limit }) =>
    Effect.flatMap(owner, (whose) =>
      standing(database, new ListScope(whose, key), number, limit, (parameters) => beyond("entry", after, parameters))
    ),
  find: (key, number, uids) =>
    uids.length === 0
      ? Effect.succeed([])
      : Effect.flatMap(owner, (whose) =>
          standing(
            database,
            new ListScope(whose, key),
            number,
            maximumFound,
            (parameters) => `entry.uid = any(${parameters.add([...uids])}::text[])`
          )
        ),
  changes: (key, { from, to }, { after, limit }) =>
    Effect.flatMap(owner, (whose) =>
      Effect.map(
        database.query((parameters) => changesBetween(new ListScope(whose, key), { from, to, after, limit }, parameters)),
        (rows) => rows.map(({ after: later, before, uid }): EntryChange => ({ uid, before, after: later }))
      )
    )
})

/** The half of the port that looks at editions. */
export const listReading = <R>(
  database: Database["Service"],
  owner: Effect.Effect<ListOwner, never, R>
): ReturnType<typeof statusReading<R>> & ReturnType<typeof editionReading<R>> => ({
  ...statusReading(database, owner),
  ...editionReading(database, owner)
})
