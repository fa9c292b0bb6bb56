import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import { allScopes, type Scope, scopeFacts } from "@vouchkit/core/kernel/access/scopes"
import { reasons } from "@vouchkit/core/kernel/foundation/reason-codes"
import { ConflictCode, ForbiddenCode, InvalidCode } from "@vouchkit/core/kernel/foundation/failure"
import { operations } from "@vouchkit/core/registry"
import { IdentityDocumentPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { PoaPolicy } from "@vouchkit/core/verification/proof-of-address/policy"

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

/** How many operations a scope lets its holder call, but for the one that every scope opens. */
const opened = (scope: Scope): number =>
  operations.filter(
    ({ contract: { access } }) => access.type === "scopes" && access.anyOf.length < allScopes.length && access.anyOf.includes(scope)
  ).length

/** Files that lay one layer of settings over another or show them. */
const declaring = /\/(?:resolve|presets?|settings)(?:\/[a-z-]+)?\.ts$|\/resources\/settings\//u
const deciding = readdirSync(join(packages, "core/src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !declaring.test(`/${path}`))
  .map((path) => readFileSync(join(packages, "core/src", path), "utf8"))

/** Settings whose value no code takes from a policy. */
const unread = (members: ReadonlyArray<string>): ReadonlyArray<string> =>
  members.filter(
    (member) =>
      !deciding.some((text) =>
        new RegExp(`(?:olicy|documents|quality|signals|rules|limits)\\??\\.${member}\\b|[{,] ${member}[ ,:][^\\n]*\\} ?(?:=|:)`, "u").test(
          text
        )
      )
  )

describe("nothing that is announced is empty", () => {
  test("every event type is announced by some code", () => expect(unwritten(eventTypes)).toEqual([]))
  test("every reason of a session is given by some code", () => expect(unwritten(reasons.map(({ code }) => code))).toEqual([]))
  test("every error code is answered by some code", () =>
    expect(unwritten([...ConflictCode.literals, ...ForbiddenCode.literals, ...InvalidCode.literals])).toEqual([]))
  test("every scope opens an operation, or says that it is reserved", () =>
    expect(allScopes.filter((scope) => (opened(scope) === 0) !== (scopeFacts[scope].reserved === true))).toEqual([]))
  test("every setting of a policy is read where something is decided", () => {
    // A preset chooses the values of all others, where layers are laid over one another.
    expect(unread(Object.keys(PoaPolicy.fields))).toEqual(["preset"])
    expect(unread(Object.keys(IdentityDocumentPolicy.fields))).toEqual([])
    expect(unread(["colour_of_the_paper"])).toEqual(["colour_of_the_paper"])
  })
  test("a name that no code writes is found", () => expect(unwritten(["session.vanished"])).toEqual(["session.vanished"]))
})
