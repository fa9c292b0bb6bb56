import type { NotListening } from "@vouchkit/http/server"
import { Cause, Effect, Exit, Option, Result, Runtime } from "effect"
import { keepDirect } from "./direct-hosts.ts"
import { loggerLayer, trouble } from "../telemetry/logger.ts"
import { type Needs, readSettings, type Settings, SettingsRefused } from "../settings/settings.ts"
import { watchRunners } from "../jobs/runner-watch.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { telemetryLayer } from "../telemetry/telemetry.ts"

type Refusal = StartProblem | SettingsRefused | NotListening

const say = (text: string) => void process.stderr.write(`${text}\n`)

/** Beyond the delay and the grace of the settings, more than everything else that is waited for on the way out: who is still there then is stuck. */
const stuckAfterMillis = 35_000
let timeoutMillis = stuckAfterMillis

const exitCodeOf = (exit: Exit.Exit<unknown, Refusal>, stopping: boolean): number => {
  if (Exit.isSuccess(exit)) return 0
  const refusal = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (refusal !== undefined) {
    say(refusal.message)
    return refusal instanceof SettingsRefused ? exitCodes.configuration : refusal instanceof StartProblem ? refusal.exit_code : 1
  }
  if (stopping && Cause.hasInterruptsOnly(exit.cause)) return 0
  for (const reason of exit.cause.reasons) {
    if (reason._tag === "Die") say(`This is a defect of the service, please report it: ${JSON.stringify(trouble(reason.defect))}`)
  }
  return 1
}

/** Runs to the end or until the process is asked to stop, then leaves with the code that says what happened. */
const runMain = Runtime.makeRunMain(({ fiber }) => {
  let stopping = false
  const stop = () => {
    // Anyone who asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), timeoutMillis).unref()
    fiber.interruptUnsafe()
  }
  process.on("SIGTERM", stop).on("SIGINT", stop)
  watchRunners(process.env, () => {
    if (!stopping) stop()
  })
  fiber.addObserver((exit) => process.exit(exitCodeOf(exit as Exit.Exit<unknown, Refusal>, stopping)))
})

/** The settings of the environment, or everything that is wrong with it. */
export const environmentSettings = (needs: Omit<Needs, "terminal">): Result.Result<Settings, SettingsRefused> =>
  readSettings(process.env, { ...needs, terminal: process.stderr.isTTY === true })

/** Runs a command with the settings of the environment, reading it once. */
export const main = <E extends Refusal>(
  needs: Omit<Needs, "terminal">,
  service: string,
  program: (settings: Settings) => Effect.Effect<void, E>
): void =>
  runMain(
    Effect.suspend((): Effect.Effect<void, Refusal> => {
      keepDirect(process.env)
      const read = environmentSettings(needs)
      if (Result.isFailure(read)) return Effect.fail(read.failure)
      const settings = read.success
      timeoutMillis = stuckAfterMillis + (settings.shutdown.delay_seconds + settings.shutdown.grace_seconds) * 1000
      return program(settings).pipe(Effect.provide(telemetryLayer(settings.telemetry, service)), Effect.provide(loggerLayer(settings)))
    }),
    // What went wrong is told above, in words.
    { disableErrorReporting: true }
  )
