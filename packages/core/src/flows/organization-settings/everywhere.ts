import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { invalid, NotFound, type Problem } from "../../kernel/foundation/failure.ts"
import { agentPii } from "../../kernel/foundation/plans.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { type Organization, Organizations } from "../../kernel/tenancy/organizations.ts"

const kept = "Holds in both environments, and stays as it is where it is left out"

/** What a customer says of the whole organization, in whichever environment: an operator may say the same (resources/access/organizations.ts). */
export const everywhereFields = {
  name: Schema.optionalKey(Label).annotateKey({ description: `What the people who are verified read. ${kept}` }),
  strict_redaction: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: `Whatever erases data asks for the scope redact:write. Only the operator switches it off again. ${kept}`
  }),
  agent_pii: Schema.optionalKey(Schema.Literals(agentPii)).annotateKey({
    description: `How much of people's names agents see. ${kept}`
  })
}
const Everywhere = Schema.Struct(everywhereFields)
interface Everywhere extends Schema.Schema.Type<typeof Everywhere> {}

export const shownEverywhere = ({ agent_pii = "initials", name, strict_redaction }: Organization) => ({ name, strict_redaction, agent_pii })

const names = ["name", "strict_redaction", "agent_pii"] as const

export const organizationAtHand = Effect.gen(function* () {
  const { organization } = yield* Tenant
  const found = yield* (yield* Organizations).find(organization)
  return found === undefined ? yield* new NotFound() : found
})

/** Changes what is given of the organization at hand, and notes it for the audit entry; every process goes by it within a second. */
export const changeEverywhere = Effect.fnUntraced(function* (given: Everywhere, loc: Problem["loc"]) {
  const { organization } = yield* Tenant
  const organizations = yield* Organizations
  const found = yield* organizations.lock(organization)
  if (found === undefined) return yield* new NotFound()
  const before = shownEverywhere(found)
  if (before.strict_redaction && given.strict_redaction === false) {
    return yield* invalid([...loc, "strict_redaction"], "only_tightened", "can only be switched on here. Ask the operator to switch it off")
  }
  const next = { ...before, ...given }
  const changed = names.filter((name) => before[name] !== next[name])
  if (changed.length === 0) return before
  yield* organizations.save({ ...found, ...next })
  yield* note(
    { type: "settings", id: "organization" },
    changed.map((name) => ({ path: name, from: before[name], to: next[name] }))
  )
  return next
})
