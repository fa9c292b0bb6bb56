import { Schema } from "effect"
import { ChipDetails } from "../chip/judge-chip.ts"
import { CrossReferenceDetails } from "../cross-reference/details.ts"
import { LivenessDetails } from "../faces/liveness/details.ts"
import { FaceMatchDetails } from "../faces/match.ts"
import { AgeDetails, AuthenticityDetails, DuplicateDetails, IdentityExtractionDetails } from "../identity-documents/details.ts"
import { PoaCheckDetails } from "../proof-of-address/details.ts"
import { ScreeningCheckDetails } from "../screening/check-details.ts"

/** What a check found, by its type; what is personal in it says so in its schema. */
export const CheckDetails = Schema.Union([
  PoaCheckDetails,
  ScreeningCheckDetails,
  IdentityExtractionDetails,
  AuthenticityDetails,
  AgeDetails,
  DuplicateDetails,
  FaceMatchDetails,
  LivenessDetails,
  ChipDetails,
  CrossReferenceDetails
])
