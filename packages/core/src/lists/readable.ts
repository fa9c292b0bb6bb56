import { Effect } from "effect"
import { InvalidInput, invalid } from "../operation/failure.ts"
import { type EntryType, type MatchMode, modesOf, takesMode } from "./kinds.ts"

/** Fails where values of the type cannot be compared in this mode, so that no entry is kept which would silently match nothing. */
export const readable = (type: EntryType, mode: MatchMode, member: string) => {
  if (takesMode(type, mode)) return Effect.void
  if (type === "face" || mode === "face") {
    return new InvalidInput({
      code: "match_mode_not_supported",
      problems: [
        {
          loc: ["body", type === "face" ? "entry_type" : member],
          code: "not_supported",
          message: "Faces cannot be listed yet: that needs an index of faces, which this installation has none of."
        }
      ]
    })
  }
  return invalid(["body", member], "invalid", `must be ${modesOf[type].join(", ")} for values of the type ${type}`)
}
