import { Session } from "@vouchkit/core/resources/sessions/model"
import { SessionResult } from "@vouchkit/core/flows/sessions/results"
import { agentView } from "@vouchkit/mcp/redaction"
import { expect, test } from "bun:test"
import { Schema } from "effect"

const viewOf = (schema: Schema.Codec<any, any>) => {
  const document = Schema.toJsonSchemaDocument(schema, { includeAnnotationKey: (key) => key.startsWith("x-") })
  return agentView(document.schema, document.definitions)
}

test("an agent sees what a person was asked and whether they consented, and nothing of what they answered", () => {
  const result = viewOf(SessionResult)
  const shown = result.project(
    {
      session_id: "ses_00000000000000000000000001",
      object: "session_result",
      environment: "live",
      status: "approved",
      status_reason_codes: [],
      decision: null,
      checks: [],
      verified: {},
      answers: { story: "Quintessa", income: 71234 },
      simulated: false
    },
    "initials"
  )
  expect(shown).toHaveProperty("status", "approved")
  expect(JSON.stringify([shown, result.schema])).not.toMatch(/answers|quintessa|71234/i)
  const properties = Object.keys(viewOf(Session).schema.properties ?? {})
  expect(properties).toEqual(expect.arrayContaining(["questions", "consent"]))
})
