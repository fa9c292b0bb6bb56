import { usualIntake } from "@vouchkit/core/kernel/intake/intake"
import { Schema } from "effect"
import * as Read from "./variables.ts"

/** Below this one upload of the largest kind would fill the share of an organization. */
const leastMegabytes = 64
const mostMegabytes = 1024 * 1024
const deadlines = { least: 10, most: 3600 } as const

/** How much a process takes in at once, and for how long it waits for one body. */
export const uploadVariables = {
  UPLOAD_MEGABYTES: Schema.optionalKey(Read.variable(Read.wholeNumber(leastMegabytes, mostMegabytes))),
  UPLOAD_SECONDS: Schema.optionalKey(Read.variable(Read.wholeNumber(deadlines.least, deadlines.most)))
}

export interface Uploads {
  readonly megabytes: number
  readonly deadline_seconds: number
}

export const uploadsOf = (values: { readonly UPLOAD_MEGABYTES?: number; readonly UPLOAD_SECONDS?: number }): Uploads => ({
  megabytes: values.UPLOAD_MEGABYTES ?? usualIntake.megabytes,
  deadline_seconds: values.UPLOAD_SECONDS ?? usualIntake.deadline_seconds
})
