import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { type Failure, NotFound } from "../foundation/failure.ts"
import type { Contract, Operation } from "./operation.ts"

/** Whether something can be withheld from a caller at all: from who works on cases. Others are asked nothing more. */
export const worksOnCases = ({ credential }: Pick<Caller["Service"], "credential">): boolean =>
  credential.type === "dashboard" ||
  (credential.type === "api_key" && (credential.scopes.has("cases:write") || credential.scopes.has("cases:decide")))

/** Whether an operation can show something that was there before: one that only makes something new shows what that is made of at most. */
export const showsRecords = ({ effect, params }: Pick<Contract, "effect" | "params">): boolean => effect === "read" || params !== undefined

/** Records, by what they are made of: files and streams are not looked into. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Whether a value names something withheld; elements of arrays that do are taken out of it instead. */
const namesWithheld = (value: unknown, withheld: ReadonlySet<string>): boolean => {
  if (typeof value === "string") return withheld.has(value)
  if (Array.isArray(value)) {
    const shown = value.filter((element) => !namesWithheld(element, withheld))
    if (shown.length < value.length) value.splice(0, value.length, ...shown)
    return false
  }
  return isRecord(value) && Object.values(value).some((member) => namesWithheld(member, withheld))
}

/** An answer without what is withheld; not found where it is about that as a whole. */
const shown = <Out>(output: Out, withheld: ReadonlySet<string>): Effect.Effect<Out, NotFound> => {
  const copy = structuredClone(output)
  return namesWithheld(copy, withheld) ? Effect.fail(new NotFound()) : Effect.succeed(copy)
}

/** Members of a body by which something new is made of a record. */
const naming = /(?:^|_)(?:session|identity|case|check)_id$/u

/** Identifiers that a request is about: what its path names, and what its body names where it changes something. A list is filtered instead. */
const askedFor = ({ effect, params = {} }: Contract, decoded: unknown): ReadonlyArray<string> =>
  isRecord(decoded)
    ? Object.entries(decoded).flatMap(([name, value]) =>
        typeof value === "string" && (Object.hasOwn(params, name) || (effect !== "read" && naming.test(name))) ? [value] : []
      )
    : []

/** The input of a call, which is about nothing that is withheld. What is withheld is looked up only where the call is about something. */
export const askedOf = <In, E, R>(
  contract: Contract,
  input: Effect.Effect<In, Failure>,
  withheld: Effect.Effect<ReadonlySet<string>, E, R>
): Effect.Effect<In, Failure | E, R> =>
  Effect.flatMap(input, (decoded) => {
    const asked = askedFor(contract, decoded)
    return asked.length === 0
      ? Effect.succeed(decoded)
      : Effect.flatMap(withheld, (ids) => (asked.some((id) => ids.has(id)) ? Effect.fail(new NotFound()) : Effect.succeed(decoded)))
  })

/** The operation for a caller from whom something is withheld. A change that would show it is not made. */
export const withholding = <In, Out, R>(op: Operation<In, Out, R>, withheld: ReadonlySet<string>): Operation<In, Out, R> =>
  op.contract.file !== undefined
    ? op
    : { ...op, handle: (input, prepared) => Effect.flatMap(op.handle(input, prepared), (output) => shown(output, withheld)) }
