import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { addDocument } from "@vouchkit/core/resources/documents/upload"
import { chipMediaType, writeChipData } from "@vouchkit/core/resources/nfc/chip-data"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Effect } from "effect"
import type { LiveWork } from "./live-work.ts"

/** A chip among what a session holds; its files say nothing, so that the verifier of a test has to say what they are. */
export const addChip = (work: LiveWork, { created_at, id }: Pick<StoredSession, "created_at" | "id">) =>
  work.run(
    Effect.gen(function* () {
      const chip = writeChipData({
        format: "vouchkit.chip/1",
        received_at: created_at,
        nonce: "0".repeat(16),
        sod: "dwA=",
        data_groups: { dg1: "YQA=", dg2: "dQA=" },
        terminal: null
      })
      const { name, sha256 } = yield* (yield* BlobStore).put(chip)
      const file = { blob: name, entry: null, sha256, mime_type: chipMediaType, size_bytes: chip.length } as const
      const document = yield* addDocument({ kind: "nfc_data" }, file, { session_id: id, via: "capture", attempt: 1 })
      return yield* (yield* DocumentStore).save({ ...document, status: "processed" })
    })
  )
