import { Effect } from "effect"
import { putAway } from "../documents/erase-file.ts"
import { DocumentStore } from "../documents/model.ts"
import { addToSession, announceDocument, type StoredFile } from "../documents/upload.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { InvalidInput, NotFound } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { openChallenge, terminalSecret, useChallenge } from "./challenge.ts"
import { chipMediaType, type ChipSubmission, fileProblems, writeChipData } from "./chip-data.ts"

const unasked = {
  loc: ["body", "chip_authentication"],
  code: "chip_authentication_not_begun",
  message: "was not started under this nonce; call GET /sdk/nfc with dg14 of the chip first"
}

/** Looks at what was submitted and puts it away, encrypted; runs before the transaction, and twice does no harm. */
export const storeChip = Effect.fnUntraced(function* (input: ChipSubmission) {
  const { active_authentication, chip_authentication, data_groups, errors, nonce, sod } = input
  const { credential } = yield* Caller
  if (credential.type !== "capture") return yield* new NotFound()
  const terminal = yield* terminalSecret(yield* openChallenge(credential.session, nonce))
  const problems = [...fileProblems({ sod, data_groups }), ...(chip_authentication !== undefined && terminal === null ? [unasked] : [])]
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
  const bytes = writeChipData({
    format: "vouchkit.chip/1",
    received_at: yield* tenantNow,
    nonce: nonce.toLowerCase(),
    sod,
    data_groups,
    terminal,
    ...(active_authentication === undefined ? {} : { active_authentication }),
    ...(chip_authentication === undefined ? {} : { chip_authentication }),
    ...(errors === undefined ? {} : { errors })
  })
  const { entry, name, sha256 } = yield* putAway(bytes)
  const stored: StoredFile = { blob: name, entry, sha256, mime_type: chipMediaType, size_bytes: bytes.length }
  return stored
})

/**
 * Records the chip as a document of a locked session, which completes the step. Nothing is left to be read in it before its check runs, so
 * that it counts as processed at once, and the job that reads pictures finds nothing to do.
 */
export const submitChip = Effect.fnUntraced(function* (session: StoredSession, nonce: string, file: StoredFile) {
  yield* useChallenge(session, nonce)
  const document = yield* addToSession(session, { kind: "nfc_data" }, file, "capture")
  const processed = yield* announceDocument({ ...document, status: "processed" }, "document.processed", {})
  return yield* (yield* DocumentStore).save(processed)
})
