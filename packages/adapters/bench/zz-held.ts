import { decodeGrey } from "../src/engines/image-decode.ts"
import { findMrz } from "../src/engines/mrz/read-mrz.ts"
import { checkDigits } from "@vouchkit/core/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/identity-documents/mrz/layouts"
const dir = process.argv[2]!
const only = process.argv[3]
const truth = (await Bun.file(`${dir}/truth.json`).json()).filter((t: any) => !only || only.split(",").includes(t.file.match(/(\d+)\.jpg/)[1]))
const table: Record<string, any> = {}
const bump = (k: string, f: string) => { const r = (table[k] ??= { n: 0, exact: 0, accepted: 0, wrongnum: 0, wrongother: 0, unsure: 0, none: 0 }); r[f]++ }
const times: number[] = []
for (const t of truth) {
  const bytes = new Uint8Array(await Bun.file(t.file).arrayBuffer())
  const began = performance.now()
  const mrz: any = (await findMrz(await decodeGrey(bytes)))?.reading
  times.push(performance.now() - began)
  for (const k of [`cond ${t.cond}`, `font ${t.font}`, `kind ${t.kind}`, "all"]) {
    bump(k, "n")
    if (!mrz) { bump(k, "none"); continue }
    const exact = JSON.stringify(mrz.lines) === JSON.stringify(t.lines)
    if (exact) bump(k, "exact")
    const ok = checkDigits((mrzLayouts as any)[mrz.format], mrz.lines).every((d: any) => d.valid) && !mrz.ambiguous
    const num = (l: string[], kind: string) => kind === "TD1" ? l[0]!.slice(5, 14) : l[1]!.slice(0, 9)
    if (k === 'all') console.log('DUMP', t.font, t.cond, ok, mrz.ambiguous, exact, mrz.confidence.toFixed(3), mrz.repair ? 'R' : '-')
    if (!ok) { bump(k, "unsure"); continue }
    bump(k, "accepted")
    if (num(mrz.lines, t.kind) !== num(t.lines, t.kind)) bump(k, "wrongnum"); else if (!exact) bump(k, "wrongother")
    if (k === "all" && !exact) console.log(num(mrz.lines, t.kind) !== num(t.lines, t.kind) ? "WRONG" : "other", t.file, t.font, t.cond, t.pitch.toFixed(1), "conf", mrz.confidence.toFixed(3), JSON.stringify(mrz.repair), "\n " + t.lines.join("\n ") + "\n=" + mrz.lines.join("\n="))
  }
}
console.table(table); times.sort((a, b) => a - b); console.log("p50", times[times.length >> 1]!.toFixed(0), "p95", times[Math.floor(times.length * 0.95)]!.toFixed(0))
process.exit(0)
