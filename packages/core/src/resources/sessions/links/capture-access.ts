import { Effect } from "effect"
import type { Origin } from "../../../kernel/authentication/authenticate.ts"
import { noteFailure } from "../../../kernel/authentication/failed-attempts.ts"
import type { Caller } from "../../../kernel/access/caller.ts"
import { Forbidden, Gone, NotFound } from "../../../kernel/foundation/failure.ts"
import { PlanLimit, describeQuota, linkWindows, spend } from "../../../kernel/quota/quota.ts"
import { nowIn } from "../../../kernel/tenancy/tenant-clock.ts"
import { sessionRedacted } from "../redacted.ts"
import { LinkDirectory } from "./directory.ts"
import { hashToken, type StoredLink, statusAt, tokenPattern } from "./model.ts"

/** The cookie that binds a link to the browser in which a person opened it first; each link has its own. */
export const browserCookie = (token: string): string => `vk_capture_${hashToken(token).slice(0, 12)}`

const cookieValue = (header: string | null, wanted: string): string | undefined =>
  header
    ?.split(";", 50)
    .map((pair) => pair.trim().split("="))
    .find(([name]) => name === wanted)?.[1]

/** The refusal of a browser, by the hash of its cookie, that is not the one to which the link is bound; undefined where it may go on. */
export const boundElsewhere = (
  { browser_hash }: Pick<StoredLink, "browser_hash">,
  browser: string | null
): Forbidden<"link_bound_elsewhere"> | undefined =>
  browser_hash === null || browser === browser_hash
    ? undefined
    : new Forbidden({
        code: "link_bound_elsewhere",
        detail: "This link was opened in another browser. Continue there, or ask for a new link."
      })

/**
 * The person who holds a link's token. Unknown and revoked tokens name nothing (404), those of an erased session say so (409); expired ones are gone (410). Once a person has
 * opened the link in a browser, only that browser may go on.
 */
export const captureCaller = Effect.fnUntraced(function* (
  token: string,
  { cookie, ...origin }: Origin & { readonly cookie: string | null; readonly traits: string },
  wire: Pick<Caller["Service"], "version" | "inflection">
) {
  if (!tokenPattern.test(token)) {
    yield* noteFailure("unknown_link", origin.address)
    return yield* new NotFound()
  }
  const found = yield* (yield* LinkDirectory).find(hashToken(token))
  yield* describeQuota([])
  if ((yield* PlanLimit) > 0) yield* spend(linkWindows(found?.link.id ?? "unknown", origin.address ?? "unknown"))
  if (found === undefined) yield* noteFailure("unknown_link", origin.address)
  if (found?.link.erased === true) return yield* sessionRedacted
  if (found === undefined || found.link.status === "revoked") return yield* new NotFound()
  const { environment, link, organization } = found
  if (statusAt(link, yield* nowIn({ organization, environment })) === "expired") {
    return yield* new Gone({ detail: "This link has expired. Ask the sender for a new one.", can_request_new: true })
  }
  const value = cookieValue(cookie, browserCookie(token))
  const browser = value === undefined ? null : hashToken(value)
  const refusal = boundElsewhere(link, browser)
  if (refusal !== undefined) return yield* refusal
  const caller: Caller["Service"] = {
    organization,
    environment,
    actor: { type: "subject", id: link.id },
    credential: { type: "capture", link: link.id, session: link.session_id, browser },
    ...origin,
    version: wire.version,
    inflection: wire.inflection,
    tool: null
  }
  return caller
})
