import { northernLayouts } from "./held-out/northern.ts"
import { overseasLayouts } from "./held-out/overseas.ts"
import type { Layout } from "./layout.ts"

/** Layouts that were written before the rules and the reader were changed, and that nothing was changed for. */
export const heldOutLayouts: ReadonlyArray<Layout> = [...northernLayouts, ...overseasLayouts]
