import { EventEnvelope, envelopeFacts } from "@vouchkit/core/kernel/events/announce"
import { type EventType, eventCatalogue, eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import type { Resource } from "@vouchkit/core/kernel/resource/resource"
import { Personal, personOf } from "@vouchkit/core/flows/webhooks/personal"
import { addedToEntries, entrySnapshots } from "@vouchkit/core/resources/lists/entries"
import { stores } from "@vouchkit/core/stores"
import { Schema, Struct } from "effect"
import { reference } from "./components.ts"
import { described } from "./described.ts"
import type { SchemaNode } from "./schemas.ts"

const pascal = (name: string): string => name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

type Components = Readonly<Record<string, unknown>>
const schemasPath = "#/components/schemas/"

interface Snapshot {
  readonly schema: { readonly fields: Schema.Struct.Fields }
  readonly members: ReadonlyArray<string>
  /** Members of which an event shows a part: their schemas require nothing. */
  readonly reduced?: ReadonlyArray<string>
  /** What its events say beside it, by their types. */
  readonly additions?: Readonly<Record<string, Schema.Struct.Fields>> | undefined
}

const isResource = (shape: object): shape is Resource<any, any> => "snapshot_members" in shape

const snapshotOf = ({ additions, reduced_members, schema, snapshot_members }: Resource<any, any>): Snapshot => ({
  schema,
  members: snapshot_members,
  reduced: reduced_members,
  additions: Object(additions)
})

/** The resources that events are about, by the names of their objects. */
const subjects: ReadonlyMap<string, Snapshot> = new Map<string, Snapshot>([
  ...stores.flatMap(({ shape }): ReadonlyArray<[string, Snapshot]> => (isResource(shape) ? [[shape.object, snapshotOf(shape)]] : [])),
  ...Object.entries<Snapshot>(entrySnapshots).map(([object, snapshot]) => [object, { ...snapshot, additions: addedToEntries }] as const)
])
interface About extends Snapshot {
  readonly object: string
}
const about: ReadonlyArray<About> = [...new Set(eventTypes.map((type) => eventCatalogue[type].resource_type))].flatMap((object) => {
  const found = subjects.get(object)
  return found === undefined ? [] : [{ object, ...found }]
})

/** The event types that say something beside the snapshot of their resource. */
const saying = about.flatMap(({ additions = {} }) =>
  eventTypes.flatMap((type) => {
    const fields = additions[type]
    return fields === undefined ? [] : [{ type, fields }]
  })
)

const blockable = (fields: Schema.Struct.Fields) => Schema.Struct(Struct.map(fields, Schema.optionalKey))
/**
 * What events carry, for the schemas of the document: snapshots of each resource, what single events say beside them, and what is said of a person.
 * An endpoint may block any member.
 */
export const sentSchemas: ReadonlyArray<Schema.Top> = [
  ...about.map(({ members, schema }) => blockable(Struct.pick(schema.fields, members))),
  ...saying.map(({ fields }) => blockable(fields)),
  Schema.Struct({ personal: Personal })
]

const dataName = (type: EventType): string => `${pascal(type)}Data`
const snapshotName = (object: string): string => `${pascal(object)}Snapshot`
/** The name of the schema of an event. */
const eventName = (type: EventType): string => `${pascal(type)}Event`

const text = (maxLength: number) => ({ type: "string", maxLength })

const pointer = (what: string, type: string): SchemaNode => ({
  type: "object",
  description: what,
  required: ["type", "id"],
  properties: { type: { ...text(64), description: type }, id: { ...text(255), description: "Its identifier" } }
})

const envelope = (): SchemaNode => {
  const kinds: Readonly<Record<keyof EventEnvelope, SchemaNode>> = {
    id: text(255),
    type: text(64),
    api_version: text(10),
    timestamp: { type: "string", format: "date-time", maxLength: 64 },
    environment: { type: "string", enum: ["sandbox", "live"] },
    organization_id: text(255),
    sequence: { type: "integer", minimum: 0 },
    resource: reference("schemas/EventResource"),
    actor: reference("schemas/EventActor"),
    data: { type: "object" },
    request_id: text(255)
  }
  const described = Object.entries(kinds).map(([name, schema]) => [name, { ...schema, description: wordsOf(name) }] as const)
  return {
    type: "object",
    description: "What the body of every event holds, in snake_case and in the version of the endpoint",
    required: Object.keys(EventEnvelope.fields),
    properties: Object.fromEntries(described)
  }
}
const facts: ReadonlyMap<string, string> = new Map(Object.entries(envelopeFacts))
const wordsOf = (member: string): string => (facts.get(member) ?? member).replace(/^./, (letter) => letter.toUpperCase())

const isNode = (value: unknown): value is SchemaNode => typeof value === "object" && value !== null && !Array.isArray(value)

/** The schema of an object of which some members may be missing, or of a list of such objects. */
const loosened = (schema: unknown, components: Components): SchemaNode => {
  const { $ref, anyOf, items, required: _some, ...rest } = isNode(schema) ? schema : {}
  if (typeof $ref === "string") return { ...loosened(components[$ref.slice(schemasPath.length)], components), ...rest }
  return {
    ...rest,
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((one) => loosened(one, components)) } : {}),
    ...(items === undefined ? {} : { items: loosened(items, components) })
  }
}

