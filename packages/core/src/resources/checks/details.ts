import { Schema } from "effect"
import { ChipDetails } from "../../verification/chip/judge-chip.ts"
import { CrossReferenceDetails } from "../../verification/cross-reference/details.ts"
import { LivenessDetails } from "../../verification/faces/liveness/details.ts"
import { FaceMatchDetails } from "../../verification/faces/match.ts"
import {
  AgeDetails,
  AuthenticityDetails,
  DuplicateDetails,
  IdentityExtractionDetails
} from "../../verification/identity-documents/details.ts"
import { PoaCheckDetails } from "../../verification/proof-of-address/details.ts"
import { ListLookUpDetails } from "../lists/session-details.ts"
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
  CrossReferenceDetails,
  ListLookUpDetails
])
