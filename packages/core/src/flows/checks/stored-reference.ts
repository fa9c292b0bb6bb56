import { Effect } from "effect"
import { putAway } from "../../resources/documents/erase-file.ts"
import { type EnteredFile, used } from "../../resources/documents/stored-files.ts"
import { sniffMedia } from "../../resources/documents/media.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { addDocument } from "../../resources/documents/upload.ts"
import type { FaceImage } from "../../verification/faces/analysis.ts"
import type { ProviderCapture } from "../../verification/faces/liveness/provider-capture.ts"
import { preparedThen } from "../../kernel/operation/leftovers.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { SessionStore } from "../../resources/sessions/model.ts"

/**
 * Makes the picture that a provider vouches for a document of the session, so that reviewers see what was compared, and erasing finds it. Answers
 * its id. The same picture is kept once, however often it is asked for, and one that was erased stays erased: null then, and where nothing
 * could be kept.
 */
export const keepReference = Effect.fnUntraced(function* (
  session_id: string,
  { attempt }: Pick<ProviderCapture, "attempt">,
  { bytes }: Pick<FaceImage, "bytes">
) {
  const sniffed = sniffMedia(bytes)
  if ("refused" in sniffed) return null
  const { transaction } = yield* UnitOfWork
  const record = ({ entry, name, sha256 }: EnteredFile) =>
    transaction(
      Effect.gen(function* () {
        const session = yield* (yield* SessionStore).lock(session_id)
        if (session === undefined || session.redacted_at !== null) return null
        const [known] = yield* (yield* DocumentStore).list({
          where: [
            { field: "session_id", op: "eq", value: session_id },
            { field: "kind", op: "eq", value: "selfie" },
            { field: "sha256", op: "eq", value: sha256 }
          ],
          limit: 1
        })
        if (known?.status === "redacted") return null
        if (known !== undefined) return yield* Effect.as(used([entry]), known.id)
        const file = { blob: name, entry, sha256, mime_type: sniffed.mime_type, size_bytes: bytes.length }
        return (yield* addDocument({ kind: "selfie" }, file, { session_id, via: "capture", attempt })).id
      })
    )
  return yield* preparedThen(putAway(bytes), record, (id) => id !== null)
})
