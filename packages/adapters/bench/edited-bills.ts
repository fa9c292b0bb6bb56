/**
 * Draws bills, edits their pictures and counts how many are flagged as altered, beside bills that no one edited:
 * `bun packages/adapters/bench/edited-bills.ts [rounds] [--from ROUND] [--drawn-before] [--pages FOLDER]`.
 *
 * One round is two honest bills and one bill for each kind of edit, through one of five channels, from one of three sources. Layouts and faces
 * are those that no threshold was chosen on; `--drawn-before` takes those on which they were. `--pages` keeps what the recognizer read, so
 * that a second run measures the print and judges it alone.
 */
import type { PrintedWord } from "@vouchkit/core/verification/document-reading"
import { judgedFile } from "@vouchkit/core/verification/proof-of-address/alterations/judged-file"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { chanceOf } from "../../../test/support/photographs.ts"
import { decodeColour, decodePage } from "../src/engines/image/decode.ts"
import { examinePrint } from "../src/engines/image/print/examine-print.ts"
import { languagesFor } from "../src/engines/ocr/languages.ts"
import { recognizePage, type RecognizedPage } from "../src/engines/ocr/page.ts"
import { PrintAllowance } from "../src/engines/ocr/print-work.ts"
import { aBill, type Role } from "./edited-bills/bills.ts"
import { edited, edits } from "./edited-bills/edits.ts"
import { facesOf } from "./edited-bills/faces.ts"
import { type KeptPage, pagesIn } from "./edited-bills/kept-pages.ts"
import { type Channel, channels, rendered, type Source, sourceOf, sources, through } from "./edited-bills/pictures.ts"
import { wilson } from "./edited-bills/wilson.ts"

const options = process.argv.slice(2)
const optionOf = (name: string): string | null => (options.includes(name) ? (options[options.indexOf(name) + 1] ?? null) : null)
const rounds = Math.max(1, Number(options[0] ?? 50) || 50)
const firstRound = Number(optionOf("--from") ?? 0) || 0
const heldOut = !options.includes("--drawn-before")
const folder = optionOf("--pages")
const kept = folder === null ? null : pagesIn(folder)
const today = "2026-11-20"
const faces = await facesOf(heldOut)
const honest = ["honest", "honest, another"] as const
const kinds = [...honest, ...edits] as const
type Kind = (typeof kinds)[number]

interface Case {
  readonly round: number
  readonly kind: Kind
  readonly channel: Channel
  readonly source: Source
}

/** The held-out seeds are none of those of earlier tables. */
const seedOf = ({ kind, round }: Case): number => (heldOut ? 40_000_003 : 0) + round * 7919 + kinds.indexOf(kind) * 104_729

const pictureOf = async (one: Case): Promise<Omit<KeptPage, "page">> => {
  const { channel, kind, source } = one
  const chance = chanceOf(seedOf(one))
  const bill = aBill(chance, faces, heldOut)
  const { picture, role } =
    kind === "honest" || kind === "honest, another"
      ? { picture: await sourceOf(await rendered(bill), source, chance), role: null }
      : await edited(bill, kind, source, faces, chance)
  return { bytes: new Uint8Array(await through(picture, channel, chance)), country: bill.country, edited: role }
}

const pageOf = async (one: Case): Promise<KeptPage> => {
  const name = `${heldOut ? "held-out" : "drawn-before"}-${one.round}-${one.kind.replaceAll(/\W+/g, "-")}`
  const known = await kept?.find(name)
  if (known) return known
  const drawn = await pictureOf(one)
  const page = {
    ...drawn,
    page: await recognizePage((await decodePage(drawn.bytes)).grey, 1, languagesFor(drawn.country), new PrintAllowance())
  }
  await kept?.keep(name, page)
  return page
}

/** Parts of the page that are held for altered. */
const doubted = (page: RecognizedPage, print: ReadonlyArray<PrintedWord>): ReadonlyArray<Role> => {
  const reading = {
    page_count: 1,
    source: "ocr" as const,
    lines: page.lines,
    pages: [{ page: 1, source: "ocr" as const, onto: page.onto }]
  }
  const extraction = readProofOfAddress(reading, { declared_type: null, declared_country: null, today })
  const forensics = { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] }
  const roles = { holder_name: "name", address: "street", issue_date: "date", period_end: "date" } as const
  return (judgedFile({ ...reading, print, forensics }, extraction).altered ?? []).map(({ field }) => roles[field])
}

const found = new Map<string, { count: number; flagged: number }>()
const count = (kind: string, channel: string, flagged: boolean): void => {
  const row = found.get(`${kind}/${channel}`) ?? { count: 0, flagged: 0 }
  found.set(`${kind}/${channel}`, { count: row.count + 1, flagged: row.flagged + (flagged ? 1 : 0) })
}

const named = { right: 0, all: 0 }
for (let round = firstRound; round < firstRound + rounds; round++) {
  for (const kind of kinds) {
    const channel = channels[round % channels.length] ?? "png"
    const source = sources[(round + 2 * Math.floor(round / channels.length)) % sources.length] ?? "digital"
    const { bytes, edited: role, page } = await pageOf({ round, kind, channel, source })
    const { grey } = await decodePage(bytes)
    const colour = await decodeColour(bytes, Math.max(grey.width, grey.height))
    const parts = doubted(page, await examinePrint({ grey, colour }, page))
    const flagged = parts.length > 0
    const isHonest = role === null
    if (flagged && role !== null) {
      named.all += 1
      if (parts.includes(role)) named.right += 1
    }
    for (const of of [channel, `from ${source}`, "all"]) {
      count(isHonest ? "none (false alarms)" : kind, of, flagged)
      if (!isHonest) count("every edit", of, flagged)
    }
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}`
const written = (kind: string, of: string): string => {
  const { count: all, flagged } = found.get(`${kind}/${of}`) ?? { count: 0, flagged: 0 }
  const [low, high] = wilson(flagged, all)
  return all === 0 ? "-" : `${flagged} of ${all}${of === "all" ? ` (${percent(low)} to ${percent(high)} %)` : ""}`
}
const rows = ["none (false alarms)", ...edits, "every edit"]
const tableOf = (columns: ReadonlyArray<string>): void =>
  console.table(Object.fromEntries(rows.map((kind) => [kind, Object.fromEntries(columns.map((of) => [of, written(kind, of)]))])))
console.log(`flagged as altered, ${heldOut ? "layouts and faces held out" : "layouts and faces that thresholds were chosen on"}`)
tableOf([...channels, "all"])
tableOf(sources.map((source) => `from ${source}`))
console.log(`the item that was edited is among those named on ${named.right} of ${named.all} flagged pages`)
process.exit(0)
