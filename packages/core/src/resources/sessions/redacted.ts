import { Conflict } from "../../kernel/foundation/failure.ts"

/** How every change of an erased session is refused. */
export const sessionRedacted = new Conflict<"session_redacted">({
  code: "session_redacted",
  detail: "The data of this session was erased, so it can no longer change."
})
