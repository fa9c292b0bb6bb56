/**
 * Draws bills, edits their pictures and counts how many are flagged as altered, beside bills that no one edited:
 * `bun packages/adapters/bench/edited-bills.ts [rounds] [--drawn-before] [--readings FOLDER]`.
 *
 * One round is one honest bill and one bill for each kind of edit, through one of five channels, from one of three sources. Layouts and faces
 * are those that no threshold was chosen on; `--drawn-before` takes those on which they were. `--readings` keeps what the engines read, so
 * that a second run measures the rules alone.
 */
import { join } from "node:path"
import type { DocumentReading } from "@vouchkit/core/verification/document-reading"
import { judgedFile } from "@vouchkit/core/verification/proof-of-address/alterations/judged-file"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { chanceOf } from "../../../test/support/photographs.ts"
import { readDocument } from "../src/engines/read-document.ts"
import { aBill } from "./edited-bills/bills.ts"
import { type Edit, edited, edits } from "./edited-bills/edits.ts"
import { facesOf } from "./edited-bills/faces.ts"
import { type Channel, channels, rendered, type Source, sourceOf, sources, through } from "./edited-bills/pictures.ts"

const options = process.argv.slice(2)
const rounds = Math.max(1, Number(options[0] ?? 50) || 50)
const heldOut = !options.includes("--drawn-before")
const folderAt = options.indexOf("--readings")
const folder = folderAt < 0 ? null : (options[folderAt + 1] ?? null)
const today = "2026-11-20"
const faces = await facesOf(heldOut)
const kinds = ["honest", ...edits] as const
type Kind = (typeof kinds)[number]

interface Case {
  readonly round: number
  readonly kind: Kind
  readonly channel: Channel
  readonly source: Source
}

const pictureOf = async ({ channel, kind, round, source }: Case) => {
  const chance = chanceOf((heldOut ? 500_000 : 0) + round * 7919 + kinds.indexOf(kind) * 104_729)
  const bill = aBill(chance, faces, heldOut)
  const flat = kind === "honest" ? await sourceOf(await rendered(bill), source, chance) : await forged(bill, kind, source, chance)
  return { bytes: new Uint8Array(await through(flat, channel, chance)), country: bill.country }
}

const forged = async (bill: ReturnType<typeof aBill>, edit: Edit, source: Source, chance: () => number) =>
  (await edited(bill, edit, source, faces, chance)).picture

const readingOf = async (one: Case): Promise<DocumentReading | null> => {
  const name = `${heldOut ? "held-out" : "drawn-before"}-${one.round}-${one.kind.replaceAll(" ", "-")}.json`
  const kept = folder === null ? null : join(folder, name)
  if (kept !== null && (await Bun.file(kept).exists())) return Bun.file(kept).json()
  const { bytes, country } = await pictureOf(one)
  const reading = await readDocument({ bytes, mime_type: "image/jpeg", country })
  if ("code" in reading) return null
  if (kept !== null) await Bun.write(kept, JSON.stringify(reading))
  return reading
}

const found = new Map<string, { count: number; flagged: number }>()
const count = (kind: string, channel: string, flagged: boolean): void => {
  const row = found.get(`${kind}/${channel}`) ?? { count: 0, flagged: 0 }
  found.set(`${kind}/${channel}`, { count: row.count + 1, flagged: row.flagged + (flagged ? 1 : 0) })
}

let unread = 0
for (let round = 0; round < rounds; round++) {
  for (const kind of kinds) {
    const channel = channels[round % channels.length] ?? "png"
    const source = sources[Math.floor(round / channels.length) % sources.length] ?? "digital"
    const reading = await readingOf({ round, kind, channel, source })
    if (reading === null) {
      unread += 1
      continue
    }
    const extraction = readProofOfAddress(reading, { declared_type: null, declared_country: null, today })
    const flagged = judgedFile(reading, extraction).flags.includes("altered_text")
    for (const of of [channel, "all"]) count(kind, of, flagged)
    if (kind !== "honest") for (const of of [channel, "all"]) count("every edit", of, flagged)
  }
}

const written = (kind: string, channel: string): string => {
  const { count: all, flagged } = found.get(`${kind}/${channel}`) ?? { count: 0, flagged: 0 }
  return all === 0 ? "-" : `${flagged} of ${all}`
}
console.log(`flagged as altered, ${heldOut ? "layouts and faces held out" : "layouts and faces that thresholds were chosen on"}`)
console.table(
  Object.fromEntries(
    [...kinds, "every edit"].map((kind) => [
      kind,
      Object.fromEntries([...channels, "all"].map((channel) => [channel, written(kind, channel)]))
    ])
  )
)
if (unread > 0) console.log(`${unread} pictures were not read`)
process.exit(0)
