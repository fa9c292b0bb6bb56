import { Schema } from "effect"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { Label, Tags, Url } from "../../kernel/foundation/text.ts"
import { Contact, Expected } from "../../verification/subject.ts"

/** What a session can be given at its creation and by a change. */
export const changeable = {
  external_reference: Schema.optionalKey(Schema.NullOr(Label)).annotateKey({ description: "Your own reference of the person or the case" }),
  expected: Schema.optionalKey(Expected).annotateKey({ description: "What you know of the person; evidence is compared with it" }),
  contact: Schema.optionalKey(Contact).annotateKey({ description: "How the person is reached, and their language" }),
  redirect_url: Schema.optionalKey(Schema.NullOr(Url)).annotateKey({ description: "Where the capture page leads when it is done" }),
  tags: Schema.optionalKey(Tags).annotateKey({ description: "Marks for grouping and filtering" }),
  metadata: Schema.optionalKey(Metadata)
}
