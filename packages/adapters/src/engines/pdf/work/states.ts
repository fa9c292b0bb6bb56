import { dashOf } from "./canvas.ts"
import { dashesAStep } from "./content.ts"
import { type Cost, free } from "./cost.ts"
import type { PdfObjects } from "./objects.ts"
import { numbersOf } from "./shadings.ts"
import type { PdfDictionary } from "./values.ts"
import { weight } from "./weights.ts"

/** What is painted in a graphics state. */
export interface Painted {
  readonly times: number
  readonly area: number
  readonly stroked: number
}

const plainModes: ReadonlySet<string> = new Set(["Normal", "Compatible"])

/** What a graphics state adds to each pixel that is painted in it, and to each line; its soft mask is drawn elsewhere. */
export const stateCost = (objects: PdfObjects, state: PdfDictionary, { area, stroked, times }: Painted): Cost => {
  const mixed = objects.members(state.get("BM")).some((mode) => objects.names(mode).some((name) => !plainModes.has(name)))
  const transparent = ["ca", "CA"].some((key) =>
    objects.members(state.get(key)).some((value) => value.kind === "number" && value.value < 1)
  )
  const masks = objects.dictionariesOf(state.get("SMask")).length
  const each = (mixed ? weight.blend : 0) + (transparent ? weight.transparent : 0) + masks * weight.softMask
  const dash = dashOf(objects.members(state.get("D")).flatMap((value) => (value.kind === "list" ? numbersOf(objects, value) : [])))
  const dashes = dash > 0 ? stroked / dash / dashesAStep : 0
  return { ...free, steps: times + dashes, paints: times * each, area: area * each }
}
