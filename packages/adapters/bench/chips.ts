import { generateKeyPairSync, sign } from "node:crypto"
import { readTrustFile } from "@vouchkit/core/verification/chip/certificates/trust-file"
import type { ChipData } from "@vouchkit/core/resources/nfc/chip-data"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { trustEntries } from "@vouchkit/core/resources/trust/entries"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Layer, ManagedRuntime } from "effect"
import { chipFixture } from "../../../test/support/chips.ts"
import { encodeJpeg2000, softPicture } from "../../../test/support/jpeg2000.ts"
import { freshDatabase } from "../../../test/support/postgres.ts"
import { importTrust } from "../../../test/support/trust-imports.ts"
import { chipVerifierLayer } from "../src/engines/chip/chip-verifier.ts"
import { layer as databaseLayer } from "../src/postgres/database.ts"
import { layer as trustLayer } from "../src/postgres/trust/store.ts"

// Run with `bun packages/adapters/bench/chips.ts`: an import into PostgreSQL, chips through the engine process beside an empty job of the same
// process, and portraits in JPEG 2000.

const certificates = 400
const chips = 100
const portraits = 20

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  return Buffer.concat([
    Uint8Array.from(length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]),
    content
  ])
}
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex")
const ecdsaWithSha256 = der(0x30, hex("06 08 2a 86 48 ce 3d 04 03 02"))
const attribute = (oid: string, tag: number, value: string) => der(0x31, der(0x30, hex(oid), der(tag, Buffer.from(value))))

/** A self-signed root on P-256, one of many countries. */
const aRoot = (number: number): Buffer => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const country = String.fromCharCode(65 + (number % 26), 65 + (Math.floor(number / 26) % 26))
  const name = der(0x30, attribute("06 03 55 04 06", 0x13, country), attribute("06 03 55 04 03", 0x0c, `Root ${number}`))
  const validity = der(0x30, der(0x17, Buffer.from("250101000000Z")), der(0x17, Buffer.from("350101000000Z")))
  const body = der(
    0x30,
    der(0xa0, hex("02 01 02")),
    der(0x02, Uint8Array.of(1, number >> 8, number & 255)),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, der(0x30, hex("06 03 55 1d 13 01 01 ff 04 05 30 03 01 01 ff"))))
  )
  return der(0x30, body, ecdsaWithSha256, der(0x03, Uint8Array.of(0), sign("sha256", body, privateKey)))
}

const share = (times: ReadonlyArray<number>, part: number): string => {
  const sorted = [...times].sort((left, right) => left - right)
  return `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`
}
const say = (text: string) => process.stdout.write(`${text}\n`)

const store = trustLayer.pipe(Layer.provide(databaseLayer({ connect: await freshDatabase(), maximumConnections: 4 })))
const runtime = ManagedRuntime.make(Layer.provideMerge(chipVerifierLayer(), store))
const load = (file: Uint8Array, name: string) =>
  runtime.runPromise(
    Effect.flatMap(TrustStore, (trust) => {
      const chunks = (async function* () {
        yield file
      })()
      return importTrust(trust, {
        source: name,
        sha256: name,
        replaces: false,
        entries: trustEntries(name, readTrustFile(chunks), () => {})
      })
    })
  )

const file = Buffer.concat(Array.from({ length: certificates }, (_, number) => aRoot(number)))
const importStarted = performance.now()
const outcome = await load(new Uint8Array(file), "made")
const imported = performance.now() - importStarted
const added = outcome.state === "done" ? outcome.finished.counts.added : 0
say(
  `import: ${added} of ${certificates} certificates in ${imported.toFixed(0)} ms (${(certificates / (imported / 1000)).toFixed(0)} a second)`
)
const againStarted = performance.now()
await load(new Uint8Array(file), "made")
say(`the same again: ${(performance.now() - againStarted).toFixed(0)} ms`)

const { certificates: roots, sod } = chipFixture("ec-prime256v1")
await load(new Uint8Array(Buffer.concat(roots.map((one) => Buffer.from(one, "base64")))), "specimen")
const { challenge, dg1, dg2, dg14, dg15, ec_answer } = chipFixture("data-groups")
const chip: ChipData = {
  format: "vouchkit.chip/1",
  received_at: "2027-01-01T00:00:00.000Z",
  terminal: null,
  nonce: Buffer.from(challenge, "base64").toString("hex"),
  sod,
  data_groups: { dg1, dg2, dg14, dg15 },
  active_authentication: ec_answer
}
const timed = async (count: number, run: () => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let done = 0; done < count; done += 1) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  return times
}
const ask = <A, E>(work: (verifier: ChipVerifier["Service"]) => Effect.Effect<A, E>) =>
  runtime.runPromise(Effect.flatMap(ChipVerifier, work))
const [first = 0, ...warm] = await timed(chips + 1, async () => {
  const found = await ask(({ verify }) => verify({ chip, mrz: null, at: "2027-01-01T00:00:00.000Z" }))
  if (found.passive_authentication !== true || found.active_authentication !== true) throw new Error("the chip was not verified")
})
const empty = await timed(chips, () => ask(({ portrait }) => Effect.result(portrait(new Uint8Array(1)))))
say(
  `chip (P-256, active authentication), N ${chips}: p50 ${share(warm, 0.5)}, p95 ${share(warm, 0.95)}; the first, with the start of its process, ${first.toFixed(0)} ms`
)
say(`baseline, a job of the same process that does nothing, N ${chips}: p50 ${share(empty, 0.5)}`)

const frame = { width: 480, height: 600, channels: 3 } as const
const picture = encodeJpeg2000(await softPicture(frame.width, frame.height, 3), frame)
const decoded = await timed(portraits, () => ask(({ portrait }) => portrait(picture)))
say(`portrait 480x600 in JPEG 2000 to PNG, N ${portraits}: p50 ${share(decoded, 0.5)}`)
await runtime.dispose()
process.exit(0)
