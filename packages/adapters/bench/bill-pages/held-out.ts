import type { Layout } from "./layout.ts"

/** Layouts that were written before the rules and the reader were changed, and that nothing was changed for. */
export const heldOutLayouts: ReadonlyArray<Layout> = []
