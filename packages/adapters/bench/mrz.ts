/**
 * Measures how well zones are read: `bun packages/adapters/bench/mrz.ts [pages per cell] [part of a row's name] [font file] [font family]`.
 * Zones of random text in all formats are drawn from the outlines of the repository, degraded, and read; one row for each degradation.
 * With a font file, or where fonts-ocr-b is installed, two rows are set in that font by another renderer.
 */
import { existsSync } from "node:fs"
import { checkDigits } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { mrzLayouts } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { type MrzFormat, type MrzReading, mrzFormats } from "@vouchkit/core/verification/identity-documents/reading"
import { stopLegacyEngine } from "../src/engines/mrz/legacy-recognizer.ts"
import { glyphFaces } from "../src/engines/mrz/outlines.ts"
import { findMrz } from "../src/engines/mrz/read-mrz.ts"
import type { GreyImage } from "../src/engines/pdf/render.ts"
import { bent } from "./mrz/bends.ts"
import {
  between,
  blurred,
  drawPage,
  inPerspective,
  jpeg,
  moire,
  noisy,
  onTable,
  type PageLook,
  seeded,
  setInFont,
  shadowed,
  tilted,
  zoneText
} from "./mrz/pages.ts"

type Random = () => number

interface Kind {
  readonly name: string
  readonly look?: (random: Random) => Partial<PageLook>
  /** Set in a font of the machine instead of the outlines. */
  readonly font?: { readonly file: string; readonly family: string }
  readonly degrade: (random: Random, image: GreyImage, pitch: number) => Promise<GreyImage> | GreyImage
}

const same = (_: Random, image: GreyImage): GreyImage => image

/** Angles in radians: 0.32 brings characters 5 % closer together at the steepest place, 0.55 brings them 15 % closer. */
const bends: ReadonlyArray<Kind> = [
  { name: "bent along x, 5 %", degrade: (random, image) => bent(random, image, "x", 0.32) },
  { name: "bent along x, 15 %", degrade: (random, image) => bent(random, image, "x", 0.55) },
  { name: "bent along y, 15 %", degrade: (random, image) => bent(random, image, "y", 0.55) },
  { name: "bent along both, 5 %", degrade: (random, image) => bent(random, image, "both", 0.32) },
  { name: "bent along both, 15 %", degrade: (random, image) => bent(random, image, "both", 0.55) },
  {
    name: "bent along both 10 %, tilt, perspective, JPEG 60",
    degrade: async (random, image) => {
      const seen = inPerspective(bent(random, image, "both", 0.45), between(random, -0.1, 0.1), between(random, -0.08, 0.08))
      return jpeg(await tilted(seen, between(random, -3, 3)), 60)
    }
  }
]

const kinds: ReadonlyArray<Kind> = [
  { name: "clean", degrade: same },
  { name: "clean, plain face", look: () => ({ face: glyphFaces.plain, capHeight: 1.15, weight: 0 }), degrade: same },
  { name: "clean, sharp cut", look: () => ({ face: glyphFaces.ocr_b_sharp }), degrade: same },
  { name: "pitch 9 px", look: () => ({ pitch: 9 }), degrade: same },
  { name: "pitch 60 px", look: () => ({ pitch: 60 }), degrade: same },
  { name: "dark paper, guilloche", look: () => ({ paper: 130, ink: 35, guilloche: 45 }), degrade: same },
  { name: "blur", degrade: (_, image, pitch) => blurred(image, 0.07 * pitch) },
  { name: "JPEG 40", degrade: (_, image) => jpeg(image, 40) },
  { name: "noise", degrade: (random, image) => noisy(random, image, 14) },
  { name: "moire", degrade: (random, image) => moire(random, image, 14) },
  { name: "shadow", degrade: (random, image) => shadowed(random, image, 0.6) },
  { name: "tilt 3", degrade: (_, image) => tilted(image, 3) },
  { name: "tilt -5", degrade: (_, image) => tilted(image, -5) },
  { name: "perspective", degrade: (random, image) => inPerspective(image, between(random, -0.12, 0.12), between(random, -0.12, 0.12)) },
  { name: "upside down", degrade: (_, image) => tilted(image, 180) },
  { name: "sideways", degrade: (random, image) => tilted(image, random() < 0.5 ? 90 : 270) },
  {
    name: "blur, tilt 3, JPEG 50, shadow",
    degrade: async (random, image, pitch) =>
      jpeg(shadowed(random, await tilted(await blurred(image, 0.06 * pitch), random() < 0.5 ? 3 : -3), 0.5), 50)
  },
  {
    name: "the same, noise, perspective",
    degrade: async (random, image, pitch) => {
      const seen = inPerspective(await tilted(await blurred(image, 0.06 * pitch), between(random, -3, 3)), between(random, -0.1, 0.1), 0.08)
      return jpeg(noisy(random, shadowed(random, seen, 0.5), 8), 50)
    }
  },
  {
    name: "on a table, tilt, perspective, JPEG 70",
    look: (random) => ({ pitch: between(random, 11, 24), page: true }),
    degrade: async (random, image) => {
      const laid = await onTable(random, image, between(random, 0.4, 0.8))
      return jpeg(inPerspective(await tilted(laid, between(random, -5, 5)), between(random, -0.1, 0.1), between(random, -0.1, 0.1)), 70)
    }
  },
  ...bends,
  {
    name: "hardly readable: blur, noise, JPEG 30",
    degrade: async (random, image, pitch) => jpeg(noisy(random, await blurred(image, 0.18 * pitch), 12), 30)
  },
  { name: "heavy blur, JPEG 40", degrade: async (_, image, pitch) => jpeg(await blurred(image, 0.12 * pitch), 40) }
]

