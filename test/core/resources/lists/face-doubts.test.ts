import { expect, test } from "bun:test"
import { doubtsAbout } from "@vouchkit/core/resources/lists/matching/face-matches"
import type { ListAction, ListKind } from "@vouchkit/core/resources/lists/kinds"
import type { ListMatch } from "@vouchkit/core/resources/lists/matching/look-up"
import { outcomeOf, stricterOutcome } from "@vouchkit/core/resources/lists/matching/precedence"
import { judgeMatches } from "@vouchkit/core/flows/checks/list-lookup"
import { conclude, type Conclusion } from "@vouchkit/core/verification/conclusion"
import { actionsOf } from "@vouchkit/core/resources/lists/kinds"
import fc from "fast-check"

const ofValues = { asked: null, simulated: false } as const

const aMatch = (kind: ListKind, action: ListAction, changes: Partial<ListMatch> = {}): ListMatch => ({
  // What the rules read of an entry and its list.
  entry: { id: "lse_1", entry_type: "face" } as ListMatch["entry"],
  list: { key: "some" } as ListMatch["list"],
  kind,
  action,
  entry_type: "face",
  possible: false,
  sources: [],
  said_at: [],
  ...changes
})
const anyMatch = fc
  .constantFrom("allow", "block", "flag" as const)
  .chain((kind) => fc.constantFrom(...actionsOf[kind]).map((action) => aMatch(kind, action)))
const approved = { status: "approved", reason_codes: [] } as const
const withLists = (rest: Conclusion, { conclusion }: { readonly conclusion: Conclusion }) =>
  conclude([rest, { ...conclusion, weight: "record" }])

test("a face that was not compared and could have stopped the person keeps a session from being approved", () => {
  fc.assert(
    fc.property(fc.array(anyMatch, { maxLength: 5 }), fc.boolean(), fc.array(anyMatch, { maxLength: 3 }), (unseen, complete, matches) => {
      const doubts = doubtsAbout({ complete, not_comparable: unseen }, matches)
      const { conclusion } = judgeMatches(matches, doubts, ofValues)
      const allowed = matches.some(({ kind }) => kind === "allow")
      const could = !complete || unseen.some(({ kind, action }) => kind === "block" || action === "review")
      const { status } = withLists(approved, { conclusion })
      if (could && !allowed) expect(status).not.toBe("approved")
      if (allowed) expect(status).toBe("approved")
      expect(doubts.length).toBe((complete ? 0 : 1) + (unseen.length > 0 ? 1 : 0))
    })
  )
})

test("a doubt undoes nothing that was found, and a remark changes nothing at all", () => {
  const review = doubtsAbout({ complete: false, not_comparable: [] }, [])
  const remark = doubtsAbout({ complete: true, not_comparable: [aMatch("flag", "tag")] }, [])
  expect(remark.map(({ severity }) => severity)).toEqual(["info"])
  for (const outcome of ["passed", "review", "failed"] as const) {
    expect(stricterOutcome(outcome, remark)).toBe(outcome)
    expect(stricterOutcome(outcome, review)).toBe(outcome === "passed" ? "review" : outcome)
  }
})

test("a possible face alone sends an otherwise approved session to review, with the reason of its list", () => {
  const matches = [aMatch("block", "review", { possible: true, list: null })]
  expect(outcomeOf(matches)).toBe("review")
  expect(withLists(approved, judgeMatches(matches, [], ofValues))).toEqual({ status: "in_review", reason_codes: ["blocklist_match"] })
})

test("a session in doubt is told that a check could not be made, and one that is declined is told of the match alone", () => {
  const doubts = doubtsAbout({ complete: false, not_comparable: [] }, [])
  expect(withLists(approved, judgeMatches([], doubts, ofValues))).toEqual({ status: "in_review", reason_codes: ["check_unavailable"] })
  const declined = judgeMatches([aMatch("block", "decline")], doubts, ofValues)
  expect(withLists(approved, declined)).toEqual({ status: "declined", reason_codes: ["list_match"] })
})
