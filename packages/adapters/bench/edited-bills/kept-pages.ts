import { join } from "node:path"
import type { RecognizedPage } from "../../src/engines/ocr/page.ts"
import type { Role } from "./bills.ts"

/** The picture of a case and what the recognizer made of it. */
export interface KeptPage {
  readonly bytes: Uint8Array
  readonly country: string
  /** What was edited; null on an honest page. */
  readonly edited: Role | null
  readonly page: RecognizedPage
}

/** Keeps pages in a folder, so that a second run measures them again without recognizing them. */
export const pagesIn = (folder: string) => {
  const at = (name: string, part: string) => Bun.file(join(folder, `${name}.${part}`))
  return {
    find: async (name: string): Promise<KeptPage | null> => {
      if (!(await at(name, "json").exists())) return null
      const { country, edited, page } = await at(name, "json").json()
      const data = new Uint8Array(await at(name, "grey").arrayBuffer())
      const bytes = new Uint8Array(await at(name, "picture").arrayBuffer())
      return { bytes, country, edited, page: { ...page, image: { ...page.image, data } } }
    },
    keep: async (name: string, { bytes, country, edited, page }: KeptPage): Promise<void> => {
      const { data, ...size } = page.image
      await Bun.write(at(name, "picture"), bytes)
      await Bun.write(at(name, "grey"), data)
      await Bun.write(at(name, "json"), JSON.stringify({ country, edited, page: { ...page, image: size } }))
    }
  }
}
