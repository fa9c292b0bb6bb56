import type { Graph } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, join, passing } from "../../support/workflow-graphs.ts"
import { bill, capture, lists } from "../../support/workflow-service.ts"

const wait = (duration_s: number) => ({ type: "wait", config: { duration_s } }) as const
const gate = (expires_in_s: number, on_timeout: "approve" | "decline") =>
  ({ type: "external_gate", config: { key: "core", expires_in_s, on_timeout } }) as const
/** Longer than any scenario takes: who decides there, decides in time. */
const longSeconds = 3_600
export const nudge = "nudged"

/** Nothing but time brings this one on: two waits and a gate that no one decides at. */
export const timed: Graph = graphOf({ capture, bill, first: wait(3), second: wait(5), gate: gate(4, "approve"), done: end("declined") }, [
  ["start", "capture"],
  ["capture", "bill"],
  ["bill", "first"],
  ["first", "second"],
  ["second", "gate"],
  ["gate", "done"]
])

/** Waits for a tag, and then for a decision at a gate: something outside has to wake it twice. */
export const woken: Graph = graphOf(
  {
    capture,
    heard: { type: "wait", config: { event: "session.tag-added", timeout_s: longSeconds } },
    bill,
    gate: gate(longSeconds, "decline"),
    done: end("approved")
  },
  [
    ["start", "capture"],
    ["capture", "heard"],
    ["heard", "bill"],
    ["bill", "gate"],
    ["gate", "done"]
  ]
)

/** A bit of everything at the same time, behind it a gate, and a branch that asks what was found. */
export const joined: Graph = graphOf(
  {
    capture,
    all: passing.parallel,
    bill,
    lists,
    seen: { type: "action", config: { do: "tag", tag: "seen" } },
    pause: wait(2),
    met: join("all"),
    gate: gate(longSeconds, "decline"),
    asked: passing.branch,
    done: end("approved"),
    refused: end("declined", ["document_expired"])
  },
  [
    ["start", "capture"],
    ["capture", "all"],
    ["all", "bill"],
    ["all", "lists"],
    ["all", "seen"],
    ["all", "pause"],
    ["bill", "met"],
    ["lists", "met"],
    ["seen", "met"],
    ["pause", "met"],
    ["met", "gate"],
    ["gate", "asked"],
    { from: "asked", to: "done", when: { eq: [{ var: "conclusion.status" }, "approved"] }, priority: 1 },
    { from: "asked", to: "refused", priority: 2 }
  ]
)

export const graphs = { timed, woken, joined } as const
export type Course = keyof typeof graphs

/** What a run of each comes to, whatever breaks: the nodes that have a result, the tags that its nodes and clients added, the gates. */
export const expected = {
  timed: { succeeded: ["start", "capture", "bill", "first", "second"], failed: ["gate"], tags: 0, required: 1, received: 0 },
  woken: { succeeded: ["start", "capture", "heard", "bill", "gate", "done"], failed: [], tags: 1, required: 1, received: 1 },
  joined: {
    succeeded: ["start", "capture", "all", "bill", "lists", "seen", "pause", "met", "gate", "asked", "done"],
    failed: [],
    tags: 1,
    required: 1,
    received: 1
  }
} as const satisfies Record<Course, object>
