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

/** Steps that are done by a word and not by evidence: what was said stays said when other evidence is asked for. */
export const isWord = (step: SessionStep): boolean => step === "consent" || step === "questionnaire"
