import { Schema } from "effect"
import { idSchema } from "../../kernel/foundation/id.ts"
import { GivenReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { Label, line, Tag } from "../../kernel/foundation/text.ts"
import { CasePriority } from "../case-priority.ts"
import { madeCheckTypes } from "../check-kinds.ts"
import { IdentityDocumentPolicyLayer } from "../identity-documents/policy.ts"
import { PoaPolicyLayer } from "../proof-of-address/policy.ts"
import { Category } from "../screening/category.ts"
import { SessionStep } from "../steps.ts"

/** Bounds of one graph. */
export const graphLimits = {
  nodes: 100,
  edges: 250,
  /** Bytes of one as it is stored. */
  bytes: 256 * 1024,
  /** Edges on the longest way from the start to an end. */
  depth: 40,
  /** How deep subworkflows stand in one another, below the workflow that a session goes by. */
  subworkflows: 3,
  seconds: 30 * 24 * 60 * 60,
  fields_of_gate: 20,
  /** Comparisons of names by how alike they are: each takes milliseconds. */
  likenesses: 5,
  /** The same in all golden tests together. */
  likenesses_in_tests: 100,
  /** Tries of one node. */
  attempts: 5
} as const

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const keyed = (message: string) => Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,63}$/u, { message }))
const seconds = whole(1, graphLimits.seconds)
const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const noMembers = {} as const

/** Names a node within its graph, in edges, runs and pictures. */
export const NodeId = keyed("must begin with a letter and have at most 64 lower-case letters, digits and underscores").annotate({
  description: "Names the node within its graph",
  examples: ["liveness"]
})

/** What a node says about the policies of identity documents and proofs of address, over what the organization says. */
export const NodePolicy = Schema.Struct({
  identity: Schema.optionalKey(IdentityDocumentPolicyLayer),
  proof_of_address: Schema.optionalKey(PoaPolicyLayer)
}).annotate({ identifier: "WorkflowNodePolicy" })
export interface NodePolicy extends Schema.Schema.Type<typeof NodePolicy> {}

const CaptureConfig = Schema.Struct({
  steps: Schema.Union([
    Schema.Literal("session"),
    Schema.Array(SessionStep).check(Schema.isBetweenLength(1, 10), Schema.isUnique())
  ]).annotate({ description: "What the person is asked for; `session` for the required steps that the session was created with" }),
  required: Schema.Boolean.annotate({ description: "Whether the person may go on without them" }),
  policy: Schema.optionalKey(NodePolicy)
})

const CheckConfig = Schema.Struct({
  type: Schema.Literals(madeCheckTypes),
  policy: Schema.optionalKey(NodePolicy),
  threshold: Schema.optionalKey(
    Share.annotate({
      description:
        "Least score with which the check passes, 0 to 1: one that passed with less is for a person, and it never makes passing easier"
    })
  ),
  if_requested: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Make the check only where the session asks for it, or holds what it is made of" })
  )
})

const ScreeningConfig = Schema.Struct({
  categories: Schema.optionalKey(Schema.Array(Category).check(Schema.isBetweenLength(1, 5), Schema.isUnique())),
  threshold: Schema.optionalKey(whole(50, 100).annotate({ description: "Match score from which an entry is a hit" })),
  lists: Schema.optionalKey(
    Schema.Array(line(64))
      .check(Schema.isBetweenLength(1, 100), Schema.isUnique())
      .annotate({ description: "Keys of the watchlists that are searched; all of them unless stated" })
  ),
  monitor: Schema.optionalKey(Schema.Boolean.annotate({ description: "Screen the person again from then on" })),
  if_requested: Schema.optionalKey(Schema.Boolean.annotate({ description: "Screen only where the session asks for it with `screening`" }))
})

const ListLookUpConfig = Schema.Struct({
  list_ids: Schema.optionalKey(
    Schema.Array(idSchema("lst"))
      .check(Schema.isBetweenLength(1, 100), Schema.isUnique())
      .annotate({ description: "Lists that are looked up beside the blocklist; all of them unless stated" })
  )
})

