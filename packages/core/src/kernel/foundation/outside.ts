/**
 * Marks a port that reaches out of the service: to a network, a disk, another process or another thread. `declare readonly reaches: Outside` in
 * its class is all there is to it. The compiler refuses such a port in a handler that runs within a transaction.
 */
export type Outside = "outside"

/** What each requirement of a handler has to be that runs within a transaction: a service that stays within. */
export interface StaysWithin {
  readonly key?: unknown
  readonly reaches?: never
}
