import { homeLayouts } from "./held-out/homes.ts"
import { noticeLayouts } from "./held-out/notices.ts"
import { serviceLayouts } from "./held-out/services.ts"
import { statementLayouts } from "./held-out/statements.ts"
import type { Layout } from "./layout.ts"

/** Layouts that were written before the rules and the reader were changed, and that nothing was changed for. */
export const heldOutLayouts: ReadonlyArray<Layout> = [...serviceLayouts, ...statementLayouts, ...homeLayouts, ...noticeLayouts]
