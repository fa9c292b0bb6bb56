import { accountLayouts } from "./developed/accounts.ts"
import { authorityLayouts } from "./developed/authorities.ts"
import { englishLayouts } from "./developed/english.ts"
import { germanicLayouts } from "./developed/germanic.ts"
import { homeLayouts } from "./developed/homes.ts"
import { northernLayouts } from "./developed/northern.ts"
import { noticeLayouts } from "./developed/notices.ts"
import { overseasLayouts } from "./developed/overseas.ts"
import { romanceLayouts } from "./developed/romance.ts"
import { serviceLayouts } from "./developed/services.ts"
import { statementLayouts } from "./developed/statements.ts"
import { utilityLayouts } from "./developed/utilities.ts"
import type { Layout } from "./layout.ts"

/** The layouts that the rules and the reader were developed on. */
export const developedLayouts: ReadonlyArray<Layout> = [
  ...englishLayouts,
  ...germanicLayouts,
  ...romanceLayouts,
  ...northernLayouts,
  ...overseasLayouts,
  ...utilityLayouts,
  ...accountLayouts,
  ...authorityLayouts,
  ...serviceLayouts,
  ...statementLayouts,
  ...homeLayouts,
  ...noticeLayouts
]
