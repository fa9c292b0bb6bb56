import type { StoredCertificate, MetList, TrustImport } from "@vouchkit/core/resources/trust/model"
import type { TrustFigures } from "@vouchkit/core/resources/trust/trust-store"
import { table } from "../table.ts"

const mostRefusals = 40

const summary = ({ counts, edition, id, source, state, withdrawn }: TrustImport): string => {
  const { added, refused, unchanged } = counts
  const figures = `${added} added, ${unchanged} unchanged, ${refused} refused, ${withdrawn} withdrawn`
  switch (state) {
    case "queued":
      return `${source}: import ${id} waits for a worker. bun run trust status shows its progress.`
    case "running":
      return `${source}: running (${figures}).`
    case "failed":
      return `${source}: failed (${refused} refused).`
    case "done":
      return edition === null ? `${source}: nothing changed (${figures}).` : `${source}: edition ${edition} is current (${figures}).`
  }
}

const signatures: Record<MetList["signature"], string> = {
  valid: "signed by",
  invalid: "with a wrong signature of",
  unsupported: "with a signature that cannot be checked here, of",
  unsigned: "without a signature"
}

const listLine = ({ anchored, certificates, file, signature, signer }: MetList): string => {
  const who = signature === "unsigned" ? "" : ` ${signer === null ? "a signer whose certificate is not in the list" : signer.subject}`
  const own = signature === "valid" && !anchored ? "; it does not contain the CSCA certificate of its signer" : ""
  return `${file}: a master list of ${certificates} certificates, ${signatures[signature]}${who}${own}.`
}

/** What an import did, for the person at the keyboard. */
export const importLines = (reported: TrustImport): string => {
  const shown = reported.refusals.slice(0, mostRefusals)
  const more = reported.counts.refused - shown.length
  return [
    summary(reported),
    ...reported.lists.map(listLine),
    ...(shown.length === 0 ? [] : ["", "Refused:", table([["WHERE", "WHY"], ...shown.map(({ reason, where }) => [where, reason])])]),
    ...(more > 0 ? [`… and ${more} more; --json shows the first hundred.`] : [])
  ].join("\n")
}

export const statusLines = (
  { certificates, countries, crls, edition, removed }: TrustFigures,
  overdue: number,
  imports: ReadonlyArray<TrustImport>
): string => {
  if (edition === 0) return "No certificate is imported. Every chip gets no_trust_anchor and never passes."
  const rows = imports.map((one) => [
    String(one.id),
    one.source,
    one.state,
    one.edition === null ? "" : String(one.edition),
    String(one.counts.added),
    String(one.counts.unchanged),
    String(one.counts.refused),
    String(one.withdrawn),
    one.started_at,
    one.failure ?? ""
  ])
  return [
    `Edition ${edition}: ${certificates.csca} CSCA and ${certificates.link} link certificates of ${countries} countries, ${certificates.ds} of document signers.`,
    `${crls} revocation lists${overdue > 0 ? `, ${overdue} of them overdue` : ""}. ${removed} certificates were removed by hand.`,
    ...(rows.length === 0
      ? []
      : [
          "",
          table([["IMPORT", "SOURCE", "STATE", "EDITION", "ADDED", "UNCHANGED", "REFUSED", "WITHDRAWN", "STARTED", "FAILURE"], ...rows])
        ])
  ].join("\n")
}

export const certificateTable = (certificates: ReadonlyArray<StoredCertificate>, limit: number): string => {
  if (certificates.length === 0) return "No certificates match."
  const rows = certificates.map((one) => [
    one.country,
    one.kind,
    one.not_before.slice(0, 10),
    one.not_after.slice(0, 10),
    one.source,
    String(one.edition),
    one.withdrawn_at === null ? "" : one.withdrawn_at.slice(0, 10),
    one.sha256,
    // A subject is text of the person who made the certificate; control characters would play with the terminal.
    one.subject.replace(/\p{Cc}/gu, " ").slice(0, 100)
  ])
  return [
    table([["COUNTRY", "KIND", "FROM", "UNTIL", "SOURCE", "EDITION", "WITHDRAWN", "SHA-256", "SUBJECT"], ...rows]),
    ...(certificates.length < limit ? [] : [`Only the first ${limit} are shown; --country and --limit show others.`])
  ].join("\n")
}
