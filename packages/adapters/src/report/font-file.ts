import { readFile } from "node:fs/promises"

interface ShapedGlyph {
  readonly id: number
  readonly advanceWidth: number
  /** What a reader of the text layer finds for this glyph. */
  readonly codePoints: ReadonlyArray<number>
}
interface GlyphPlace {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}
interface ShapedText {
  readonly glyphs: ReadonlyArray<ShapedGlyph>
  readonly positions: ReadonlyArray<GlyphPlace>
  /** Letter beside letter, each by its own glyph: who reads the glyphs reads the text. */
  readonly literal: boolean
}

/** One file of a family, ready to be set with. */
export interface FontFile {
  readonly key: string
  /** As TrueType, which is what a PDF can hold. */
  readonly bytes: Buffer
  readonly covers: (code_point: number) => boolean
  readonly shape: (text: string) => ShapedText
}

/** The packages hold every weight in one file. A PDF holds one of them, and reports need no more. */
const variationAxes = { wght: 400 }

/**
 * Sets a text by the rules of its script. The library that writes the PDF has rules of its own for this, which leave out forms of half of the
 * scripts here (Bengali, Khmer, Burmese and more); these are the ones that browsers set text by.
 */
const shaperOf = async (bytes: Uint8Array) => {
  const { Blob, Buffer: Text, ClusterLevel, Face, Font, shape } = await import("harfbuzzjs")
  const face = new Face(new Blob(bytes))
  const font = new Font(face)
  const letters = new Map<number, number>()
  const covered = new Set(face.collectUnicodes())
  for (const code_point of covered) {
    const glyph = font.nominalGlyph(code_point)
    if (glyph !== undefined && !letters.has(glyph)) letters.set(glyph, code_point)
  }
  const text = new Text()

  const shaped = (said: string): ShapedText => {
    text.reset()
    text.addText(said)
    text.guessSegmentProperties()
    text.setClusterLevel(ClusterLevel.CHARACTERS)
    shape(font, text)
    const places = text.getGlyphPositions()
    const infos = text.getGlyphInfos()
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other)
    const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? said.length]))
    const first = new Set<number>()
    const glyphs = infos.map(({ cluster, codepoint: id }): ShapedGlyph => {
      const letter = letters.get(id)
      // A form that no single letter has by itself stands for all that it was made of, once.
      const made = first.has(cluster) ? [] : [...said.slice(cluster, ends.get(cluster))].map((each) => each.codePointAt(0) ?? 0)
      first.add(cluster)
      return { id, advanceWidth: font.glyphHAdvance(id), codePoints: letter === undefined ? made : [letter] }
    })
    const positions = places.map(({ xAdvance, xOffset, yAdvance, yOffset }): GlyphPlace => ({ xAdvance, yAdvance, xOffset, yOffset }))
    const stacked = places.some(({ xAdvance, xOffset, yOffset }) => xAdvance === 0 || xOffset !== 0 || yOffset !== 0)
    const read = infos.every(({ codepoint: id }) => letters.has(id)) ? glyphs.flatMap((glyph) => glyph.codePoints) : []
    const literal = !stacked && String.fromCodePoint(...read) === said
    return { glyphs, positions, literal }
  }
  return { covers: (code_point: number) => covered.has(code_point), shape: shaped }
}

/** A web font, unpacked and in one weight. */
export const openFontFile = async (key: string, path: string): Promise<FontFile> => {
  const { default: subset } = await import("subset-font")
  const bytes = await subset(await readFile(path), undefined, { targetFormat: "truetype", keepAllGlyphs: true, variationAxes })
  return { key, bytes, ...(await shaperOf(bytes)) }
}
