import { Effect, Schema } from "effect"
import { Vault } from "../../kernel/storage/vault.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { FaceModel, type FaceTemplate, maximumTemplateLength } from "./analysis.ts"
import { mostChallenges } from "./liveness/challenge.ts"
import { mostFrames } from "./liveness/evidence.ts"

const purpose = "face-template"
const floatBytes = 4

const Hashes = Schema.Array(Schema.String.check(Schema.isMaxLength(64)))

/** A template and the hashes of the frames it was seen in, as they are stored: sealed under the organization's key and bound to their session. */
const Plain = Schema.fromJsonString(
  Schema.Struct({
    model: FaceModel,
    /** Values as consecutive 32-bit floats, least significant byte first, in base64. */
    values: Schema.String.check(Schema.isMaxLength(maximumTemplateLength * floatBytes * 2)),
    /** Of a capture that was kept before captures had names. */
    frame_hashes: Hashes.check(Schema.isMaxLength(64)),
    captures: Schema.optionalKey(
      Schema.Array(
        Schema.Struct({ nonce: Schema.String.check(Schema.isMaxLength(43)), frame_hashes: Hashes.check(Schema.isMaxLength(mostFrames)) })
      ).check(Schema.isMaxLength(mostChallenges.session))
    )
  })
)
const decodePlain = Schema.decodeUnknownEffect(Plain)
const encodePlain = Schema.encodeSync(Plain)

/** The perceptual hashes of the frames that came under a challenge, by which a copy of them is known again. */
export interface CapturedFrames {
  /** Of the challenge; null for a capture that was kept before captures had names. */
  readonly nonce: string | null
  readonly frame_hashes: ReadonlyArray<string>
}

/** A template with the live captures of its session, whichever of them it was made of. */
export interface SessionFace {
  readonly template: FaceTemplate
  /** The oldest first, each challenge once. */
  readonly captures: ReadonlyArray<CapturedFrames>
}

/** Captures as the last of them is added, or seen again: what was kept of the same challenge gives way, and the oldest to what is too many. */
export const withCapture = (captures: ReadonlyArray<CapturedFrames>, added: CapturedFrames): ReadonlyArray<CapturedFrames> => {
  const others = captures.filter(({ nonce }) => nonce !== added.nonce)
  const unnamed = others.filter(({ nonce }) => nonce === null).slice(-1)
  return [...unnamed, ...[...others.filter(({ nonce }) => nonce !== null), added].slice(-mostChallenges.session)]
}

const toBase64 = (values: ReadonlyArray<number>): string => {
  const bytes = new DataView(new ArrayBuffer(values.length * floatBytes))
  for (const [index, value] of values.entries()) bytes.setFloat32(index * floatBytes, value, true)
  return Buffer.from(bytes.buffer).toString("base64")
}

const fromBase64 = (text: string): ReadonlyArray<number> => {
  const buffer = Buffer.from(text, "base64")
  const bytes = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  return Array.from({ length: Math.floor(buffer.byteLength / floatBytes) }, (_, index) => bytes.getFloat32(index * floatBytes, true))
}

/** Seals the face of a session. It opens in that session only: a row that was moved to another says nothing. */
export const sealFace = Effect.fnUntraced(function* (session_id: string, { captures, template }: SessionFace) {
  const plain = encodePlain({
    model: template.model,
    values: toBase64(template.values),
    frame_hashes: captures.find(({ nonce }) => nonce === null)?.frame_hashes ?? [],
    captures: captures.flatMap(({ frame_hashes, nonce }) => (nonce === null ? [] : [{ nonce, frame_hashes }]))
  })
  return yield* (yield* Vault).seal(purpose, session_id, plain)
})

/** Opens what `sealFace` sealed for this session. */
export const openFace = Effect.fnUntraced(function* (session_id: string, sealed: string) {
  const plain = yield* (yield* Vault).open(purpose, session_id, sealed)
  const {
    captures = [],
    frame_hashes,
    model,
    values
  } = yield* decodePlain(plain).pipe(
    // What opened was sealed by us; the issue itself would repeat biometric data.
    Effect.mapError(() => new StorageUnavailable({ cause: new Error("a sealed face template is malformed") }))
  )
  const unnamed: ReadonlyArray<CapturedFrames> = frame_hashes.length === 0 ? [] : [{ nonce: null, frame_hashes }]
  const face: SessionFace = { template: { model, values: fromBase64(values) }, captures: [...unnamed, ...captures] }
  return face
})
