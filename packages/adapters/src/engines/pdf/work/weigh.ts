import { type ContentWork, contentWork, type Use } from "./content.ts"
import { PdfObjects, type PdfStream } from "./objects.ts"
import { TooMuchWork } from "./too-much-work.ts"
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
  /** False for a file that takes a password, whose streams cannot be looked at. */
  readonly known: boolean
}

const none: PdfDictionary = new Map()

/** Adds up the work of a file's pages. */
class Scale {
  steps = 0
  pixels = 0
  private readonly objects: PdfObjects
  private readonly contents = new Map<PdfStream, ContentWork>()
  private readonly drawn = new Map<PdfStream, Map<PdfDictionary, number>>()
  private readonly underway = new Set<PdfStream>()
  private readonly pictures = new Set<PdfStream>()

  constructor(objects: PdfObjects) {
    this.objects = objects
  }

  private checked(steps: number): number {
    if (steps > bounds.steps) throw new TooMuchWork("drawing operations")
    return steps
  }

  private async pictureOf(stream: PdfStream): Promise<void> {
    if (this.pictures.has(stream)) return
    this.pictures.add(stream)
    const { dictionary } = stream
    const width = this.objects.number(dictionary.get("Width") ?? dictionary.get("W"), 0)
    const height = this.objects.number(dictionary.get("Height") ?? dictionary.get("H"), 0)
    const { bytes, picture } = await this.objects.unpack(stream)
    const declared = width > 0 && height > 0 ? width * height : 0
    // Plain pixels cannot be more than there are bits for them.
    this.pixels += picture === null ? Math.min(declared, bytes.length * 8) : Math.min(declared, stream.packed.length * 4_000)
    if (this.pixels > bounds.pixels) throw new TooMuchWork("pixels")
  }

  private async ownWork(stream: PdfStream): Promise<ContentWork> {
    const known = this.contents.get(stream)
    if (known !== undefined) return known
    const work = contentWork((await this.objects.unpack(stream)).bytes, bounds.steps)
    this.contents.set(stream, work)
    return work
  }

  /** What a stream of drawing operations takes when it is drawn once, with all that it draws. */
  private async formOf(stream: PdfStream, outer: PdfDictionary): Promise<number> {
    const known = this.drawn.get(stream)?.get(outer)
    if (known !== undefined) return known
    if (this.underway.has(stream)) throw new TooMuchWork("content that draws itself")
    if (this.underway.size > bounds.depth) throw new TooMuchWork("depth of forms")
    this.underway.add(stream)
    const own = this.objects.dictionariesOf(stream.dictionary.get("Resources"))
    const work = await this.ownWork(stream)
    let steps = work.steps
    for (const resources of own.length === 0 ? [outer] : own) steps = this.checked(steps + (await this.usesOf(work, resources)))
    this.underway.delete(stream)
    this.drawn.set(stream, (this.drawn.get(stream) ?? new Map()).set(outer, steps))
    return steps
  }

  private async usesOf(work: ContentWork, resources: PdfDictionary): Promise<number> {
    let steps = 0
    for (const use of work.uses) {
      const found = this.objects.dictionariesOf(resources.get(use.resource)).flatMap((kind) => kind.get(use.name) ?? [])
      for (const value of found) steps = this.checked(steps + (await this.useOf(use, value, resources)))
    }
    return steps
  }

  private async useOf(use: Use, value: PdfValue, resources: PdfDictionary): Promise<number> {
    let steps = 0
    for (const entries of this.objects.dictionariesOf(value)) {
      if (use.resource === "Font") steps += await this.fontOf(entries, use, resources)
      else if (use.resource === "ExtGState") steps += use.times * (await this.maskOf(entries, resources))
      else steps += use.times * (await this.streamOf(entries, resources))
    }
    return this.checked(steps)
  }

