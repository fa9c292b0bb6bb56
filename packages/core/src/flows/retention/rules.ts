import { deliveryRule } from "./deliveries.ts"
import { faceRule } from "./faces.ts"
import { mediaRule } from "./media.ts"
import { sessionRules } from "./sessions.ts"
import { subjectRule } from "./subjects.ts"

/** What retention erases, in the order in which it does: what goes with a session needs no erasure of its own. */
export const rules = [...sessionRules, mediaRule, faceRule, subjectRule, deliveryRule] as const
