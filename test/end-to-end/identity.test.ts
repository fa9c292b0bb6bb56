import { describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expectedHolder, makeIdentitySpecimens } from "@vouchkit/worker/commands/demo/identity-specimens"
import { drawPassport, zoneOf } from "@vouchkit/worker/commands/demo/passport"
import { makeSpecimenChip } from "@vouchkit/worker/commands/demo/specimen-chip"
import { PDFDocument } from "pdf-lib"
import sharp from "sharp"
import { astronaut, partOf, samplePicture } from "../support/face-pictures.ts"
import { base64, type HandedIn, outcomesOf, reasonsOf, sharedSessions } from "../support/identity-sessions.ts"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

const timeout = 300_000
const steps = ["document", "selfie", "nfc"]
/** Utopia issues specimens alone; a policy says that they are welcome here. */
const welcome = { identity_policy: { weights: { document_specimen: "info" } }, expected: expectedHolder }

describe("identity documents, faces and chips from end to end in the live environment", async () => {
  const good = await makeIdentitySpecimens(new Date())
  const { api, decisions, service } = await sharedSessions()
  const file = join(temporaryFolder(), "csca.der")
  writeFileSync(file, good.chip.csca)
  const imported = await runCommand("trust", ["import", file, "--source", "test"], { DATA_DIR: service.folder })
  if (imported.code !== 0) throw new Error(imported.errors)

  const judged = async (
    files: ReadonlyArray<HandedIn>,
    {
      asked = ["document"],
      chip,
      more = welcome
    }: { asked?: ReadonlyArray<string>; more?: object; chip?: Parameters<typeof api.submitChip> extends [any, ...infer R] ? R : never } = {}
  ) => {
    const { id, token } = await api.open(asked, more)
    for (const file of files) expect((await api.upload(id, file)).status).toBe(201)
    if (chip !== undefined) expect((await api.submitChip(token, ...chip)).status).toBe(201)
    expect((await api.submit(id)).body.status).toBe("processing")
    const type = await decisions.of(id)
    const result = await api.resultOf(id)
    expect(result.simulated).toBe(false)
    return { type, result, outcomes: outcomesOf(result) }
  }
  const page = (bytes: Uint8Array): HandedIn => ({ bytes, kind: "identity" })
  const selfie = (bytes: Uint8Array): HandedIn => ({ bytes, kind: "selfie" })

  test(
    "a good passport with its chip and a still selfie passes every check but liveness, which a person has to settle",
    async () => {
      const { outcomes, result, type } = await judged([page(good.passport.bytes), selfie(good.selfie.bytes)], {
        asked: steps,
        chip: [good.chip]
      })
      expect(type).toBe("session.review-required")
      expect(outcomes).toEqual({
        document_extraction: "passed",
        document_authenticity: "passed",
        age: "passed",
        duplicate: "passed",
        nfc_chip: "passed",
        liveness: "review",
        face_match: "passed",
        identity_cross_reference: "passed"
      })
      expect(result.status_reason_codes).toEqual(["liveness_inconclusive"])
      const details = (name: string) => result.checks.find((check: any) => check.type === name).details
      expect(details("nfc_chip")).toMatchObject({
        passive_authentication: true,
        active_authentication: true,
        csca_trusted: true,
        no_trust_anchor: false
      })
      expect(details("face_match")).toMatchObject({ portrait_source: "chip" })
      expect(details("document_extraction").mrz).toMatchObject({ format: "TD3", checksums_valid: true, lines: zoneOfGood() })
      const values = Object.fromEntries(details("document_extraction").fields.map(({ field, value }: any) => [field, value]))
      expect(values).toMatchObject({
        surname: "THORNBURY",
        given_names: "ISABEL CLAIRE",
        date_of_birth: "1986-03-14",
        document_number: "UT4827193"
      })
    },
    timeout
  )

  test(
    "the report of a plain case, with its pictures, is no more than a person reads at once",
    async () => {
      // Of an organization that has not seen the passport before.
      const own = await sharedSessions()
      const { id, token } = await own.api.open(steps, welcome)
      for (const file of [page(good.passport.bytes), selfie(good.selfie.bytes)]) expect((await own.api.upload(id, file)).status).toBe(201)
      expect((await own.api.submitChip(token, good.chip)).status).toBe(201)
      await own.api.submit(id)
      await own.decisions.of(id)
      const report = await fetch(`${own.service.url}/api/v1/sessions/${id}/report?pictures=true`, {
        headers: { "X-API-Key": own.service.keys.live }
      })
      expect((await PDFDocument.load(await report.bytes())).getPageCount()).toBeLessThanOrEqual(5)
    },
    timeout
  )

  const passportOf = (changes: Partial<Parameters<typeof zoneOf>[0]> = {}) => ({
    surname: "THORNBURY",
    given_names: "ISABEL CLAIRE",
    number: "UT4827193",
    date_of_birth: "1986-03-14",
    sex: "F" as const,
    issued_on: "2016-05-02",
    expires_on: "2033-05-01",
    ...changes
  })
  /** As the data group 1 of the chip has it, which the specimens made. */
  const zoneOfGood = (): ReadonlyArray<string> => {
    const text = Buffer.from(good.chip.data_groups.dg1).toString("latin1").slice(-88)
    return [text.slice(0, 44), text.slice(44)]
  }

  test(
    "without a policy that welcomes specimens, the same passport is declined as one",
    async () => {
      const { result, type } = await judged([page(good.passport.bytes)], { more: { expected: expectedHolder } })
      expect(type).toBe("session.declined")
      expect(result.status_reason_codes).toContain("document_specimen")
    },
    timeout
  )

  test(
    "the face of another person is not approved",
    async () => {
      const stranger = await partOf(samplePicture(1), { left: 0, top: 0, width: 1, height: 1 })
      const { outcomes, type } = await judged([page(good.passport.bytes), selfie(stranger)], { asked: ["document", "selfie"] })
      expect(outcomes.face_match).not.toBe("passed")
      expect(type).not.toBe("session.approved")
      expect(type).not.toBe("session.review-required")
    },
    timeout
  )

  test(
    "an unreadable picture asks for another one, which the same session takes",
    async () => {
      const blurred = await sharp(good.passport.bytes).resize({ width: 320 }).blur(6).jpeg({ quality: 30 }).toBuffer()
      const { id } = await api.open(["document"], welcome)
      await api.upload(id, page(blurred))
      await api.submit(id)
      expect(await decisions.of(id)).toBe("session.resubmission-required")
      const { body } = await api.call("GET", `/sessions/${id}`)
      expect(body).toMatchObject({ status: "resubmission_required", resume_state: { attempts_left: 2 } })
      expect(body.status_reason_codes).toContain("document_unreadable")
      expect((await api.upload(id, page(good.passport.bytes))).status).toBe(201)
    },
    timeout
  )

  test(
    "a chip whose name was changed after it was signed is declined",
    async () => {
      const dg1 = Buffer.from(Buffer.from(good.chip.data_groups.dg1).toString("latin1").replace("THORNBURY", "THORNBURN"), "latin1")
      const { outcomes, result, type } = await judged([page(good.passport.bytes)], {
        asked: ["document", "nfc"],
        chip: [good.chip, { dg1 }]
      })
      expect({ type, chip: outcomes.nfc_chip }).toEqual({ type: "session.declined", chip: "failed" })
      expect(reasonsOf(result, "nfc_chip")).toContain("data_group_changed")
      expect(result.status_reason_codes).toContain("nfc_authentication_failed")
    },
    timeout
  )

  test(
    "a chip whose signer the imported certificate does not vouch for is declined",
    async () => {
      const stranger = makeSpecimenChip({ mrz: zoneOfGood(), portrait: astronaut, country: "UT", algorithm: "rsa_2048", now: new Date() })
      const { result, type } = await judged([], { asked: ["nfc"], chip: [stranger] })
      expect(type).toBe("session.declined")
      expect(reasonsOf(result, "nfc_chip")).toContain("signer_not_trusted")
    },
    timeout
  )

  test(
    "a chip of an issuer whose certificate was never imported is not passed, and a person is told why",
    async () => {
      const mrz = zoneOfGood().map((line) => line.replace("UTO", "UNO"))
      const chip = makeSpecimenChip({ mrz, portrait: astronaut, country: "UN", algorithm: "ecdsa_p256", now: new Date() })
      const { outcomes, result, type } = await judged([], { asked: ["nfc"], chip: [chip] })
      expect({ type, chip: outcomes.nfc_chip }).toEqual({ type: "session.review-required", chip: "review" })
      expect(reasonsOf(result, "nfc_chip")).toContain("no_trust_anchor")
      const { details } = result.checks.find((check: any) => check.type === "nfc_chip")
      expect(details).toMatchObject({ no_trust_anchor: true, passive_authentication: null })
    },
    timeout
  )

  test(
    "a copy of a chip that holds back the keys it cannot answer for goes to a person, or to where the policy sends it",
    async () => {
      const withPolicy = (require_copy_detection: string) => ({
        identity_policy: { ...welcome.identity_policy, require_copy_detection },
        expected: expectedHolder
      })
      const told = async (more?: object) => {
        const { outcomes, result, type } = await judged([], {
          asked: ["nfc"],
          chip: [good.chip, { copied: true }],
          ...(more === undefined ? {} : { more })
        })
        expect(reasonsOf(result, "nfc_chip")).toContain("copy_not_excluded")
        return [type, outcomes.nfc_chip, result.status_reason_codes]
      }
      expect(await told()).toEqual(["session.review-required", "review", ["copy_not_excluded"]])
      expect(await told(withPolicy("if_offered"))).toEqual(["session.declined", "failed", ["copy_not_excluded"]])
      expect((await told(withPolicy("never")))[1]).toBe("passed")

      const { data_groups, sod } = good.chip
      const chip = { sod: base64(sod), data_groups: { dg1: base64(data_groups.dg1), dg2: base64(data_groups.dg2) } }
      const alone = await api.call("POST", "/checks", { type: "nfc_chip", chip, identity_policy: { require_copy_detection: "always" } })
      expect([alone.status, alone.body.outcome]).toEqual([200, "failed"])
    },
    timeout
  )

  test(
    "the zone of a French identity card of 1995 to 2021 is read from a picture by its own rules",
    async () => {
      const lines = ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4"] as const
      const { result } = await judged([
        page(await drawPassport(passportOf({ surname: "BERTHIER", given_names: "CORINNE" }), lines, astronaut))
      ])
      const { details } = result.checks.find((check: any) => check.type === "document_extraction")
      expect(details.mrz).toMatchObject({ format: "FR_ID", checksums_valid: true, lines })
      expect(details.fields.find(({ field }: any) => field === "document_number")?.value).toBe("940992310285")
    },
    timeout
  )

  test(
    "a passport that has expired asks for one that is valid",
    async () => {
      const details = passportOf({ expires_on: "2024-05-01" })
      const { result, type } = await judged([page(await drawPassport(details, zoneOf(details), astronaut))])
      expect(type).toBe("session.resubmission-required")
      expect(result.status_reason_codes).toContain("document_expired")
    },
    timeout
  )
})
