import { Effect } from "effect"
import { putAway } from "../../resources/documents/erase-file.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { addDocument, announceDocument, type StoredFile } from "../../resources/documents/upload.ts"
import { chipMediaType, writeChipData } from "../../resources/nfc/chip-data.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StatedChip } from "../../resources/checks/standalone-input.ts"

/** What stands for the challenge of a chip that signed none; no answer of a chip is verified with it. */
const noChallenge = "0".repeat(16)

/** Puts the files of a chip away, encrypted; runs before the transaction, and twice does no harm. */
export const storeStatedChip = Effect.fnUntraced(function* ({ active_authentication, data_groups, nonce, sod }: StatedChip) {
  const bytes = writeChipData({
    format: "vouchkit.chip/1",
    received_at: yield* tenantNow,
    nonce: nonce?.toLowerCase() ?? noChallenge,
    sod,
    data_groups,
    terminal: null,
    ...(active_authentication === undefined ? {} : { active_authentication })
  })
  const { entry, name, sha256 } = yield* putAway(bytes)
  const stored: StoredFile = { blob: name, entry, sha256, mime_type: chipMediaType, size_bytes: bytes.length }
  return stored
})

/** Records it as a document of its own, so that it is found, kept and erased as every other one. */
export const addStatedChip = Effect.fnUntraced(function* (file: StoredFile) {
  const document = yield* addDocument({ kind: "nfc_data" }, file, { session_id: null, via: "api", attempt: 1 })
  const processed = yield* announceDocument({ ...document, status: "processed" }, "document.processed", {})
  return yield* (yield* DocumentStore).save(processed)
})
