import { ReceiverBusy } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Effect, Fiber } from "effect"
import type { Turns } from "./turns.ts"

/** Runs an exchange with a URL once its turn has come, which it keeps until it ends; fails when it has not come in `turn_timeout_ms`. */
export const inTurn =
  (turns: Turns, { turn_timeout_ms, url }: { readonly url: string; readonly turn_timeout_ms: number }) =>
  <A, E>(exchange: Effect.Effect<A, E>): Effect.Effect<A, E | ReceiverBusy> =>
    Effect.contextWith((context) =>
      Effect.callback((resume) => {
        let running: Fiber.Fiber<A, E> | undefined
        let left = false
        const leave = turns(url, (end) => {
          clearTimeout(timeout)
          if (left) return end()
          running = Effect.runForkWith(context)(exchange)
          running.addObserver((exit) => {
            end()
            resume(exit)
          })
        })
        const leaveForGood = () => {
          left = true
          clearTimeout(timeout)
          leave()
        }
        const timeout = setTimeout(() => {
          leaveForGood()
          resume(Effect.fail(new ReceiverBusy()))
        }, turn_timeout_ms)
        return Effect.suspend(() => {
          leaveForGood()
          return running === undefined ? Effect.void : Fiber.interrupt(running)
        })
      })
    )
