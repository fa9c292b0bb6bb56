import { Effect, type Schema } from "effect"
import { announce } from "../events/announce.ts"
import type { EventResourceType, EventType, eventCatalogue } from "../events/catalogue.ts"
import type { Conflict, ConflictCode } from "../foundation/failure.ts"
import type { Columns, Shape, StoredRecord } from "../storage/collection.ts"
import { copier, copierInRowOrder } from "./copy-members.ts"

/**
 * A record as it is stored: the members of what the API shows, but for those that are `Replaced`. An interface that extends it adds what only
 * our own rules read; callers never see that, since `present` copies what the schema names and nothing else.
 */
export type Stored<Public extends { readonly object: string }, Replaced extends keyof Public = never> = Omit<
  Public,
  "object" | "version" | Replaced
> & { readonly version: number }

/** A record that goes with its identity where that is merged into another one. */
export interface Originated {
  /** The identity under which it began; absent while no merge moved it. */
  readonly origin_identity_id?: string
}

/** Members of the public object that the record does not hold, or not in a form that may be shown as it is. */
type Lacking<Row, Public> = {
  [Name in Exclude<keyof Public, "object">]-?: Name extends keyof Row
    ? Pick<Row, Name> extends Pick<Public, Name>
      ? never
      : Name
    : Partial<Pick<Public, Name>> extends Pick<Public, Name>
      ? never
      : Name
}[Exclude<keyof Public, "object">]

type DerivedMembers<Row, Public> = { readonly [Name in Lacking<Row, Public>]: (row: Row) => Public[Name] }

/** The types of the events that are about an object. */
export type EventOf<Name> = {
  [Type in EventType]: (typeof eventCatalogue)[Type]["resource_type"] extends Name ? Type : never
}[EventType]

/** From when on a record does not change any more, and how a change is refused. */
interface End<Row, Code extends ConflictCode = ConflictCode> {
  readonly at: (row: Row) => string | null | undefined
  readonly refusal: (row: Row) => Conflict<Code>
}

/** What events add to the snapshot of their resource: the fields of what they add, by the type of the event. */
export type Additions<Name = unknown> = { readonly [Type in EventOf<Name>]?: Schema.Struct.Fields }

interface Nothing {
  readonly [member: string]: never
}

/** What each event about an object has to be announced with, beside the record. */
export type AddedTo<Name, Adds> = {
  readonly [Type in EventOf<Name>]: Type extends keyof Adds
    ? Adds[Type] extends Schema.Struct.Fields
      ? Schema.Struct.Type<Adds[Type]>
      : Nothing
    : Nothing
}

type Table<Row extends StoredRecord, C extends Columns> = Omit<Shape<Row, C>, "row" | "sealed"> & {
  readonly sealed?: ReadonlyArray<Exclude<keyof Row, keyof StoredRecord | keyof C> & string>
}
type AnyFields = { readonly [name: string]: Schema.Codec<any, any> }

/** What a resource says of itself once: its object, its table, what callers see of it and what events do. */
type Description<
  Row extends StoredRecord,
  Fields extends AnyFields,
  C extends Columns,
  Name extends string,
  Code extends ConflictCode,
  Adds extends Additions<Name>
> = Table<Row, C> & {
  readonly object: Name
  /** What the API shows. A member of the record that it does not name stays hidden. */
  readonly schema: Schema.Struct<Fields>
  /** Members are shown in the order of the schema, and not in that in which the record holds them. */
  readonly in_schema_order?: true
  /** Members of the public object that events carry, in their order; a test refuses those that are personal. */
  readonly snapshot?: ReadonlyArray<keyof Schema.Struct<Fields>["Type"] & string>
  /** How many elements of a list an event carries at most. */
  readonly shortened?: { readonly [Name in keyof Schema.Struct<Fields>["Type"]]?: number }
  /** Members that events carry with less than what callers see. */
  readonly in_events?: { readonly [Name in keyof Schema.Struct<Fields>["Type"]]?: (row: Row) => unknown }
  /** What events say beside the snapshot, by their types. Nothing else is announced with them, and the documents list it. */
  readonly adds?: Adds
  readonly end?: End<Row, Code>
  /** The record counts as absent once this holds, such as when it was archived. */
  readonly absent?: (row: Row) => boolean
} & ([Lacking<Row, Schema.Struct<Fields>["Type"]>] extends [never]
    ? { readonly derived?: never }
    : { readonly derived: DerivedMembers<Row, Schema.Struct<Fields>["Type"]> })

type Extras = Readonly<Record<string, unknown>>

