import { Effect, Schema } from "effect"
import { Vault } from "../foundation/vault.ts"
import { StorageUnavailable } from "../operation/failure.ts"
import { FaceModel, type FaceTemplate, maximumTemplateLength } from "./analysis.ts"

const purpose = "face-template"
const floatBytes = 4

/** A template and the hashes of the frames it was seen in, as they are stored: sealed under the organization's key and bound to their session. */
const Plain = Schema.fromJsonString(
  Schema.Struct({
    model: FaceModel,
    /** Values as consecutive 32-bit floats, least significant byte first, in base64. */
    values: Schema.String.check(Schema.isMaxLength(maximumTemplateLength * floatBytes * 2)),
    frame_hashes: Schema.Array(Schema.String.check(Schema.isMaxLength(64))).check(Schema.isMaxLength(64))
  })
)
const decodePlain = Schema.decodeUnknownEffect(Plain)
const encodePlain = Schema.encodeSync(Plain)

/** A template with the perceptual hashes of the frames of its session, by which a copy of them is known again. */
export interface SessionFace {
  readonly template: FaceTemplate
  readonly frame_hashes: ReadonlyArray<string>
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
export const sealFace = Effect.fnUntraced(function* (session_id: string, { frame_hashes, template }: SessionFace) {
  const plain = encodePlain({ model: template.model, values: toBase64(template.values), frame_hashes })
  return yield* (yield* Vault).seal(purpose, session_id, plain)
})

/** Opens what `sealFace` sealed for this session. */
export const openFace = Effect.fnUntraced(function* (session_id: string, sealed: string) {
  const plain = yield* (yield* Vault).open(purpose, session_id, sealed)
  const { frame_hashes, model, values } = yield* decodePlain(plain).pipe(
    // What opened was sealed by us; the issue itself would repeat biometric data.
    Effect.mapError(() => new StorageUnavailable({ cause: new Error("a sealed face template is malformed") }))
  )
  const face: SessionFace = { template: { model, values: fromBase64(values) }, frame_hashes }
  return face
})
