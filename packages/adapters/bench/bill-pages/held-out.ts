import { americanLayouts } from "./held-out/american.ts"
import { centralLayouts } from "./held-out/central.ts"
import { frenchLayouts } from "./held-out/french.ts"
import { islandLayouts } from "./held-out/islands.ts"
import { overseasLayouts } from "./held-out/overseas.ts"
import { portugueseLayouts } from "./held-out/portuguese.ts"
import { southernLayouts } from "./held-out/southern.ts"
import type { Layout } from "./layout.ts"

/** Layouts that were drawn apart from the rules and the reader, and that nothing was changed for. */
export const heldOutLayouts: ReadonlyArray<Layout> = [
  ...islandLayouts,
  ...americanLayouts,
  ...centralLayouts,
  ...frenchLayouts,
  ...southernLayouts,
  ...portugueseLayouts,
  ...overseasLayouts
]
