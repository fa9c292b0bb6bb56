import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { collection } from "@vouchkit/adapters/memory/collection"
import { State } from "@vouchkit/adapters/memory/state"
import { encodedLength } from "@vouchkit/core/verification/chip/asn1/definite-lengths"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore, type StoredDocument } from "@vouchkit/core/resources/documents/model"
import { ChallengeStore, nfcChallenges } from "@vouchkit/core/resources/nfc/challenge"
import { readChipData } from "@vouchkit/core/resources/nfc/chip-data"
import { sdkNfc, verifyNfc } from "@vouchkit/core/flows/capture/nfc-operations"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { codeOf, type Failure } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { LinkStore, type StoredLink } from "@vouchkit/core/resources/sessions/links/model"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Cause, Effect, Exit, Layer, Option, Schema } from "effect"
import { aCore, callerOf, organization, start } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import { as } from "../../../support/tenants.ts"

export const { nfc: parameters } = sdkNfc
export const { nfc: submit } = verifyNfc
const tenant = as({ organization, environment: "sandbox" })

/** A file of a chip: its tag around bytes that need mean nothing yet. */
export const chipFile = (tag: number, content: Uint8Array = Uint8Array.of(0x04, 0x01, 0x00)): string =>
  Buffer.concat([Uint8Array.of(tag), encodedLength(content.length), content]).toString("base64")
export const chipFiles = () => ({ sod: chipFile(0x77), data_groups: { dg1: chipFile(0x61), dg2: chipFile(0x75) } })

/** The operations of chips on ports in memory. */
export const aChipCore = async () => {
  const challenges = Layer.effect(ChallengeStore)(Effect.map(State, (state) => collection(state, nfcChallenges)))
  const blobs = Blobs.layer.pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7))))
  const core = await aCore(Layer.mergeAll(challenges.pipe(Layer.provide(State.layer)), blobs))
  let links = 0

  /** A session with a link, and the one who holds that link. */
  const aVerification = async (overrides: Partial<StoredSession> = {}) => {
    links += 1
    const session = aSession({
      required_steps: ["nfc"],
      status: "in_progress",
      expires_at: "2026-12-01T00:00:00.000Z",
      ...overrides
    })
    const link: StoredLink = {
      id: `vln_${String(links).padStart(26, "0")}`,
      environment: "sandbox",
      session_id: session.id,
      status: "active",
      expires_at: "2026-12-01T00:00:00.000Z",
      max_opens: 5,
      opens: 0,
      opened_at: null,
      delivered_via: "api",
      token_hash: String(links),
      browser_hash: null,
      version: 1,
      created_at: start,
      updated_at: start
    }
    await core.run(tenant(Effect.flatMap(SessionStore, (store) => store.insert(session))))
    await core.run(tenant(Effect.flatMap(LinkStore, (store) => store.insert(link))))
    const caller: Caller["Service"] = {
      ...callerOf(),
      actor: { type: "subject", id: link.id },
      credential: { type: "capture", link: link.id, session: session.id, browser: null }
    }
    const exitOf = (op: AnyOperation, raw: object) =>
      core.run(
        Effect.exit(
          Effect.gen(function* () {
            const { body = {}, params = {}, query = {} } = op.contract
            const schema = Schema.toCodecJson(Schema.Struct({ ...params, ...query, ...body }))
            const input = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })(raw)
            const answer = yield* execute(op, { input: Effect.orDie(input) as Effect.Effect<any> })
            Schema.decodeUnknownSync(Schema.toCodecJson(op.contract.output), { onExcessProperty: "error" })(answer.output)
            return answer as { readonly status: number; readonly output: any }
          }).pipe(Effect.provideService(Caller, caller))
        )
      )
    const ask = async (op: AnyOperation, raw: object = {}) => {
      const exit = await exitOf(op, raw)
      if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      return exit.value
    }
    const refusal = async (op: AnyOperation, raw: object = {}) => {
      const exit = await exitOf(op, raw)
      if (Exit.isSuccess(exit)) throw new Error("the call succeeded")
      const failure = Option.getOrThrow(Cause.findErrorOption(exit.cause)) as Failure & { problems?: ReadonlyArray<any> }
      return { code: codeOf(failure), problems: failure.problems ?? [] }
    }
    const token = "A".repeat(43)
    return {
      session_id: session.id,
      nonce: async (raw: object = {}): Promise<string> => (await ask(parameters, { token, ...raw })).output.nonce,
      parameters: async (raw: object = {}) => (await ask(parameters, { token, ...raw })).output,
      parametersRefused: (raw: object = {}) => refusal(parameters, { token, ...raw }),
      submit: (raw: object) => ask(submit, { token, ...raw }),
      submitRefused: (raw: object) => refusal(submit, { token, ...raw }),
      session: () => core.run(tenant(Effect.flatMap(SessionStore, (store) => store.find(session.id)))) as Promise<StoredSession>,
      documents: () =>
        core.run(
          tenant(
            Effect.flatMap(DocumentStore, (store) =>
              store.list({ where: [{ field: "session_id", op: "eq", value: session.id }], limit: 50 })
            )
          )
        ) as Promise<ReadonlyArray<StoredDocument>>
    }
  }
  const stored = async ({ blob }: StoredDocument) => {
    const bytes = await core.run(tenant(Effect.flatMap(BlobStore, ({ get }) => get(blob ?? ""))))
    return Option.getOrThrow(readChipData((bytes as Uint8Array | undefined) ?? new Uint8Array()))
  }
  return { ...core, aVerification, stored }
}
