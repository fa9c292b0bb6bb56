import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import { reasons } from "@vouchkit/core/kernel/foundation/reason-codes"
import { ConflictCode, ForbiddenCode, InvalidCode } from "@vouchkit/core/kernel/foundation/failure"

const packages = new URL("../packages/", import.meta.url).pathname
/** Where names are listed, described or forwarded, so that standing there raises nothing. */
const catalogues = [
  "core/src/kernel/events/catalogue.ts",
  "core/src/kernel/foundation/reason-codes.ts",
  "core/src/kernel/foundation/failure.ts",
  "core/src/flows/risk/"
]
const sources = readdirSync(packages, { recursive: true, encoding: "utf8" })
  .filter((path) => /^[a-z]+\/src\/.*\.ts$/u.test(path) && !catalogues.some((one) => path.startsWith(one)))
  .map((path) => readFileSync(join(packages, path), "utf8"))

/** Names that no source but the lists writes: they are announced, and nothing can bring them about. */
const unwritten = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => !sources.some((text) => text.includes(`"${name}"`)))

describe("nothing that is announced is empty", () => {
  test("every event type is announced by some code", () => expect(unwritten(eventTypes)).toEqual([]))
  test("every reason of a session is given by some code", () => expect(unwritten(reasons.map(({ code }) => code))).toEqual([]))
  test("every error code is answered by some code", () =>
    expect(unwritten([...ConflictCode.literals, ...ForbiddenCode.literals, ...InvalidCode.literals])).toEqual([]))
  test("a name that no code writes is found", () => expect(unwritten(["session.vanished"])).toEqual(["session.vanished"]))
})
