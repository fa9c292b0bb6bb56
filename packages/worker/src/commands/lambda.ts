import { type LambdaCall, serveLambda } from "../lambda/runtime.ts"
import { handler, type QueueEvent, relay } from "../lambda/main.ts"
import { SettingsRefused } from "../settings/settings.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"

const say = (text: string) => void process.stderr.write(`${text}\n`)

// The image's command names the function that this process is.
const functions = { handler, relay: (_: QueueEvent, __: LambdaCall) => relay() }
const isFunction = (name: string | undefined): name is keyof typeof functions => name !== undefined && Object.hasOwn(functions, name)

const api = process.env.AWS_LAMBDA_RUNTIME_API
const name = process.argv[2]
if (api === undefined || !isFunction(name)) {
  say("AWS Lambda starts this, with the word handler or relay.")
  process.exit(exitCodes.usage)
}

/** What is wrong with the set-up is reported in words, which hold no secrets; the platform is given the name of a failure alone. */
const reported = async (event: QueueEvent, call: LambdaCall): Promise<unknown> => {
  try {
    return await functions[name](event, call)
  } catch (cause) {
    if (cause instanceof SettingsRefused || cause instanceof StartProblem) say(cause.message)
    throw cause
  }
}

try {
  await serveLambda({ api, handler: reported, now: Date.now })
} catch (cause) {
  say(`The runtime interface of Lambda failed: ${cause instanceof Error ? cause.message : "unknown"}`)
  process.exit(exitCodes.unavailable)
}
