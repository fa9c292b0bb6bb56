import { areaFactor, areaOf, type Box } from "./canvas.ts"
import { type ContentWork, contentWork, type Use } from "./content.ts"
import { type Cost, free, sum, times } from "./cost.ts"
import { PdfObjects, type PdfStream } from "./objects.ts"
import { pictureWork } from "./pictures.ts"
import { boxOf, matrixOf, shadingCost, tilingCost } from "./shadings.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import type { PdfDictionary, PdfValue } from "./values.ts"

/**
 * The most that reading one file may take, all its pages and revisions together. Counted in what the file has and never in time, so that it
 * gets the same answer on every machine. Genuine files at hand take less than a twentieth of each; a test holds that.
 */
export const bounds = {
  /** Drawing operations, with every form, pattern and glyph as often as it is drawn. */
  steps: 3_000_000,
  /** Pixels of pictures: twenty pages of a colour scan at 300 dpi take 174 million. */
  pixels: 1_000_000_000,
  /** Pixels that are painted, as often as they are, where pages are drawn at 300 dpi: a page of A4 has 8.7 million. */
  painted: 10_000_000_000,
  /** Forms, patterns and glyphs that draw one another. */
  depth: 24
} as const

/** Pages of one file that are looked at, and nodes of its tree of pages on the way to one of them. */
const maxLeaves = 200
const maxTreeDepth = 60
const maxTreeNodes = 20_000

interface PdfWork {
  readonly steps: number
  readonly pixels: number
  readonly painted: number
  /** False for a file that takes a password, whose streams cannot be looked at. */
  readonly known: boolean
}

const none: PdfDictionary = new Map()
/** A page without a size of its own, in points. */
const letter: Box = [0, 0, 612, 792]
/** Pixels of a square point at 300 dpi, and pixels of a page at most, whatever its size. */
const pixelsAPoint = (300 / 72) ** 2
const pixelsAPage = 12_000_000

/** Adds up the work of a file's pages. */
class Scale {
  steps = 0
  pixels = 0
  private readonly objects: PdfObjects
  private readonly contents = new Map<PdfStream, ContentWork>()
  private readonly drawn = new Map<PdfStream, Map<PdfDictionary, Cost>>()
  private readonly underway = new Set<PdfStream>()
  private readonly pictures = new Map<PdfStream, number>()

  constructor(objects: PdfObjects) {
    this.objects = objects
  }

  private checked(cost: Cost): Cost {
    if (!(cost.steps <= bounds.steps)) throw new TooMuchWork("drawing operations")
    if (!(cost.samples <= bounds.painted)) throw new TooMuchWork("pixels that are painted")
    return cost
  }

  /** Counts the pixels of a picture once, and gives what drawing it takes each time. */
  private async pictureOf(stream: PdfStream): Promise<number> {
    const known = this.pictures.get(stream)
    if (known !== undefined) return known
    const { calculated, pixels } = await pictureWork(this.objects, stream)
    this.pictures.set(stream, pixels + calculated)
    this.pixels += pixels
    if (this.pixels > bounds.pixels) throw new TooMuchWork("pixels")
    return pixels + calculated
  }

  private async ownWork(stream: PdfStream): Promise<ContentWork> {
    const known = this.contents.get(stream)
    if (known !== undefined) return known
    const work = contentWork((await this.objects.unpack(stream)).bytes, bounds.steps, boxOf(this.objects, stream.dictionary.get("BBox")))
    this.contents.set(stream, work)
    return work
  }

  /** What a stream of drawing operations takes when it is drawn once, with all that it draws. */
  private async formOf(stream: PdfStream, outer: PdfDictionary): Promise<Cost> {
    const known = this.drawn.get(stream)?.get(outer)
    if (known !== undefined) return known
    if (this.underway.has(stream)) throw new TooMuchWork("content that draws itself")
    if (this.underway.size > bounds.depth) throw new TooMuchWork("depth of forms")
    this.underway.add(stream)
    const own = this.objects.dictionariesOf(stream.dictionary.get("Resources"))
    const work = await this.ownWork(stream)
    // A group is drawn by itself, and then laid on what is below.
    const group = stream.dictionary.has("Group") ? 2 : 0
    const frame = areaOf(boxOf(this.objects, stream.dictionary.get("BBox")))
    let cost: Cost = { steps: work.steps, paints: work.paints + group, area: work.area + group * frame, samples: work.pixels }
    for (const resources of own.length === 0 ? [outer] : own) cost = this.checked(sum(cost, await this.usesOf(work, resources)))
    this.underway.delete(stream)
    this.drawn.set(stream, (this.drawn.get(stream) ?? new Map()).set(outer, cost))
    return cost
  }

