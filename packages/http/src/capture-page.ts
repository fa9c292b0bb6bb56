import { describeAddressQuota } from "@vouchkit/core/kernel/authentication/authenticate"
import { lookAtPage, openPage } from "@vouchkit/core/flows/capture/open"
import { verify } from "@vouchkit/core/flows/capture/operations"
import { stateOf } from "@vouchkit/core/flows/capture/state"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { type Failure, statuses } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { CurrentQuota, type QuotaCell } from "@vouchkit/core/kernel/quota/quota"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { browserCookie, captureCaller } from "@vouchkit/core/resources/sessions/links/capture-access"
import { frameHeaders } from "@vouchkit/core/kernel/operation/failure-body"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { Effect, Result } from "effect"
import type { AuxiliaryRoute } from "./app.ts"
import { capturePage, capturePageClosed, capturePageRefused } from "./capture-html.ts"
import { codecOf, withUploads } from "./codec.ts"
import { shownBy } from "./edge.ts"
import { picturePagePolicy } from "./plain-page.ts"
import type { RequestContext } from "./routes.ts"
import { underRequest } from "./tracing.ts"

const wire = { version: newest, inflection: "snake" } as const

const refusedTitles: Readonly<Partial<Record<Failure["_tag"], string>>> = {
  NotFound: "This link does not work",
  Gone: "This link has expired",
  Conflict: "This verification has ended",
  Forbidden: "Please continue in your other browser",
  RateLimited: "Please wait a moment"
}
const refusedDetails: Readonly<Partial<Record<Failure["_tag"], string>>> = {
  NotFound: "Check that the address is complete, or ask the sender for a new link.",
  Conflict: "What you sent was erased. Ask the sender if you have to verify yourself again."
}

const html = (status: number, body: string, extra: Readonly<Record<string, string>> = {}) =>
  new Response(body, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": picturePagePolicy,
      "Referrer-Policy": "no-referrer",
      ...extra
    }
  })

const cookieFor = (requestContext: RequestContext, token: string, value: string) =>
  `${browserCookie(token)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000${requestContext.public_url.startsWith("https:") ? "; Secure" : ""}`

const identified = (requestContext: RequestContext) =>
  captureCaller(
    requestContext.params.token ?? "",
    {
      request_id: requestContext.request_id,
      address: requestContext.address,
      user_agent: requestContext.user_agent,
      ...shownBy(requestContext.request.headers)
    },
    wire
  )

const within = <A, E, R>(caller: Caller["Service"], effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provideService(Caller, caller),
    Effect.provideService(Tenant, { organization: caller.organization, environment: caller.environment })
  )

const pathOf = ({ params }: RequestContext): string => `/verify/${params.token ?? ""}`

/** The page as the caller may see it: with the session once a person has opened the link in this browser, else with the button that opens it. */
const shown = Effect.fnUntraced(function* (
  requestContext: RequestContext,
  caller: Caller["Service"],
  problem: string | null,
  status: number
) {
  const { transaction } = yield* UnitOfWork
  const session = yield* within(caller, transaction(lookAtPage()))
  const path = pathOf(requestContext)
  return html(status, session === null ? capturePageClosed(path) : capturePage(yield* within(caller, stateOf(session)), path, problem))
})

/** What every answer carries, once it is known which windows counted the request. */
const framed = (requestContext: RequestContext, { readings }: QuotaCell, response: Response): Response => {
  for (const [name, value] of Object.entries(frameHeaders(requestContext, readings))) response.headers.set(name, value)
  return response
}

type Run = <A>(effect: Effect.Effect<A, never, any>) => Promise<A>

/** Any failure becomes a page that says what to do. */
const answeredBy = (run: Run) => (requestContext: RequestContext, effect: Effect.Effect<Response, Failure, any>) => {
  const cell: QuotaCell = { readings: [] }
  return run(
    underRequest(
      requestContext,
      Effect.andThen(describeAddressQuota(requestContext.address), effect).pipe(
        Effect.catch((failure) =>
          Effect.succeed(
            html(
              statuses[failure._tag],
              capturePageRefused(refusedTitles[failure._tag] ?? "That did not work", refusedDetails[failure._tag] ?? failure.message)
            )
          )
        ),
        Effect.catchCause((cause) =>
          Effect.as(
            Effect.logError("unexpected failure on a capture page", cause),
            html(500, capturePageRefused("Something went wrong", "Nothing was lost. Please try again in a moment."))
          )
        ),
        Effect.map((response) => framed(requestContext, cell, response)),
        Effect.provideService(CurrentQuota, cell)
      )
    )
  )
}

/** The pages behind `verification_url`: opening, uploading and submitting with forms, over the same operations as the API. */
export const capturePages = (run: Run): ReadonlyArray<AuxiliaryRoute> => {
  const { submit, upload } = verify
  const answered = answeredBy(run)

  /** Opens the link in this browser, when the person asks for it. */
  const open = (requestContext: RequestContext) =>
    answered(
      requestContext,
      Effect.gen(function* () {
        const { transaction } = yield* UnitOfWork
        const cookie = yield* within(yield* identified(requestContext), transaction(openPage()))
        const bound: Record<string, string> =
          cookie === null ? {} : { "Set-Cookie": cookieFor(requestContext, requestContext.params.token ?? "", cookie) }
        return new Response(null, { status: 303, headers: { ...bound, Location: pathOf(requestContext) } })
      })
    )

  /** Carries out a form, then shows the page again: by redirect when it worked, with the problem when it did not. */
  const form = (op: AnyOperation) => {
    const codec = codecOf(op)
    return (requestContext: RequestContext) =>
      answered(
        requestContext,
        Effect.gen(function* () {
          const caller = yield* identified(requestContext)
          const executed = withUploads(op, (uploads) =>
            execute(op, { input: codec.input({ ...requestContext, ...uploads, problems: [], version: newest }) })
          )
          const outcome = yield* Effect.result(Effect.provideService(executed, Caller, caller))
          if (Result.isSuccess(outcome)) {
            return new Response(null, {
              status: 303,
              headers: { Location: pathOf(requestContext) }
            })
          }
          return yield* shown(requestContext, caller, outcome.failure.message, statuses[outcome.failure._tag])
        })
      )
  }

  return [
    {
      method: "GET",
      path: "/verify/{token}",
      handle: (requestContext) =>
        answered(
          requestContext,
          Effect.flatMap(identified(requestContext), (caller) => shown(requestContext, caller, null, 200))
        )
    },
    { method: "POST", path: "/verify/{token}/open", handle: open },
    { method: "POST", path: "/verify/{token}/documents", handle: form(upload) },
    { method: "POST", path: "/verify/{token}/submit", handle: form(submit) }
  ]
}
