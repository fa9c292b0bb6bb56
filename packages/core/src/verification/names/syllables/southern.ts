import { once } from "../../../kernel/schema/once.ts"
import { inventoryOf, type Inventory } from "./inventory.ts"
import { cantoneseRows, hokkienRows } from "./southern-tables.ts"

const rows = once(() =>
  `${cantoneseRows}|${hokkienRows}`
    .replaceAll("\n", "|")
    .split("|")
    .filter((row) => row !== "")
    .map((row) => row.split(" "))
)

/** Syllables of Chinese names as they are spelled in Hong Kong and the south, by the syllables of Mandarin that the signs may be. */
export const southern: Inventory = inventoryOf(() =>
  rows().flatMap(([spelling = "", ...read]) => read.map((syllable) => [spelling, syllable] as const))
)

/** The same, each standing for itself alone: two names spelled so are one where they are spelled alike. */
export const southernSpellings: Inventory = inventoryOf(() => rows().map(([spelling = ""]) => [spelling, spelling] as const))
