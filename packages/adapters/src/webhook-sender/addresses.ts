import { isIP } from "node:net"
import { judgeAddress } from "@vouchkit/core/resources/webhooks/targets/address"
import type { SendFailureCode } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import type { Target } from "@vouchkit/core/resources/webhooks/targets/target"
import { Effect } from "effect"
import type { Resolve } from "./resolver.ts"

const resolveTimeoutMs = 5_000
const mostAddresses = 64
/** Of many addresses that could be dialled, so many are tried before the attempt counts as failed. */
const dialledAddresses = 4

const resolved = (hostname: string, resolve: Resolve) =>
  Effect.tryPromise({ try: (signal) => resolve(hostname, signal), catch: () => "dns" as const }).pipe(
    Effect.timeoutOrElse({ duration: resolveTimeoutMs, orElse: () => Effect.fail("dns" as const) })
  )

/** A machine without IPv6 may still be given IPv6 addresses, and learns only by waiting that they lead nowhere: those come last. */
const ipv4First = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...addresses.filter((address) => isIP(address) === 4),
  ...addresses.filter((address) => isIP(address) !== 4)
]

/**
 * Which of the addresses may be dialled for a target, in the order to try them. One address that is not public spoils them all:
 * a name that mixes the two is either an attack or a mistake. The operator's exceptions may lead anywhere.
 */
const judgedAddresses = (target: Target, addresses: ReadonlyArray<string>): ReadonlyArray<string> | SendFailureCode => {
  if (addresses.length === 0 || addresses.length > mostAddresses) return "dns"
  if (!addresses.every((address) => isIP(address) !== 0)) return "dns"
  if (!target.excepted && !addresses.every((address) => judgeAddress(address).public)) return "blocked_address"
  return addresses.length === 1 ? addresses : ipv4First([...new Set(addresses)]).slice(0, dialledAddresses)
}

/** As `dialableAddresses`, for a host that is an address and needs no look-up; undefined for a name. */
export const literalAddresses = (target: Target): ReadonlyArray<string> | SendFailureCode | undefined => {
  const host = target.hostname.startsWith("[") ? target.hostname.slice(1, -1) : target.hostname
  return isIP(host) === 0 ? undefined : judgedAddresses(target, [host])
}

/** The addresses that may be dialled for a target; a name is looked up again each time. */
export const dialableAddresses = Effect.fnUntraced(function* (
  target: Target,
  resolve: Resolve
): Effect.fn.Return<ReadonlyArray<string>, SendFailureCode> {
  const judged = literalAddresses(target) ?? judgedAddresses(target, yield* resolved(target.hostname, resolve))
  return typeof judged === "string" ? yield* Effect.fail(judged) : judged
})
