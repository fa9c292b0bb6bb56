import { burmeseRows } from "../scripts/burmese.ts"
import { inventoryOf, type Inventory } from "./inventory.ts"

/** Words of Burmese names in Latin letters. */
export const burmese: Inventory = inventoryOf(() =>
  burmeseRows.flatMap(([, first = "", ...more]) => [first, ...more].map((spelling) => [spelling, first] as const))
)
