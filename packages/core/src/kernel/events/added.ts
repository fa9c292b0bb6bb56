import { Schema } from "effect"
import { idSchema } from "../foundation/id.ts"

/**
 * What events of several resources say beside the snapshot of their resource. Which event says what stands with the resource itself, as `adds`
 * of its description: no more can be announced, and the documents and the types of receivers are made of it.
 */
const words = (text: string) => ({ description: text })

export const changed = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(255)))
  .check(Schema.isMaxLength(100))
  .annotate(words("Names of the members that were changed"))

export const changedTags = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(64)))
  .check(Schema.isMaxLength(50))
  .annotate(words("The tags that were added or removed"))

export const hasReason = Schema.Boolean.annotate(words("Whether a reason was given; the words stay in the service"))

export const exportId = Schema.NullOr(idSchema("exp")).annotate(words("The export; null where the answer of a request held everything"))

/** The status of the resource before, as its own schema of statuses spells them. */
export const previousStatus = <S extends Schema.Top>(statuses: S) => statuses.annotate(words("The status before the event"))
