import { expect, test } from "bun:test"
import { Conflict, Forbidden, Gone, InvalidInput } from "@vouchkit/core/kernel/foundation/failure"
import { operation } from "@vouchkit/core/kernel/operation/operation"
import { Effect } from "effect"
import { contract } from "./bare-contract.ts"

const closed = () => Effect.fail(new Conflict({ code: "case_closed", detail: "closed" }))
const unreadable = () => Effect.fail(new InvalidInput({ code: "document_encrypted", problems: [] }))
const refused = () => Effect.fail(new Forbidden({ code: "sandbox_only", detail: "no" }))
const spent = () => Effect.fail(new Gone({ detail: "spent", can_request_new: false }))
/** Helpers hand their failures on: what they can raise counts as the handler's own. */
const throughHelpers = Effect.fnUntraced(function* () {
  if (yield* Effect.succeed(false)) return yield* refused()
  return yield* closed()
})

test("a handler whose failure is not declared by its contract does not compile", () => {
  // @ts-expect-error no conflicts are declared
  operation(contract, closed)
  // @ts-expect-error another conflict is declared
  operation({ ...contract, conflicts: ["conflict", "list_archived"] }, closed)
  // @ts-expect-error no codes of invalid input are declared
  operation(contract, unreadable)
  // @ts-expect-error nothing forbidden is declared
  operation(contract, refused)
  // @ts-expect-error the contract does not say that what it is about can be gone
  operation(contract, spent)
  // @ts-expect-error one of the two failures of its helpers is declared
  operation({ ...contract, conflicts: ["case_closed"] }, throughHelpers)
})

test("one whose failures are declared compiles, and so do those that every operation may give", () => {
  const declared = [
    operation({ ...contract, conflicts: ["case_closed", "conflict"] }, closed),
    operation({ ...contract, invalid: ["document_encrypted"] }, unreadable),
    operation({ ...contract, forbidden: ["sandbox_only"] }, refused),
    operation({ ...contract, gone: true }, spent),
    operation({ ...contract, conflicts: ["case_closed"], forbidden: ["sandbox_only"] }, throughHelpers),
    operation(contract, () => Effect.fail(new Conflict({ code: "stale_object", detail: "changed" }))),
    operation(contract, () => Effect.fail(new InvalidInput({ code: "validation_error", problems: [] })))
  ]
  expect(declared).toHaveLength(7)
})
