import { withRenderer, type ColourImage } from "../../src/engines/pdf/render.ts"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { type Background, chanceOf, cornersAt, photographOf, taken } from "../../../../test/support/photographs.ts"
import { a4 } from "./sheet.ts"

export const forms = ["text", "scan", "photograph"] as const
export type Form = (typeof forms)[number]

const backgrounds: ReadonlyArray<Background> = ["wood", "dark", "cloth", "plain", "gradient"]

/** Light that falls off towards one corner, as under a lamp. */
const unevenLight = ({ data, height, width }: ColourImage, towards: number, depth: number): ColourImage => {
  const shaded = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const across = towards % 2 === 0 ? x / width : 1 - x / width
      const down = towards < 2 ? y / height : 1 - y / height
      const light = 1 - depth * ((across + down) / 2)
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel
        shaded[at] = (data[at] ?? 0) * light
      }
    }
  return { data: shaded, width, height }
}

/** A telephone's picture of the page on a table: perspective, tilt, uneven light, blur, grain, compression; one in five is held sideways. */
const photographed = async (pdf: Uint8Array, seed: number): Promise<Uint8Array> => {
  const page = await withRenderer(pdf, (renderer) => renderer.renderColour(1, 170))
  if (page === null) throw new Error("the page cannot be drawn")
  const chance = chanceOf(seed * 7919 + 11)
  const sideways = seed % 5 === 4
  const size = sideways ? { width: 2100, height: 1600 } : { width: 1600, height: 2100 }
  const turned = (sideways ? 90 : 0) + (chance() - 0.5) * 8
  const corners = cornersAt([size.width / 2, size.height / 2], 1330 + chance() * 80, a4.width / a4.height, {
    turned,
    keystone: chance() * 0.07
  })
  const scene = photographOf(size, backgrounds[seed % backgrounds.length] ?? "wood", [{ card: page, corners }], seed)
  return taken(unevenLight(scene, seed % 4, 0.25 + chance() * 0.3), {
    blur: 0.5 + chance() * 0.6,
    grain: 3 + chance() * 5,
    jpeg_quality: 55 + Math.round(chance() * 30)
  })
}

/** The file that a person would upload: the issuer's own, a flatbed scan at 150 dpi, or a photograph. `seed` varies how it was taken. */
export const uploadOf = async (pdf: Uint8Array, form: Form, seed: number): Promise<Uint8Array> => {
  const chance = chanceOf(seed * 104_729 + 3)
  switch (form) {
    case "text":
      return pdf
    case "scan":
      return scanOf(pdf, { tilt: (chance() - 0.5) * 2.4, grain: 2, jpeg_quality: 70 + Math.round(chance() * 20) })
    case "photograph":
      return photographed(pdf, seed)
  }
}
