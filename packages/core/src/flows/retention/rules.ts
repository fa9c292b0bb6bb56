import { sessionRules } from "./sessions.ts"

/** What retention erases, in the order in which it does. */
export const rules = [...sessionRules] as const
