import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ChipAnswer } from "@vouchkit/adapters/engines/chip/protocol"
import { PreviewAnswer } from "@vouchkit/adapters/engines/preview/protocol"
import { IdentityAnswer } from "@vouchkit/adapters/engines/identity/answers"
import { DocumentAnswer, Refused } from "@vouchkit/adapters/engines/process/protocol"
import { Schema } from "effect"
import { chanceOf } from "../support/chance.ts"
import { FuzzedEngine } from "./engine.ts"
import { Mutator } from "./mutate.ts"
import { givenTo, type Kind, kinds, seedsOf } from "./seeds.ts"

const usage = `Usage: bun run test:fuzz [--count 200] [--seed 1] [--seconds N] [--kinds pdf,jpeg,...] [--keep FOLDER]

Gives changed files to engine processes: ${kinds.join(", ")}. Reports each file that ended an engine, was answered against the protocol, or held
an engine for more than 5 s of processor time, and fails if there is one. The same seed makes the same files. --count is for each kind;
--seconds ends the run earlier; --keep is where the files are written that were reported.
`

/** Processor time from which a file is reported, and at which its engine is ended. The first job of an engine also loads its libraries. */
const reportedSeconds = 5
const mostSeconds = 60

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "0" },
    kinds: { type: "string", default: kinds.join(",") },
    keep: { type: "string" },
    help: { type: "boolean", default: false }
  }
})
const wanted = kinds.filter((kind) => values.kinds.split(",").includes(kind))
const [count, seed, seconds] = [values.count, values.seed, values.seconds].map(Number)
if (values.help || wanted.length === 0 || !(Number.isInteger(count) && Number.isInteger(seed) && Number.isInteger(seconds))) {
  process.stderr.write(usage)
  process.exit(values.help ? 0 : 64)
}

const answers: Readonly<Record<string, (answer: unknown) => boolean>> = {
  chip: Schema.is(ChipAnswer),
  preview: Schema.is(PreviewAnswer),
  process: Schema.is(Schema.Union([DocumentAnswer, IdentityAnswer, Refused]))
}

interface Tally {
  files: number
  ended: number
  foreign: number
  slow: number
  longest: number
}

const engines = new Map<string, FuzzedEngine>()
const engineOf = (name: string): FuzzedEngine => {
  const engine = engines.get(name) ?? new FuzzedEngine(name)
  engines.set(name, engine)
  return engine
}
const tell = (line: string): void => void process.stdout.write(`${line}\n`)

const report = (kind: Kind, bytes: Uint8Array, turn: number, what: string): void => {
  const name = `${kind}-${turn}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`
  tell(`${name}: ${what}`)
  if (values.keep === undefined) return
  mkdirSync(values.keep, { recursive: true })
  writeFileSync(join(values.keep, name), bytes)
}

const began = Date.now()
const inTime = (): boolean => seconds === 0 || Date.now() - began < Number(seconds) * 1_000
const tallies = new Map<Kind, Tally>()
const seeds = new Map<Kind, ReadonlyArray<Uint8Array>>()
for (const kind of wanted) {
  tallies.set(kind, { files: 0, ended: 0, foreign: 0, slow: 0, longest: 0 })
  seeds.set(kind, await seedsOf(kind))
}

/** One changed file of a kind through its engine. */
const tryOne = async (kind: Kind, turn: number, tally: Tally): Promise<void> => {
  const own = seeds.get(kind) ?? []
  // Each file by a seed of its own, so that one can be made again without those before it.
  const mutator = new Mutator(chanceOf(Number(seed) * 1_000_003 + turn * 31 + kinds.indexOf(kind)))
  const bytes = mutator.mutated(mutator.pick(own), own)
  const { engine, job } = givenTo[kind](bytes, turn)
  const outcome = await engineOf(engine).ask(job, mostSeconds)
  tally.files += 1
  tally.longest = Math.max(tally.longest, outcome.seconds)
  const taken = `${outcome.seconds.toFixed(1)} s`
  if (outcome.answer === undefined) {
    tally.ended += 1
    report(kind, bytes, turn, `ended its engine (${engine}) after ${taken}`)
  } else if (answers[engine]?.(outcome.answer) !== true) {
    tally.foreign += 1
    report(kind, bytes, turn, `was answered against the protocol (${engine})`)
  } else if (outcome.seconds > reportedSeconds) {
    tally.slow += 1
    report(kind, bytes, turn, `held its engine (${engine}) for ${taken}`)
  }
}

for (let turn = 0; turn < Number(count) && inTime(); turn++)
  for (const [kind, tally] of tallies) if (inTime()) await tryOne(kind, turn, tally)
for (const engine of engines.values()) engine.end()

let bad = 0
for (const [kind, { ended, files, foreign, longest, slow }] of tallies) {
  bad += ended + foreign + slow
  tell(
    `${kind}: N ${files}, ended ${ended}, against the protocol ${foreign}, over ${reportedSeconds} s ${slow}, longest ${longest.toFixed(1)} s`
  )
}
tell(`all: N ${[...tallies.values()].reduce((all, { files }) => all + files, 0)}, reported ${bad}, seed ${seed}`)
process.exit(bad === 0 ? 0 : 1)
