import { expect, test } from "bun:test"
import { announce } from "@vouchkit/core/kernel/events/announce"
import { announcingFreely } from "@vouchkit/core/kernel/foundation/announces"
import type { EventType } from "@vouchkit/core/kernel/events/catalogue"
import { operation, preparedOperation, type Requirements } from "@vouchkit/core/kernel/operation/operation"
import { operations } from "@vouchkit/core/kernel/operation/record"
import { announceSession, move } from "@vouchkit/core/resources/sessions/change"
import { newSession, sessions } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import { contract } from "./bare-contract.ts"

const done = { done: true }
const saying = <Type extends EventType>(type: Type) =>
  Effect.as(announce({ type, resource: { type: "session", id: "ses_1" }, sequence: 1, data: {} }), done)
const approved = () => saying("session.approved")
const silent = () => Effect.succeed(done)
const session = newSession({ id: "ses_1", environment: "sandbox", at: "2026-01-01T00:00:00.000Z" })
const tagged = () => Effect.as(announceSession(session, "session.tag-added", { changed_tags: ["a"] }), done)
const conflicts = ["session_redacted", "invalid_state_transition"] as const
const expired = () => Effect.as(move(session, "expire"), done)
/** Helpers hand on what they announce, and a trigger says what its transition does. */
const throughHelpers = Effect.fnUntraced(function* () {
  yield* tagged()
  return yield* expired()
})

test("a handler that announces an event that its contract does not declare does not compile", () => {
  // @ts-expect-error no events are declared
  operation(contract, approved)
  // @ts-expect-error another event is declared
  operation({ ...contract, emits: ["session.declined"] }, approved)
  // @ts-expect-error no events are declared, and the resource announces one
  operation(contract, tagged)
  // @ts-expect-error the transition of this trigger announces another event
  operation({ ...contract, conflicts, emits: ["session.approved"] }, expired)
  // @ts-expect-error one of the two events of its helpers is declared
  operation({ ...contract, conflicts, emits: ["session.expired"] }, throughHelpers)
  // @ts-expect-error what precedes the transaction announces an event that is not declared
  preparedOperation(contract, approved, silent)
})

test("one whose events are declared compiles, and nobody has to provide anything for it", () => {
  const declared = operations("examples", {
    one: operation({ ...contract, emits: ["session.approved"] }, approved),
    more: operation({ ...contract, emits: ["session.declined", "session.approved"] }, approved),
    helped: operation({ ...contract, conflicts, emits: ["session.expired", "session.tag-added"] }, throughHelpers),
    silent: operation({ ...contract, emits: ["session.approved"] }, silent)
  })
  type Needed = Requirements<ReadonlyArray<(typeof declared)["one" | "more" | "helped" | "silent"]>>
  const none: Extract<Needed, { readonly announced: unknown }>[] = []
  expect([...none, declared.one, declared.more, declared.helped, declared.silent]).toHaveLength(4)
})

test("what no contract describes announces whatever it has to", () => {
  const freely = announcingFreely(saying("session.approved"))
  const none: Extract<Effect.Services<typeof freely>, { readonly announced: unknown }>[] = []
  expect(none).toEqual([])
})

test("an event that is announced with less or with more than its resource declares for it does not compile", () => {
  // @ts-expect-error the tags are missing
  announceSession(session, "session.tag-added", {})
  // @ts-expect-error no one declared that it names a link
  announceSession(session, "session.tag-added", { changed_tags: ["a"], link_id: "vln_1" })
  // @ts-expect-error it is not a status
  announceSession(session, "session.started", { previous_status: "open", reason_codes: [] })
  // @ts-expect-error this one says nothing beside its snapshot
  announceSession(session, "session.created", { changed: ["tags"] })
  announceSession(session, "session.created", {})
  expect(sessions.additions?.["session.tag-added"]).toBeDefined()
})
