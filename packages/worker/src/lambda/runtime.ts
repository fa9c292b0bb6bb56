/** What a handler is told about its call, in the names of the AWS Lambda programming model. */
export interface LambdaCall {
  readonly awsRequestId: string
  readonly getRemainingTimeInMillis: () => number
}

/** The platform hands over the events of the sources that are set up for a function, and no others. */
export type LambdaHandler<Event> = (event: Event, call: LambdaCall) => Promise<unknown>

interface LambdaRuntimeOptions<Event> {
  /** Host and port of the runtime interface (`AWS_LAMBDA_RUNTIME_API`). */
  readonly api: string
  readonly handler: LambdaHandler<Event>
  readonly now: () => number
}

const version = "2018-06-01"

/** A name and no message: what failed may have held data of people, and this text goes into the logs of the platform. */
const failureOf = (cause: unknown) => ({ errorType: cause instanceof Error ? cause.name : "Error", errorMessage: "the call failed" })

/** The runtime interface answered otherwise than it promises, so that this process cannot go on. */
class RuntimeInterfaceFailure extends Error {
  override readonly name = "RuntimeInterfaceFailure"
}

const posted = async (api: string, path: string, body: unknown): Promise<void> => {
  const response = await fetch(`http://${api}/${version}/runtime/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body ?? null)
  })
  // 413: the answer was too long, and the platform has already told the caller. The next call may go well.
  if (!response.ok && response.status !== 413) throw new RuntimeInterfaceFailure(`it answered ${response.status} to ${path.split("/")[0]}`)
}

/** Without it Bun gives up on an answer that takes five minutes to come. */
const unhurried: RequestInit & { readonly timeout: false } = { timeout: false }

/** One call: asked for without end, as the platform freezes the process until there is one. */
export const serveOneCall = async <Event>({ api, handler, now }: LambdaRuntimeOptions<Event>): Promise<void> => {
  const next = await fetch(`http://${api}/${version}/runtime/invocation/next`, unhurried)
  const id = next.headers.get("lambda-runtime-aws-request-id")
  if (!next.ok || id === null) throw new RuntimeInterfaceFailure(`it answered ${next.status} when asked for work`)
  const deadline = Number(next.headers.get("lambda-runtime-deadline-ms"))
  const call: LambdaCall = { awsRequestId: id, getRemainingTimeInMillis: () => Math.max(0, deadline - now()) }
  let answer: unknown
  try {
    answer = await handler(await next.json(), call)
  } catch (cause) {
    await posted(api, `invocation/${id}/error`, failureOf(cause))
    return
  }
  await posted(api, `invocation/${id}/response`, answer)
}

/**
 * Serves calls one after another until the platform ends the process: the custom runtime of AWS Lambda (runtime API of 2018-06-01), since
 * none of its own runs Bun. It ends when the interface itself fails.
 */
export const serveLambda = async <Event>(options: LambdaRuntimeOptions<Event>): Promise<never> => {
  for (;;) await serveOneCall(options)
}
