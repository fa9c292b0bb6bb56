import { Context, Effect } from "effect"

const nothing: ReadonlySet<string> = new Set()

/**
 * Identifiers of what the caller is not shown for now, although its scopes would let it: these records, and all that names them, are not found, and lists
 * leave them out (kernel/operation/withholding.ts). Empty for nearly every caller.
 */
export const Withheld = Context.Reference<ReadonlySet<string>>("@vouchkit/core/access/Withheld", { defaultValue: () => nothing })

/** Whether one of these is withheld, where a record covers others without naming them in its answer. */
export const isAnyWithheld = (ids: ReadonlyArray<string>): Effect.Effect<boolean> =>
  Effect.map(Withheld, (withheld) => withheld.size > 0 && ids.some((id) => withheld.has(id)))
