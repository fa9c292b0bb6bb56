import { expectedPicture, isDocumentId, mostFaces } from "../../resources/lists/matching/face-values.ts"
import type { EntryType } from "../../resources/lists/kinds.ts"
import { normalForm } from "../../resources/lists/matching/normalize.ts"
import { expectedValue } from "../../resources/lists/readable.ts"
import { fileProblems } from "../../resources/nfc/chip-data.ts"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { facesAmong } from "../checks/list-values.ts"
import { kindOf } from "../../verification/check-kinds.ts"
import { type StandaloneCheck, takenMembers } from "../../resources/checks/standalone-input.ts"

type Loc = Problem["loc"]

const memberProblems = (check: StandaloneCheck, loc: Loc): ReadonlyArray<Problem> => {
  const taken = kindOf(check.type).standalone
  if (typeof taken === "string") return []
  const { optional, required } = taken
  const missing = required
    .filter((member) => check[member] === undefined)
    .map((member) => ({ loc: [...loc, member], code: "missing", message: `is required for a check of the type ${check.type}` }))
  const known = new Set<string>([...required, ...optional])
  const stray = takenMembers
    .filter((member) => check[member] !== undefined && !known.has(member))
    .map((member) => ({
      loc: [...loc, member],
      code: "unexpected_key",
      message: `is not an input of a check of the type ${check.type}`
    }))
  return [...missing, ...stray]
}

const chipProblems = ({ chip, document_id, type }: StandaloneCheck, loc: Loc): ReadonlyArray<Problem> => {
  if (type !== "nfc_chip") return []
  if ((chip === undefined) === (document_id === undefined)) {
    return [{ loc: [...loc, "chip"], code: "missing", message: "send either the files of the chip or the document_id of a chip, not both" }]
  }
  if (chip === undefined) return []
  const unsigned: ReadonlyArray<Problem> =
    chip.active_authentication !== undefined && chip.nonce === undefined
      ? [
          {
            loc: [...loc, "chip", "nonce"],
            code: "missing",
            message: "is required with active_authentication: the bytes that the chip signed"
          }
        ]
      : []
  return [...unsigned, ...fileProblems(chip).map((problem) => ({ ...problem, loc: [...loc, "chip", ...problem.loc.slice(1)] }))]
}

const expectedOf = (type: EntryType, value: string): string | undefined => {
  if (type === "face") return isDocumentId(value.trim()) ? undefined : expectedPicture
  return normalForm(type, value) === undefined ? expectedValue(type, "normalized") : undefined
}

const valueProblems = ({ type, values = [] }: StandaloneCheck, loc: Loc): ReadonlyArray<Problem> => {
  if (type !== "list_lookup") return []
  const misread = values.flatMap((one, index): ReadonlyArray<Problem> => {
    const message = expectedOf(one.type, one.value)
    return message === undefined ? [] : [{ loc: [...loc, "values", index, "value"], code: "format", message }]
  })
  if (facesAmong(values).length <= mostFaces) return misread
  return [...misread, { loc: [...loc, "values"], code: "too_many", message: `must hold at most ${mostFaces} faces` }]
}

/** Why checks cannot be made of what was sent, seen from it alone; all problems at once. */
export const standaloneProblems = (
  checks: ReadonlyArray<{ readonly check: StandaloneCheck; readonly loc: Loc }>
): InvalidInput<"check_type_not_available" | "validation_error"> | undefined => {
  const unavailable = checks.flatMap(({ check: { type }, loc }): ReadonlyArray<Problem> => {
    const taken = kindOf(type).standalone
    if (typeof taken !== "string") return []
    return [{ loc: [...loc, "type"], code: "check_type_not_available", message: `cannot be ${type} here: such a check ${taken}` }]
  })
  const others = checks.flatMap(({ check, loc }) => [
    ...memberProblems(check, loc),
    ...chipProblems(check, loc),
    ...valueProblems(check, loc)
  ])
  const problems = [...unavailable, ...others].slice(0, 100)
  if (problems.length === 0) return undefined
  return new InvalidInput({ code: unavailable.length > 0 ? "check_type_not_available" : "validation_error", problems })
}
