import { afterAll, describe, expect, test } from "bun:test"
import { checks, documents, sessions } from "@vouchkit/core"
import { knownPerson } from "@vouchkit/core/flows/known-person/known-person"
import { probesOf } from "@vouchkit/core/flows/checks/list-lookup"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { simulatedFinding } from "@vouchkit/core/flows/scripted-checks/findings"
import { checkEntries } from "@vouchkit/core/flows/check-kinds/registry"
import { checkTypes } from "@vouchkit/core/verification/check-kinds"
import { subjectOfSession } from "@vouchkit/core/flows/sandbox/subject"
import { Effect } from "effect"
import { checkWork } from "../../../support/check-work.ts"
import { organization } from "../../../support/operations.ts"
import { aSession } from "../../../support/sessions.ts"
import { uploadOf } from "../../../support/uploads.ts"

const steps = ["document", "selfie", "nfc", "proof_of_address"]
const person = { first_name: "Amara", last_name: "Adeyemi", date_of_birth: "1991-05-17", country: "GB" }
const engineChecks = checkTypes.filter((type) => checkEntries[type].simulate !== null)
const judged = new Set<string>(engineChecks)

for (const storage of ["memory", "postgres"] as const) {
  describe(`checks of the sandbox, over ${storage}`, async () => {
    const core = await checkWork(storage)
    afterAll(core.dispose)
    const verified = async (body: object) => {
      const { id: session_id } = await core.ask(sessions.create, { required_steps: steps, ...body })
      await core.ask(sessions.simulate, { session_id, actions: [{ type: "upload_document" }, { type: "submit" }] })
      await core.work("documents.read", "sessions.run_checks")
      const { data } = await core.ask(checks.list, { session_id })
      return { session_id, session: await core.ask(sessions.get, { session_id }), made: data as ReadonlyArray<any> }
    }
    const upload = async (kind: string, bytes: ReadonlyArray<number>, more: object = {}) => {
      const file = uploadOf(new Uint8Array([0xff, 0xd8, 0xff, ...bytes]))
      return (await core.ask(documents.create, { kind, ...more, file })).id as string
    }
    const alone = async (raw: object) => {
      const { id: check_id } = await core.ask(checks.create, raw)
      await core.work("checks.run")
      return await core.ask(checks.get, { check_id })
    }

    test("every check of a session that an engine judges has the details of such a check, about one person, and is marked", async () => {
      const looks = core.engines.looks
      const { made, session } = await verified({ expected: person })
      expect([session.status, session.status_reason_codes]).toEqual(["approved", []])
      expect(made.map(({ type }) => type).filter((type) => judged.has(type)).length).toBe(engineChecks.length)
      for (const { details, outcome, simulated, type } of made)
        expect([type, outcome, simulated, details === null]).toEqual([type, "passed", true, false])
      const of = (type: string) => made.find((one) => one.type === type).details
      expect(of("document_extraction").mrz.lines).toEqual(of("nfc_chip").contents.mrz_lines)
      expect(of("document_extraction").mrz.lines[0]).toStartWith("P<GBRADEYEMI<<AMARA<<")
      expect(of("proof_of_address").holder_names).toEqual(["Amara Adeyemi"])
      expect(of("liveness")).toMatchObject({ method: "challenge", actions_seen: of("liveness").actions_expected })
      // No one asked the engines that look at real files.
      expect(core.engines.looks).toBe(looks)
    })

    test("a session that is reviewed shows in its details what the reviewer is to find", async () => {
      const { made, session } = await verified({ expected: person, required_steps: ["document"], scenario: "review" })
      expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["document_data_inconsistent"]])
      const { comparisons } = made.find(({ type }) => type === "document_authenticity").details
      expect(comparisons.filter(({ result }: any) => result === "differ").map(({ field }: any) => field)).toContain("surname")
      // Each check is told for itself: the script is about one of them.
      expect(made.find(({ type }) => type === "document_extraction")).toMatchObject({ outcome: "passed", reasons: [] })
    })

    test("a check that stands alone goes the same way: one file is one person, another file another", async () => {
      const numberOf = ({ details }: any) => details.fields.find(({ field }: any) => field === "document_number").value
      const [one, other] = [await upload("identity", [1]), await upload("identity", [2])]
      const first = await alone({ type: "document_extraction", document_ids: [one] })
      const again = await alone({ type: "document_extraction", document_ids: [one] })
      const second = await alone({ type: "document_extraction", document_ids: [other] })
      expect([first.simulated, numberOf(again) === numberOf(first), numberOf(second) === numberOf(first)]).toEqual([true, true, false])
    })

    test("details that name somebody are erased with the document that they were made of", async () => {
      const passport = await upload("identity", [3])
      const check = await alone({ type: "document_extraction", document_ids: [passport] })
      expect(check.details.fields.length).toBeGreaterThan(5)
      await core.ask(documents.redact, { document_id: passport })
      expect((await core.ask(checks.get, { check_id: check.id })).details).toBeNull()
    })

    test("a check of a failing provider has no details, and its events tell of no person", async () => {
      await core.events()
      const check = await alone({
        type: "face_match",
        portrait_document_id: await upload("identity", [4]),
        selfie_document_id: await upload("selfie", [5]),
        scenario: "error"
      })
      expect(check).toMatchObject({
        status: "errored",
        outcome: null,
        details: null,
        simulated: true,
        reasons: [{ code: "check_unavailable" }]
      })
      await verified({ expected: person })
      expect(JSON.stringify(await core.events())).not.toMatch(/adeyemi|amara|1991-05-17/iu)
    })

    test("lists of the organization are not asked about somebody who was made up", async () => {
      const session = aSession({ required_steps: ["proof_of_address"] })
      const finding = await core.run(
        Effect.gen(function* () {
          return yield* simulatedFinding(yield* subjectOfSession(session), "proof_of_address", "passed")
        }).pipe(Effect.provideService(Tenant, { organization, environment: "sandbox" }))
      )
      expect(finding.details).not.toBeNull()
      expect(probesOf(knownPerson(session, [finding]), [])).toEqual([])
    })
  })
}
