import { judgeNames } from "../../names/judge/judge.ts"
import { Malformed } from "../asn1/malformed.ts"
import { memberOf } from "../asn1/tlv.ts"
import { fileOf } from "./files.ts"

interface Layout {
  readonly format: "TD1" | "TD2" | "TD3"
  readonly lines: number
  readonly width: number
}

/** By the number of characters (ICAO 9303-10, 4.7.1). */
const layouts: Readonly<Record<number, Layout>> = {
  90: { format: "TD1", lines: 3, width: 30 },
  72: { format: "TD2", lines: 2, width: 36 },
  88: { format: "TD3", lines: 2, width: 44 }
}

/** DG1: the machine readable zone as the issuing state wrote it into the chip. */
export interface ChipZone {
  readonly format: "TD1" | "TD2" | "TD3"
  readonly lines: ReadonlyArray<string>
  /** Document code and issuing state as printed, fillers included: `P<` and `D<<`. */
  readonly document_code: string
  readonly issuing_state: string
}

/** Reads DG1. Throws `Malformed`. */
export const readDataGroup1 = (bytes: Uint8Array): ChipZone => {
  const zone = memberOf(fileOf(bytes, 0x61, "DG1"), 0x5f1f)
  const layout = zone === null ? undefined : layouts[zone.value.length]
  if (zone === null || layout === undefined) throw new Malformed("DG1 has no machine readable zone of a known format")
  const text = String.fromCharCode(...zone.value)
  if (!/^[A-Z0-9<]+$/.test(text)) throw new Malformed("DG1 has characters that are not allowed in a machine readable zone")
  const lines = Array.from({ length: layout.lines }, (_, line) => text.slice(line * layout.width, (line + 1) * layout.width))
  return { format: layout.format, lines, document_code: text.slice(0, 2), issuing_state: text.slice(2, 5) }
}

/** Where a field under a check digit stands, the digit included: line, first and last character. */
type Place = readonly [line: number, from: number, to: number]
const guarded: Readonly<Record<ChipZone["format"], ReadonlyArray<Place>>> = {
  TD1: [
    [0, 5, 15],
    [1, 0, 7],
    [1, 8, 15]
  ],
  TD2: [
    [1, 0, 10],
    [1, 13, 20],
    [1, 21, 28]
  ],
  TD3: [
    [1, 0, 10],
    [1, 13, 20],
    [1, 21, 28]
  ]
}

/** Where the names stand: surname and given names with two fillers between them. */
const names: Readonly<Record<ChipZone["format"], Place>> = { TD1: [2, 0, 30], TD2: [0, 5, 36], TD3: [0, 5, 44] }

const namesIn = (field: string) => {
  const [surname = "", given_names = ""] = field.split("<<").map((part) => part.replaceAll("<", " ").trim())
  return { surname, given_names }
}

/**
 * Compares DG1 with the zone that was read from the page. Number, birth and expiry stand under check digits, so that a difference there
 * is no slip of the reading, and no slip makes one name into a plainly other one; any other difference may be one.
 */
export const compareZones = (chip: ChipZone, printed: ReadonlyArray<string>): "same" | "differs" | "mismatch" => {
  const lines = printed.map((line) => line.trim().toUpperCase())
  const text = lines.join("")
  if (text === chip.lines.join("")) return "same"
  if (text.length !== chip.lines.join("").length) return "mismatch"
  const width = chip.lines[0]?.length ?? 0
  const at = (source: string, [line, from, to]: Place) => source.slice(line * width + from, line * width + to)
  const whole = chip.lines.join("")
  if (guarded[chip.format].some((place) => at(whole, place) !== at(text, place))) return "mismatch"
  const place = names[chip.format]
  return judgeNames(namesIn(at(whole, place)), namesIn(at(text, place))).outcome === "differs" ? "mismatch" : "differs"
}
