import { Schema } from "effect"

/** What a person can be asked for. */
export const SessionStep = Schema.Literals([
  "document",
  "selfie",
  "nfc",
  "proof_of_address",
  "questionnaire",
  "consent",
  "supporting_documents"
]).annotate({
  identifier: "SessionStep"
})
export type SessionStep = typeof SessionStep.Type
