import { capture } from "../../kernel/operation/operation.ts"
import { CaptureToken } from "./token.ts"

/** What every operation by the token of a link has in common. */
export const byToken = {
  access: capture,
  params: { token: CaptureToken },
  gone: true,
  forbidden: ["link_bound_elsewhere"],
  conflicts: ["session_redacted"]
} as const

/** What every one of them has in common by which the person hands something in: the first thing opens the link and starts the session. */
export const handingIn = {
  ...byToken,
  method: "POST",
  effect: "write",
  conflicts: ["invalid_state_transition", "session_redacted"],
  emits: ["session.link-opened", "session.started", "session.resumed"]
} as const
