import { readFile } from "node:fs/promises"
import { Schema } from "effect"
import { expectedHolder, type IdentitySpecimens } from "./identity-specimens.ts"
import { openWith, specimensWelcome, submit, upload } from "./identity-chapters.ts"
import { expectThat } from "./narration.ts"
import { type Stage, untilEvent } from "./stage.ts"

const example = new URL("../../../../../examples/workflows/age-check.json", import.meta.url)
const Example = Schema.fromJsonString(Schema.Struct({ name: Schema.String, graph: Schema.Record(Schema.String, Schema.Unknown) }))
const Named = Schema.Struct({ id: Schema.String })
const Ran = Schema.Struct({ workflow_run_id: Schema.NullOr(Schema.String), workflow_version_id: Schema.String })
const Run = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  outcome: Schema.NullOr(Schema.String),
  nodes: Schema.Array(Schema.Struct({ id: Schema.String, state: Schema.String }))
})

/** A workflow of the organization: it asks for less than the default one, and its run says which way a session took. */
export const runOwnWorkflow = async (stage: Stage, { passport }: IdentitySpecimens): Promise<void> => {
  const { compliance, narration } = stage
  narration.chapter("8. A workflow of the organization")
  const workflow = await narration.step("Compliance published the workflow Age check of the examples", async (report) => {
    const { graph, name } = Schema.decodeUnknownSync(Example)(await readFile(example, "utf8"))
    const { id } = await compliance.post("/workflows", { name }, Named)
    const version = await compliance.post(`/workflows/${id}/versions`, { graph }, Named)
    await compliance.post(`/workflows/${id}/versions/${version.id}/publish`, {}, Named)
    report(`${id}: one document, no face, no screening`)
    return { id, version_id: version.id }
  })
  const session_id = await narration.step("A person showed the passport, and nothing else", async (report) => {
    const asked = { workflow_id: workflow.id, expected: expectedHolder, identity_policy: specimensWelcome }
    const { id, token } = await openWith(stage, "demo-age-check", asked)
    await upload(stage, token, passport, "identity")
    await submit(stage, token)
    const type = await untilEvent(stage, id, ["session.approved", "session.declined", "session.review-required"])
    expectThat(type === "session.review-required", `a passport known from a picture alone got ${type}`)
    report(`${type}: a picture alone proves no document`)
    return id
  })
  await narration.step("The run shows the way that the session took", async (report) => {
    const { workflow_run_id, workflow_version_id } = await compliance.get(`/sessions/${session_id}`, Ran)
    expectThat(workflow_version_id === workflow.version_id, "the session went by another workflow")
    expectThat(workflow_run_id !== null, "the session has no run")
    const { nodes, outcome } = await compliance.get(`/workflow-runs/${workflow_run_id}`, Run)
    report(nodes.map(({ id, state }) => `${id} ${state}`).join(", "))
    report(`outcome: ${outcome ?? "none yet"}`)
    const picture = await compliance.text(`/workflows/${workflow.id}/versions/${workflow.version_id}/diagram?run=${workflow_run_id}`)
    expectThat(picture.startsWith("<svg"), "the diagram of the run is no SVG")
    report(`its diagram, SVG, ${Math.ceil(picture.length / 1024)} KB`)
  })
}