const JoinConfig = Schema.Union([
  Schema.Struct({ mode: Schema.Literals(["all", "any"]) }),
  Schema.Struct({ mode: Schema.Literal("n"), n: whole(1, graphLimits.nodes) })
])

/** What may be sent with the decision at a gate: a flat object, described by a small part of JSON Schema. */
export const GateSchema = Schema.Struct({
  type: Schema.Literal("object"),
  properties: Schema.Record(
    keyed("must be a name of at most 64 lower-case letters, digits and underscores"),
    Schema.Union([
      Schema.Struct({
        type: Schema.Literal("string"),
        maxLength: Schema.optionalKey(whole(1, 4_000)),
        enum: Schema.optionalKey(Schema.Array(line(255)).check(Schema.isBetweenLength(1, 100), Schema.isUnique()))
      }),
      Schema.Struct({
        type: Schema.Literals(["number", "integer"]),
        minimum: Schema.optionalKey(Schema.Finite),
        maximum: Schema.optionalKey(Schema.Finite)
      }),
      Schema.Struct({ type: Schema.Literal("boolean") })
    ])
  ).check(Schema.isMaxProperties(graphLimits.fields_of_gate)),
  required: Schema.optionalKey(Schema.Array(line(64)).check(Schema.isMaxLength(graphLimits.fields_of_gate), Schema.isUnique()))
}).annotate({ identifier: "WorkflowGateSchema" })
export interface GateSchema extends Schema.Schema.Type<typeof GateSchema> {}

const GateConfig = Schema.Struct({
  key: NodeId.annotate({ description: "Names the gate in decisions and conditions" }),
  expires_in_s: seconds,
  on_timeout: Schema.Literals(["approve", "decline", "review"]),
  schema: Schema.optionalKey(GateSchema)
})

const ReviewConfig = Schema.Struct({
  queue: Label,
  priority: Schema.optionalKey(CasePriority),
  sla_hours: Schema.optionalKey(whole(1, 24 * 90)),
  four_eyes: Schema.optionalKey(Schema.Boolean.annotate({ description: "Two people have to agree" }))
})

const WaitConfig = Schema.Union([
  Schema.Struct({ duration_s: seconds }),
  Schema.Struct({ event: line(64).annotate({ description: "Type of an event about the session" }), timeout_s: seconds })
])

const ActionConfig = Schema.Union([
  Schema.Struct({ do: Schema.Literal("tag"), tag: Tag }),
  Schema.Struct({
    do: Schema.Literal("add_to_list"),
    list_id: idSchema("lst").annotate({
      description:
        "List that the session's value of its entry type is added to: of a name, a number and a country what the chip says before what documents, the proof of address and `expected` say"
    })
  }),
  Schema.Struct({
    do: Schema.Literal("set_risk"),
    score: whole(0, 100).annotate({ description: "The risk score of the session from then on, whatever its checks add up to" })
  }),
  Schema.Struct({
    do: Schema.Literal("create_relationship"),
    relationship_type: keyed("must be the key of a relationship type"),
    identity_id: idSchema("idn").annotate({
      description: "Identity that the one of the session is related to; fails where the session belongs to none yet"
    })
  }),
  Schema.Struct({
    do: Schema.Literal("notify"),
    message: line(255).annotate({ description: "What the event `workflow-run.notified` says; write nothing of a person into it" })
  })
])

const EndConfig = Schema.Struct({
  status: Schema.Literals(["approved", "declined", "review", "resubmission_required"]),
  reason_codes: Schema.Array(GivenReasonCode)
    .check(Schema.isMaxLength(50), Schema.isUnique())
    .annotate({ description: "Reasons of the status; an empty list takes those of the conclusion" })
})

/** The closed configuration of each type of node. */
const nodeConfigs = {
  start: Schema.Struct(noMembers),
  capture: CaptureConfig,
  check: CheckConfig,
  screening: ScreeningConfig,
  list_lookup: ListLookUpConfig,
  branch: Schema.Struct(noMembers),
  parallel: Schema.Struct(noMembers),
  join: JoinConfig,
  external_gate: GateConfig,
  review: ReviewConfig,
  wait: WaitConfig,
  action: ActionConfig,
  subworkflow: Schema.Struct({ workflow_id: idSchema("wfl") }),
  end: EndConfig
} as const
export type NodeType = keyof typeof nodeConfigs

