/**
 * Measures what the rule about the light of the screen finds in made-up captures: `bun run bench liveness`, or
 * `bun packages/adapters/bench/liveness-light.ts [captures a row] [chosen_on] [folder for readings]`. People and groups are those of `liveness-attacks.ts`.
 */
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { lightFindings } from "@vouchkit/core/verification/faces/liveness/light"
import { loadFaceLibraries } from "../src/engines/faces/face-libraries.ts"
import { framesUnderLight } from "../src/engines/faces/motion-frames.ts"
import { lightOf } from "../src/engines/faces/screen-light.ts"
import { litCaptureOf, litKinds } from "./liveness/lit-captures.ts"
import { chance } from "./liveness/raster.ts"
import { benchTime, capturesFor, finderOf, wilson } from "./liveness/readings.ts"
import type { Subject } from "./liveness/subjects.ts"

const [count, group = "held_out", folder] = process.argv.slice(2)
const libraries = await loadFaceLibraries()
const find = finderOf(libraries, folder)
const { captures, people, triangles } = await capturesFor(libraries, group, Math.max(1, Number(count ?? 24) || 24))

/** The colours of a challenge; its actions and their signs are the subject of the other bench. */
const orderOf = (random: ReturnType<typeof chance>) => {
  const bytes = Uint8Array.from({ length: challengeBytes }, () => Math.floor(random.next() * 256))
  return makeChallenge(bytes, { id: "ses_bench", at: benchTime, light: true }).light_order ?? []
}

const found = async (kind: (typeof litKinds)[number], subject: Subject, seed: number) => {
  const random = chance(seed)
  const making = { subject, scene: seed, triangles, random, order: orderOf(random) }
  const looked = await litCaptureOf(kind, making, async (bytes, light) => ({ light, seen: await find(bytes) }))
  const lit = framesUnderLight(looked)
  const measured = lit === null ? null : await lightOf(lit)
  if (measured === null || "code" in measured) throw new Error("the bench draws frames that can be read")
  return { ...lightFindings(measured.light), ordered: measured.light.frames.map(({ colour }) => colour) }
}

console.log(`${people} people (${group}), ${captures.length} captures in every row`)
for (const [row, kind] of litKinds.entries()) {
  const results: Array<Awaited<ReturnType<typeof found>>> = []
  for (const { number, subject } of captures) results.push(await found(kind, subject, 500_001 + row * 10_000 + number))
  const was = (outcome: string) => wilson(results.filter((result) => result.outcome === outcome).length, results.length)
  const colours = results.flatMap(({ ordered, seen }) => ordered.map((colour, index) => ({ colour, shown: seen[index] ?? null })))
  const right = colours.filter(({ colour, shown }) => shown === colour).length
  const other = colours.filter(({ colour, shown }) => shown !== null && shown !== colour).length
  console.log(
    [
      `${kind.honest ? "honest" : "attack"}: ${kind.name}, N = ${results.length}`,
      `  reflected ${was("reflected")}, not reflected ${was("not_reflected")}, not measurable ${was("not_measurable")}`,
      `  of ${colours.length} colours ${right} seen as ordered, ${other} as another`
    ].join("\n")
  )
}
