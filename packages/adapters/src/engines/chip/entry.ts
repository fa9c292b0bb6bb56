import { absentSignersOf } from "@vouchkit/core/verification/chip/certificates/signer-keys"
import { indexTrust, type TrustIndex } from "@vouchkit/core/verification/chip/certificates/trust-index"
import { verifyChip } from "@vouchkit/core/verification/chip/verify-chip"
import { chipFiles } from "@vouchkit/core/resources/nfc/chip-data"
import { trustCountriesOf } from "@vouchkit/core/resources/nfc/chip-evidence"
import { Schema } from "effect"
import { serveJobs } from "../process/serve-jobs.ts"
import { type ChipAnswer, ChipJob } from "./protocol.ts"

/** Trust material that was read is kept by its name, for the countries that were asked for last. */
const mostIndexes = 64
const indexes = new Map<string, TrustIndex>()
const indexOf = ({ certificates, crls, trust }: Extract<ChipJob, { kind: "verify" }>): TrustIndex => {
  const index = indexes.get(trust) ?? indexTrust({ certificates, crls })
  indexes.delete(trust)
  indexes.set(trust, index)
  const [oldest] = indexes.keys()
  if (indexes.size > mostIndexes && oldest !== undefined) indexes.delete(oldest)
  return index
}

const decode = Schema.decodeUnknownSync(ChipJob)

const answer = async (message: unknown): Promise<ChipAnswer> => {
  const job = decode(message)
  switch (job.kind) {
    case "countries":
      return { countries: trustCountriesOf(job), signers: absentSignersOf(job.sod, chipFiles.sod.max_bytes) }
    case "verify": {
      const { evidence, mrz, now, signers } = job
      return { verification: verifyChip({ ...evidence, trust: indexOf(job), signers, now, ...(mrz === null ? {} : { mrz }) }) }
    }
    case "portrait": {
      // Loaded with the first portrait: the library of pictures is most of what the process weighs.
      const { portraitPng } = await import("./portrait.ts")
      return { png: await portraitPng(job.bytes) }
    }
  }
}

serveJobs(answer)
