import type { Effect } from "effect"
import type { Conflict, StorageUnavailable } from "../foundation/failure.ts"
import type { Tenant } from "../access/caller.ts"

/** What every stored record has. `version` counts its saves; `sequence` counts its events. */
export interface StoredRecord {
  readonly id: string
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

type ColumnType = "text" | "number" | "boolean" | "list"
export interface Column {
  readonly type: ColumnType
  /** Path inside the record; the column's own name when left out. */
  readonly path?: ReadonlyArray<string>
  /** Set on text that compares after Unicode normalization (NFC): the record keeps what was written, and queries find it in either form. */
  readonly form?: "NFC"
  /** Set where every record has a value, so that a list ordered by it has no end without values. */
  readonly never_null?: true
  /** Set where lists are filtered by its value: an index has it before the order of the list. */
  readonly filtered?: true
  /**
   * Set on a list whose elements callers filter by: they are kept beside the records, in the order of the list of these, and counted. Set on text that
   * callers search: the words that begin in it are.
   */
  readonly kept?: true
}
export type Columns = { readonly [name: string]: Column }

/** Describes one kind of record once, for every adapter: its table and the members that queries may name. */
export interface Shape<Row extends StoredRecord, C extends Columns = Columns> {
  readonly table: string
  readonly columns: C
  /** Column groups that are unique within a tenant, besides the id. */
  readonly unique?: ReadonlyArray<ReadonlyArray<keyof C & string>>
  /**
   * Records are counted as they are written, so that the total of the list of all of them is exact at any size; that of the list of one or more values
   * of a column too, where one is named, and within one of these values by a second column. How often a record was removed, or changed one of the columns of
   * `left`, is counted as well: a list by these columns that has more records than totals count is not counted for every page.
   */
  readonly counted?: {
    readonly by: (keyof C & string) | null
    readonly and?: keyof C & string
    readonly left?: ReadonlyArray<keyof C & string>
  }
  /** The column by which its list is ordered, if callers ask for no other order; when it was made, if left out. What is kept of a column is in this order. */
  readonly listed_by?: keyof C & string
  /** The columns by which callers may sort its list; each has an index. */
  readonly sorted_by?: ReadonlyArray<keyof C & string>
  /** Members that the database keeps encrypted, all together: who copies a table reads none of them. No column is derived from one. */
  readonly sealed?: ReadonlyArray<string>
  /** Never present at run time: it binds the shape to its record type. */
  readonly row?: Row
}
export const shape =
  <Row extends StoredRecord>() =>
  <const C extends Columns>(description: Omit<Shape<Row, C>, "row">): Shape<Row, C> =>
    description

export type Scalar = string | number | boolean
/** Where a record stands in a list: its values of the columns that the list is ordered by, and its id. */
export type Position = ReadonlyArray<Scalar | null>

/** A value of a column, or one that a query compares with it, as they are compared. */
export const comparable = <Value>(column: Column | undefined, value: Value): Value | string =>
  column?.form !== undefined && typeof value === "string" ? value.normalize(column.form) : value
/** A condition over declared columns. Text compares by code point, as ISO 8601 timestamps and identifiers need. */
export type Condition<Name extends string> =
  | { readonly field: Name; readonly op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte"; readonly value: Scalar }
  | { readonly field: Name; readonly op: "in"; readonly values: ReadonlyArray<Scalar> }
  | { readonly field: Name; readonly op: "is_null" | "not_null" }
  /** For list columns: shares at least one element, or holds every element. */
  | { readonly field: Name; readonly op: "overlaps" | "holds_all"; readonly values: ReadonlyArray<string> }
  /** For searched text: a word that begins so (words.ts). */
  | { readonly field: Name; readonly op: "word_starts_with"; readonly value: string }
  | { readonly field: Name; readonly op: "starts_with"; readonly value: string }
  /** Records of another kind that name this record in one of their columns, and meet conditions of their own: some, or none. */
  | { readonly op: "related"; readonly some: boolean; readonly by: Relation }
  | { readonly op: "any"; readonly of: ReadonlyArray<Condition<Name>> }
  | { readonly op: "all"; readonly of: ReadonlyArray<Condition<Name>> }
  /** Holds exactly where the other does not, so also where a value that the other compares is missing. */
  | { readonly op: "not"; readonly of: Condition<Name> }

/** How records of another kind name a record. */
interface Relation {
  readonly to: Pick<Shape<any>, "table" | "columns">
  /** The column of the other table that holds the id. */
  readonly naming: string
  readonly where: ReadonlyArray<Condition<string>>
}

interface Order<Name extends string> {
  readonly field: Name | "created_at" | "updated_at" | "id"
  readonly direction: "asc" | "desc"
}
export interface Query<Name extends string> {
  readonly where?: ReadonlyArray<Condition<Name | "id">>
  /** Nulls come last both ways; ties are broken by id in the direction of the first order. */
  readonly order?: ReadonlyArray<Order<Name>>
  readonly limit: number
  readonly offset?: number
  /** Begins behind this place, as deep in the list as it may be; the offset counts from there. */
  readonly after?: Position
}

/** The most records that a total counts one by one. */
export const countedOneByOne = 100_000

export interface Page<Row> {
  readonly rows: ReadonlyArray<Row>
  /** How many records the list has, wherever the page begins. */
  readonly total: number
  /** There are more than `total`. */
  readonly total_is_lower_bound: boolean
  /** The place of the last row, if others follow it. */
  readonly next: Position | null
}

/** The records of one kind that belong to one tenant. Another tenant's records do not exist here. */
export interface Collection<Row extends StoredRecord, C extends Columns = Columns> {
  /** The members that queries may name. */
  readonly columns: C
  readonly find: (id: string) => Effect.Effect<Row | undefined, StorageUnavailable, Tenant>
  /** Reads for a change: others that want to change the record wait until this transaction ends. */
  readonly lock: (id: string) => Effect.Effect<Row | undefined, StorageUnavailable, Tenant>
  /** Written at the latest when the transaction commits; a duplicate id or unique column then fails the whole transaction. */
  readonly insert: (row: Row) => Effect.Effect<void, StorageUnavailable | Conflict<"stale_object" | "conflict">, Tenant>
  /** Writes at once and answers false, writing nothing, when the id or a unique column is taken: the guard of handlers that run twice. */
  readonly insertIfAbsent: (row: Row) => Effect.Effect<boolean, StorageUnavailable, Tenant>
  /** Replaces the record that was read as `row.version`, storing it as `row.version + 1`; a concurrent change fails with `stale_object`. */
  readonly save: (row: Row) => Effect.Effect<Row, StorageUnavailable | Conflict<"stale_object" | "conflict">, Tenant>
  readonly remove: (id: string) => Effect.Effect<void, StorageUnavailable, Tenant>
  readonly list: (query: Query<keyof C & string>) => Effect.Effect<ReadonlyArray<Row>, StorageUnavailable, Tenant>
  readonly page: (query: Query<keyof C & string>) => Effect.Effect<Page<Row>, StorageUnavailable, Tenant>
  /** As `list`, and each record as by `lock`: with an order by identifiers, two that lock the same records wait for each other and not in a circle. */
  readonly lockAll: (query: Query<keyof C & string>) => Effect.Effect<ReadonlyArray<Row>, StorageUnavailable, Tenant>
  /** Locks and gives the first match that no one else has locked; undefined when there is none. */
  readonly lockFirst: (query: Query<keyof C & string>) => Effect.Effect<Row | undefined, StorageUnavailable, Tenant>
  readonly count: (where: ReadonlyArray<Condition<keyof C & string>>) => Effect.Effect<number, StorageUnavailable, Tenant>
  /** Distinct elements of a list column with their number of records, most frequent first, then by name. */
  readonly distinct: (
    field: keyof C & string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<{ readonly value: string; readonly count: number }>, StorageUnavailable, Tenant>
  /**
   * A record that queries find by other columns than it has, the first by id: someone wrote to the table past the service. Undefined where there is none, and
   * where records have no columns beside themselves.
   */
  readonly misfiled: (where: ReadonlyArray<Condition<keyof C & string>>) => Effect.Effect<Row | undefined, StorageUnavailable, Tenant>
}

export type CollectionOf<S> = S extends Shape<infer Row, infer C> ? Collection<Row, C> : never
