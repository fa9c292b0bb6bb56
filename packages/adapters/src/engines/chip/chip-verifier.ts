import { DocumentUnreadable, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { evidenceOf } from "@vouchkit/core/resources/nfc/chip-evidence"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Layer, Schema } from "effect"
import { cachedTrust } from "../../trust/cached-trust.ts"
import { makeWorkerPool } from "../process/pool.ts"
import { ChipAnswer, type ChipJob } from "./protocol.ts"

interface ChipVerifierOptions {
  /** Chips that are verified at the same time, each in a process of about 0.1 GB. */
  readonly concurrency?: number
  /** Milliseconds for one chip or portrait: a last resort, because what decides is counted in bytes and pixels. */
  readonly timeoutMs?: number
  /** Jobs that a process does before it is replaced; a chip takes two, and one for its portrait. */
  readonly recycleAfter?: number
  /** Jobs that may wait; more are refused as overloaded and come back as a retried job. */
  readonly maxQueue?: number
  /** Bytes of memory at which a process is ended. */
  readonly maxResidentBytes?: number
}

const defaults = { concurrency: 1, timeoutMs: 60_000, recycleAfter: 1_000, maxQueue: 128, maxResidentBytes: 768 * 1024 ** 2 } as const

const decode = Schema.decodeUnknownEffect(ChipAnswer)
const crashed = () => new EngineUnavailable({ reason: "crashed" })

/** Verifies chips in processes of their own, which start with the first chip and end with the scope. */
export const chipVerifierLayer = (options: ChipVerifierOptions = {}): Layer.Layer<ChipVerifier, never, TrustStore> =>
  Layer.effect(
    ChipVerifier,
    Effect.gen(function* () {
      const store = yield* TrustStore
      const trustOf = cachedTrust(store)
      const pool = yield* makeWorkerPool({ ...defaults, ...options, entry: new URL("./entry.ts", import.meta.url) })
      const ask = (job: ChipJob) => Effect.flatMap(pool.run(job), (reply) => Effect.mapError(decode(reply), crashed))

      const verify: ChipVerifier["Service"]["verify"] = Effect.fn("ChipVerifier.verify")(function* ({ at, chip, mrz }) {
        const { data_groups, sod } = chip
        const found = yield* ask({ kind: "countries", sod, data_groups })
        if (!("countries" in found)) return yield* crashed()
        const held = yield* Effect.forEach(found.countries, trustOf)
        const answer = yield* ask({
          kind: "verify",
          trust: found.countries.map((country, place) => `${country}/${held[place]?.edition ?? 0}`).join(" "),
          certificates: held.flatMap(({ certificates }) => certificates),
          crls: held.flatMap(({ crls }) => crls),
          signers: found.signers.length === 0 ? [] : yield* store.signersOf(found.signers),
          evidence: evidenceOf(chip),
          mrz,
          now: Date.parse(at)
        })
        return "verification" in answer ? answer.verification : yield* crashed()
      })

      const portrait: ChipVerifier["Service"]["portrait"] = Effect.fn("ChipVerifier.portrait")(function* (bytes) {
        const answer = yield* ask({ kind: "portrait", bytes })
        if (!("png" in answer)) return yield* crashed()
        return answer.png === null ? yield* new DocumentUnreadable({ code: "unreadable", retryable: true }) : answer.png
      })
      return ChipVerifier.of({ verify, portrait })
    })
  )
