/**
 * Judges a folder of proofs of address the way the check does and compares the verdicts with what a person expects:
 * `bun packages/adapters/bench/proof-of-address.ts FOLDER [--readings FOLDER] [--only TEXT] [--quiet]`.
 *
 * The folder holds the files and `expectations.json`, a list of `Expectation`. `--readings` keeps what the engines read, so that a second
 * run measures the rules alone; `--only` takes the files whose name holds a text; `--quiet` prints the misses and the table.
 */
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { sniffMedia } from "@vouchkit/core/resources/documents/media"
import type { DocumentReading } from "@vouchkit/core/verification/document-reading"
import { crossReference } from "@vouchkit/core/verification/proof-of-address/compare/cross-reference"
import type { PoaDocument } from "@vouchkit/core/verification/proof-of-address/judged-evidence"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import type { PoaPolicyLayer } from "@vouchkit/core/verification/proof-of-address/policy"
import { judgedFile } from "@vouchkit/core/verification/proof-of-address/alterations/judged-file"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { referenceAddress, referenceName } from "@vouchkit/core/verification/proof-of-address/reference"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import type { PoaDocumentType, ProofOfAddressExtraction } from "@vouchkit/core/verification/proof-of-address/types"
import type { Expected } from "@vouchkit/core/verification/subject"
import { readDocument, type Unread } from "../src/engines/read-document.ts"

interface Expectation {
  readonly file: string
  /** Calendar date, YYYY-MM-DD. */
  readonly today: string
  readonly expected: Expected
  readonly outcome: "passed" | "review" | "failed"
  /** Codes that must be among the reasons, whatever their severity. */
  readonly codes?: ReadonlyArray<string>
  /** Codes that must not be among them. */
  readonly not?: ReadonlyArray<string>
  readonly declared_type?: PoaDocumentType | null
  readonly declared_country?: string | null
  readonly policy?: PoaPolicyLayer
  /** Members of the extraction that are known. */
  readonly fields?: Partial<ProofOfAddressExtraction>
}

const [folder = ".", ...options] = process.argv.slice(2)
const option = (name: string): string | null => {
  const at = options.indexOf(name)
  return at < 0 ? null : (options[at + 1] ?? null)
}
const readings = option("--readings")
const only = option("--only") ?? ""
const quiet = options.includes("--quiet")

const read = async (
  bytes: Uint8Array,
  country: string | null
): Promise<{ readonly result: DocumentReading | Unread; readonly ms: number }> => {
  const kept = readings === null ? null : join(readings, `${Bun.hash(bytes).toString(16)}-${country ?? "none"}.json`)
  if (kept !== null && (await Bun.file(kept).exists())) return Bun.file(kept).json()
  const media = sniffMedia(bytes)
  const start = performance.now()
  const result = await readDocument({ bytes, mime_type: "refused" in media ? "application/pdf" : media.mime_type, country })
  const found = { result, ms: Math.round(performance.now() - start) }
  if (kept !== null) await Bun.write(kept, JSON.stringify(found))
  return found
}

const judge = async (expectation: Expectation) => {
  const { declared_country = null, declared_type = null, expected, policy, today } = expectation
  const bytes = new Uint8Array(await Bun.file(join(folder, expectation.file)).arrayBuffer())
  const { ms, result } = await read(bytes, declared_country)
  const start = performance.now()
  const extraction = "code" in result ? null : readProofOfAddress(result, { declared_type, declared_country, today })
  const compared =
    extraction === null
      ? null
      : crossReference({
          holders: extraction.holder_names,
          address: extraction.address,
          reference_name: referenceName(expected),
          reference_address: referenceAddress(expected)
        })
  const document: PoaDocument =
    "code" in result || extraction === null || compared === null
      ? { status: "unreadable", code: "code" in result ? result.code : "unreadable" }
      : { status: "read", extraction, cross_reference: compared, forensics: judgedFile(result, extraction) }
  const verdict = evaluate({
    policy: resolvePolicy([policy ?? null]),
    document,
    declared_type,
    declared_issuing_country: declared_country,
    identity_document_country: null,
    today,
    passed_sources: [],
    duplicate: false,
    same_as_identity_document: false,
    known_forgery: false
  })
  return { result, extraction, compared, verdict, ms, rules: Math.round(performance.now() - start) }
}