const isNodeType = (text: string): text is NodeType => Object.hasOwn(nodeConfigs, text)
export const nodeTypes: ReadonlyArray<NodeType> = Object.keys(nodeConfigs).filter(isNodeType)

/** How often a node is tried, and how long to wait before each further try. */
export const Retry = Schema.Struct({
  attempts: whole(1, graphLimits.attempts).annotate({ description: "Tries in all" }),
  waits_s: Schema.optionalKey(
    Schema.Array(whole(1, 3600))
      .check(Schema.isBetweenLength(1, 4))
      .annotate({ description: "Seconds before each further try, the last of them before all that follow; 2, 10 and 60 if absent" })
  )
}).annotate({ identifier: "WorkflowRetry" })
export interface Retry extends Schema.Schema.Type<typeof Retry> {}

export const OnError = Schema.Literals(["review", "continue", "fail"]).annotate({
  description: "What happens when the last try failed: a person looks at the session (the default), the run goes on, or the run fails"
})
export type OnError = typeof OnError.Type

const nodeOf = <const Type extends NodeType, Config extends Schema.Codec<any, any>>(type: Type, config: Config) =>
  Schema.Struct({
    type: Schema.Literal(type),
    name: Schema.optionalKey(Label),
    config,
    retry: Schema.optionalKey(Retry),
    timeout_s: Schema.optionalKey(seconds),
    on_error: Schema.optionalKey(OnError)
  })

/** One node: what is done, and what happens when that fails. */
export const GraphNode = Schema.Union([
  nodeOf("start", nodeConfigs.start),
  nodeOf("capture", nodeConfigs.capture),
  nodeOf("check", nodeConfigs.check),
  nodeOf("screening", nodeConfigs.screening),
  nodeOf("list_lookup", nodeConfigs.list_lookup),
  nodeOf("branch", nodeConfigs.branch),
  nodeOf("parallel", nodeConfigs.parallel),
  nodeOf("join", nodeConfigs.join),
  nodeOf("external_gate", nodeConfigs.external_gate),
  nodeOf("review", nodeConfigs.review),
  nodeOf("wait", nodeConfigs.wait),
  nodeOf("action", nodeConfigs.action),
  nodeOf("subworkflow", nodeConfigs.subworkflow),
  nodeOf("end", nodeConfigs.end)
]).annotate({ identifier: "WorkflowNode" })
export type GraphNode = typeof GraphNode.Type
export type NodeOf<Type extends NodeType> = Extract<GraphNode, { readonly type: Type }>

/** The two ways on from a review, named by the labels of its edges. */
export const reviewLabels = ["approved", "rejected"] as const

/** One way from a node to another one. */
export const GraphEdge = Schema.Struct({
  from: NodeId,
  to: NodeId,
  when: Schema.optionalKey(
    // Its keys are operators, and its values paths of fields: neither changes its case.
    Schema.Record(Schema.String, Schema.Json).annotate({
      "x-free-form": true,
      description: "Condition under which a branch takes this way: and, or, not, and operators over a field and values",
      examples: [{ gte: [{ var: "risk.score" }, 70] }]
    })
  ),
  priority: Schema.optionalKey(whole(0, 1_000).annotate({ description: "The branch tries its ways from the lowest number up" })),
  label: Schema.optionalKey(line(64))
}).annotate({ identifier: "WorkflowEdge" })
export interface GraphEdge extends Schema.Schema.Type<typeof GraphEdge> {}

/** A workflow as data. */
export const Graph = Schema.Struct({
  version: Schema.Literal(1).annotate({ description: "Version of this form" }),
  start: NodeId,
  nodes: Schema.Record(NodeId, GraphNode),
  edges: Schema.Array(GraphEdge)
}).annotate({ identifier: "WorkflowGraph" })
export interface Graph extends Schema.Schema.Type<typeof Graph> {}

/** States of a node in a run. */
export const NodeState = Schema.Literals(["pending", "running", "waiting", "succeeded", "failed", "skipped", "cancelled"]).annotate({
  identifier: "WorkflowNodeState"
})
export type NodeState = typeof NodeState.Type