const file = process.argv[4] ?? "/usr/share/fonts/opentype/ocr-b/OCRB.otf"
const font = { file, family: process.argv[5] ?? "OCR B" }
const ofFont: ReadonlyArray<Kind> = existsSync(file)
  ? [
      { name: `set in ${font.family}, clean`, font, degrade: same },
      {
        name: `set in ${font.family}, blur, tilt 3, JPEG 50, shadow`,
        font,
        degrade: async (random, image) => jpeg(shadowed(random, await tilted(await blurred(image, 0.8), random() < 0.5 ? 3 : -3), 0.5), 50)
      }
    ]
  : []

const lookOf = (random: Random): PageLook => ({
  face: glyphFaces.ocr_b,
  pitch: Math.exp(between(random, Math.log(12), Math.log(32))),
  capHeight: between(random, 0.92, 1.08),
  linePitch: between(random, 1.6, 2.5),
  stretch: between(random, 0.93, 1.06),
  weight: between(random, 0, 40),
  ink: Math.round(between(random, 10, 60)),
  paper: Math.round(between(random, 200, 255)),
  guilloche: random() < 0.5 ? 0 : between(random, 5, 30),
  page: random() < 0.8
})

const holds = ({ ambiguous, format, lines }: MrzReading): boolean =>
  !ambiguous && checkDigits(mrzLayouts[format], lines).some(({ field, valid }) => field === "document_number" && valid)

const numberOf = (format: MrzFormat, lines: ReadonlyArray<string>): string => {
  const { end, line, start } = mrzLayouts[format].document_number
  return lines[line]?.slice(start, end + 1) ?? ""
}

const perCell = Math.max(1, Number(process.argv[2] ?? 4))
const only = process.argv[3]
const times: Array<number> = []
const processor: Array<number> = []
let wrong = 0
let total = 0
const rows = []
for (const [index, kind] of [...kinds, ...ofFont].entries()) {
  if (only !== undefined && !kind.name.includes(only)) continue
  const random = seeded(7000 + index)
  const exact = { TD1: 0, TD2: 0, TD3: 0, MRVA: 0, MRVB: 0, FR_ID: 0 } satisfies Record<MrzFormat, number>
  const counts = { ambiguous: 0, repaired: 0, wrong: 0, none: 0 }
  const took: Array<number> = []
  for (const format of mrzFormats)
    for (let page = 0; page < perCell; page++) {
      const lines = zoneText(random, format)
      const look = { ...lookOf(random), ...kind.look?.(random) }
      const drawn = kind.font === undefined ? (await drawPage(random, lines, look)).image : await setInFont(random, lines, kind.font)
      const image = await kind.degrade(random, drawn, look.pitch)
      const busy = process.cpuUsage()
      const start = performance.now()
      const found = await findMrz(image)
      took.push(performance.now() - start)
      const { system, user } = process.cpuUsage(busy)
      processor.push((system + user) / 1000)
      total++
      if (found === null) counts.none++
      if (found?.reading.lines.join("\n") === lines.join("\n")) exact[format]++
      if (found?.reading.ambiguous === true) counts.ambiguous++
      if (found !== null && found.reading.repair !== null) counts.repaired++
      const false_number =
        found !== null && holds(found.reading) && numberOf(found.reading.format, found.reading.lines) !== numberOf(format, lines)
      if (false_number) counts.wrong++
      if (only !== undefined && found?.reading.lines.join("\n") !== lines.join("\n"))
        console.log(format, look.pitch.toFixed(1), `${image.width}x${image.height}`, lines, found?.reading)
    }
  wrong += counts.wrong
  times.push(...took)
  const n = perCell * mrzFormats.length
  const sum = Object.values(exact).reduce((a, b) => a + b, 0)
  rows.push({
    degradation: kind.name,
    N: n,
    exact: `${((sum / n) * 100).toFixed(0)} %`,
    ...exact,
    ...counts,
    "p50 ms": Math.round(took.sort((a, b) => a - b)[Math.floor(n / 2)] ?? 0)
  })
}
console.table(rows)
times.sort((a, b) => a - b)
processor.sort((a, b) => a - b)
console.log(
  `${total} pages; wrong document numbers accepted: ${wrong}; p50 ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, p95 ${Math.round(times[Math.floor(times.length * 0.95)] ?? 0)} ms; p50 of processor time ${Math.round(processor[Math.floor(processor.length / 2)] ?? 0)} ms`
)
console.log("`wrong` counts document numbers that are not the printed one, with a check digit that holds and no word of doubt")
console.log(
  ofFont.length > 0 ? `rows "set in" are rendered from ${file}` : "no OCR-B font on this machine: every row is drawn from the outlines"
)
console.log("drawn from the outlines of the repository (ocr_b where not said otherwise), with random strokes, widths and papers")
await stopLegacyEngine()
process.exit(0)
