import { expect, test } from "bun:test"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { type StoredDelivery, isWaiting } from "@vouchkit/core/resources/webhooks/model"
import { type Attempt, afterCounted, afterManual } from "@vouchkit/core/resources/webhooks/deliveries/outcome"
import { alarmAttempt, attemptsLeft, attemptsOf } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import * as fc from "fast-check"
import { aDelivery } from "../support/deliveries.ts"

const start = "2026-03-01T12:00:00.000Z"
const unsent = (schedule: ReadonlyArray<number>): StoredDelivery =>
  aDelivery(1, { endpoint_id: "whe_1", attempts_left: attemptsLeft(schedule, 0), next_attempt_at: start })
const anAttempt = (trigger: Attempt["trigger"], at: string, response_status: number | null): Attempt => ({
  trigger,
  started_at: at,
  ended_at: after(at, 20),
  duration_ms: 20,
  response_status,
  retry_after: null,
  error_code: response_status === null ? "connect" : null,
  response_excerpt: null
})
const open = { enabled: true, archived_at: null }
const schedule = fc.array(fc.integer({ min: 1, max: 36_000_000 }), { maxLength: 12 })
const status = fc.constantFrom(null, 200, 204, 302, 404, 410, 429, 500)
const answers = fc.array(fc.record({ status, manual: fc.boolean(), random: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 40 })

test("whatever receivers answer, a delivery makes no more counted attempts than its schedule holds, and alarms at most once", () => {
  fc.assert(
    fc.property(schedule, answers, (waits, script) => {
      let delivery = unsent(waits)
      let alarms = 0
      let at = start
      for (const answer of script) {
        const before = delivery
        if (answer.manual) {
          if (before.status === "pending") continue
          delivery = afterManual(before, anAttempt("manual", at, answer.status), { endpoint: open })
          expect(delivery.attempts_made).toBe(before.attempts_made)
        } else {
          if (!isWaiting(before)) continue
          at = before.next_attempt_at ?? ""
          const outcome = afterCounted(before, anAttempt("auto", at, answer.status), {
            endpoint: open,
            schedule: waits,
            random: answer.random
          })
          delivery = outcome.delivery
          expect(outcome.due_at).toBe(delivery.next_attempt_at)
          if (outcome.alarm) {
            alarms += 1
            expect(delivery.attempts_made).toBe(alarmAttempt(waits))
          }
        }
        expect(delivery.attempts_made + delivery.attempts_left).toBe(attemptsOf(waits))
        expect(delivery.next_attempt_at !== null).toBe(isWaiting(delivery))
        expect(delivery.status === "succeeded").toBe(delivery.succeeded_at !== null)
        if (before.status === "succeeded") expect(delivery.status).toBe("succeeded")
        expect(delivery.attempts.map(({ number }) => number)).toEqual(delivery.attempts.map((_, index) => index + 1))
      }
      expect(alarms).toBeLessThanOrEqual(1)
    })
  )
})

test("an attempt at an endpoint that was withdrawn meanwhile is never followed by another", () => {
  fc.assert(
    fc.property(
      schedule,
      status,
      fc.constantFrom({ enabled: false, archived_at: null }, { enabled: true, archived_at: start }),
      (waits, answer, endpoint) => {
        const { delivery, due_at } = afterCounted(unsent(waits), anAttempt("auto", start, answer), {
          endpoint,
          schedule: waits,
          random: 0.5
        })
        expect([due_at, delivery.next_attempt_at]).toEqual([null, null])
        expect(isWaiting(delivery)).toBe(false)
      }
    )
  )
})
