import { expect, test } from "bun:test"
import { connectionsPerUrl, makeTurns } from "@vouchkit/adapters/webhook-sender/turns"
import fc from "fast-check"

const url = "https://hooks.example.com/in"
const steps = fc.array(
  fc.oneof(fc.constant("ask" as const), fc.constant("leave" as const), fc.constant("end" as const), fc.constant("wait" as const)),
  {
    maxLength: 400
  }
)

test("no more than so many have their turn at once, in the order in which they asked, and nobody who stays is forgotten", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (made, chance) => {
      const turns = makeTurns()
      const waiting = new Map<number, () => void>()
      const running = new Map<number, () => void>()
      const begun: Array<number> = []
      let asked = 0
      let most = 0
      const one = (of: Map<number, () => void>): [number, () => void] | undefined =>
        [...of][(chance.next().value ?? 0) % Math.max(1, of.size)]
      const ask = () => {
        const number = asked
        asked += 1
        const leave = turns(url, (end) => {
          waiting.delete(number)
          running.set(number, end)
          begun.push(number)
          most = Math.max(most, running.size)
        })
        waiting.set(number, leave)
      }
      const end = ([number, ends]: [number, () => void]) => {
        running.delete(number)
        ends()
      }
      for (const step of made) {
        if (step === "ask") ask()
        const left = step === "leave" ? one(waiting) : undefined
        if (left !== undefined) {
          waiting.delete(left[0])
          left[1]()
        }
        const ended = step === "end" ? one(running) : undefined
        if (ended !== undefined) end(ended)
        if (step === "wait") await Promise.resolve()
      }
      for (let turn = 0; turn <= asked; turn += 1) {
        await Promise.resolve()
        for (const entry of [...running]) end(entry)
      }
      expect(most).toBeLessThanOrEqual(connectionsPerUrl)
      expect(begun).toEqual(begun.toSorted((one, other) => one - other))
      expect(waiting.size).toBe(0)
    }),
    { numRuns: 300 }
  )
})

test("whoever asks and leaves at once as a line ends gives nobody a second line", async () => {
  const turns = makeTurns()
  const ends: Array<() => void> = []
  let running = 0
  const ask = () =>
    turns(url, (end) => {
      running += 1
      ends.push(end)
    })
  ask()
  await Promise.resolve()
  ask()()
  running -= 1
  ends.shift()?.()
  for (let more = 0; more < connectionsPerUrl; more += 1) ask()
  await Promise.resolve()
  for (let more = 0; more < connectionsPerUrl; more += 1) ask()
  await Promise.resolve()
  expect(running).toBe(connectionsPerUrl)
})
