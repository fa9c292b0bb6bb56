/**
 * Measures how often made-up captures pass the check of liveness, and how often those fail that stand for honest ones:
 * `bun run bench liveness`, or `bun packages/adapters/bench/liveness-attacks.ts [captures a row] [chosen_on] [folder for readings]`.
 *
 * The people are those of the pictures at hand, one photograph each. Half of them served to choose the thresholds; the table shows the others. Every capture is
 * judged as if its camera were vouched for, since otherwise none passes by itself.
 */
import { challengeBytes, type LivenessAction, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import type { ChallengeEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import { mostStill } from "@vouchkit/core/verification/faces/liveness/motion"
import { mouthAtRest, poseOf } from "@vouchkit/core/verification/faces/liveness/pose"
import { motionOf } from "../src/engines/faces/capture-motion.ts"
import { loadFaceLibraries } from "../src/engines/faces/face-libraries.ts"
import { framesToCompare } from "../src/engines/faces/motion-frames.ts"
import { captureOf, type Kind, kinds } from "./liveness/captures.ts"
import { chance } from "./liveness/raster.ts"
import { benchContext, benchTime, capturesFor, range, type Reading, readerOf, wilson } from "./liveness/readings.ts"
import type { Subject } from "./liveness/subjects.ts"

const [count, group = "held_out", folder] = process.argv.slice(2)
const libraries = await loadFaceLibraries()
const read = readerOf(libraries, folder)
const { captures, people, triangles } = await capturesFor(libraries, group, Math.max(1, Number(count ?? 24) || 24))

/** Whether a frame shows what it is to show, beside the face at rest. */
const readerFor = () => {
  let rest = 0
  return async (bytes: Uint8Array, action: LivenessAction | null) => {
    const reading = await read(bytes)
    const [face] = reading.analysis.faces
    if (action === null) rest = face === undefined ? 0 : mouthAtRest([face])
    return { reading, shown: face !== undefined && poseOf(face, false, rest) === (action ?? "frontal") }
  }
}

const evidenceOf = async (seen: ReadonlyArray<Reading>, challenge: ChallengeEvidence["challenge"]): Promise<ChallengeEvidence> => {
  const chosen = framesToCompare(seen)
  const frame = ({ job, points }: Reading) => ({ ...job, points })
  const found = chosen === null ? null : await motionOf({ rest: frame(chosen.rest), turned: chosen.turned.map(frame) })
  return {
    kind: "challenge",
    challenge,
    frames: seen.map(({ analysis }) => ({ nonce: challenge.nonce, mirrored: false, analysis })),
    ...(found === null || "code" in found ? {} : { motion: found.motion })
  }
}

const judged = async (kind: Kind, subject: Subject, seed: number) => {
  const random = chance(seed)
  const bytes = Uint8Array.from({ length: challengeBytes }, () => Math.floor(random.next() * 256))
  const challenge = makeChallenge(bytes, { id: "ses_bench", at: benchTime })
  const seen = await captureOf(kind, { subject, scene: seed, triangles, order: challenge.order, random }, readerFor())
  const evidence = await evidenceOf(seen, challenge)
  const verdict = judgeLiveness(evidence, benchContext)
  return { verdict, codes: verdict.reasons.map(({ code }) => code), motion: evidence.motion ?? null }
}

console.log(`${people} people (${group}), ${captures.length} captures in every row`)
for (const [row, kind] of kinds.entries()) {
  const results: Array<Awaited<ReturnType<typeof judged>>> = []
  for (const { number, subject } of captures) results.push(await judged(kind, subject, 1 + row * 10_000 + number))
  const shareOf = (counts: (result: (typeof results)[number]) => boolean) => wilson(results.filter(counts).length, results.length)
  const has = (code: string) => shareOf(({ codes }) => codes.includes(code))
  const others = new Set(results.flatMap(({ codes }) => codes.filter((code) => code !== "portrait_not_compared")))
  console.log(
    [
      `${kind.honest ? "honest" : "attack"}: ${kind.name}, N = ${results.length}`,
      `  order followed ${shareOf(({ codes }) => !codes.includes("actions_wrong"))}; passed ${shareOf(({ verdict }) => verdict.outcome === "passed")}, to a reviewer ${shareOf(({ verdict }) => verdict.outcome === "review")}`,
      `  turns compared ${results.filter(({ motion }) => motion !== null).length}; ${[...others].map((code) => `${code} ${has(code)}`).join(", ")}`,
      `  still beside the face ${range(results.map(({ motion }) => (motion === null ? null : mostStill(motion))))}, pattern of a screen ${range(results.map(({ motion }) => motion?.screen_pattern ?? null))}`
    ].join("\n")
  )
}
