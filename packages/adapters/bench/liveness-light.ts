/**
 * Measures what the rule about the light of the screen finds in made-up captures: `bun run bench liveness`, or
 * `bun packages/adapters/bench/liveness-light.ts [captures a row] [chosen_on] [folder for readings]`. People and groups are those of `liveness-attacks.ts`.
 */
import { challengeBytes, type LivenessChallenge, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import type { ChallengeEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import { lightFindings } from "@vouchkit/core/verification/faces/liveness/light"
import { loadFaceLibraries } from "../src/engines/faces/face-libraries.ts"
import { framesUnderLight } from "../src/engines/faces/motion-frames.ts"
import { lightOf } from "../src/engines/faces/screen-light.ts"
import { litCaptureOf, litKinds } from "./liveness/lit-captures.ts"
import { chance } from "./liveness/raster.ts"
import { benchContext, benchTime, capturesFor, range, readerOf, wilson } from "./liveness/readings.ts"
import type { Subject } from "./liveness/subjects.ts"

const [count, group = "held_out", folder] = process.argv.slice(2)
const libraries = await loadFaceLibraries()
const read = readerOf(libraries, folder)
const { captures, people, triangles } = await capturesFor(libraries, group, Math.max(1, Number(count ?? 24) || 24))

/** A challenge of colours alone: actions and their signs are the subject of the other bench. */
const challengeOf = (random: ReturnType<typeof chance>): LivenessChallenge & Required<Pick<LivenessChallenge, "light_order">> => {
  const bytes = Uint8Array.from({ length: challengeBytes }, () => Math.floor(random.next() * 256))
  const challenge = makeChallenge(bytes, { id: "ses_bench", at: benchTime, light: true })
  return { ...challenge, order: [], light_order: challenge.light_order ?? [] }
}

const judged = async (kind: (typeof litKinds)[number], subject: Subject, seed: number) => {
  const random = chance(seed)
  const challenge = challengeOf(random)
  const making = { subject, scene: seed, triangles, random, order: challenge.light_order }
  const looked = await litCaptureOf(kind, making, async (bytes, light) => ({ light, seen: await read(bytes) }))
  const lit = framesUnderLight(looked.map(({ light, seen: { job, points } }) => ({ light, seen: { ...job, points } })))
  const found = lit === null ? null : await lightOf(lit)
  if (found === null || "code" in found) throw new Error("the bench draws frames that can be read")
  const frame = ({ seen: { analysis } }: (typeof looked)[number]) => ({ nonce: challenge.nonce, mirrored: false, analysis })
  const rest = looked.slice(0, 1).map(frame)
  const frames = [...rest, ...looked.map((one) => ({ ...frame(one), light: one.light }))]
  const evidence: ChallengeEvidence = { kind: "challenge", challenge, frames, light: found.light }
  const { details, reasons } = judgeLiveness(evidence, benchContext)
  const findings = lightFindings(found.light)
  return { ...findings, codes: reasons.map(({ code }) => code), same_face: details?.same_face ?? null, light: found.light }
}

console.log(`${people} people (${group}), ${captures.length} captures in every row`)
for (const [row, kind] of litKinds.entries()) {
  const results: Array<Awaited<ReturnType<typeof judged>>> = []
  for (const { number, subject } of captures) results.push(await judged(kind, subject, 500_001 + row * 10_000 + number))
  const shareOf = (counts: (result: (typeof results)[number]) => boolean) => wilson(results.filter(counts).length, results.length)
  const was = (outcome: string) => shareOf((result) => result.outcome === outcome)
  const others = new Set(
    results.flatMap(({ codes }) => codes.filter((code) => code !== "portrait_not_compared" && !code.startsWith("light_")))
  )
  console.log(
    [
      `${kind.honest ? "honest" : "attack"}: ${kind.name}, N = ${results.length}`,
      `  reflected ${was("reflected")}, not reflected ${was("not_reflected")}, not measurable ${was("not_measurable")}`,
      `  colours seen as ordered ${wilson(results.flatMap(({ light: { frames }, seen }) => frames.filter(({ colour }, index) => seen[index] === colour)).length, results.length * 6)}, other colours ${results.flatMap(({ light: { frames }, seen }) => seen.filter((colour, index) => colour !== null && colour !== frames[index]?.colour)).length}`,
      `  least similarity to the face at rest ${range(results.map(({ same_face }) => same_face))}; ${[...others].map((code) => `${code} ${shareOf(({ codes }) => codes.includes(code))}`).join(", ")}`
    ].join("\n")
  )
}
