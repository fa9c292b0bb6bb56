import { expect, test } from "bun:test"
import { operation, preparedOperation } from "@vouchkit/core/kernel/operation/operation"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { Effect } from "effect"
import { contract } from "./bare-contract.ts"

const done = { done: true }
const stored = () =>
  Effect.as(
    Effect.flatMap(BlobStore, ({ put }) => put(new Uint8Array())),
    done
  )
const compared = () => Effect.as(FaceMatcher, done)
const recorded = () => Effect.as(DocumentStore, done)
const silent = () => Effect.succeed(done)
/** Helpers hand on what they reach. */
const throughHelpers = Effect.fnUntraced(function* () {
  yield* recorded()
  return yield* compared()
})

test("a handler that reaches outside within its transaction does not compile", () => {
  // @ts-expect-error the store of files is outside
  operation(contract, stored)
  // @ts-expect-error one of two is outside
  operation(contract, throughHelpers)
  // @ts-expect-error only the preparation may reach outside
  preparedOperation(contract, silent, stored)
  const declared = [
    operation(contract, recorded),
    preparedOperation(contract, stored, recorded),
    operation({ ...contract, effect: "read" }, stored)
  ]
  expect(declared.map(({ prepare }) => prepare !== undefined)).toEqual([false, true, false])
})
