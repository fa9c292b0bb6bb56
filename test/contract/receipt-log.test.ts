import { afterAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Files from "@vouchkit/adapters/receipt-log/file"
import * as Memory from "@vouchkit/adapters/receipt-log/memory"
import * as Objects from "@vouchkit/adapters/receipt-log/s3"
import { type LoggedErasure, ReceiptLog } from "@vouchkit/core/resources/erasure/receipt-log"
import { Effect, type Layer } from "effect"
import { createBucket } from "../support/buckets.ts"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-receipts-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const server = await startFauxqs()
afterAll(server.stop)
const bucket = await createBucket(server.endpoint, "receipt-log")

const erasure = (digits: string, keeps_sessions = false): LoggedErasure => ({
  receipt: {
    id: `rcp_${digits.padEnd(26, "0")}`,
    object: "erasure_receipt",
    organization_id: "org_acme",
    environment: "sandbox",
    scope: { type: "identity", id: "idn_01jgfjjz00e8r4v2m9k3txqwpn" },
    counts: { identities: 1 },
    issued_at: "2026-03-01T10:00:00.000Z",
    digest: digits.padEnd(64, "0"),
    algorithm: "Ed25519",
    public_key: "A".repeat(43),
    signature: "B".repeat(86)
  },
  keeps_sessions
})

const keepsLogContract = (name: string, layer: Layer.Layer<ReceiptLog>) =>
  describe(`the log of erasures: ${name}`, () => {
    test("keeps each erasure once, in the order of identifiers, page after page", async () => {
      const entries = [erasure("ff", true), erasure("0a"), erasure("0a1"), erasure("7c")]
      const inOrder = [erasure("0a"), erasure("0a1"), erasure("7c"), erasure("ff", true)]
      const work = Effect.gen(function* () {
        const log = yield* ReceiptLog
        expect(yield* log.page("")).toEqual([])
        for (const entry of [...entries, ...entries]) yield* log.append(entry)
        expect(yield* log.page("")).toEqual(inOrder)
        for (const [place, { receipt }] of inOrder.entries()) expect(yield* log.page(receipt.id)).toEqual(inOrder.slice(place + 1))
      })
      await Effect.runPromise(Effect.provide(work, layer))
    })
  })

keepsLogContract("memory", Memory.layer)
keepsLogContract("file", Files.layer(folder))
keepsLogContract("s3", Objects.layer(bucket, { credentials: fauxqsCredentials }))

test("what a killed process left beside an entry is no entry", async () => {
  const own = mkdtempSync(join(folder, "killed-"))
  const seen = Effect.gen(function* () {
    const log = yield* ReceiptLog
    yield* log.append(erasure("0a"))
    writeFileSync(join(own, "receipts", "0a", `rcp_0a${"0".repeat(24)}.json.1.draft`), "{")
    return yield* log.page("")
  })
  expect(await Effect.runPromise(Effect.provide(seen, Files.layer(own)))).toEqual([erasure("0a")])
})
