import { areaFactor, areaOf, type Box } from "./canvas.ts"
import { type ContentWork, contentWork, type Use } from "./content.ts"
import { type Cost, free, sum, times } from "./cost.ts"
import type { PdfObjects, PdfStream } from "./objects.ts"
import { pictureWork } from "./pictures.ts"
import { boxOf, matrixOf, shadingCost, tilingCost } from "./shadings.ts"
import { type Painted, stateCost } from "./states.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import type { PdfDictionary } from "./values.ts"
import { bounds, weight } from "./weights.ts"

export const none: PdfDictionary = new Map()
/** Operators of one page at most. */
export const mostSteps = bounds.page / weight.step

/** Ends the count where a part of a page alone takes more than a page may. */
export const checked = (cost: Cost): Cost => {
  if (!(cost.steps <= mostSteps)) throw new TooMuchWork("work of one page")
  if (!(cost.samples <= bounds.page)) throw new TooMuchWork("work of one page")
  return cost
}

/** Adds up what the contents of a file draw: forms, pictures, patterns, gradients, drawn fonts and graphics states. */
export class Drawings {
  private readonly objects: PdfObjects
  private readonly contents = new Map<PdfStream, ContentWork>()
  private readonly drawn = new Map<PdfStream, Map<PdfDictionary, Cost>>()
  private readonly underway = new Set<PdfStream>()
  private readonly pictures = new Map<PdfStream, number>()

  constructor(objects: PdfObjects) {
    this.objects = objects
  }

  private async pictureOf(stream: PdfStream): Promise<number> {
    const known = this.pictures.get(stream) ?? (await pictureWork(this.objects, stream))
    this.pictures.set(stream, known)
    return known
  }

  private async ownWork(stream: PdfStream): Promise<ContentWork> {
    const known = this.contents.get(stream)
    if (known !== undefined) return known
    const work = contentWork((await this.objects.unpack(stream)).bytes, mostSteps, boxOf(this.objects, stream.dictionary.get("BBox")))
    this.contents.set(stream, work)
    return work
  }

  /** What a stream of drawing operations takes when it is drawn once, with all that it draws. */
  async formOf(stream: PdfStream, outer: PdfDictionary): Promise<Cost> {
    const known = this.drawn.get(stream)?.get(outer)
    if (known !== undefined) return known
    if (this.underway.has(stream)) throw new TooMuchWork("content that draws itself")
    if (this.underway.size > bounds.depth) throw new TooMuchWork("depth of forms")
    this.underway.add(stream)
    const own = this.objects.dictionariesOf(stream.dictionary.get("Resources"))
    const { area, edges, paints, samples, steps, uses } = await this.ownWork(stream)
    // A group is drawn by itself, and then laid on what is below.
    const group = stream.dictionary.has("Group") ? weight.group : 0
    const frame = areaOf(boxOf(this.objects, stream.dictionary.get("BBox")))
    let cost: Cost = { steps, paints: paints + group, area: area + group * frame, edges, samples }
    for (const resources of own.length === 0 ? [outer] : own) cost = checked(sum(cost, await this.usesOf(uses, resources)))
    this.underway.delete(stream)
    this.drawn.set(stream, (this.drawn.get(stream) ?? new Map()).set(outer, cost))
    return cost
  }

  private named(use: Use, resources: PdfDictionary): ReadonlyArray<PdfDictionary> {
    const found = this.objects.dictionariesOf(resources.get(use.resource)).flatMap((kind) => kind.get(use.name) ?? [])
    return found.flatMap((value) => this.objects.dictionariesOf(value))
  }

  /** What the resources take that a content names, in a dictionary of resources. */
  async usesOf(uses: ReadonlyArray<Use>, resources: PdfDictionary): Promise<Cost> {
    let cost = free
    for (const use of uses)
      for (const entries of this.named(use, resources)) cost = checked(sum(cost, await this.useOf(use, entries, resources)))
    return cost
  }

  private async useOf(use: Use, entries: PdfDictionary, resources: PdfDictionary): Promise<Cost> {
    if (use.resource === "Font") return this.fontOf(entries, use, resources)
    if (use.resource === "ExtGState") return this.stateOf(entries, use, resources, use.glyphs)
    if (use.resource === "Shading") return shadingCost(this.objects, entries, use)
    if (use.resource === "XObject") return sum(await this.xObjectOf(entries, use, resources), await this.statesOf(entries, use, resources))
    const cell = this.objects.stream(entries)
    if (cell !== undefined) return tilingCost(this.objects, entries, await this.formOf(cell, resources), use)
    let cost = free
    for (const shading of this.objects.dictionariesOf(entries.get("Shading")))
      cost = sum(cost, await shadingCost(this.objects, shading, use))
    return cost
  }

  private isPicture(dictionary: PdfDictionary): boolean {
    return this.objects.names(dictionary.get("Subtype")).includes("Image")
  }

