import { expect, test } from "bun:test"
import { Entropy, idPrefixes, idSchema, isId, makeId } from "@vouchkit/core/kernel/foundation/id"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

const prefixes = Object.keys(idPrefixes) as Array<keyof typeof idPrefixes>
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) }
const run = <A>(effect: Effect.Effect<A, never, Entropy>, entropy: Entropy["Service"] = random) =>
  Effect.runPromise(Effect.scoped(effect.pipe(Effect.provideService(Entropy, entropy), Effect.provide(TestClock.layer()))))
const repeated = <A, R>(count: number, effect: Effect.Effect<A, never, R>) => Effect.all(Array.from({ length: count }, () => effect))

const crockford = "0123456789abcdefghjkmnpqrstvwxyz"
const timeOf = (id: string) => [...id.slice(4, 14)].reduce((sum, digit) => sum * 32 + crockford.indexOf(digit), 0)

test("an id of every prefix is a lower-case ULID behind its prefix, and known as such", async () => {
  for (const prefix of prefixes) {
    const id = await run(makeId(prefix))
    expect(id).toMatch(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
    expect(isId(prefix, id)).toBe(true)
    expect(Schema.is(idSchema(prefix))(id)).toBe(true)
  }
})

test("the prefixes are those of the decisions, three letters each", () => {
  expect(prefixes.join(" ")).toBe(
    "ses doc chk scs scr hit rvc idn mrg wfl wfv wfr nod lst lse blk whe whd evt key aud log anc csm rel rlt idt cfs dty dgr dfp vln att exp apr org usr int req"
  )
})

test("ids carry the millisecond of their making", async () => {
  const id = await run(
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2031-05-06T07:08:09.123Z"))
      return yield* makeId("ses")
    })
  )
  expect(new Date(timeOf(id)).toISOString()).toBe("2031-05-06T07:08:09.123Z")
})

test("ids made within one millisecond are all different and sort in the order they were made", async () => {
  const ids = await run(Effect.andThen(TestClock.setTime(2_000_000_000_000), repeated(2_000, makeId("evt"))))
  expect(new Set(ids).size).toBe(2_000)
  expect(ids.toSorted()).toEqual(ids)
})

test("ids sort in the order they were made while the clock moves on, stands still or steps back a little", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 40 }), async (steps) => {
      const ids = await run(
        Effect.gen(function* () {
          let time = 2_100_000_000_000
          const made: Array<string> = []
          for (const step of steps) {
            time += step
            yield* TestClock.setTime(time)
            made.push(yield* makeId("ses"))
          }
          return made
        })
      )
      // Runs share a process, and with it the order of its ids: each run is far behind the one before and starts again.
      await run(Effect.andThen(TestClock.setTime(0), makeId("ses")))
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 50 }
  )
})

test("a clock set back for good is followed, not waited for", async () => {
  const [late, early] = await run(
    Effect.gen(function* () {
      yield* TestClock.setTime(2_200_000_000_000)
      const first = yield* makeId("ses")
      yield* TestClock.setTime(2_000_000_000_000)
      return [first, yield* makeId("ses")] as const
    })
  )
  expect(timeOf(late)).toBe(2_200_000_000_000)
  expect(timeOf(early)).toBe(2_000_000_000_000)
})

test("a source of entropy that has run dry still yields different ids in order", async () => {
  for (const filler of [0, 255]) {
    const dry = { bytes: (count: number) => new Uint8Array(count).fill(filler) }
    const ids = await run(Effect.andThen(TestClock.setTime(2_300_000_000_000 + filler * 100_000), repeated(100, makeId("ses"))), dry)
    expect(new Set(ids).size).toBe(100)
    expect(ids.toSorted()).toEqual(ids)
  }
})

test("two ids of one millisecond differ by a random step, so that one does not give away the next", async () => {
  const ids = await run(Effect.andThen(TestClock.setTime(2_400_000_000_000), repeated(50, makeId("ses"))))
  const tails = ids.map((id) => [...id.slice(14)].reduce((sum, digit) => sum * 32n + BigInt(crockford.indexOf(digit)), 0n))
  const gaps = tails.slice(1).map((tail, index) => tail - (tails[index] ?? 0n))
  expect(new Set(gaps).size).toBeGreaterThan(40)
})

test("an id of another kind, case, length or alphabet is not one", async () => {
  const id = await run(makeId("ses"))
  const body = id.slice(4)
  for (const text of [
    "",
    "ses_",
    body,
    `doc_${body}`,
    `SES_${body}`,
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    `${id}\n`,
    ` ${id}`,
    `ses-${body}`,
    `ses_${body.slice(1)}i`,
    `ses_${body.slice(1)}l`,
    `ses_${body.slice(1)}o`,
    `ses_${body.slice(1)}u`,
    `ses_${body.slice(1)}\u0000`,
    `ses_${"0".repeat(100_000)}`
  ]) {
    expect([text.slice(0, 40), isId("ses", text)]).toEqual([text.slice(0, 40), false])
    expect(Schema.is(idSchema("ses"))(text)).toBe(false)
  }
})

test("the schema and the predicate agree on any text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."0az_ILUses"), minLength: 26, maxLength: 26 }).map((body) => `ses_${body}`)
  )
  fc.assert(fc.property(text, (candidate) => expect(Schema.is(idSchema("ses"))(candidate)).toBe(isId("ses", candidate))))
})

test("the documents show the pattern and an example that matches it", () => {
  for (const prefix of prefixes) {
    const { schema } = Schema.toJsonSchemaDocument(idSchema(prefix))
    expect(schema).toMatchObject({ type: "string", pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$` })
    for (const example of schema.examples as Array<string>) expect(isId(prefix, example)).toBe(true)
  }
})
