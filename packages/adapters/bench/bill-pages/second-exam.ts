import type { Layout } from "./layout.ts"
import { americanLayouts } from "./second-exam/american.ts"
import { centralLayouts } from "./second-exam/central.ts"
import { frenchLayouts } from "./second-exam/french.ts"
import { islandLayouts } from "./second-exam/islands.ts"
import { overseasLayouts } from "./second-exam/overseas.ts"
import { portugueseLayouts } from "./second-exam/portuguese.ts"
import { southernLayouts } from "./second-exam/southern.ts"

/** Layouts that were drawn apart from the rules and the reader, to examine them a second time. */
export const secondExamLayouts: ReadonlyArray<Layout> = [
  ...islandLayouts,
  ...americanLayouts,
  ...centralLayouts,
  ...frenchLayouts,
  ...southernLayouts,
  ...portugueseLayouts,
  ...overseasLayouts
]
