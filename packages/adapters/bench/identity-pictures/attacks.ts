/**
 * Measures screens and lamps: `bun packages/adapters/bench/identity-pictures/attacks.ts screens|others|honest|lamps [pictures]`. Screens are those by which
 * the limits were chosen, others those by which nothing was. Each picture is found or not by the limits of the default policy; the table shows how
 * many were, with Wilson's bounds of 95 per cent.
 */
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { guilloches } from "../../../../test/support/guilloche.ts"
import { aLicence, aPassport, drawnCard } from "../../../../test/support/identity-cards.ts"
import { lamps } from "../../../../test/support/lamps.ts"
import { otherPanels, type Panel, panels } from "../../../../test/support/panels.ts"
import { decodeColour } from "../../src/engines/image/decode.ts"
import { captureSigns } from "../../src/engines/identity/capture-signs.ts"
import { findOutlines } from "../../src/engines/identity/outline.ts"
import { readIdentityPictures } from "../../src/engines/identity/read-identity.ts"
import { honestCase } from "./honest.ts"
import { lampCase } from "./lamps.ts"
import { presentations, screenCase } from "./screens.ts"

const [what = "screens", asked = "12"] = process.argv.slice(2)
const count = Math.max(1, Number(asked))
const details = [aPassport(), aLicence()] as const
const scales = [12, 16] as const
const cards = await Promise.all(
  details.map(async (card, index) => ({
    details: card,
    pixelsPerMillimetre: scales[index] ?? 12,
    image: await drawnCard(card, scales[index] ?? 12)
  }))
)
const cardOf = (index: number) => {
  const card = cards[index % cards.length]
  if (card === undefined) throw new Error("no document was drawn")
  return card
}

/** Bounds of a share, by Wilson, at 95 per cent. */
const bounds = (found: number, all: number): string => {
  const z = 1.96
  const [share, spread] = [found / all, (z * z) / all]
  const middle = (share + spread / 2) / (1 + spread)
  const reach = (z / (1 + spread)) * Math.sqrt((share * (1 - share)) / all + spread / (4 * all))
  return `${Math.max(0, middle - reach).toFixed(2)} to ${Math.min(1, middle + reach).toFixed(2)}`
}

const found = new Map<string, { all: number; found: number }>()
const counted = (kind: string, is: boolean) => {
  for (const key of [kind, "all"]) {
    const row = found.get(key) ?? { all: 0, found: 0 }
    found.set(key, { all: row.all + 1, found: row.found + (is ? 1 : 0) })
  }
}

const signsOf = async (bytes: Uint8Array) => {
  const image = await decodeColour(bytes, 3400)
  const outlines = await findOutlines(image)
  return captureSigns(image, outlines[0] ?? null, outlines)
}
const { quality, signals } = defaultIdentityPolicy
const isScreen = async (bytes: Uint8Array) => ((await signsOf(bytes)).screen_capture ?? 0) >= signals.screen_capture

const measureScreens = async (shown: ReadonlyArray<Panel>, from: number) => {
  for (let index = 0; index < count; index++) {
    const panel = shown[index % shown.length] ?? shown[0]
    const presentation = presentations[Math.floor(index / shown.length) % presentations.length] ?? "photograph"
    if (panel === undefined) continue
    const { bytes, scale } = await screenCase(cardOf(index).image, panel, presentation, from + index)
    const near = scale >= 1.5 ? "1.5 pixels of the camera or more for one of the screen" : "fewer pixels"
    const is = await isScreen(bytes)
    counted(`${presentation}, ${near}`, is)
    console.error(`${index} ${panel.name}, ${presentation}, ${scale.toFixed(2)}: ${is ? "found" : "missed"}`)
  }
}

const measureHonest = async () => {
  const kinds = [null, ...guilloches]
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? null
    const { image, pixelsPerMillimetre } = cardOf(index)
    const is = await isScreen(await honestCase(image, pixelsPerMillimetre, kind, 500 + index))
    counted(kind === null ? "no fine lines" : `fine lines: ${kind}`, is)
    console.error(`${index} ${kind ?? "none"}: ${is ? "taken for a screen" : "not taken"}`)
  }
}

/** Every seventh picture has its lamp beside the document. */
const measureLamps = async () => {
  for (let index = 0; index < count; index++) {
    const lamp = lamps[index % lamps.length] ?? "bulb"
    const over = index % 7 === 6 ? null : (index * 3 + 1) % 7
    let bytes: Uint8Array | null = null
    for (let again = 0; again < 4 && bytes === null; again++) bytes = await lampCase(cardOf(index), lamp, over, index + again * 1000)
    const read = bytes === null ? null : await readIdentityPictures({ bytes, mime_type: "image/jpeg", country: null })
    if (read === null || "code" in read) continue
    const glare = read.identity.pictures[0]?.quality.glare ?? 1
    const is = glare < quality.glare
    if (over === null) counted("no light on the document", is)
    else counted(lamp, is)
    console.error(`${index} ${lamp}, ${over === null ? "beside" : `over field ${over}`}: glare ${glare}`)
  }
}

switch (what) {
  case "screens":
    await measureScreens(panels, 1)
    break
  case "others":
    await measureScreens(otherPanels, 5001)
    break
  case "honest":
    await measureHonest()
    break
  default:
    await measureLamps()
}
console.log("| Kind | found | of | 95 % |\n| --- | --- | --- | --- |")
for (const [kind, row] of found) console.log(`| ${kind} | ${row.found} | ${row.all} | ${bounds(row.found, row.all)} |`)
process.exit(0)
