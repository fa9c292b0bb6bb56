import { Schema } from "effect"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { Label, Tags, Url } from "../../kernel/foundation/text.ts"
import { Contact, Expected } from "../../verification/subject.ts"

/** What a session can be given at its creation and by a change. */
export const changeable = {
  external_reference: Schema.optionalKey(Schema.NullOr(Label)),
  expected: Schema.optionalKey(Expected),
  contact: Schema.optionalKey(Contact),
  redirect_url: Schema.optionalKey(Schema.NullOr(Url)),
  tags: Schema.optionalKey(Tags),
  metadata: Schema.optionalKey(Metadata)
}