/** Members of a snapshot that are not of its resource. */
const besides = (object: string): SchemaNode => ({
  ...(object in personOf
    ? { personal: { description: "Who it is about, where the organization has `include_pii` on", ...reference("schemas/EventPersonal") } }
    : {}),
  omitted: {
    type: "array",
    maxItems: 100,
    items: { type: "string", maxLength: 64 },
    description: "Members that were left out because the event was too long; read them from the resource"
  }
})

/** Of what a snapshot reduces, the document promises no single member. */
const completed = (snapshot: SchemaNode, { object, reduced = [] }: About, components: Components): SchemaNode => {
  const members = Object.entries(isNode(snapshot.properties) ? snapshot.properties : {})
  const shown = members.map(([name, schema]) => [name, reduced.includes(name) ? loosened(schema, components) : schema])
  return { ...snapshot, properties: { ...Object.fromEntries(shown), ...besides(object) } }
}

/** The schemas of all events. `sent` are those of `sentSchemas`, in their order, as the document writes them; `components` is what they refer to. */
export const eventComponents = (sent: ReadonlyArray<SchemaNode>, components: Components): Readonly<Record<string, SchemaNode>> => ({
  EventEnvelope: envelope(),
  EventResource: pointer("What an event is about", "What kind of resource it is"),
  EventActor: pointer("Who brought an event about", "What kind of caller it was"),
  ...Object.fromEntries(
    about.map((one, index) => [
      snapshotName(one.object),
      {
        ...completed(described(sent[index] ?? {}, [pascal(one.object)]), one, components),
        description: `What events say of a ${one.object.replaceAll("_", " ")}${one.object in personOf ? "; nothing personal but in `personal`" : ": no personal data"}`
      }
    ])
  ),
  ...Object.fromEntries(
    saying.map(({ type }, index) => {
      const snapshot = reference(`schemas/${snapshotName(eventCatalogue[type].resource_type)}`)
      const added = described(sent[about.length + index] ?? {}, [])
      return [dataName(type), { description: "The snapshot, and what this event says beside it", allOf: [snapshot, added] }]
    })
  ),
  ...Object.fromEntries(
    eventTypes.map((type) => {
      const { description, resource_type } = eventCatalogue[type]
      const says = saying.some((one) => one.type === type)
      const data = { description: wordsOf("data"), ...reference(`schemas/${says ? dataName(type) : snapshotName(resource_type)}`) }
      const own = {
        type: "object",
        required: ["type", "data"],
        properties: { type: { type: "string", enum: [type], description: "The type of this event" }, data }
      }
      return [eventName(type), { description, allOf: [reference("schemas/EventEnvelope"), own] }]
    })
  )
})

/** What the service sends to endpoints, by event type. */
export const webhookItems = (exampleOf: (type: EventType) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    eventTypes.map((type) => {
      const { description } = eventCatalogue[type]
      const example = exampleOf(type)
      return [
        type,
        {
          post: {
            operationId: `on${pascal(type)}`,
            summary: description,
            description: `${description}. Answer with any 2xx status within 10 seconds; every other answer is retried. Verify \`X-Service-Signature\` first.`,
            tags: ["webhooks"],
            security: [],
            requestBody: {
              required: true,
              content: {
                "application/json": { schema: reference(`schemas/${eventName(type)}`), ...(example === undefined ? {} : { example }) }
              }
            },
            responses: {
              "2XX": { description: "Received; it is not delivered again" },
              "4XX": { description: "Not received; it is delivered again later. 410 disables the endpoint" }
            }
          }
        }
      ]
    })
  )
