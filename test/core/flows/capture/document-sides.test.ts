import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { verify } from "@vouchkit/core/flows/capture/operations"
import { readDocument } from "@vouchkit/core/resources/documents/read"
import { DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { type DocumentPicture, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import type { InvalidInput } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { sessionActions } from "@vouchkit/core/flows/sessions/actions"
import { createLink } from "@vouchkit/core/resources/sessions/links/creation"
import { type StoredSession, SessionStore } from "@vouchkit/core/resources/sessions/model"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { defaultGraph } from "@vouchkit/core/verification/workflows/default-graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { aPicture } from "../../../support/capture.ts"
import { aCore, callerOf, organization } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import { as } from "../../../support/tenants.ts"
import { cardLines, passportLines, passportPrint, picture, printed, zone } from "../../verification/identity-documents/documents.ts"
import { end, graphOf } from "../../../support/workflow-graphs.ts"
import { uploadOf } from "../../../support/uploads.ts"

const environment = "live"
const tenant = as({ organization, environment })

const cardFront = picture({
  lines: printed(["CARTE NATIONALE D'IDENTITÉ   RÉPUBLIQUE FRANÇAISE", "Nom / Surname", "MOREAU", "Prénoms / Given names", "Camille"])
})
const cardBack = picture({ mrz: zone(cardLines()) })
const passport = picture({ mrz: zone(passportLines()), lines: printed(passportPrint()) })

/** What the engine sees in the picture whose last byte is this; nothing in any other. */
const seen: Readonly<Record<number, DocumentPicture>> = { 1: cardFront, 2: cardBack, 3: passport }
const sight = {
  read: ({ bytes }: { readonly bytes: Uint8Array }) => {
    const found = seen[bytes.at(-1) ?? 0]
    const forensics = { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] }
    return found === undefined
      ? Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true }))
      : Effect.succeed({ page_count: 1, pictures: [found], forensics })
  }
}
/** A workflow whose capture asks for the front alone. */
const frontOnly = linked(
  graphOf(
    {
      capture: { type: "capture", config: { steps: "session", required: true, policy: { identity: { front_only: ["national_id"] } } } },
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "done"]
    ]
  )
)
const graphs = Layer.succeed(WorkflowGraphs)((id: string) => (id === "wfv_front" ? frontOnly : linked(defaultGraph)))
const core = await aCore(
  Layer.mergeAll(
    Blobs.layer.pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7)))),
    Layer.succeed(IdentityDocumentReader)(sight),
    graphs
  )
)
afterAll(() => core.dispose())

const { state, upload, submit } = verify
const { submit: byKey } = sessionActions
const read = (id: string) => core.run(tenant(readDocument(id)).pipe(Effect.provideService(Caller, callerOf({ environment }))))

/** A session in live, and the one who holds its link. */
const aPersonInLive = async (overrides: Partial<StoredSession> = {}) => {
  const session = aSession({ environment, required_steps: ["document", "selfie"], expires_at: "2026-12-01T00:00:00.000Z", ...overrides })
  await core.run(tenant(Effect.flatMap(SessionStore, (store) => store.insert(session))))
  const { link } = await core.run(tenant(createLink(session, {})))
  const caller: Caller["Service"] = {
    ...callerOf({ environment }),
    actor: { type: "subject", id: link.id },
    credential: { type: "capture", link: link.id, session: session.id, browser: null }
  }
  const call = (op: AnyOperation, input: object) =>
    execute(op, { input: Effect.succeed(input) }).pipe(Effect.provideService(Caller, caller))
  const ask = async (op: AnyOperation, input: object = {}): Promise<any> => (await core.run(call(op, input))).output
  const hand = async (which: number, said: object = {}): Promise<string> =>
    (await ask(upload, { kind: "identity", ...said, file: uploadOf(aPicture(which)) })).id
  const next = async () => {
    const { missing_sides, next_step } = (await ask(state)).resume_state
    return [next_step, missing_sides]
  }
  const keyed = (op: AnyOperation) =>
    execute(op, { input: Effect.succeed({ session_id: session.id }) }).pipe(Effect.provideService(Caller, callerOf({ environment })))
  const refused = async (op: AnyOperation): Promise<InvalidInput> =>
    (await core.run(Effect.flip(op === byKey ? keyed(op) : call(op, {})))) as InvalidInput
  const submitted = async (): Promise<any> => (await core.run(keyed(byKey))).output
  return { hand, next, refused, submitted }
}

const front = { document_type: "national_id", side: "front" }
const back = { document_type: "national_id", side: "back" }

test("a card that was declared as one is not done with its front: the back is asked for, and completes the step", async () => {
  const { hand, next, refused } = await aPersonInLive()
  await hand(1, front)
  expect(await next()).toEqual(["document", ["back"]])
  const refusal = await refused(submit)
  expect([refusal.code, refusal.problems[0]?.message]).toEqual([
    "missing_steps",
    "The step document is not complete: the back of the document is missing."
  ])
  await hand(2, back)
  expect(await next()).toEqual(["selfie", []])
})

test("whoever submits by key may do so with one side, and the checks say what is missing", async () => {
  const { hand, refused, submitted } = await aPersonInLive({ required_steps: ["document"] })
  expect((await refused(byKey)).code).toBe("missing_steps")
  await hand(1, front)
  expect((await refused(submit)).code).toBe("missing_steps")
  expect(await submitted()).toMatchObject({ status: "processing", resume_state: { next_step: null, missing_sides: [] } })
})

test("a card of which nothing was said is asked for its other side once it was read, whichever came first", async () => {
  for (const [first, second, missing] of [
    [1, 2, "back"],
    [2, 1, "front"]
  ] as const) {
    const { hand, next } = await aPersonInLive()
    const one = await hand(first)
    expect(await next()).toEqual(["selfie", []])
    await read(one)
    expect(await next()).toEqual(["document", [missing]])
    await read(one)
    const other = await hand(second)
    expect(await next()).toEqual(["selfie", []])
    await read(other)
    expect(await next()).toEqual(["selfie", []])
  }
})

test("the same side twice is not both, and a side that was rejected is asked for again", async () => {
  const { hand, next } = await aPersonInLive()
  await read(await hand(1))
  await read(await hand(1))
  expect(await next()).toEqual(["document", ["back"]])
  const blurred = await hand(9, back)
  expect(await next()).toEqual(["selfie", []])
  await read(blurred)
  expect(await next()).toEqual(["document", ["back"]])
  await read(await hand(2))
  expect(await next()).toEqual(["selfie", []])
})

test("a capture of the workflow may ask for fewer sides", async () => {
  const { hand, next } = await aPersonInLive({ workflow_version_id: "wfv_front" })
  await hand(1, front)
  expect(await next()).toEqual(["selfie", []])
})

test("a document with one side, or a policy that asks for one, is done with it", async () => {
  const holder = await aPersonInLive()
  await read(await holder.hand(3))
  expect(await holder.next()).toEqual(["selfie", []])
  const welcome = await aPersonInLive({ identity_policy: { front_only: ["national_id"] } })
  await read(await welcome.hand(1, front))
  expect(await welcome.next()).toEqual(["selfie", []])
})

test("a licence is asked for its back where it carries the barcode there, and nowhere else", async () => {
  const licence = { document_type: "drivers_license", side: "front" }
  const american = await aPersonInLive()
  await american.hand(1, { ...licence, issuing_country: "US" })
  expect(await american.next()).toEqual(["document", ["back"]])
  const french = await aPersonInLive()
  await french.hand(1, { ...licence, issuing_country: "FR" })
  expect(await french.next()).toEqual(["selfie", []])
})
