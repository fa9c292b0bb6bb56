import { EventEnvelope, envelopeFacts } from "@vouchkit/core/kernel/events/announce"
import { type EventType, eventCatalogue, eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import type { Resource } from "@vouchkit/core/kernel/resource/resource"
import { entrySnapshots } from "@vouchkit/core/resources/lists/entries"
import { stores } from "@vouchkit/core/stores"
import { Schema, Struct } from "effect"
import { reference } from "./components.ts"
import { described } from "./described.ts"
import type { SchemaNode } from "./schemas.ts"

const pascal = (name: string): string => name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

interface Snapshot {
  readonly schema: { readonly fields: Schema.Struct.Fields }
  readonly members: ReadonlyArray<string>
  /** Members of which an event shows a part: their schemas require nothing. */
  readonly reduced?: ReadonlyArray<string>
}

const isResource = (shape: object): shape is Resource<any, any> => "snapshot_members" in shape

/** The resources that events are about, by the names of their objects. */
const subjects: ReadonlyMap<string, Snapshot> = new Map<string, Snapshot>([
  ...stores.flatMap(
    ({ shape }): ReadonlyArray<[string, Snapshot]> =>
      isResource(shape) ? [[shape.object, { schema: shape.schema, members: shape.snapshot_members, reduced: shape.reduced_members }]] : []
  ),
  ...Object.entries<Snapshot>(entrySnapshots)
])
const about = [...new Set(eventTypes.map((type) => eventCatalogue[type].resource_type))].flatMap((object) => {
  const found = subjects.get(object)
  return found === undefined ? [] : [{ object, ...found }]
})

/** What events carry of each resource, for the schemas of the document; an endpoint may block any member of it. */
export const snapshotSchemas: ReadonlyArray<Schema.Top> = about.map(({ members, schema }) =>
  Schema.Struct(Struct.map(Struct.pick(schema.fields, members), Schema.optionalKey))
)

const snapshotName = (object: string): string => `${pascal(object)}Snapshot`
/** The name of the schema of an event. */
export const eventName = (type: EventType): string => `${pascal(type)}Event`

const envelope = (): SchemaNode => {
  const text = (maxLength: number) => ({ type: "string", maxLength })
  const kinds: Readonly<Record<keyof EventEnvelope, SchemaNode>> = {
    id: text(255),
    type: text(64),
    api_version: text(10),
    timestamp: { type: "string", format: "date-time", maxLength: 64 },
    environment: { type: "string", enum: ["sandbox", "live"] },
    organization_id: text(255),
    sequence: { type: "integer", minimum: 0 },
    resource: {
      type: "object",
      required: ["type", "id"],
      properties: {
        type: { ...text(64), description: "What kind of resource it is" },
        id: { ...text(255), description: "Its identifier" }
      }
    },
    actor: {
      type: "object",
      required: ["type", "id"],
      properties: {
        type: { ...text(64), description: "What kind of caller it was" },
        id: { ...text(255), description: "Its identifier" }
      }
    },
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

/** Of what a snapshot reduces, the document says no more than what kind of value it is. */
const withReduced = (snapshot: SchemaNode, reduced: ReadonlyArray<string> = []): SchemaNode => {
  const members: Readonly<Record<string, unknown>> = Object(snapshot.properties)
  const shown = Object.entries(members).map(([name, schema]) => {
    if (!reduced.includes(name)) return [name, schema]
    const { description = "What answers show as well", type } = Object(schema)
    const list = { type: "array", maxItems: 1000, items: { type: "object" } }
    return [name, { ...(type === "array" ? list : { anyOf: [{ type: "object" }, { type: "null" }] }), description }]
  })
  return { ...snapshot, properties: Object.fromEntries(shown) }
}

/** The schemas of all events. `snapshots` are those of `snapshotSchemas`, in their order, as the document writes them. */
export const eventComponents = (snapshots: ReadonlyArray<SchemaNode>): Readonly<Record<string, SchemaNode>> => ({
  EventEnvelope: envelope(),
  ...Object.fromEntries(
    about.map(({ object, reduced }, index) => [
      snapshotName(object),
      {
        ...withReduced(described(snapshots[index] ?? {}, [pascal(object)]), reduced),
        description: `What events say of a ${object.replaceAll("_", " ")}: no personal data`
      }
    ])
  ),
  ...Object.fromEntries(
    eventTypes.map((type) => {
      const { description, resource_type } = eventCatalogue[type]
      const data = { description: wordsOf("data"), ...reference(`schemas/${snapshotName(resource_type)}`) }
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
