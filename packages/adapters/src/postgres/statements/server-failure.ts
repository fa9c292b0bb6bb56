import { Conflict, StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { OpenTooLong } from "@vouchkit/core/kernel/storage/unit-of-work"

export type DatabaseFailure = StorageUnavailable | Conflict<"stale_object" | "conflict">

/** The five characters by which the server names a failure. */
export const sqlState = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : undefined

/** Raised by the function `vouchkit_stale_object`. */
const staleState = "VK001"
/** A statement after the one that failed in its transaction. */
export const abortedState = "25P02"
const retryableStates = new Set(["40001", "40P01"])

/** Marks a failure that a second try may well survive. */
export class Contended {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** Violated constraints, data the server does not take, and deadlocks: the statement was taken back as a whole. */
export const isRefusedStatement = (cause: unknown): boolean => /^(?:2[23]|40)/.test(sqlState(cause) ?? "")

export const failureOf = (cause: unknown): DatabaseFailure => {
  const state = sqlState(cause)
  if (state === staleState) {
    return new Conflict({
      code: "stale_object",
      detail: "Someone else changed the record in the meantime. Read it again and repeat the change."
    })
  }
  if (state === "23505" || state === "23503") {
    return new Conflict({ code: "conflict", detail: "The change conflicts with another record. Read the resource again." })
  }
  if (state !== undefined && retryableStates.has(state)) return new StorageUnavailable({ cause: new Contended(cause) })
  return new StorageUnavailable({ cause })
}

/** The time of a transaction, of its silence, of a statement or of a wait for a lock is over; a connection that was ended in silence is found closed. */
const overStates = new Set(["25P04", "25P03", "57014", "55P03", "CONNECTION_CLOSED", "EPIPE", "ECONNRESET"])

/** What became of a transaction whose time the server bounds: a failure as it was, marked if that time was over. */
export const endedByServer = <E>(failure: E): E | StorageUnavailable =>
  failure instanceof StorageUnavailable && overStates.has(sqlState(failure.cause) ?? "")
    ? new StorageUnavailable({ cause: new OpenTooLong(failure.cause) })
    : failure
