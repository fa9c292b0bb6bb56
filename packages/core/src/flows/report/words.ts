import { type ReasonCode, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import type { Tone } from "./model.ts"

const spelled: Readonly<Record<string, string>> = {
  aml: "AML",
  api: "API",
  nfc: "NFC",
  mrz: "MRZ",
  pep: "PEP",
  sla: "SLA",
  id: "ID",
  exif: "EXIF"
}

/** A code of the service as words: `proof_of_address` becomes "Proof of address". */
export const words = (code: string): string => {
  const text = code
    .split(/[_-]/u)
    .map((word) => spelled[word] ?? word)
    .join(" ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
export const wordsOrNull = (code: string | null): string | null => (code === null ? null : words(code))
export const listed = (codes: ReadonlyArray<string>): string =>
  codes
    .map((code, index) => (index === 0 ? words(code) : words(code).replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase())))
    .join(", ")

/** A moment of the service (ISO 8601 in UTC) with its zone: `2026-03-01 12:00:00 UTC`. */
export const moment = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`
export const momentOrNull = (instant: string | null | undefined): string | null =>
  instant === null || instant === undefined ? null : moment(instant)

export const percent = (score: number | null): string | null => (score === null ? null : `${Math.round(score * 1000) / 10} %`)
export const yesNo = (statement: boolean): string => (statement ? "Yes" : "No")

/** 1234567 as "1,234,567". */
export const grouped = (count: number): string => String(Math.trunc(count)).replace(/\B(?=(?:\d{3}){1,6}$)/gu, ",")

const actors: Readonly<Record<string, string>> = {
  api_key: "API key",
  user: "User",
  system: "System",
  agent: "Agent",
  subject: "The person"
}

/** Who acted, by the identifier under which the audit log knows them. */
export const actor = ({ id, type }: { readonly type: string; readonly id: string }): string =>
  type === "system" || type === "subject" ? (actors[type] ?? words(type)) : `${actors[type] ?? words(type)} ${id}`

const isReason = (code: string): code is ReasonCode => Object.hasOwn(reasonFacts, code)

/** What a reason of a session or case means, in words. */
export const reason = (code: string): string => (isReason(code) ? reasonFacts[code].message : words(code))

const tones: Readonly<Record<string, Tone>> = {
  approved: "good",
  passed: "good",
  no_hit: "good",
  cleared: "good",
  processed: "good",
  declined: "bad",
  failed: "bad",
  rejected: "bad",
  confirmed_hit: "bad",
  confirmed: "bad",
  errored: "bad",
  review: "warning",
  in_review: "warning",
  resubmission_required: "warning",
  resubmission_requested: "warning",
  unreviewed: "warning"
}
/** How a status, outcome or decision weighs. */
export const tone = (code: string | null): Tone => (code === null ? "neutral" : (tones[code] ?? "neutral"))
