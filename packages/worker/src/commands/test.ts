import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { folderOfThisProcess } from "./test-folder.ts"
import { settled, tally } from "./test-summary.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
/** The last resort against a test that hangs; no test is to fail because a machine is slow. */
const perTestMillis = 300_000
/** Processes take the files in turns, each with one database for all of its own. One more than cores: each waits at times for engines and services. */
const processes = availableParallelism() > 1 ? Math.min(availableParallelism(), 3) + 1 : 1
const sharing = [`--parallel=${processes}`, "--no-isolate"] as const
/**
 * Test processes keep the memory that they freed. Many of them draw and read pictures one after another, and in a virtual machine memory that was given
 * back costs more to get again than the work that is done in it.
 */
const memory = { MIMALLOC_PURGE_DELAY: "-1" }
/**
 * Test processes do without the last stage of the runtime's compiler. It pays where the same loop turns for minutes; most of what a test compiles by it is
 * over before that, and a tenth of all processor time went there. What tests start has it (`test/support/own-environment.ts`).
 */
const compiler = { BUN_JSC_useFTLJIT: "0" }
/** The last resort against a run that hangs. */
const limits = { types: 60 * 60_000, lint: 60 * 60_000, tests: 240 * 60_000 } as const
/** Closing lines and the list of failures; more is shown but not kept. */
const keptCharacters = 4_000_000

/** The seed of a random order: after `--seed` on the command line, in `TEST_SEED`, or none, which keeps the order of the files. */
const { values } = parseArgs({ options: { seed: { type: "string" } }, strict: true })
const seed = values.seed ?? process.env.TEST_SEED
if (seed !== undefined && !/^\d{1,9}$/.test(seed)) {
  process.stderr.write(`The seed "${seed.slice(0, 40)}" is not a number of up to nine digits.\n`)
  process.exit(64)
}
const order = seed === undefined ? [] : ["--randomize", `--seed=${seed}`]

interface Step {
  readonly title: string
  readonly command: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  readonly limit: number
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

const read = async (stream: ReadableStream<Uint8Array>, hear: (text: string) => void) => {
  const decoder = new TextDecoder()
  for await (const chunk of stream) hear(decoder.decode(chunk, { stream: true }))
}

/** Runs a step and keeps what it prints. It is shown as it is printed, or in one piece where other steps print meanwhile. */
const run = async ({ command, environment = {}, limit, title }: Step, shown: "at once" | "in one piece") => {
  let output = ""
  let held = ""
  const report = (text: string) => {
    if (shown === "at once") process.stdout.write(text)
    else held += text
  }
  const hear = (text: string) => {
    output = `${output}${text}`.slice(-keptCharacters)
    report(text)
  }
  report(`\n── ${title} ──\n`)
  const began = performance.now()
  try {
    const child = Bun.spawn([process.execPath, ...command], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe"
    })
    const watchdog = setTimeout(() => child.kill("SIGKILL"), limit)
    await Promise.all([read(child.stdout, hear), read(child.stderr, hear), child.exited])
    clearTimeout(watchdog)
    report(`── ${title}: ${child.exitCode === 0 ? "passed" : "FAILED"} after ${((performance.now() - began) / 1000).toFixed(1)} s ──\n`)
    return { code: child.exitCode, output, title }
  } catch (error) {
    report(`── ${title}: could not be started (${error instanceof Error ? error.message : "unknown"}) ──\n`)
    return { code: null, output, title }
  } finally {
    process.stdout.write(held)
  }
}

/**
 * One checker takes half the processor time of the usual four, which each look at what they share; the tests have the other cores meanwhile. Its memory
 * grows to five times what is in use before it is gone through, not to twice: a quarter less processor time for a tenth more memory.
 */
const types = run(
  {
    title: "Types",
    command: ["node_modules/typescript/bin/tsc", "--noEmit", "--checkers", "1"],
    environment: { GOGC: "400" },
    limit: limits.types
  },
  "in one piece"
)
const lint = run({ title: "Lint", command: ["node_modules/@biomejs/biome/bin/biome", "check"], limit: limits.lint }, "in one piece")
say(
  `\nTest processes: ${processes}. Order: ${seed === undefined ? "that of the files" : `random, seed ${seed} (repeat with --seed ${seed})`}.`
)
const tests = await run(
  {
    title: "Tests",
    command: ["test", ...sharing, ...order, "--timeout", String(perTestMillis)],
    // Whatever a test leaves behind goes with the run: a machine that tests every change would be full in a week.
    environment: { ...memory, ...compiler, TMPDIR: folderOfThisProcess("vouchkit-tests-") },
    limit: limits.tests
  },
  "at once"
)

const counts = settled(tally(tests.output), tests.code)
const refused = (await Promise.all([types, lint])).filter(({ code }) => code !== 0)
// What they said stands somewhere among the tests.
for (const { output, title } of refused) say(`\n── ${title}: FAILED ──\n${output}`)
const failed = counts.failed + refused.length
say(`\n${counts.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && counts.passed > 0 ? 0 : 1
