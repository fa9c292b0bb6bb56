import { Schema } from "effect"

const days = (description: string, { maximum = 36_500, minimum = 1 }: { readonly minimum?: number; readonly maximum?: number } = {}) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description }))

/** Seven years: no audit entry goes before, whatever an organization says. */
export const leastAuditDays = 2_557

/** How long an organization keeps what, in days. What it says nothing about is kept until someone erases it. */
export const RetentionPolicy = Schema.Struct({
  sessions: Schema.optionalKey(
    Schema.Struct({
      approved: days("Days from the approval until the data of the session is erased"),
      declined: days("Days from the decline until the data of the session is erased"),
      expired: days("Days from the last change of an expired session until its data is erased")
    }).annotate({ identifier: "SessionRetention" })
  ),
  media: days("Days from an upload until its file is removed, once its session is over; what was read in it stays"),
  biometric_templates: days("Days from the capture until the template of a face is erased, once its session is over"),
  screening: days(
    "Days from the last change of a screening subject of no session and no identity, which is not monitored, until it is erased"
  ),
  deliveries: days("Days until the content of an event, and what receivers answered, is erased; 30 where nothing is said", {
    minimum: 2,
    maximum: 30
  }),
  audit: days(
    "Days until an entry of the audit log is removed, in whole chains from the beginning; seven years (2557) where nothing is said",
    {
      minimum: leastAuditDays
    }
  )
}).annotate({
  identifier: "RetentionPolicy",
  description: "After how many days data is erased by itself. What is left out is kept until someone erases it. Legal holds come first"
})
export interface RetentionPolicy extends Schema.Schema.Type<typeof RetentionPolicy> {}