  /** A form or picture as often as it is drawn. A form covers what its own content paints, each time at most all that it may draw on. */
  private async xObjectOf(dictionary: PdfDictionary, use: Use, resources: PdfDictionary): Promise<Cost> {
    const stream = this.objects.stream(dictionary)
    if (stream === undefined) return { ...free, steps: use.times }
    if (!this.isPicture(dictionary)) {
      const once = await this.formOf(stream, resources)
      const factor = areaFactor(matrixOf(this.objects, dictionary.get("Matrix")))
      const area = Math.min(once.area * factor * use.scaled, once.paints * use.area)
      const edges = once.edges * Math.sqrt(factor * use.scaled * use.times)
      return { ...times(once, use.times), paints: once.paints * use.times, area, edges }
    }
    let samples = await this.pictureOf(stream)
    let each: number = weight.picture
    for (const mask of this.objects.dictionariesOf(dictionary.get("SMask") ?? dictionary.get("Mask"))) {
      const masking = this.objects.stream(mask)
      if (masking === undefined) continue
      samples += await this.pictureOf(masking)
      each += weight.masked
    }
    return {
      ...free,
      steps: use.times,
      paints: use.times * each,
      area: Math.min(use.scaled, use.area) * each,
      samples: samples * use.times
    }
  }

  /** The graphics states in which a form or picture is drawn, as far as it reaches. */
  private async statesOf(dictionary: PdfDictionary, use: Use, resources: PdfDictionary): Promise<Cost> {
    const frame = this.isPicture(dictionary)
      ? 1
      : areaOf(boxOf(this.objects, dictionary.get("BBox"))) * areaFactor(matrixOf(this.objects, dictionary.get("Matrix")))
    let cost = free
    for (const [state, drawn] of use.through)
      for (const entries of this.named(state, resources)) {
        const painted = { times: drawn.times, area: Math.min(drawn.area, frame * drawn.scaled), stroked: 0 }
        cost = checked(sum(cost, await this.stateOf(entries, painted, resources, 0)))
      }
    return cost
  }

  /** What painting in a graphics state takes. The group of a soft mask is drawn for each thing that is painted through it, as far as that reaches. */
  private async stateOf(state: PdfDictionary, painted: Painted, resources: PdfDictionary, glyphs: number): Promise<Cost> {
    let cost = stateCost(this.objects, state, painted)
    for (const mask of this.objects.dictionariesOf(state.get("SMask")))
      for (const group of this.objects.dictionariesOf(mask.get("G"))) {
        const stream = this.objects.stream(group)
        if (stream === undefined) continue
        const once = await this.formOf(stream, resources)
        cost = sum(cost, { ...times(once, painted.times), area: once.paints * painted.area })
      }
    for (const font of this.objects.members(state.get("Font")).flatMap((one) => this.objects.dictionariesOf(one)))
      cost = sum(cost, await this.fontOf(font, { ...painted, glyphs, scaled: Number.POSITIVE_INFINITY }, resources))
    return cost
  }

  /** A font made of drawings: all of them are read once, and each glyph that is shown is drawn, at the cost of an average one. */
  private async fontOf(
    font: PdfDictionary,
    use: Pick<Use, "times" | "glyphs" | "area" | "scaled">,
    resources: PdfDictionary
  ): Promise<Cost> {
    const selected: Cost = { ...free, steps: use.times }
    if (!this.objects.names(font.get("Subtype")).includes("Type3")) return selected
    const [own = resources] = this.objects.dictionariesOf(font.get("Resources"))
    let count = 0
    let all = free
    for (const procedures of this.objects.dictionariesOf(font.get("CharProcs")))
      for (const value of procedures.values())
        for (const entries of this.objects.dictionariesOf(value)) {
          const stream = this.objects.stream(entries)
          if (stream === undefined) continue
          count += 1
          all = checked(sum(all, await this.formOf(stream, own)))
        }
    if (count === 0) return selected
    const average = times(all, 1 / count)
    const factor = areaFactor(matrixOf(this.objects, font.get("FontMatrix")))
    const area = weight.drawnGlyph * Math.min(average.area * factor * use.scaled, average.paints * use.area)
    return { ...sum(all, times(average, use.glyphs)), area }
  }

  /** The appearances of a page's annotations, each of which may cover the page. */
  async annotationsOf(page: PdfDictionary, frame: Box): Promise<Cost> {
    let cost = free
    for (const annotation of this.objects.members(page.get("Annots")).flatMap((one) => this.objects.dictionariesOf(one)))
      for (const appearance of this.objects.dictionariesOf(annotation.get("AP")))
        for (const normal of this.objects.dictionariesOf(appearance.get("N")))
          for (const shown of [normal, ...[...normal.values()].flatMap((state) => this.objects.dictionariesOf(state))]) {
            const stream = this.objects.stream(shown)
            if (stream === undefined) continue
            const once = await this.formOf(stream, none)
            const within = areaOf(boxOf(this.objects, annotation.get("Rect"), frame))
            cost = checked(sum(cost, { ...once, area: once.paints * Math.min(within, areaOf(frame)) }))
          }
    return cost
  }
}
