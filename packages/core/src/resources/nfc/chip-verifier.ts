import { Context, type Effect } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { ChipVerification } from "../../verification/chip/verify-chip.ts"
import type { DocumentUnreadable, EngineUnavailable } from "../../verification/document-reading.ts"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type { ChipData } from "./chip-data.ts"

/** Verifies chips against the certificates that the operator trusts, and makes their portraits into pictures that everything can read. */
export class ChipVerifier extends Context.Service<
  ChipVerifier,
  {
    readonly verify: (reading: {
      readonly chip: ChipData
      /** Lines of the machine readable zone that was read from the page; null when none was. */
      readonly mrz: ReadonlyArray<string> | null
      /** The time that certificates are judged by, ISO 8601. */
      readonly at: string
    }) => Effect.Effect<ChipVerification, EngineUnavailable | StorageUnavailable>
    /** The portrait of a chip, JPEG or JPEG 2000, as a PNG without metadata and at most 1600 pixels on a side. */
    readonly portrait: (picture: Uint8Array) => Effect.Effect<Uint8Array, DocumentUnreadable | EngineUnavailable>
  }
>()("@vouchkit/core/nfc/ChipVerifier") {
  declare readonly reaches: Outside
}
