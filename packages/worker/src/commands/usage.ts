import { type ParseArgsOptionsConfig, parseArgs } from "node:util"
import { Effect, type Result } from "effect"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"

/** A command line that cannot be followed: what is wrong with it, and how it is written right. */
export const misused = (problem: string, help: string): StartProblem =>
  new StartProblem({ message: `${problem}\n\n${help}`, exit_code: exitCodes.usage })

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>>["values"]

/** Reads a command line; `--help` asks for the help text on standard output. */
export const readArguments = <const O extends ParseArgsOptionsConfig>(
  given: ReadonlyArray<string>,
  options: O,
  help: string
): Effect.Effect<{ readonly values: Values<O>; readonly positionals: ReadonlyArray<string> }, StartProblem> =>
  Effect.try({
    try: () => parseArgs({ args: [...given], options, allowPositionals: true, strict: true }),
    // The parser's own words name the option and never a value of one; its advice on quoting is left out.
    catch: (cause) => misused(cause instanceof Error ? (cause.message.split(". ")[0] ?? "") : "The command line cannot be read", help)
  })

/** The value of an option that has to be there. */
export const required = (value: string | undefined, name: string, help: string): Effect.Effect<string, StartProblem> =>
  value === undefined || value === "" ? Effect.fail(misused(`--${name} is missing.`, help)) : Effect.succeed(value)

/** Prints a line, and goes on when it has left: a process that ends at once would cut off what a pipe has not taken yet. */
export const print = (text: string): Effect.Effect<void> =>
  Effect.callback((resume) => void process.stdout.write(`${text}\n`, () => resume(Effect.void)))

/** The value of an option as it is read elsewhere, or what would be right. */
export const judgedOption = <A>(
  value: string,
  name: string,
  read: (text: string) => Result.Result<A, string>,
  help: string
): Effect.Effect<A, StartProblem> => Effect.mapError(Effect.fromResult(read(value)), (right) => misused(`--${name} ${right}.`, help))
