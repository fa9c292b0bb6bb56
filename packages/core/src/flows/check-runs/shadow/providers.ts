import { Context } from "effect"
import type { FaceMatcher } from "../../../verification/faces/analysis.ts"
import type { IdentityDocumentReader } from "../../../verification/identity-documents/reading.ts"

/** A second reader of identity documents, which decides nothing; null where none runs. */
export const ShadowIdentityReader = Context.Reference<IdentityDocumentReader["Service"] | null>(
  "@vouchkit/core/checks/ShadowIdentityReader",
  { defaultValue: () => null }
)

/** A second matcher of faces, which decides nothing; null where none runs. */
export const ShadowFaceMatcher = Context.Reference<FaceMatcher["Service"] | null>("@vouchkit/core/checks/ShadowFaceMatcher", {
  defaultValue: () => null
})
