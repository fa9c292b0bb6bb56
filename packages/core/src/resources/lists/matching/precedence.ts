import type { VerdictReason } from "../../../verification/verdict.ts"
import type { PersonSource } from "../../../verification/person-source.ts"
import type { EntryType, ListAction, ListKind } from "../kinds.ts"

/** What a match weighs: the kind of its list, what the list asks for, and the type of value that matched. */
export interface Weighed {
  readonly kind: ListKind
  readonly action: ListAction
  readonly entry_type: EntryType
  /** Not for certain: asks for a review at most, and silences nothing. */
  readonly possible?: boolean
  /** Who says what matched. */
  readonly sources?: ReadonlyArray<PersonSource>
}

const strength = { allow: 2, block: 1, flag: 0 } as const satisfies Record<ListKind, number>

/** Whether the value was read, and not only told: anybody can name the number of someone who is allowed. */
const wasRead = ({ sources = [] }: Weighed): boolean => sources.some((source) => source !== "expected" && source !== "contact")

const strongestOf = (matches: ReadonlyArray<Weighed>): ReadonlyMap<EntryType, number> => {
  const strongest = new Map<EntryType, number>()
  for (const { entry_type, kind, possible = false } of matches) {
    if (!possible) strongest.set(entry_type, Math.max(strongest.get(entry_type) ?? 0, strength[kind]))
  }
  return strongest
}

/**
 * Which matches count: for each type of value those of the strongest kind among them, allow before block before flag. An
 * allowed email address says nothing about a blocked phone number, and never anything about a hit on a sanctions list, which is no match here.
 * What was read of a person is overridden by what was read alone, so that naming an allowed number does not let a blocked passport pass.
 */
export const effective = <M extends Weighed>(matches: ReadonlyArray<M>): ReadonlyArray<M> => {
  const [reported, read] = [strongestOf(matches), strongestOf(matches.filter(wasRead))]
  return matches.filter((match) => strength[match.kind] >= ((wasRead(match) ? read : reported).get(match.entry_type) ?? 0))
}

type ListOutcome = "passed" | "review" | "failed"

/** The strictest action among the matches that count. */
export const outcomeOf = (counting: ReadonlyArray<Pick<Weighed, "action">>): ListOutcome => {
  if (counting.some(({ action }) => action === "decline")) return "failed"
  return counting.some(({ action }) => action === "review") ? "review" : "passed"
}

/** The outcome with what could not be judged: a doubt keeps a person from passing, and undoes nothing that was found. */
export const stricterOutcome = (outcome: ListOutcome, doubts: ReadonlyArray<VerdictReason>): ListOutcome =>
  outcome === "passed" && doubts.some(({ severity }) => severity === "review") ? "review" : outcome
