import { Conflict } from "../../../kernel/foundation/failure.ts"
import type { StoredSession } from "../../../resources/sessions/model.ts"

/** Why a session cannot be erased now; undefined where it can. What is under way would bring back what is erased. */
export const erasureRefusal = ({ status }: Pick<StoredSession, "status">) => {
  if (status === "processing") {
    return new Conflict<"invalid_state_transition">({
      code: "invalid_state_transition",
      detail:
        "The session is processing. Erase it when its checks are done, in a few moments. Where its workflow waits for longer, cancel the run first.",
      context: { current_status: status, allowed: [] }
    })
  }
  if (status === "awaiting_external_decision") {
    return new Conflict<"invalid_state_transition">({
      code: "invalid_state_transition",
      detail: "The session is awaiting_external_decision. Expire it first, then erase it.",
      context: { current_status: status, allowed: ["expire"] }
    })
  }
  return undefined
}
