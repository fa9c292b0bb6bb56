import { fileURLToPath } from "node:url"
import subset from "subset-font"

/** A typeface in two weights: the name of a standard face of PDF, or a font file. */
export interface Face {
  readonly name: string
  readonly plain: string | Buffer
  readonly bold: string | Buffer
}

const dejavu = (file: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVu${file}.ttf`))

const letters = " !\"#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyzÄÖÜäöüßéèêçñáíóúàâôûÉÈÀ€£–’"

const variable = async (file: string, weight: number): Promise<Buffer> => {
  const source = await Bun.file(fileURLToPath(import.meta.resolve(file))).arrayBuffer()
  return subset(Buffer.from(source), letters, { targetFormat: "truetype", variationAxes: { wght: weight } })
}

const variableFace = async (name: string, file: string): Promise<Face> => ({
  name,
  plain: await variable(file, 400),
  bold: await variable(file, 700)
})

/** Faces on which thresholds were chosen, and others on which they were not. */
export const facesOf = async (heldOut: boolean): Promise<ReadonlyArray<Face>> =>
  heldOut
    ? [
        await variableFace("Noto Sans", "@fontsource-variable/noto-sans-thai/files/noto-sans-thai-latin-wght-normal.woff2"),
        await variableFace("Noto Sans JP", "@fontsource-variable/noto-sans-jp/files/noto-sans-jp-latin-wght-normal.woff2"),
        { name: "DejaVu Serif Condensed", plain: dejavu("SerifCondensed"), bold: dejavu("SerifCondensed-Bold") },
        { name: "DejaVu Sans Mono", plain: dejavu("SansMono"), bold: dejavu("SansMono-Bold") }
      ]
    : [
        { name: "Helvetica", plain: "Helvetica", bold: "Helvetica-Bold" },
        { name: "Times", plain: "Times-Roman", bold: "Times-Bold" },
        { name: "DejaVu Sans", plain: dejavu("Sans"), bold: dejavu("Sans-Bold") },
        { name: "DejaVu Sans Condensed", plain: dejavu("SansCondensed"), bold: dejavu("SansCondensed-Bold") }
      ]