  private async streamOf(dictionary: PdfDictionary, resources: PdfDictionary): Promise<number> {
    const stream = this.objects.stream(dictionary)
    if (stream === undefined) return 1
    if (!this.objects.names(dictionary.get("Subtype")).includes("Image")) return this.formOf(stream, resources)
    await this.pictureOf(stream)
    for (const mask of this.objects.dictionariesOf(dictionary.get("SMask") ?? dictionary.get("Mask"))) {
      const masking = this.objects.stream(mask)
      if (masking !== undefined) await this.pictureOf(masking)
    }
    return 1
  }

  private async maskOf(state: PdfDictionary, resources: PdfDictionary): Promise<number> {
    let steps = 1
    for (const mask of this.objects.dictionariesOf(state.get("SMask")))
      for (const group of this.objects.dictionariesOf(mask.get("G"))) steps += await this.streamOf(group, resources)
    return steps
  }

  /** A font made of drawings: all of them are read once, and each glyph that is shown is drawn, at the cost of an average one. */
  private async fontOf(font: PdfDictionary, { glyphs, times }: Use, resources: PdfDictionary): Promise<number> {
    if (!this.objects.names(font.get("Subtype")).includes("Type3")) return times
    const [own = resources] = this.objects.dictionariesOf(font.get("Resources"))
    let [count, steps] = [0, 0]
    for (const procedures of this.objects.dictionariesOf(font.get("CharProcs")))
      for (const value of procedures.values())
        for (const entries of this.objects.dictionariesOf(value)) {
          const stream = this.objects.stream(entries)
          if (stream === undefined) continue
          count += 1
          steps = this.checked(steps + (await this.formOf(stream, own)))
        }
    return steps + (count === 0 ? 0 : (glyphs * steps) / count)
  }

  /** The appearances of a page's annotations. */
  private async annotationsOf(page: PdfDictionary): Promise<number> {
    let steps = 0
    for (const annotation of this.objects.members(page.get("Annots")).flatMap((one) => this.objects.dictionariesOf(one)))
      for (const appearance of this.objects.dictionariesOf(annotation.get("AP")))
        for (const normal of this.objects.dictionariesOf(appearance.get("N")))
          for (const shown of [normal, ...[...normal.values()].flatMap((state) => this.objects.dictionariesOf(state))])
            if (this.objects.stream(shown) !== undefined) steps = this.checked(steps + (await this.streamOf(shown, none)))
    return steps
  }

  private inherited(page: PdfDictionary): ReadonlyArray<PdfDictionary> {
    let nodes: ReadonlyArray<PdfDictionary> = [page]
    for (let level = 0; level <= maxTreeDepth && nodes.length > 0; level++) {
      const own = nodes.flatMap((node) => this.objects.dictionariesOf(node.get("Resources")))
      if (own.length > 0) return own
      nodes = nodes.flatMap((node) => this.objects.dictionariesOf(node.get("Parent"))).slice(0, maxLeaves)
    }
    return [none]
  }

  /** What a page takes: its content, in one piece or several that are read as one, and its annotations. */
  async pageOf(page: PdfDictionary): Promise<number> {
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
      this.checked(size / 32)
    }
    const work = contentWork(Buffer.concat(parts), bounds.steps)
    this.pixels += work.pixels
    let steps = work.steps + (await this.annotationsOf(page))
    for (const resources of this.inherited(page)) steps += await this.usesOf(work, resources)
    return this.checked(steps)
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

/**
 * Counts what reading a PDF would take, before any library is given it. Throws `TooMuchWork` where that is more than any document takes that a
 * person could read. It follows what the file says and looks into no picture and no font.
 */
export const weighPdf = async (bytes: Uint8Array): Promise<PdfWork> => {
  const objects = await PdfObjects.of(bytes)
  const scale = new Scale(objects)
  if (!objects.open) return { steps: 0, pixels: 0, known: false }
  let steps = 0
  for (const page of scale.pages()) {
    steps += await scale.pageOf(page)
    if (steps > bounds.steps) throw new TooMuchWork("drawing operations")
  }
  // Fonts, profiles and whatever else lies in the file: pictures among them are bounded where they are drawn.
  for (const stream of objects.streams)
    if (!objects.names(stream.dictionary.get("Subtype")).includes("Image")) await objects.measure(stream)
  return { steps, pixels: scale.pixels, known: true }
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
