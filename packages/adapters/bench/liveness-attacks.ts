/**
 * Measures how often made-up captures pass the check of liveness, and how often those fail that stand for honest ones:
 * `bun run bench liveness`, or `bun packages/adapters/bench/liveness-attacks.ts [captures for each person] [chosen_on]`.
 *
 * The people are those of the pictures at hand, one photograph each. Half of them served to choose the thresholds; the table shows the others. Every capture is
 * judged as if its camera were vouched for, since otherwise none passes by itself.
 */
import { defaultFaceBands } from "@vouchkit/core/verification/faces/bands"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import type { ChallengeEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import { mostStill } from "@vouchkit/core/verification/faces/liveness/motion"
import { examineFace, type ExaminedFace } from "../src/engines/faces/analyze-face.ts"
import { motionOf } from "../src/engines/faces/capture-motion.ts"
import { loadFaceLibraries } from "../src/engines/faces/face-libraries.ts"
import { framesToCompare } from "../src/engines/faces/motion-frames.ts"
import { captureOf, type Kind, kinds } from "./liveness/captures.ts"
import { trianglesOf } from "./liveness/head.ts"
import { chance } from "./liveness/raster.ts"
import { loadSubjects, type Subject } from "./liveness/subjects.ts"

const [first, group = "held_out"] = process.argv.slice(2)
const each = Math.max(1, Number(first ?? 1) || 1)
const libraries = await loadFaceLibraries()
const triangles = trianglesOf(libraries)
const subjects = (await loadSubjects(libraries)).filter((subject) => subject.group === group)
const at = "2026-01-01T00:00:00.000Z"

interface Seen extends ExaminedFace {
  readonly job: { readonly bytes: Uint8Array; readonly turned: number; readonly place: null }
}

const evidenceOf = async (frames: ReadonlyArray<Uint8Array>, challenge: ChallengeEvidence["challenge"]): Promise<ChallengeEvidence> => {
  const seen: Array<Seen> = []
  for (const bytes of frames) {
    const job = { bytes, turned: 0, place: null }
    const examined = await examineFace(libraries, job)
    if (!("code" in examined)) seen.push({ job, ...examined })
  }
  const chosen = framesToCompare(seen)
  const frame = ({ job, points }: Seen) => ({ ...job, points })
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
  const challenge = makeChallenge(bytes, { id: "ses_bench", at })
  const evidence = await evidenceOf(await captureOf(kind, { subject, scene: seed, triangles, order: challenge.order, random }), challenge)
  const context = { session_id: "ses_bench", at, bands: defaultFaceBands, portrait: null, seen: [], seen_here: [], assured: true }
  const verdict = judgeLiveness(evidence, context)
  return { verdict, codes: verdict.reasons.map(({ code }) => code), motion: evidence.motion ?? null }
}

const range = (values: ReadonlyArray<number | null>): string => {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other)
  const [least, most] = [known[0], known.at(-1)]
  return least === undefined || most === undefined ? "-" : `${least.toFixed(2)} to ${most.toFixed(2)}`
}

console.log(`${subjects.length} people (${group}), ${each} captures of each in every row`)
for (const [row, kind] of kinds.entries()) {
  const results: Array<Awaited<ReturnType<typeof judged>>> = []
  for (const [index, subject] of subjects.entries())
    for (let number = 0; number < each; number++) results.push(await judged(kind, subject, 1 + row * 10_000 + index * 100 + number))
  const count = (counts: (result: (typeof results)[number]) => boolean) => results.filter(counts).length
  const has = (code: string) => count(({ codes }) => codes.includes(code))
  console.log(
    [
      `${kind.honest ? "honest" : "attack"}: ${kind.name}, N = ${results.length}`,
      `  passed ${count(({ verdict }) => verdict.outcome === "passed")}, to a reviewer ${count(({ verdict }) => verdict.outcome === "review")}, failed ${count(({ verdict }) => verdict.outcome === "failed")}`,
      `  order followed ${results.length - has("actions_wrong")}, turns compared ${count(({ motion }) => motion !== null)}, surroundings_unmoved ${has("surroundings_unmoved")}, screen_shown ${has("screen_shown")}, face_changed ${has("face_changed")}`,
      `  still beside the face ${range(results.map(({ motion }) => (motion === null ? null : mostStill(motion))))}, pattern of a screen ${range(results.map(({ motion }) => motion?.screen_pattern ?? null))}`
    ].join("\n")
  )
}
