import { expect, test } from "bun:test"
import { idPrefixes } from "@vouchkit/core/kernel/foundation/id"
import { EnabledEventsInput, normalizeEnabledEvents, receives } from "@vouchkit/core/resources/webhooks/endpoints/enabled-events"
import { type EventType, eventCatalogue, eventTypes, isEventType } from "@vouchkit/core/kernel/events/catalogue"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

/** The announced event types, group by group. */
const table: Readonly<Record<string, string>> = {
  session:
    "created updated tag-added tag-removed started resumed submitted expired reprocessed review-required approved declined resubmission-required external-decision-required external-decision-received link-created link-opened link-revoked invitation-sent redacted exported",
  document: "uploaded processed rejected redacted",
  check: "created completed errored retried overridden redacted",
  screening: "completed hit-found hit-resolved rescreened subject-erased",
  case: "created updated claimed released assigned escalated approved rejected resubmission-requested reopened note-added overdue",
  identity:
    "created updated flagged unflagged blocked unblocked archived restored redacted tag-added tag-removed merged unmerged exported relationship-created relationship-deleted monitoring-paused monitoring-resumed monitored-lists-updated reverification-due",
  workflow: "published",
  "workflow-run": "started paused resumed notified completed failed cancelled",
  "list-entry": "created deleted matched",
  blocklist: "entry-added entry-removed matched",
  "audit-finding": "created acknowledged dismissed resolved",
  "api-key": "created revoked expiring",
  "webhook-endpoint": "failing disabled",
  webhook: "test"
}

test("the catalogue is what this build announces, in the order of the published table", () => {
  const expected = Object.entries(table).flatMap(([group, names]) => names.split(" ").map((name) => `${group}.${name}`))
  expect(eventTypes).toEqual(expected as ReadonlyArray<EventType>)
  expect(eventTypes.length).toBe(92)
})

test("every event type says what happened and is about a resource that has identifiers", () => {
  const resources: ReadonlyArray<string> = Object.values(idPrefixes)
  for (const { description, resource_type } of Object.values(eventCatalogue)) {
    expect(resources).toContain(resource_type)
    expect(description).toMatch(/^[A-Z].{10,120}[a-z]$/)
  }
})

test("names of the language's own objects are not event types", () => {
  for (const name of ["", "*", "toString", "__proto__", "constructor", "session", "SESSION.APPROVED", "session.approved "]) {
    expect(isEventType(name)).toBe(false)
  }
})

test("omitted, empty and * are all stored as the empty list, which receives everything", () => {
  for (const names of [undefined, [], ["*"], ["session.approved", "*"]]) {
    const stored = normalizeEnabledEvents(names)
    expect(stored).toEqual([])
    for (const type of eventTypes) expect(receives(stored, type)).toBe(true)
  }
})

test("a stored list receives exactly the types that were named, each kept once", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...eventTypes), { minLength: 1, maxLength: 100 }), (names) => {
      const stored = normalizeEnabledEvents(names)
      expect(new Set(stored)).toEqual(new Set(names))
      expect(stored.length).toBe(new Set(names).size)
      expect(normalizeEnabledEvents(stored)).toEqual(stored)
      for (const type of eventTypes) expect(receives(stored, type)).toBe(names.includes(type))
    })
  )
})

const decode = Schema.decodeUnknownResult(EnabledEventsInput, { errors: "all" })

test("unknown types are refused with the place of each", () => {
  const decoded = decode(["session.approved", "session.*", "nothing", "*"])
  expect(Result.isFailure(decoded)).toBe(true)
  if (!Result.isFailure(decoded)) return
  for (const place of ["[1]", "[2]"]) expect(decoded.failure.message).toContain(place)
  for (const place of ["[0]", "[3]"]) expect(decoded.failure.message).not.toContain(place)
})

test("a hundred names pass and one more does not", () => {
  expect(Result.isSuccess(decode(Array(100).fill("session.approved")))).toBe(true)
  expect(Result.isSuccess(decode(Array(101).fill("session.approved")))).toBe(false)
  expect(Result.isSuccess(decode(["a".repeat(1_000_000)]))).toBe(false)
})
