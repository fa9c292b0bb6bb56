import type { ReportBlock, ReportPicture } from "@vouchkit/core/flows/report/model"
import { lastLine, neutralAccent, sheet, styles, textWidth } from "./look.ts"
import { artifact, type Cursor, heightOf, need } from "./rows.ts"

type Element = PDFKit.PDFStructureElement

/** Two pictures stand side by side. One with values to read is no higher than half of a page, a face no higher than a passport in its column. */
const gap = 16
const column = (textWidth - gap) / 2
const tallest = { values: (lastLine - sheet.top) / 2 - 30, face: (column * 88) / 125 } as const
/** What a caption and its legend take at most, in most cases. */
const legendHeight = 40
const markSize = 5.4
const ink = "#c2251a"

/** A picture within its column; its header says how large it is. */
const sizeOf = ({ boxes, png }: ReportPicture): { readonly width: number; readonly height: number } => {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [header.getUint32(16), header.getUint32(20)]
  const factor = Math.min(column / width, (boxes.length === 0 ? tallest.face : tallest.values) / height)
  return { width: width * factor, height: height * factor }
}

/** Values that were read in the same place share their box and name it together. */
const groupedBoxes = (boxes: ReportPicture["boxes"]) => {
  const groups = new Map<string, { readonly box: ReadonlyArray<number>; readonly labels: Set<string> }>()
  for (const { box, label } of boxes) {
    const known = groups.get(box.join(" ")) ?? { box, labels: new Set<string>() }
    known.labels.add(label)
    groups.set(box.join(" "), known)
  }
  return [...groups.values()].map(({ box, labels }) => ({ box, label: [...labels].join(", ") }))
}

/** A number stands before its box, so that it hides none of the print around it. */
const drawBox = ({ document, typesetter }: Cursor, mark: string, [x, y, width, height]: readonly [number, number, number, number]) => {
  const style = { ...styles.small, face: "bold", size: markSize, colour: ink } as const
  document.rect(x, y, width, height).lineWidth(0.7).strokeColor(ink).stroke()
  typesetter.draw(style, { text: mark, direction: "left_to_right" }, { x: x - typesetter.widthOf(style, mark) - 1, y: y - 1 })
}

const drawOne = (cursor: Cursor, parent: Element, picture: ReportPicture, x: number): number => {
  const { document, typesetter, y } = cursor
  const { height, width } = sizeOf(picture)
  const boxes = groupedBoxes(picture.boxes)
  const figure = document.struct("Figure", { alt: picture.caption })
  parent.add(figure)
  figure.add(() => {
    document.image(Buffer.from(picture.png), x, y, { width, height })
  })
  figure.end()
  artifact(document, () => {
    document.rect(x, y, width, height).lineWidth(0.5).strokeColor(neutralAccent).stroke()
    for (const [index, { box }] of boxes.entries()) {
      const [left = 0, top = 0, across = 0, down = 0] = box
      drawBox(cursor, String(index + 1), [x + left * width, y + top * height, across * width, down * height])
    }
  })
  const legend = boxes.map(({ label }, index) => `${index + 1} ${label}`).join("; ")
  const caption = document.struct("P")
  parent.add(caption)
  const lines = typesetter.linesOf(styles.small, legend === "" ? picture.caption : `${picture.caption}. ${legend}`, column)
  caption.add(() => {
    for (const [at, line] of lines.entries()) typesetter.draw(styles.small, line, { x, y: y + height + 4 + heightOf(styles.small, at) })
  })
  caption.end()
  return height + 4 + heightOf(styles.small, lines.length)
}

/** Draws pictures in rows of two, each with a box around every value that was read in it. */
export const drawPictures = (cursor: Cursor, parent: Element, { pictures }: Extract<ReportBlock, { readonly type: "pictures" }>) => {
  for (let at = 0; at < pictures.length; at += 2) {
    const row = pictures.slice(at, at + 2)
    need(cursor, Math.max(...row.map((picture) => sizeOf(picture).height)) + legendHeight)
    const drawn = row.map((picture, index) => drawOne(cursor, parent, picture, sheet.left + index * (column + gap)))
    cursor.y += Math.max(...drawn) + 10
  }
}
