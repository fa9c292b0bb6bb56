import { readdirSync } from "node:fs"
import { readMasterList } from "../src/verification/chip/certificates/master-list.ts"
import { readTrustBytes } from "../src/verification/chip/certificates/trust-file.ts"
import { indexTrust } from "../src/verification/chip/certificates/trust-index.ts"
import { verifyChip } from "../src/verification/chip/verify-chip.ts"

// Run with `bun packages/core/bench/chip.ts`. Each chip is verified with trust material read before (warm), and with material that is
// read for it alone (cold). The first chip of a curve in a process also makes the tables of that curve, which the last column shows.

const folder = new URL("../../../test/fixtures/chips/", import.meta.url)
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"))
const read = (name: string) => Bun.file(new URL(`${name}.json`, folder)).json()
const groups = await read("data-groups")
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".json") && !/^(?:data-groups|master-list|wrong)/.test(name))
  .map((name) => name.replace(".json", ""))

const sorted = (times: ReadonlyArray<number>) => [...times].sort((left, right) => left - right)
const share = (times: ReadonlyArray<number>, part: number) =>
  sorted(times)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const told = (times: ReadonlyArray<number>) =>
  `p50 ${share(times, 0.5).toFixed(1).padStart(6)} ms   p95 ${share(times, 0.95).toFixed(1).padStart(6)} ms`
const rounds = 15
const now = Date.UTC(2026, 10, 1)
const everything: { readonly cold: Array<number>; readonly warm: Array<number>; readonly first: Array<number> } = {
  cold: [],
  warm: [],
  first: []
}

for (const name of names.sort()) {
  const vector = await read(name)
  const material = { certificates: vector.certificates.map(fromBase64), crls: vector.crls.map(fromBase64) }
  const { dg1, dg11, dg12, dg14, dg15, dg15_rsa, dg2 } = groups
  const data_groups = name.startsWith("rsa-active") ? { dg1, dg2, dg15: dg15_rsa } : { dg1, dg2, dg11, dg12, dg14, dg15 }
  const kept = indexTrust(material)
  const verify = (trust: ReturnType<typeof indexTrust>) => {
    const start = performance.now()
    verifyChip({ sod: vector.sod, data_groups, trust, now })
    return performance.now() - start
  }
  const first = verify(kept)
  const warm = Array.from({ length: rounds }, () => verify(kept))
  const cold = Array.from({ length: rounds }, () => verify(indexTrust(material)))
  console.log(`${name.padEnd(28)} warm ${told(warm)}   cold ${told(cold)}   first in the process ${first.toFixed(1)} ms`)
  everything.warm.push(...warm)
  everything.cold.push(...cold)
  everything.first.push(first)
}
console.log(
  `all ${names.length} chips x ${rounds}`.padEnd(28),
  "warm",
  told(everything.warm),
  "  cold",
  told(everything.cold),
  "  first",
  told(everything.first)
)

const list = fromBase64((await read("master-list")).list)
const members = [...readTrustBytes(list)].flatMap((entry) => (entry.kind === "certificate" ? [entry.certificate.der] : []))
const measure = (text: string, run: () => unknown) => {
  run()
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  console.log(`${text.padEnd(60)} ${told(times)}`)
}
measure(`a master list of ${members.length} certificates, signature and members`, () => [...readMasterList(list).members()])
const many = Array.from({ length: 600 }, (_, index) => members[index % members.length] ?? new Uint8Array(0))
measure("600 certificates into an index", () => indexTrust({ certificates: many, crls: [] }))
