import sharp from "sharp"
import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { type aBill, type Bill, type Chance, type Item, pick, type Role, sayingOf } from "./bills.ts"
import type { Face } from "./faces.ts"
import { around, covered, drawnAlone, inked, paperOf, type PixelArea, pixelsAt, rendered, type Source, sourceOf } from "./pictures.ts"

export const edits = [
  "other typeface",
  "other size",
  "other weight",
  "shifted base line",
  "other spacing",
  "other ink",
  "pasted",
  "painted over"
] as const
export type Edit = (typeof edits)[number]

type WrittenBill = ReturnType<typeof aBill>

interface Forged {
  readonly picture: ColourImage
  readonly role: Role
}

/** Paper of the page below its text, where an edit takes its background from. */
const blank = (area: PixelArea): PixelArea => ({ ...area, left: pixelsAt(60), top: pixelsAt(560) })

const replacement = (item: Item, edit: Edit, text: string, chance: Chance): Item => {
  switch (edit) {
    case "other size":
      return { ...item, text, size: item.size * (chance() < 0.5 ? 0.9 : 1.11) }
    case "other weight":
      return { ...item, text, bold: !item.bold }
    case "shifted base line":
      return { ...item, text, y: item.y + (chance() < 0.5 ? -1 : 1) * item.size * (0.1 + chance() * 0.06) }
    case "other spacing":
      return { ...item, text, spacing: (chance() < 0.5 ? -1 : 1) * item.size * (0.03 + chance() * 0.03) }
    case "other ink":
      return { ...item, text, colour: pick(chance, ["#1c2b66", "#4a4a4a"]) }
    default:
      return { ...item, text }
  }
}

/** A piece of another picture with its own paper, brought to the height of what it covers. */
const pasted = async (target: ColourImage, area: PixelArea, item: Item, other: Bill, chance: Chance): Promise<ColourImage> => {
  const ratio = 0.85 + chance() * 0.3
  const own = { ...item, size: item.size * ratio, x: 80, y: 80 }
  const { area: inkArea, image } = await drawnAlone(own, other.face)
  const source = await sourceOf(image, chance() < 0.5 ? "scan" : "jpeg", chance)
  const piece = around(inkArea, 5)
  const cut = await sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } })
    .extract(piece)
    .resize({ width: Math.round(piece.width / ratio), height: Math.round(piece.height / ratio), fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const placed = { data: new Uint8Array(cut.data), width: cut.info.width, height: cut.info.height }
  const to = { left: area.left, top: area.top, width: placed.width, height: placed.height }
  return covered(target, to, [placed, { left: 0, top: 0, width: placed.width, height: placed.height }])
}

/** Replaces one item of a bill by another text, in one way. */
export const edited = async (
  bill: WrittenBill,
  edit: Edit,
  source: Source,
  faces: ReadonlyArray<Face>,
  chance: Chance
): Promise<Forged> => {
  const picture = await sourceOf(await rendered(bill), source, chance)
  const role = pick(chance, ["name", "name", "street", "date"] as const)
  const item = bill.items.find((one) => one.role === role)
  if (item === undefined) throw new Error("the bill has no such item")
  let text = sayingOf(role, bill.language, chance)
  while (text === item.text) text = sayingOf(role, bill.language, chance)
  const { area } = await drawnAlone(item, bill.face)
  const hole = around(area, 4)
  const cleared = covered(picture, hole, edit === "painted over" ? paperOf(picture, hole) : [picture, blank(hole)])
  const others = faces.filter(({ name }) => name !== bill.face.name)
  if (edit === "pasted") {
    const other = { ...bill, face: chance() < 0.5 ? bill.face : pick(chance, others) }
    return { picture: await pasted(cleared, hole, { ...item, text }, other, chance), role }
  }
  const face = edit === "other typeface" ? pick(chance, others) : bill.face
  const { image } = await drawnAlone(replacement(item, edit, text, chance), face)
  return { picture: inked(cleared, image), role }
}
