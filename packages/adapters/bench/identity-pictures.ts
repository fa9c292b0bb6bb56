/**
 * Measures how pictures of identity documents are read: `bun packages/adapters/bench/identity-pictures.ts [samples]`.
 * Documents are drawn, laid on backgrounds in perspective and photographed; it prints the time of a reading, what was found, how the quality
 * separates good pictures from poor ones, and how the signs of screens and prints separate. All in this process, on generated pictures.
 */
import { aLicence, aPassport, drawnCard } from "../../../test/support/identity-cards.ts"
import type { DocumentPicture } from "@vouchkit/core/verification/identity-documents/reading"
import {
  type Background,
  type Camera,
  chanceOf,
  cornersAt,
  halftone,
  onScreen,
  photographOf,
  taken,
  withGlare
} from "../../../test/support/photographs.ts"
import { readIdentityPictures } from "../src/engines/identity/read-identity.ts"
import type { ColourImage } from "../src/engines/pdf/render.ts"

interface Kind {
  readonly name: string
  readonly card?: (card: ColourImage, sample: number) => ColourImage
  readonly scene?: (scene: ColourImage, sample: number) => ColourImage
  readonly camera?: Camera
  readonly width?: number
  readonly shifted?: number
}

const kinds: ReadonlyArray<Kind> = [
  { name: "good photograph" },
  { name: "small in the picture (4 px/mm)", width: 0.24 },
  { name: "blur of 4 pixels", camera: { blur: 4 } },
  { name: "blur of 8 pixels", camera: { blur: 8 } },
  { name: "dark", camera: { light: 0.25, grain: 6 } },
  { name: "glare over print", scene: (scene) => withGlare(scene, [0.53, 0.5], 0.09) },
  { name: "cut at the side", shifted: 0.36 },
  { name: "screen, period 4.5, depth 0.2", scene: (scene, sample) => onScreen(scene, 4.5, 2 + sample, 0.2) },
  { name: "screen, period 9, depth 0.06", scene: (scene, sample) => onScreen(scene, 9, 2 + sample, 0.06) },
  { name: "print, dots of 6 pixels", card: (card) => halftone(card, 6, 35) },
  { name: "print, grey dots", card: (card) => halftone(card, 5, 45, true) }
]

const backgrounds: ReadonlyArray<Background> = ["plain", "wood", "gradient", "cloth", "dark", "light"]
const samples = Math.max(1, Number(process.argv[2] ?? 4))
const size = { width: 2000, height: 1500 }
const cards = [await drawnCard(aPassport(), 12), await drawnCard(aLicence(), 16)] as const
const chance = chanceOf(17)

const middle = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const range = (values: ReadonlyArray<number | null>): string => {
  const told = values.filter((value) => value !== null)
  if (told.length === 0) return "-"
  return `${middle(told).toFixed(2)} (${Math.min(...told).toFixed(2)} to ${Math.max(...told).toFixed(2)})`
}

const rows = []
const unchanged = (image: ColourImage): ColourImage => image
for (const { camera, card = unchanged, name, scene = unchanged, shifted = 0, width = 0.62 } of kinds) {
  const times: Array<number> = []
  const found: Array<DocumentPicture & { readonly passport: boolean }> = []
  for (let sample = 0; sample < samples; sample++) {
    const drawn = card(cards[sample % 2] ?? cards[0], sample)
    const wide = size.width * width * (0.95 + 0.1 * chance())
    const corners = cornersAt([size.width * (0.5 + shifted), size.height / 2], wide, drawn.width / drawn.height, {
      turned: (chance() - 0.5) * 12,
      keystone: chance() * 0.08
    })
    const background = backgrounds[sample % backgrounds.length] ?? "plain"
    const pictured = scene(photographOf(size, background, [{ card: drawn, corners, rounding: 0.025 }], sample), sample)
    const bytes = await taken(pictured, { blur: 0.8, grain: 5, jpeg_quality: 78, ...camera })
    if (times.length === 0) await readIdentityPictures({ bytes, mime_type: "image/jpeg", country: null })
    const start = performance.now()
    const result = await readIdentityPictures({ bytes, mime_type: "image/jpeg", country: null })
    times.push(performance.now() - start)
    const [picture] = "code" in result ? [] : result.identity.pictures
    if (picture !== undefined) found.push({ ...picture, passport: sample % 2 === 0 })
  }
  const passports = found.filter(({ passport }) => passport)
  rows.push({
    kind: name,
    N: samples,
    "ms, p50": Math.round(middle(times)),
    "whole / cut / unknown": [true, false, null]
      .map((seen) => found.filter(({ quality }) => quality.fully_visible === seen).length)
      .join(" / "),
    "zone read": `${passports.filter(({ mrz }) => mrz?.lines[1] === "L898902C36UTO7408122F1204159ZE184226B<<<<<10").length} of ${passports.length}`,
    focus: range(found.map(({ quality }) => quality.focus)),
    brightness: range(found.map(({ quality }) => quality.brightness)),
    glare: range(found.map(({ quality }) => quality.glare)),
    resolution: range(found.map(({ quality }) => quality.resolution)),
    screen: range(found.map(({ screen_capture }) => screen_capture)),
    print: range(found.map(({ printed_copy }) => printed_copy))
  })
}
const columns = Object.keys(rows[0] ?? {})
console.log(`| ${columns.join(" | ")} |\n|${columns.map(() => " --- ").join("|")}|`)
for (const row of rows) console.log(`| ${Object.values(row).join(" | ")} |`)
console.log(`resident memory at the end: ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MB`)
process.exit(0)
