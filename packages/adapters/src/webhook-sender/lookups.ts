import { ReceiverBusy, type SendFailureCode } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import type { Target } from "@vouchkit/core/resources/webhooks/targets/target"
import { Cause, Clock, Deferred, Effect, Exit } from "effect"
import { LRUCache } from "lru-cache"
import { dialableAddresses, literalAddresses } from "./addresses.ts"
import type { Resolve } from "./resolver.ts"

/** How many names that did not answer lately an organization may wait for at once. */
const mostDoubtful = 4
/** A name that did not answer in time fails at once for this long; one that answered is taken for sound for as long. */
const rememberedMs = 30_000
const mostRemembered = 10_000
/** How long others wait for the answer to a question that is under way: servers that work need less. */
const followMs = 250
/** Servers that took this long and gave no address did not answer, in milliseconds. */
const slowMs = 1_500

/**
 * Looks names up for deliveries. A name that its servers leave without an answer costs its organization the wait, and no one else: only few of
 * them are waited for at a time, by one delivery each, and none of them again right after it failed.
 */
export const makeLookups = (resolve: Resolve) => {
  const sound = new LRUCache<string, number>({ max: mostRemembered })
  const dead = new LRUCache<string, number>({ max: mostRemembered })
  const doubtful = new Map<string, number>()
  const underWay = new Map<string, Deferred.Deferred<ReadonlyArray<string>, SendFailureCode>>()

  const isRecent = (since: number | undefined, now: number): boolean => since !== undefined && now - since < rememberedMs

  const lookUp = Effect.fnUntraced(function* (target: Target): Effect.fn.Return<ReadonlyArray<string>, SendFailureCode> {
    const name = target.hostname
    const began = yield* Clock.currentTimeMillis
    return yield* dialableAddresses(target, resolve).pipe(
      Effect.tap(() => Effect.sync(() => sound.set(name, began))),
      Effect.tapError((code) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          // Servers that say at once that there is no such name hold no one up.
          if (code === "dns" && now - began >= slowMs) dead.set(name, now)
          if (code === "dns") sound.delete(name)
        })
      )
    )
  })

  /** The only one that asks for a doubtful name; it waits at the expense of its organization. */
  const askFirst = (target: Target, key: string, organization: string) =>
    Effect.suspend((): Effect.Effect<ReadonlyArray<string>, SendFailureCode | ReceiverBusy> => {
      const waiting = doubtful.get(organization) ?? 0
      if (waiting >= mostDoubtful) return Effect.fail(new ReceiverBusy())
      const answer = Deferred.makeUnsafe<ReadonlyArray<string>, SendFailureCode>()
      doubtful.set(organization, waiting + 1)
      underWay.set(key, answer)
      return Effect.onExit(lookUp(target), (exit) =>
        Effect.suspend(() => {
          const rest = (doubtful.get(organization) ?? 1) - 1
          if (rest === 0) doubtful.delete(organization)
          else doubtful.set(organization, rest)
          underWay.delete(key)
          // Whoever asked may have left; the others did not.
          return Deferred.done(answer, Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause) ? Exit.fail("dns") : exit)
        })
      )
    })

  return (target: Target, organization: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<ReadonlyArray<string>, SendFailureCode | ReceiverBusy> => {
      if (literalAddresses(target) !== undefined || isRecent(sound.get(target.hostname), now)) return lookUp(target)
      if (isRecent(dead.get(target.hostname), now)) return Effect.fail("dns")
      const key = `${target.hostname} ${target.excepted}`
      const asked = underWay.get(key)
      if (asked === undefined) return askFirst(target, key, organization)
      return Effect.timeoutOrElse(Deferred.await(asked), { duration: followMs, orElse: () => Effect.fail(new ReceiverBusy()) })
    })
}
export type Lookups = ReturnType<typeof makeLookups>
