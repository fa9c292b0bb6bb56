import { describe, expect, test } from "bun:test"
import { Schema, Struct } from "effect"
import { eventCatalogue } from "@vouchkit/core/kernel/events/catalogue"
import { type Resource, schemaOfObject } from "@vouchkit/core/kernel/resource/resource"
import { Document } from "@vouchkit/core/resources/documents/model"
import { stores } from "@vouchkit/core/stores"

const resources = stores.map(({ shape }) => shape).filter((shape): shape is Resource<any, any> => "present" in shape)
const named = resources.map((one) => [one.object, one] as const)

const personalIn = (fields: Schema.Struct.Fields): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => {
    const document = Schema.toJsonSchemaDocument(Schema.Struct(Struct.pick(fields, [name])), {
      includeAnnotationKey: (key) => key.startsWith("x-")
    })
    return JSON.stringify(document).includes('"x-personal":true')
  })

test("the resources that events are about are described", () => {
  expect(named.map(([object]) => object)).toEqual(
    expect.arrayContaining(["session", "document", "check", "case", "api_key", "webhook_endpoint", "screening_record", "screening_hit"])
  )
})

test("the search for personal members finds those of a schema, nested ones included", () => {
  expect(personalIn(Document.fields)).toEqual(["extracted", "mrz", "forensics"])
})

/** Members whose personal part is not stored beside the rest: the reason of a mark or of monitoring is sealed, and an event says whether there is one. */
const storedWithoutPersonal: Readonly<Record<string, ReadonlyArray<string>>> = { identity: ["flagged", "blocked", "monitoring"] }

describe.each(named)("a %s", (_, { columns, object, present, schema, snapshot, snapshot_members }) => {
  const members = Object.keys(schema.fields)
  const hidden = ["sealed_secret", "search_text", "constructor"]
  const row = Object.fromEntries([...hidden, ...members.filter((name) => name !== "object")].map((name) => [name, `${name} as stored`]))

  test("shows no personal member in an event", () => {
    const personal = personalIn(schema.fields).filter((name) => !(storedWithoutPersonal[object] ?? []).includes(name))
    expect(snapshot_members.filter((name) => personal.includes(name))).toEqual([])
  })

  test("shows in events what its object has, each member once", () => {
    expect(snapshot_members.filter((name) => !members.includes(name))).toEqual([])
    expect(new Set(snapshot_members).size).toBe(snapshot_members.length)
  })

  test("names itself by its schema, under which payloads find it", () => {
    expect(Schema.is(Schema.Struct(Struct.pick(schema.fields, ["object"])))({ object })).toBe(true)
    expect(schemaOfObject(object)).toBe(schema)
  })

  test("has a snapshot when the catalogue holds events about it", () => {
    const announced = Object.values(eventCatalogue).some(({ resource_type }) => resource_type === object)
    expect(snapshot_members.length > 0).toBe(announced)
  })

  test("shows callers and events nothing that its schema does not name", () => {
    const whole = { ...row, ...shownFor(object) }
    expect(Object.keys(present(whole)).filter((name) => !members.includes(name))).toEqual([])
    expect(Object.keys(snapshot(whole))).toEqual([...snapshot_members])
    expect(Object.keys(columns).length).toBeGreaterThan(0)
  })
})

/** What derived members are computed from. */
const shownFor = (object: string): object =>
  object === "session"
    ? { required_steps: [], completed_steps: [], max_resubmissions: 3, resubmission_count: 0, uploaded_doc_types: [] }
    : object === "document"
      ? { extraction: null }
      : object === "attempt"
        ? { attestation: undefined }
        : object === "workflow_run"
          ? { gates: [], nodes: [] }
          : object === "screening_record"
            ? { lists: [] }
            : object === "check"
              ? { reasons: [] }
              : object === "screening_hit"
                ? { evidence: [], explanation: { qualifiers: [] } }
                : {}