/** One kind of resource. It is also the shape of its table, so that a collection of either store is made of it. */
export interface Resource<
  Row extends StoredRecord,
  Public,
  C extends Columns = Columns,
  Name extends string = string,
  Code extends ConflictCode = ConflictCode,
  Adds = unknown
> extends Shape<Row, C> {
  readonly object: Name
  readonly schema: Schema.Struct<AnyFields>
  readonly end: End<Row, Code> | undefined
  readonly absent: ((row: Row) => boolean) | undefined
  readonly snapshot_members: ReadonlyArray<string>
  /** Those of them that events carry with less than what callers see. */
  readonly reduced_members: ReadonlyArray<string>
  readonly additions: Adds | undefined
  /** The record as the API shows it. */
  readonly present: (row: Row) => Public
  /** What events carry of the record: states, codes and times, nothing personal. */
  readonly snapshot: (row: Row) => Extras
}

const presenterOf = <Row extends StoredRecord, Public>(
  names: ReadonlyArray<string>,
  object: string,
  derived: Readonly<Record<string, (row: Row) => unknown>>,
  in_schema_order: boolean
): ((row: Row) => Public) => {
  const all = { object: () => object, ...derived }
  return in_schema_order ? copier(names, all) : copierInRowOrder(names, all)
}

const described = new Map<string, Schema.Top>()

/** The schemas of the resources whose modules are loaded, by the names of their objects: events spell members as answers do. */
export const schemaOfObject = (object: string): Schema.Top | undefined => described.get(object)

/** Describes a resource. Everything that copies its members is prepared here, once. */
export const resource =
  <Row extends StoredRecord>() =>
  <
    const Fields extends AnyFields,
    const C extends Columns,
    const Name extends string,
    Code extends ConflictCode = never,
    const Adds extends Additions<Name> = Readonly<Record<never, never>>
  >(
    description: Description<Row, Fields, C, Name, Code, Adds>
  ): Resource<Row, Schema.Struct<Fields>["Type"], C, Name, Code, Adds> => {
    const {
      absent,
      adds,
      columns,
      counted,
      derived = {},
      end,
      in_events = {},
      in_schema_order = false,
      listed_by,
      object,
      schema,
      sealed,
      shortened = {},
      snapshot = [],
      sorted_by,
      table,
      unique
    } = description
    described.set(object, schema)
    const cut = Object.fromEntries(
      Object.entries<number | undefined>(shortened).map(([name, most]) => [name, (row: Row) => Object(row)[name].slice(0, most)])
    )
    return {
      object,
      schema,
      table,
      columns,
      ...(unique === undefined ? {} : { unique }),
      ...(counted === undefined ? {} : { counted }),
      ...(listed_by === undefined ? {} : { listed_by }),
      ...(sorted_by === undefined ? {} : { sorted_by }),
      ...(sealed === undefined ? {} : { sealed }),
      end,
      absent,
      snapshot_members: snapshot,
      reduced_members: Object.keys(in_events),
      additions: adds,
      present: presenterOf(Object.keys(schema.fields), object, derived, in_schema_order),
      snapshot: copier(snapshot, { object: () => object, ...derived, ...cut, ...in_events })
    }
  }

interface Counted extends StoredRecord {
  readonly sequence: number
}

const announceRow = <Row extends Counted, Type extends EventType>(
  { object, snapshot }: { readonly object: string; readonly snapshot: (row: Row) => Extras },
  row: Row,
  type: Type,
  added: unknown
) => announce({ type, resource: { type: object, id: row.id }, sequence: row.sequence, data: { ...snapshot(row), ...Object(added) } })

/** Announces a record under the sequence it carries: what is announced has counted the event already. */
export const announcingAsCounted =
  <Row extends Counted, Public, C extends Columns, Name extends EventResourceType, Adds>(
    of: Resource<Row, Public, C, Name, ConflictCode, Adds>
  ) =>
  <Type extends EventOf<Name>>(row: Row, type: Type, added: AddedTo<Name, Adds>[Type]) =>
    announceRow(of, row, type, added)

/**
 * Counts the event in the record's sequence, announces it with the record as it is then and with what this event adds to it, and answers that
 * record, which is to be saved.
 */
export const announcing =
  <Row extends Counted, Public, C extends Columns, Name extends EventResourceType, Adds>(
    of: Resource<Row, Public, C, Name, ConflictCode, Adds>
  ) =>
  <Type extends EventOf<Name>>(row: Row, type: Type, added: AddedTo<Name, Adds>[Type]) => {
    const counted: Row = { ...row, sequence: row.sequence + 1 }
    return Effect.as(announceRow(of, counted, type, added), counted)
  }