type Judged = Awaited<ReturnType<typeof judge>>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Everything in which a verdict differs from what was expected of it. */
const missesOf = (expectation: Expectation, { extraction, verdict }: Judged): ReadonlyArray<string> => {
  const codes = verdict.reasons.map(({ code }): string => code)
  const fields = Object.entries(expectation.fields ?? {}).filter(
    ([name, value]) => !same(extraction === null ? null : Object.entries(extraction).find(([key]) => key === name)?.[1], value)
  )
  return [
    ...(verdict.outcome === expectation.outcome ? [] : [`OUTCOME ${verdict.outcome}, expected ${expectation.outcome}`]),
    ...(expectation.codes ?? []).filter((code) => !codes.includes(code)).map((code) => `lacks ${code}`),
    ...(expectation.not ?? []).filter((code) => codes.includes(code)).map((code) => `must not have ${code}`),
    ...fields.map(([name, value]) => `${name} is not ${JSON.stringify(value)}`)
  ]
}

const print = (expectation: Expectation, judged: Judged, misses: ReadonlyArray<string>): void => {
  const { compared, extraction, ms, result, rules, verdict } = judged
  const reasons = verdict.reasons.map(({ code, severity }) => `${code}(${severity[0]})`).join(" ")
  console.log(`${misses.length === 0 ? "ok  " : "MISS"} ${expectation.file}: ${verdict.outcome}  ${reasons}  [${ms} + ${rules} ms]`)
  for (const miss of misses) console.log(`       ! ${miss}`)
  if (extraction === null || compared === null || "code" in result) return
  const { address, document_type_confidence: confidence, document_type_detected: type, ...found } = extraction
  console.log(
    `       ${type} ${confidence}  ${found.issuing_country}/${found.language}  issuer=${found.issuer} (${found.issuer_recognised})`
  )
  console.log(
    `       issued ${found.issue_date}  period ${found.period_start}..${found.period_end}  until ${found.valid_until}  ${found.address_type}`
  )
  console.log(`       name ${compared.name_score} ${JSON.stringify(found.holder_names)}`)
  console.log(`       address ${compared.address_score} ${JSON.stringify(compared.component_scores)} ${compared.partial_reasons.join(" ")}`)
  console.log(`       printed   ${JSON.stringify(found.extracted_address)} ${JSON.stringify(address)}`)
  console.log(`       reference ${JSON.stringify(referenceAddress(expectation.expected))}`)
  const { flags, producer, revisions, signed } = result.forensics
  console.log(`       file ${result.source} ${producer} revisions=${revisions} signed=${signed} flags=${flags.join(" ")}`)
}

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const expectations: ReadonlyArray<Expectation> = await Bun.file(join(folder, "expectations.json")).json()
const present = new Set(await readdir(folder))
const outcomes = ["passed", "review", "failed"] as const
const table = Object.fromEntries(outcomes.map((outcome) => [outcome, { passed: 0, review: 0, failed: 0 }]))
const times: Array<number> = []
let exact = 0
let judgedFiles = 0
for (const expectation of expectations) {
  if (!expectation.file.includes(only)) continue
  if (!present.has(expectation.file)) {
    console.log(`---- ${expectation.file}: no such file`)
    continue
  }
  const judged = await judge(expectation)
  const misses = missesOf(expectation, judged)
  judgedFiles += 1
  if (misses.length === 0) exact += 1
  const row = table[expectation.outcome]
  if (row !== undefined) row[judged.verdict.outcome] += 1
  if (!("code" in judged.result) && judged.result.source === "text_layer") times.push(judged.ms + judged.rules)
  if (!quiet || misses.length > 0) print(expectation, judged, misses)
}
console.log("expected (rows) against found (columns)")
console.table(table)
console.log(`${judgedFiles} files, ${exact} as expected in every respect; text PDF ${median(times)} ms in the middle`)
process.exit(0)
