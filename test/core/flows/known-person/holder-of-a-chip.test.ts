import { afterAll, expect, test } from "bun:test"
import { verifiedBy } from "@vouchkit/core/flows/known-person/verified"
import { comparedFields } from "@vouchkit/core/flows/sessions/compared-fields"
import { blocklist } from "@vouchkit/core/resources/lists/blocklist-operations"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { type ChipVerification, unreadableChip } from "@vouchkit/core/verification/chip/verify-chip"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Effect, Layer } from "effect"
import { liveWork } from "../../../support/live-work.ts"
import { passportZone } from "../../../support/passport-zone.ts"
import { aWatchlist } from "../../../support/screening.ts"
import { addChip } from "../../../support/submitted-chip.ts"
import { aRecord } from "../../../support/watchlist.ts"

type Person = NonNullable<ChipVerification["contents"]["person"]>
const nobody: Person = {
  full_name: null,
  other_names: [],
  personal_number: null,
  date_of_birth: null,
  place_of_birth: null,
  address: null
}

/** Nothing but a chip was asked for and submitted, and the integrator said nothing of its holder. */
const judged = async (
  chip: Partial<Pick<ChipVerification, "passive_authentication">> & { readonly person?: Partial<Person> },
  before: (work: ReturnType<typeof liveWork>) => Promise<unknown> = async () => undefined,
  expected: StoredSession["expected"] = {}
) => {
  const { passive_authentication = true, person } = chip
  const verification: ChipVerification = {
    ...unreadableChip([]),
    passive_authentication,
    dg_hashes_valid: true,
    findings: passive_authentication === true ? [] : [passive_authentication === null ? "no_trust_anchor" : "signer_not_trusted"],
    contents: {
      zone: { format: "TD3", lines: passportZone(), document_code: "P", issuing_state: "GBR" },
      portraits: [],
      person: person === undefined ? null : { ...nobody, ...person },
      document: null
    }
  }
  const verifier = Layer.succeed(ChipVerifier)({
    verify: () => Effect.succeed(verification),
    portrait: () => Effect.die(new Error("this chip has no portrait"))
  })
  const listed = aRecord("Юстас Хартвелл", { topics: ["sanction"] })
  const work = liveWork(Layer.mergeAll(verifier, aWatchlist(listed).layer))
  afterAll(() => work.stop())
  await before(work)
  const overrides: Partial<StoredSession> = { required_steps: ["nfc"], completed_steps: ["nfc"], expected, screening: true }
  const session = await work.submitted([], overrides)
  await addChip(work, session)
  await work.work(runChecksJob)
  const checks = await work.checksOf(session.id)
  const concluded = await work.run(Effect.flatMap(SessionStore, (store) => store.find(session.id)))
  return { checks, of: (type: string): any => checks.find((check) => check.type === type), session: concluded as StoredSession, work }
}
const blocking = (entry_type: string, value: string) => (work: ReturnType<typeof liveWork>) =>
  work.run(execute(blocklist.add, { input: Effect.succeed({ entry_type, value } as any) }))

test("a blocked number that only a chip shows stops its holder", async () => {
  const { of, session } = await judged({}, blocking("government_id", "543216789"))
  expect([session.status, session.status_reason_codes]).toEqual(["declined", ["blocklist_match"]])
  expect(of("list_lookup").details.matched_entries).toMatchObject([{ counts: true, sources: ["chip"] }])
})

test("a name that only a chip shows, in its zone or in full beside it, is looked up and screened", async () => {
  expect((await judged({}, blocking("name", "Amelia Jane Hartwell"))).session.status).toBe("declined")
  const listed = { full_name: { primary: "Хартвелл", secondary: "Юстас" } }
  const screened = await judged({ person: listed })
  expect([screened.session.status, screened.session.status_reason_codes]).toEqual(["in_review", ["sanctions_hit"]])
  const other = await judged({ person: { other_names: [listed.full_name] } })
  expect(other.session.status_reason_codes).toEqual(["sanctions_hit"])
  expect((await judged({})).session.status).toBe("approved")
})

test("a chip that no one can vouch for is looked up for the person who decides, and one that is forged is not", async () => {
  const block = blocking("government_id", "543216789")
  const unjudged = await judged({ passive_authentication: null }, block)
  expect([unjudged.session.status, unjudged.session.status_reason_codes]).toEqual(["declined", ["blocklist_match"]])
  const forged = await judged({ passive_authentication: false }, block)
  expect([forged.session.status === "approved", forged.of("list_lookup").details.matched_entries]).toEqual([false, []])
})

test("what a chip showed by itself is what was verified of its holder", async () => {
  const { checks, session, work } = await judged({})
  const { identity_document } = await work.run(verifiedBy(session, checks.toReversed()))
  expect(identity_document).toMatchObject({
    document_number: { value: "543216789", source: "chip", confidence: 1 },
    surname: { value: "HARTWELL", source: "chip" },
    date_of_birth: { value: "1985-03-07", source: "chip" }
  })
})

test("what a chip says is shown beside what was expected of its holder", async () => {
  const { checks } = await judged({}, async () => undefined, { first_name: "Amelia Jane", last_name: "Hartwell" })
  const surname = comparedFields(checks.toReversed()).find(({ field }) => field === "surname")
  expect(surname).toMatchObject({ value: "HARTWELL", source: "chip" })
  expect(surname?.compared_with).toMatchObject([
    { value: "Hartwell", source: "expected", agreement: "agree", rule: { check: "identity_cross_reference" } }
  ])
})
