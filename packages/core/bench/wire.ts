import { Schema } from "effect"
import { canonicalJson } from "../src/kernel/wire/canonical-json.ts"
import { compileDeflector, compileInflector } from "../src/kernel/wire/inflection.ts"
import { type Json, parseJson } from "../src/kernel/wire/json.ts"
import { compileConverter } from "../src/kernel/wire/versions.ts"

// Run with `bun packages/core/bench/wire.ts`. Each line is the median of several rounds, in microseconds per call.

const Reasons = Schema.Array(Schema.String).annotate({ identifier: "SessionReasonCodes" })
const Session = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("session"),
  status: Schema.String,
  status_reason_codes: Reasons,
  external_reference: Schema.NullOr(Schema.String),
  workflow_id: Schema.NullOr(Schema.String),
  expected: Schema.NullOr(Schema.Struct({ first_name: Schema.String, last_name: Schema.String, date_of_birth: Schema.String })),
  resume_state: Schema.Struct({ next_step: Schema.NullOr(Schema.String), uploaded_doc_types: Schema.Array(Schema.String) }),
  tags: Schema.Array(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.Unknown),
  created_at: Schema.String,
  updated_at: Schema.String
}).annotate({ identifier: "Session" })
const Page = Schema.Struct({ data: Schema.Array(Session), pagination: Schema.Struct({ total: Schema.Int, limit: Schema.Int }) })

const session: typeof Session.Type = {
  id: "ses_01jqzk3v9x8w7t6s5r4q3p2n1m",
  object: "session",
  status: "in_review",
  status_reason_codes: ["poa_review"],
  external_reference: "customer-4711",
  workflow_id: "wfl_01jqzk3v9x8w7t6s5r4q3p2n1m",
  expected: { first_name: "Ada", last_name: "Example", date_of_birth: "1990-01-01" },
  resume_state: { next_step: null, uploaded_doc_types: ["utility_bill", "passport"] },
  tags: ["vip", "manual"],
  metadata: { "Order Number": 12, nested: { a_key: [1, 2, 3], text: "x".repeat(400) } },
  created_at: "2026-01-02T03:04:05.000Z",
  updated_at: "2026-01-02T03:04:05.000Z"
}
const page = { data: Array.from({ length: 50 }, () => session), pagination: { total: 50, limit: 50 } }

const median = (times: ReadonlyArray<number>) => [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0

const measure = (name: string, calls: number, run: () => unknown): void => {
  for (let warm = 0; warm < calls; warm += 1) run()
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now()
    for (let call = 0; call < calls; call += 1) run()
    return ((performance.now() - start) * 1000) / calls
  })
  console.log(`${median(rounds).toFixed(2).padStart(10)} µs  ${name}`)
}

const { definitions, schema } = Schema.toJsonSchemaDocument(Page)
const text = JSON.stringify(session)
const bytes = new TextEncoder().encode(text)
const parsed: Json = JSON.parse(text)
const escaped = new TextEncoder().encode(text.replaceAll("Ada", "\\u0041da"))
const megabyte = new TextEncoder().encode(JSON.stringify({ items: Array.from({ length: 1000 }, () => parsed) }))
const duplicate = new TextEncoder().encode(`${text.slice(0, -1)},"id":"again"}`)
const camelPage = compileInflector(schema, definitions, "camel")
const snakePage = compileInflector(schema, definitions, "snake")
const back = compileDeflector(schema, definitions)
const inflected = camelPage(page)
const oldest = compileConverter(schema, definitions, "2026-01-01")
const newest = compileConverter(schema, definitions, "2026-08-31")

measure(`JSON.parse alone, ${bytes.length} bytes`, 20_000, () => JSON.parse(text))
measure(`parseJson, ${bytes.length} bytes`, 20_000, () => parseJson(bytes))
measure(`parseJson with unicode escapes, ${escaped.length} bytes`, 20_000, () => parseJson(escaped))
measure(`parseJson refusing a duplicate key, ${duplicate.length} bytes`, 5_000, () => parseJson(duplicate))
measure(`parseJson, ${megabyte.length} bytes`, 10, () => parseJson(megabyte))
measure(`canonicalJson, ${bytes.length} bytes`, 20_000, () => canonicalJson(parsed))
measure("inflect 50 sessions to camel", 1_000, () => camelPage(page))
measure("inflect 50 sessions to snake", 1_000, () => snakePage(page))
measure("deflect 50 sessions from camel", 1_000, () => back(inflected))
measure("deflect 50 sessions already in snake", 1_000, () => back(page))
measure("convert 50 sessions to 2026-01-01", 1_000, () => oldest(page))
measure("convert 50 sessions to 2026-08-31", 1_000, () => newest(page))
measure("compile an inflector", 500, () => compileInflector(schema, definitions, "camel"))