  private async usesOf(work: ContentWork, resources: PdfDictionary): Promise<Cost> {
    let cost = free
    for (const use of work.uses) {
      const found = this.objects.dictionariesOf(resources.get(use.resource)).flatMap((kind) => kind.get(use.name) ?? [])
      for (const value of found)
        for (const entries of this.objects.dictionariesOf(value)) cost = this.checked(sum(cost, await this.useOf(use, entries, resources)))
    }
    return cost
  }

  private async useOf(use: Use, entries: PdfDictionary, resources: PdfDictionary): Promise<Cost> {
    if (use.resource === "Font") return this.fontOf(entries, use, resources)
    if (use.resource === "ExtGState") return this.maskOf(entries, use, resources)
    if (use.resource === "Shading") return shadingCost(this.objects, entries, use)
    if (use.resource === "XObject") return this.xObjectOf(entries, use, resources)
    const cell = this.objects.stream(entries)
    if (cell !== undefined) return tilingCost(this.objects, entries, await this.formOf(cell, resources), use)
    let cost = free
    for (const shading of this.objects.dictionariesOf(entries.get("Shading")))
      cost = sum(cost, await shadingCost(this.objects, shading, use))
    return cost
  }

  /** A form or picture as often as it is drawn. A form covers what its own content paints, each time at most all that it may draw on. */
  private async xObjectOf(dictionary: PdfDictionary, use: Use, resources: PdfDictionary): Promise<Cost> {
    const stream = this.objects.stream(dictionary)
    if (stream === undefined) return { ...free, steps: use.times }
    if (!this.objects.names(dictionary.get("Subtype")).includes("Image")) {
      const once = await this.formOf(stream, resources)
      const factor = areaFactor(matrixOf(this.objects, dictionary.get("Matrix")))
      return { ...times(once, use.times), area: Math.min(once.area * factor * use.scaled, once.paints * use.area) }
    }
    let samples = await this.pictureOf(stream)
    for (const mask of this.objects.dictionariesOf(dictionary.get("SMask") ?? dictionary.get("Mask"))) {
      const masking = this.objects.stream(mask)
      if (masking !== undefined) samples += await this.pictureOf(masking)
    }
    return { ...free, steps: use.times, samples: samples * use.times }
  }

  /** The group of a soft mask is drawn for each thing that is painted through it, as far as that reaches. */
  private async maskOf(state: PdfDictionary, use: Use, resources: PdfDictionary): Promise<Cost> {
    let cost: Cost = { ...free, steps: use.times }
    for (const mask of this.objects.dictionariesOf(state.get("SMask")))
      for (const group of this.objects.dictionariesOf(mask.get("G"))) {
        const stream = this.objects.stream(group)
        if (stream === undefined) continue
        const once = await this.formOf(stream, resources)
        cost = sum(cost, { ...times(once, use.times), area: once.paints * use.area })
      }
    return cost
  }

