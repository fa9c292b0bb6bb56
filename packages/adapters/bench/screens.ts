/**
 * Measures pictures of screens, beside honest pictures of documents with fine lines and printed dots by the same cameras:
 * `bun run bench screens`, or `bun packages/adapters/bench/screens.ts [screens|honest] [pictures] [--from PICTURE] [--chosen] [--kept FOLDER]`.
 *
 * Panels, cameras and seeds are those that no limit was chosen on; `--chosen` takes those on which they were. A picture counts as a screen by the
 * limit of the default policy. `--kept` keeps the pictures, so that a second run measures the signs alone.
 */
import { join } from "node:path"
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { aLicence, aPassport, drawnCard } from "../../../test/support/identity-cards.ts"
import { otherPanels, panels } from "../../../test/support/panels.ts"
import { decodeColour } from "../src/engines/image/decode.ts"
import { captureSigns } from "../src/engines/identity/capture-signs.ts"
import { findOutlines } from "../src/engines/identity/outline.ts"
import { wilson } from "./edited-bills/wilson.ts"
import { type CameraModel, cameras, otherCameras } from "./identity-pictures/cameras.ts"
import { honestShot, prints } from "./identity-pictures/honest.ts"
import { pictureOfScreen, presentations, scaleOf } from "./identity-pictures/shots.ts"

const options = process.argv.slice(2)
const only = ["screens", "honest"].find((what) => options.includes(what)) ?? null
const count = Number(options.find((option) => /^\d+$/.test(option)) ?? 60)
const chosen = options.includes("--chosen")
const optionOf = (name: string): string | null => (options.includes(name) ? (options[options.indexOf(name) + 1] ?? null) : null)
const kept = optionOf("--kept")
const first = Number(optionOf("--from") ?? 0) || 0
const [shownPanels, lenses] = chosen ? [panels, cameras] : [otherPanels, otherCameras]
const firstSeed = chosen ? { screens: 20_000, honest: 30_000 } : { screens: 900_000, honest: 950_000 }
/** Pixels that documents are drawn with for a millimetre: a passport and a licence, as screens show them, and as finely as they are printed. */
const drawn = { screens: [12, 16], honest: [20, 28] } as const

const at = <A>(values: ReadonlyArray<A>, index: number): A => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error("nothing to choose from")
  return value
}

const found = new Map<string, { all: number; found: number }>()
const counted = (rows: ReadonlyArray<string>, is: boolean): void => {
  for (const key of rows) {
    const row = found.get(key) ?? { all: 0, found: 0 }
    found.set(key, { all: row.all + 1, found: row.found + (is ? 1 : 0) })
  }
}

const pictureOf = async (name: string, made: () => Promise<Uint8Array>): Promise<Uint8Array> => {
  const file = kept === null ? null : Bun.file(join(kept, `${name}${chosen ? "-chosen" : ""}.jpg`))
  if (file !== null && (await file.exists())) return new Uint8Array(await file.arrayBuffer())
  const bytes = await made()
  if (file !== null) await Bun.write(file, bytes)
  return bytes
}

const isScreen = async (bytes: Uint8Array): Promise<boolean> => {
  const image = await decodeColour(bytes, 3400)
  const outlines = await findOutlines(image)
  const { screen_capture } = captureSigns(image, outlines[0] ?? null, outlines)
  return (screen_capture ?? 0) >= defaultIdentityPolicy.signals.screen_capture
}

const cardsFor = (what: "screens" | "honest") =>
  Promise.all([drawnCard(aPassport(), drawn[what][0]), drawnCard(aLicence(), drawn[what][1])])

/** Pixels of the sensor for one of the screen, in which the lens and the sensor level out more or less of its grid. */
const distanceOf = (scale: number): string =>
  scale < 1.25 ? "under 1.25 pixels of the sensor for one of the screen" : scale < 2 ? "1.25 to 2 pixels" : "2 pixels or more"

const measureScreens = async (): Promise<void> => {
  const cards = await cardsFor("screens")
  for (let index = first; index < count; index++) {
    const panel = at(shownPanels, index)
    const presentation = at(presentations, index + Math.floor(index / 12))
    const camera = chosen ? at(lenses, index) : at(lenses, index + Math.floor(index / 6))
    const request = {
      card: at(cards, chosen ? index : Math.floor(index / 2)),
      panel,
      presentation,
      camera,
      seed: firstSeed.screens + index
    }
    const is = await isScreen(await pictureOf(`screen-${index}`, () => pictureOfScreen(request)))
    const rows = [`shown: ${presentation}`, `by: ${camera.name}`, `on: ${panel.name}`, distanceOf(scaleOf(request)), "all screens"]
    counted(rows, is)
    console.error(`${index} ${panel.name}, ${presentation}, ${camera.name}, ${scaleOf(request).toFixed(2)}: ${is ? "found" : "missed"}`)
  }
}

const measureHonest = async (): Promise<void> => {
  const cards = await cardsFor("honest")
  for (let index = first; index < count; index++) {
    const camera: CameraModel = at(lenses, index)
    const print = at(prints, index + Math.floor(index / (chosen ? 24 : 8)))
    const one = chosen ? Math.floor(index / 3) : Math.floor(index / 2)
    const made = () => honestShot(at(cards, one), at(drawn.honest, one), print, camera, firstSeed.honest + index)
    const is = await isScreen(await pictureOf(`honest-${index}`, made))
    counted([`honest, printed: ${print}`, "all honest pictures"], is)
    console.error(`${index} ${print}, ${camera.name}: ${is ? "taken for a screen" : "not taken"}`)
  }
}

if (only !== "honest") await measureScreens()
if (only !== "screens") await measureHonest()
console.log("| Pictures | taken for a screen | of | 95 % |\n| --- | --- | --- | --- |")
for (const [kind, row] of [...found].sort(([one], [other]) => one.localeCompare(other))) {
  const [low, high] = wilson(row.found, row.all).map((share) => `${Math.round(100 * share)}`)
  console.log(`| ${kind} | ${row.found} | ${row.all} | ${low} to ${high} % |`)
}
process.exit(0)
