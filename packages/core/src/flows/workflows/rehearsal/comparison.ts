import { Schema } from "effect"
import { graphLimits, NodeId } from "../../../verification/workflows/graph.ts"
import { SessionId } from "../../../resources/sessions/model.ts"
import { mostDifferences } from "./rehearse.ts"

/** How many sessions are compared at once. */
export const mostSessions = 10_000
export const usualSessions = 1_000

const Outcome = Schema.Literals(["approved", "declined", "review", "resubmission_required"])
const before = Outcome.annotate({ description: "Where the run of the session led" })
const after = Outcome.annotate({ description: "Where it would lead" })
const count = (description: string) => Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ description })
const sessions = count("How many sessions")

/** What a graph would have made of sessions, beside what became of them. */
export const comparison = {
  sessions: count("How many past sessions were played"),
  more: Schema.Boolean.annotate({
    description: "Whether there are, or may be, more past sessions: it stops at the limit, and after reading ten runs for each of them"
  }),
  lacking_checks: count("How many of them would need a check that was not made then: it counts as one that could not be made"),
  outcomes: Schema.Array(Schema.Struct({ before, after, sessions }))
    .check(Schema.isMaxLength(16))
    .annotate({ description: "Outcomes before and after, most frequent first" }),
  nodes: Schema.Array(Schema.Struct({ node_id: NodeId, sessions }))
    .check(Schema.isMaxLength(graphLimits.nodes))
    .annotate({ description: "How many sessions would come to each node" }),
  differing: count("How many sessions would take another path, or end otherwise"),
  differences: Schema.Array(
    Schema.Struct({
      session_id: SessionId,
      before,
      after,
      first_node: Schema.NullOr(NodeId).annotate({
        description:
          "The first node that only one of both runs came to, in the order of the graph and then of the past run; else the one that ends otherwise now; null where there is none"
      })
    })
  )
    .check(Schema.isMaxLength(mostDifferences))
    .annotate({ description: `These sessions, newest first; at most ${mostDifferences}` })
} as const
