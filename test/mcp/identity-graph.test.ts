import { expect, test } from "bun:test"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv"
import { IdentityStore, newIdentity } from "@vouchkit/core/resources/identities/model"
import { noDetails } from "@vouchkit/core/resources/identities/details"
import { newRelationship, RelationshipStore } from "@vouchkit/core/resources/identities/relationships/model"
import { sealDetails } from "@vouchkit/core/resources/identities/sealed"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { makeId } from "@vouchkit/core/kernel/foundation/id"
import { operations } from "@vouchkit/core/registry"
import { Effect } from "effect"
import { aService } from "./service.ts"

const at = "2026-01-01T00:00:00.000Z"
const service = await aService(operations)
const key = await service.key(["identities:read"])

const source = { type: "manual", session_id: null, at } as const
const sealed = { ...noDetails, addresses: [{ text: "Sealed Avenue 9", source }] }

/** Two persons who share an address, with what is sealed of them. */
const related = await service.within(
  Effect.flatMap(UnitOfWork, ({ transaction }) =>
    transaction(
      Effect.gen(function* () {
        const ids: Array<string> = []
        for (const display_name of ["Amalia Quintero", "Bartholomew Ravensworth"]) {
          const id = yield* makeId("idn")
          const row = {
            ...newIdentity({ id, environment: "sandbox", at }),
            display_name,
            sealed_details: yield* sealDetails(id, sealed),
            detail_digests: ["d1"]
          }
          yield* (yield* IdentityStore).insert(row)
          ids.push(id)
        }
        const [from_id = "", to_id = ""] = ids
        const said = { environment: "sandbox", status: "proposed", source: "system", confidence: 1 } as const
        const evidence = [{ kind: "address", document_ids: [], session_ids: [] }] as const
        const nothing = { percent: null, valid_from: null, valid_to: null, evidence }
        const ends = { type: "shares_address", inverse_type: "shares_address", from_id, to_id }
        const row = newRelationship(ends, { id: yield* makeId("rel"), ...said, ...nothing }, at)
        yield* (yield* RelationshipStore).insert(row)
        return { from_id, to_id, id: row.id }
      })
    )
  )
)

test("an agent sees who is related to whom, with initials for names and nothing that is sealed", async () => {
  const { from_id, id, to_id } = related
  const result = await service.call(key, "get_identity_graph", { start_ids: [from_id] })
  expect(result.structuredContent).toEqual({
    nodes: [
      {
        id: from_id,
        identity_type: "individual",
        status: "active",
        display_name: "A. Q.",
        assurance_level: "none",
        risk_score: null,
        depth: 0
      },
      {
        id: to_id,
        identity_type: "individual",
        status: "active",
        display_name: "B. R.",
        assurance_level: "none",
        risk_score: null,
        depth: 1
      }
    ],
    edges: [
      {
        id,
        type: "shares_address",
        inverse_type: "shares_address",
        from_id,
        to_id,
        status: "proposed",
        source: "system",
        confidence: 1,
        percent: null
      }
    ],
    truncated: false
  })
  expect(JSON.stringify(result)).not.toMatch(/amalia|quintero|bartholomew|ravensworth|sealed avenue/iu)
  const { tools } = (await service.ask(key, "tools/list")).result
  const { annotations, outputSchema } = tools.find(({ name }: any) => name === "get_identity_graph")
  expect(new AjvJsonSchemaValidator().getValidator(outputSchema)(result.structuredContent).valid).toBe(true)
  expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
})

test("an agent without the scope is told which one it lacks", async () => {
  const other = await service.key(["sessions:read"])
  const result = await service.call(other, "get_identity_graph", { start_ids: [related.from_id] })
  expect([result.isError, result.content[0].text]).toEqual([true, expect.stringContaining("identities:read")])
})
