import { expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { issueReceipt } from "@vouchkit/core/resources/erasure/receipt"
import { Effect, Layer } from "effect"
import { acmeSandbox, as } from "../support/tenants.ts"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-receipts-"))
const receipt = await issueReceipt({
  scope: { type: "session", id: "ses_1" },
  counts: { sessions: 1, documents: 6 },
  at: "2026-03-01T12:00:00.000Z"
}).pipe(as(acmeSandbox), Effect.provide(Layer.merge(Crypto.layer(new Uint8Array(32).fill(7)), Memory.layer)), Effect.runPromise)

const verify = (content: unknown, ...more: ReadonlyArray<string>) => {
  const file = join(folder, "receipt.json")
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  const command = resolve(import.meta.dir, "../../packages/worker/src/commands/erasure/receipts.ts")
  const { exitCode, stderr, stdout } = Bun.spawnSync([process.execPath, command, "verify", file, ...more], { cwd: folder })
  return { code: exitCode, text: `${stdout}${stderr}` }
}

test("a receipt is verified without a database, by itself and within its answer", () => {
  const alone = verify(receipt, "--public-key", receipt.public_key)
  expect([alone.code, alone.text.includes("documents: 6"), alone.text.includes("key that you gave")]).toEqual([0, true, true])
  const answered = verify({ id: "ses_1", receipt })
  expect([answered.code, answered.text.includes("Compare it with")]).toEqual([0, true])
})

test("a receipt that was changed, or signed by another key, does not hold", () => {
  const changed = verify({ ...receipt, counts: { sessions: 1, documents: 7 } })
  expect([changed.code, changed.text.includes("was changed")]).toEqual([1, true])
  const other = verify(receipt, "--public-key", "A".repeat(43))
  expect([other.code, other.text.includes("another key")]).toEqual([1, true])
})

test("what is no receipt is told from one that does not hold", () => {
  for (const content of ["no JSON", { receipt: 1 }, [], { ...receipt, signature: "short" }]) expect(verify(content).code).toBe(64)
})