  /** A font made of drawings: all of them are read once, and each glyph that is shown is drawn, at the cost of an average one. */
  private async fontOf(font: PdfDictionary, use: Use, resources: PdfDictionary): Promise<Cost> {
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
          all = this.checked(sum(all, await this.formOf(stream, own)))
        }
    if (count === 0) return selected
    const average = times(all, 1 / count)
    const factor = areaFactor(matrixOf(this.objects, font.get("FontMatrix")))
    const area = Math.min(average.area * factor * use.scaled, average.paints * use.area)
    return { ...sum(all, times(average, use.glyphs)), area }
  }

  /** The appearances of a page's annotations, each of which may cover the page. */
  private async annotationsOf(page: PdfDictionary, frame: Box): Promise<Cost> {
    let cost = free
    for (const annotation of this.objects.members(page.get("Annots")).flatMap((one) => this.objects.dictionariesOf(one)))
      for (const appearance of this.objects.dictionariesOf(annotation.get("AP")))
        for (const normal of this.objects.dictionariesOf(appearance.get("N")))
          for (const shown of [normal, ...[...normal.values()].flatMap((state) => this.objects.dictionariesOf(state))]) {
            const stream = this.objects.stream(shown)
            if (stream === undefined) continue
            const once = await this.formOf(stream, none)
            const within = areaOf(boxOf(this.objects, annotation.get("Rect"), frame))
            cost = this.checked(sum(cost, { ...once, area: once.paints * Math.min(within, areaOf(frame)) }))
          }
    return cost
  }

  private frameOf(page: PdfDictionary): Box {
    const [box] = this.inherited(page, "MediaBox").map((value) => boxOf(this.objects, value, letter))
    return box === undefined || !(areaOf(box) > 0) ? letter : box
  }

  /** The values of an attribute that pages inherit from the nodes above them. */
  private inherited(page: PdfDictionary, key: string): ReadonlyArray<PdfValue> {
    let nodes: ReadonlyArray<PdfDictionary> = [page]
    for (let level = 0; level <= maxTreeDepth && nodes.length > 0; level++) {
      const own = nodes.flatMap((node) => node.get(key) ?? [])
      if (own.length > 0) return own
      nodes = nodes.flatMap((node) => this.objects.dictionariesOf(node.get("Parent"))).slice(0, maxLeaves)
    }
    return []
  }

  /** What a page takes: its content, in one piece or several that are read as one, and its annotations. */
  async pageOf(page: PdfDictionary): Promise<Cost> {
    const streams = this.objects
      .members(page.get("Contents"))
      .flatMap((one) => this.objects.dictionariesOf(one))
      .flatMap((one) => this.objects.stream(one) ?? [])
    const parts: Array<Uint8Array> = []
    let size = 0
    for (const stream of streams) {
      const { bytes } = await this.objects.unpack(stream)
      parts.push(bytes, Uint8Array.of(32))
      size += bytes.length
      this.checked({ ...free, steps: size / 32 })
    }
    const frame = this.frameOf(page)
    const work = contentWork(Buffer.concat(parts), bounds.steps, frame)
    this.pixels += work.pixels
    let cost = sum({ steps: work.steps, paints: work.paints, area: work.area, samples: 0 }, await this.annotationsOf(page, frame))
    const named = this.inherited(page, "Resources").flatMap((value) => this.objects.dictionariesOf(value))
    for (const resources of named.length === 0 ? [none] : named) cost = sum(cost, await this.usesOf(work, resources))
    return this.checked({ ...cost, samples: cost.samples + cost.area * Math.min(pixelsAPoint, pixelsAPage / areaOf(frame)) })
  }

  /** The leaves of the trees of pages as often as they hang there, and the pages that hang nowhere once each. */
  pages(): ReadonlyArray<PdfDictionary> {
    const leaves: Array<PdfDictionary> = []
    const open = this.objects.dictionaries
      .filter((entries) => entries.has("Pages"))
      .flatMap((catalog) => this.objects.dictionariesOf(catalog.get("Pages")).map((node) => ({ node, depth: 0 })))
    for (let nodes = 0, next = open.pop(); next !== undefined && leaves.length < maxLeaves; nodes++, next = open.pop()) {
      if (next.depth > maxTreeDepth || nodes > maxTreeNodes) break
      const kids = this.objects.members(next.node.get("Kids")).flatMap((kid) => this.objects.dictionariesOf(kid))
      if (next.node.has("Kids")) for (const node of kids) open.push({ node, depth: next.depth + 1 })
      else leaves.push(next.node)
    }
    const reached = new Set(leaves)
    return [...leaves, ...this.objects.dictionaries.filter((entries) => entries.has("Contents") && !reached.has(entries))]
  }
}

/** Adds up a file's pages and streams in one way of reading its encryption. */
const weighed = async (objects: PdfObjects): Promise<Omit<PdfWork, "known">> => {
  const scale = new Scale(objects)
  let total = free
  for (const page of scale.pages()) {
    total = sum(total, await scale.pageOf(page))
    if (!(total.steps <= bounds.steps)) throw new TooMuchWork("drawing operations")
    if (!(total.samples <= bounds.painted)) throw new TooMuchWork("pixels that are painted")
  }
  // Fonts, profiles and whatever else lies in the file: pictures among them are bounded where they are drawn.
  for (const stream of objects.streams)
    if (!objects.names(stream.dictionary.get("Subtype")).includes("Image")) await objects.measure(stream)
  return { steps: total.steps, pixels: scale.pixels, painted: total.samples }
}

/**
 * Counts what reading a PDF would take, before any library is given it. Throws `TooMuchWork` where that is more than any document takes that a
 * person could read. It follows what the file says and looks into no font.
 *
 * Libraries choose for themselves which mention of encryption in a file they believe. So a file that mentions any is counted in each way.
 */
export const weighPdf = async (bytes: Uint8Array): Promise<PdfWork> => {
  const plain = await PdfObjects.of(bytes)
  let most = await weighed(plain)
  for (const decrypt of plain.decryptions) {
    const work = await weighed(await PdfObjects.of(bytes, decrypt))
    most = {
      steps: Math.max(most.steps, work.steps),
      pixels: Math.max(most.pixels, work.pixels),
      painted: Math.max(most.painted, work.painted)
    }
  }
  return { ...most, known: plain.known }
}

/** True when reading a PDF takes no more than any document does. */
export const isBearable = (bytes: Uint8Array): Promise<boolean> =>
  weighPdf(bytes).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof TooMuchWork) return false
      throw cause
    }
  )
