import type { Tone } from "@vouchkit/core/flows/report/model"
import type { Style } from "./typesetter.ts"

/** DIN A4 in points, and where its text stands. */
export const sheet = { width: 595.28, height: 841.89, left: 54, right: 54, top: 78, bottom: 66 } as const
export const textWidth = sheet.width - sheet.left - sheet.right
export const lastLine = sheet.height - sheet.bottom

/** Every colour of text stands out from white by 4.5 to 1 at least (WCAG 2.2, 1.4.3). */
const ink = "#1d2430"
const muted = "#566070"
export const rule = "#d4d9e0"
export const shade = "#f3f5f8"
export const neutralAccent = "#26405f"

export const toneColours: Readonly<Record<Tone, { readonly text: string; readonly ground: string }>> = {
  good: { text: "#17603a", ground: "#e8f4ec" },
  warning: { text: "#7a4d00", ground: "#fdf3dc" },
  bad: { text: "#97231b", ground: "#fbeae8" },
  neutral: { text: "#3c4656", ground: "#eef1f5" }
}

export const styles = {
  title: { face: "bold", size: 18, colour: ink },
  heading: { face: "bold", size: 12.5, colour: ink },
  subheading: { face: "bold", size: 9.6, colour: ink },
  verdict: { face: "bold", size: 14, colour: ink },
  body: { face: "regular", size: 8.6, colour: ink },
  label: { face: "regular", size: 8.6, colour: muted },
  columnTitle: { face: "bold", size: 7.8, colour: muted },
  cell: { face: "regular", size: 8, colour: ink },
  small: { face: "regular", size: 7.2, colour: muted },
  mark: { face: "bold", size: 7.8, colour: ink }
} as const satisfies Readonly<Record<string, Style>>

const hex = /^#[0-9a-f]{6}$/iu

/** The organization's colour where it is one and dark enough to be read on white; the neutral one otherwise. */
export const accentOf = (wanted: string | null): string => {
  if (wanted === null || !hex.test(wanted)) return neutralAccent
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(wanted.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= 4.5 ? wanted : neutralAccent
}
