import { Effect, Schema } from "effect"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { WorkflowId, WorkflowVersionId } from "../../resources/workflows/model.ts"
import { present, WorkflowVersion } from "../../resources/workflows/versions/model.ts"
import { publishVersion } from "./publication.ts"

const publish = operation(
  {
    summary: "Publish a version of a workflow",
    description:
      "Its golden tests are run first, and all have to pass; lists, identities, types of relationships and workflows that it names have to exist and be in use. From then on new sessions go by it, or `rollout_percentage` of 100 of them: a session always gets the same version, by a hash of its id. Only one version is rolled out beside the one that all others go by; what no new session goes by any more is archived. Publishing a version that is published sets its percentage, and publishing the one that all others go by ends the rollout. Sessions that exist keep the version that they began with.",
    method: "POST",
    path: "/workflows/{workflow_id}/versions/{version_id}/publish",
    access: scopes("workflows:write"),
    effect: "write",
    params: { workflow_id: WorkflowId, version_id: WorkflowVersionId },
    body: {
      rollout_percentage: Schema.optionalKey(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({ description: "100 if absent" })
      )
    },
    output: WorkflowVersion,
    conflicts: ["system_row", "row_archived", "not_a_draft", "golden_tests_failed"],
    emits: ["workflow.published"],
    about: null
  },
  ({ rollout_percentage = 100, version_id, workflow_id }) =>
    Effect.map(publishVersion(workflow_id, version_id, rollout_percentage), present)
)

export const workflowPublication = operations("workflow_versions", { publish })
