/**
 * Measures how fast faces are compared, and how well: `bun packages/adapters/bench/faces.ts [rounds] [folder]`.
 *
 * Speed is that of this process, against decoding the same two pictures. Quality is reported by counts: every face of the sample pictures is compared with changed
 * copies of itself, and with the other faces of its picture, which are other people for certain. A folder with a folder of pictures for each person
 * adds pairs of different photographs.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { FaceAnalysis } from "@vouchkit/core/verification/faces/analysis"
import { defaultFaceBands, templateDistance } from "@vouchkit/core/verification/faces/bands"
import sharp from "sharp"
import { asPortrait, astronaut, onPage, partOf, samplePicture } from "../../../test/support/face-pictures.ts"
import { distanceOfScore } from "../../../test/support/faces.ts"
import { analyzeFace } from "../src/engines/faces/analyze-face.ts"
import { loadFaceLibraries } from "../src/engines/faces/face-libraries.ts"

const rounds = Math.max(1, Number(process.argv[2] ?? 20))
const folder = process.argv[3]
const resident = () => Math.round(process.memoryUsage().rss / 1024 ** 2)
const median = (values: ReadonlyArray<number>): number => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0

const started = performance.now()
const libraries = await loadFaceLibraries()
const loading = performance.now() - started

const look = async (bytes: Uint8Array): Promise<FaceAnalysis | null> => {
  const result = await analyzeFace(libraries, { bytes, turned: 0, place: null })
  return "code" in result ? null : result
}
const apart = (one: FaceAnalysis | null, other: FaceAnalysis | null): number | null =>
  one?.template && other?.template ? templateDistance(one.template, other.template) : null

const selfie = await sharp(astronaut).resize({ width: 1080 }).extend({ top: 240, background: "#9aa" }).jpeg({ quality: 85 }).toBuffer()
const page = await onPage(await asPortrait(astronaut, 300))
await look(selfie)
const matches: Array<number> = []
const decodings: Array<number> = []
const processor: Array<number> = []
for (let round = 0; round < rounds; round++) {
  const start = performance.now()
  const used = process.cpuUsage()
  await look(page)
  await look(selfie)
  const { system, user } = process.cpuUsage(used)
  processor.push((system + user) / 1000)
  const between = performance.now()
  for (const bytes of [page, selfie]) await sharp(bytes).raw().toBuffer()
  matches.push(between - start)
  decodings.push(performance.now() - between)
}
console.log(`libraries loaded in ${Math.round(loading)} ms; resident memory after ${2 * rounds + 1} pictures: ${resident()} MB`)
console.log(
  `one match (a page of ${(await sharp(page).metadata()).width} px and a selfie of 1080 px), N = ${rounds}: p50 ${Math.round(median(matches))} ms, ` +
    `of which ${Math.round(median(processor))} ms on the processor, ${Math.round(median(matches) / median(decodings))} times the decoding of both pictures (${Math.round(median(decodings))} ms)`
)

const variants: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  "portrait of 200 px, pale, JPEG 60": (bytes) => asPortrait(bytes, 200),
  "portrait of 110 px, pale, JPEG 60": (bytes) => asPortrait(bytes, 110),
  "portrait of 80 px, pale, JPEG 60": (bytes) => asPortrait(bytes, 80),
  grey: (bytes) => sharp(bytes).greyscale().jpeg().toBuffer(),
  dark: (bytes) => sharp(bytes).linear(0.45, 0).jpeg().toBuffer(),
  "turned by 20 degrees": (bytes) => sharp(bytes).rotate(20, { background: "#888" }).jpeg().toBuffer()
}

interface Person {
  readonly picture: string
  readonly own: Uint8Array
  readonly analysis: FaceAnalysis | null
}
const people: Array<Person> = [{ picture: "astronaut", own: astronaut, analysis: await look(astronaut) }]
for (const number of [1, 2, 3, 4, 5, 6] as const) {
  const picture = samplePicture(number)
  for (const { place } of (await look(picture))?.faces ?? []) {
    const room = { left: place.left - place.width * 0.15, top: place.top - place.height * 0.2 }
    const own = await partOf(picture, { ...room, width: place.width * 1.3, height: place.height * 1.4 })
    people.push({ picture: `sample ${number}`, own, analysis: await look(own) })
  }
}

const [pass, review] = [distanceOfScore(defaultFaceBands.pass), distanceOfScore(defaultFaceBands.review)]
const row = (name: string, same: ReadonlyArray<number>, different: ReadonlyArray<number>, lost: number) => ({
  pictures: name,
  "same person": same.length,
  "no face": lost,
  passed: same.filter((distance) => distance <= pass).length,
  "to a reviewer": same.filter((distance) => distance > pass && distance <= review).length,
  "falsely refused": same.filter((distance) => distance > review).length,
  "different people": different.length,
  "falsely passed": different.filter((distance) => distance <= pass).length,
  "falsely to a reviewer": different.filter((distance) => distance > pass && distance <= review).length
})
const equalErrorRate = (same: ReadonlyArray<number>, different: ReadonlyArray<number>): string => {
  const rates = [...same, ...different].map((threshold) => {
    const rejected = same.filter((distance) => distance > threshold).length / same.length
    const accepted = different.filter((distance) => distance <= threshold).length / different.length
    return { gap: Math.abs(rejected - accepted), rate: (rejected + accepted) / 2, threshold }
  })
  const best = rates.sort((one, other) => one.gap - other.gap)[0]
  return best === undefined ? "-" : `${(100 * best.rate).toFixed(1)} % at distance ${best.threshold.toFixed(2)}`
}

const rows = []
const all = { same: [] as number[], different: [] as number[] }
for (const [name, change] of Object.entries(variants)) {
  const changed: Array<FaceAnalysis | null> = []
  for (const { own } of people) changed.push(await look(await change(own)))
  const same = people.map(({ analysis }, index) => apart(analysis, changed[index] ?? null)).filter((distance) => distance !== null)
  const different = people.flatMap(({ analysis, picture }, one) =>
    people.flatMap((other, index) => (index !== one && other.picture === picture ? [apart(analysis, changed[index] ?? null)] : []))
  )
  const known = different.filter((distance) => distance !== null)
  rows.push(row(name, same, known, changed.filter((analysis) => analysis === null || analysis.template === null).length))
  all.same.push(...same)
  all.different.push(...known)
}
rows.push(row("all of them", all.same, all.different, 0))

if (folder !== undefined) {
  const shots = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => ({ name, path: join(folder, name, file) })))
  const seen: Array<{ readonly name: string; readonly analysis: FaceAnalysis | null }> = []
  for (const { name, path } of shots) seen.push({ name, analysis: await look(new Uint8Array(readFileSync(path))) })
  const pairs = seen.flatMap((one, index) =>
    seen.slice(index + 1).map((other) => ({ same: one.name === other.name, distance: apart(one.analysis, other.analysis) }))
  )
  const of = (same: boolean) => pairs.filter((pair) => pair.same === same).flatMap(({ distance }) => (distance === null ? [] : [distance]))
  rows.push(
    row(
      `photographs of ${new Set(shots.map(({ name }) => name)).size} people`,
      of(true),
      of(false),
      seen.filter(({ analysis }) => !analysis?.template).length
    )
  )
  console.log(`equal error rate on photographs: ${equalErrorRate(of(true), of(false))}`)
}
console.table(rows)
console.log(
  `equal error rate on changed copies: ${equalErrorRate(all.same, all.different)}; people: ${people.length}; resident memory: ${resident()} MB`
)
