import { Schema } from "effect"

/**
 * How the layout of a document stands to the templates that were learnt of its issuer: `no_template` where fewer than three accepted documents agree,
 * `unknown` where the document shows too little of its layout.
 */
export const LayoutAgreement = Schema.Struct({
  result: Schema.Literals(["agrees", "differs", "unknown", "no_template"]),
  /** Templates that there are for its issuer, type, country and side. */
  templates: Schema.Int
}).annotate({ identifier: "LayoutAgreement" })
export interface LayoutAgreement extends Schema.Schema.Type<typeof LayoutAgreement> {}
