import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { type Chance, copyOf, remap } from "./raster.ts"

/**
 * A picture as a camera sees it on a screen: the grid of the screen and its moire in each colour, a lamp that is reflected, less contrast, and
 * a view that is not quite straight. One screen and one lamp for all frames of a capture.
 */
export const shownOnScreen = (random: Chance) => {
  const pitch = random.between(2.3, 4.5)
  const angle = random.between(0.02, 0.3)
  const strength = random.between(0.02, 0.12)
  const lean = random.between(-0.00025, 0.00025)
  const lamp = { x: random.between(0.1, 0.9), y: random.between(0.1, 0.9), size: random.between(0.08, 0.25), light: random.between(0, 90) }
  const [cosine, sine] = [Math.cos(angle) / pitch, Math.sin(angle) / pitch]
  return (image: ColourImage): ColourImage => {
    const { height, width } = image
    const leaning = remap(image, image, (x, y) => {
      const near = 1 + lean * (x - width / 2)
      return [width / 2 + (x - width / 2) * near, height / 2 + (y - height / 2) * near]
    })
    const shown = copyOf(leaning)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const glare = lamp.light * Math.exp(-((x / width - lamp.x) ** 2 + (y / height - lamp.y) ** 2) / lamp.size ** 2)
        for (let channel = 0; channel < 3; channel++) {
          const grid = Math.cos(2 * Math.PI * (cosine * x + sine * y + channel / 3)) + Math.cos(2 * Math.PI * (cosine * y - sine * x))
          const at = (y * width + x) * 3 + channel
          shown.data[at] = Math.min(255, Math.max(0, ((leaning.data[at] ?? 0) * 0.88 + 14) * (1 + strength * grid) + glare))
        }
      }
    return shown
  }
}
