import { newSession, type StoredSession } from "@vouchkit/core/resources/sessions/model"

let made = 0
/** A session as it is stored right after its creation, with what the test cares about changed. */
export const aSession = (overrides: Partial<StoredSession> = {}): StoredSession => {
  made += 1
  return {
    ...newSession({ id: `ses_${String(made).padStart(26, "0")}`, environment: "sandbox", at: "2026-01-01T00:00:00.000Z" }),
    tags: ["tag"],
    expires_at: "2026-01-08T00:00:00.000Z",
    ...overrides
  }
}
