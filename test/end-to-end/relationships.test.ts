import { describe, expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { makeIdentitySpecimens } from "@vouchkit/worker/commands/demo/identity-specimens"
import { drawPassport, type PassportDetails, zoneOf } from "@vouchkit/worker/commands/demo/passport"
import { aUtilityBill } from "../support/bills.ts"
import { sharedSessions } from "../support/identity-sessions.ts"
import { eventually } from "../support/queues.ts"

const timeout = 300_000
const day = (offset: number): Date => new Date(Date.now() + offset * 86_400_000)
const written = (date: Date): string =>
  date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
const flat = ["Flat 3, 128 Marlowe Gardens", "Bristol", "BS8 4QT", "United Kingdom"]

describe("relationships that real sessions show in the live environment", async () => {
  const { api, decisions } = await sharedSessions()

  /** Submits a session, has a person approve it where the checks alone do not, and answers its identity. */
  const approved = async (session: string): Promise<string> => {
    await api.submit(session)
    if ((await decisions.of(session)) === "session.review-required") {
      const [open] = (await api.call("GET", `/cases?session_id=${session}`)).body.data
      const { body, status } = await api.call("POST", `/cases/${open.id}/approve`, { note: "Compared with the person in the branch." })
      expect([status, body.error]).toEqual([200, undefined])
    }
    const { body } = await api.call("GET", `/sessions/${session}`)
    expect(body.status).toBe("approved")
    return body.identity_id
  }
  const proposed = (identity: string): Promise<ReadonlyArray<any>> =>
    eventually(
      async () => (await api.call("GET", `/identities/${identity}/relationships`)).body.data,
      (data) => data.length > 0
    )

  const withBill = async (first_name: string, last_name: string, address_lines: ReadonlyArray<string>, offset: number) => {
    const expected = { first_name, last_name, address: address_lines.slice(0, 3).join(" "), country: "GB" }
    const { id } = await api.open(["proof_of_address"], { expected, external_reference: `${first_name} ${last_name}` })
    const bill = await aUtilityBill({
      name: `${first_name} ${last_name}`,
      address_lines: [...address_lines],
      account_number: `8500 1234 56${10 - offset}8`,
      issued_on: written(day(offset)),
      period: `${written(day(offset - 30))} to ${written(day(offset - 1))}`,
      due_on: written(day(offset + 14)),
      created_at: day(offset),
      modified_at: day(offset)
    })
    const form = new FormData()
    form.set("file", new Blob([new Uint8Array(bill.bytes)], { type: "application/pdf" }), "bill.pdf")
    form.set("poa_document_type", "utility_bill")
    expect((await api.call("POST", `/sessions/${id}/documents`, form)).status).toBe(201)
    return { id, identity: await approved(id) }
  }

  test(
    "two persons whose bills name one flat share an address, and a neighbour does not",
    async () => {
      const one = await withBill("Jonathan", "Okonkwo-Smith", flat, -10)
      const neighbour = await withBill("Petra", "Halvorsen", ["Flat 4, 128 Marlowe Gardens", ...flat.slice(1)], -9)
      const other = await withBill("Margarete", "Lindqvist", flat, -8)
      const [found, ...others] = await proposed(other.identity)
      expect(others).toEqual([])
      expect(found).toMatchObject({ type: "shares_address", status: "proposed", source: "system", evidence: [{ kind: "address" }] })
      expect([found.from_id, found.to_id]).toEqual([one.identity, other.identity].toSorted())
      expect(found.evidence[0].session_ids.toSorted()).toEqual([one.id, other.id].toSorted())
      expect((await api.call("GET", `/identities/${neighbour.identity}/relationships`)).body.data).toEqual([])
    },
    timeout
  )

  test(
    "two names with one face share a face",
    async () => {
      const { selfie } = await makeIdentitySpecimens(new Date())
      const photograph = await readFile(new URL("../../packages/worker/src/commands/demo/faces/astronaut.jpg", import.meta.url))
      const withPassport = async (details: Pick<PassportDetails, "surname" | "given_names" | "number" | "date_of_birth">) => {
        const whole: PassportDetails = { ...details, sex: "F", issued_on: "2024-05-02", expires_on: "2034-05-01" }
        const { id } = await api.open(["document", "selfie"], {
          identity_policy: { weights: { document_specimen: "info" } },
          external_reference: details.number
        })
        const page = await drawPassport(whole, zoneOf(whole), photograph)
        expect((await api.upload(id, { bytes: page, kind: "identity" })).status).toBe(201)
        expect((await api.upload(id, { bytes: selfie.bytes, kind: "selfie" })).status).toBe(201)
        return { id, identity: await approved(id) }
      }
      const one = await withPassport({
        surname: "THORNBURY",
        given_names: "ISABEL CLAIRE",
        number: "UT4827193",
        date_of_birth: "1986-03-14"
      })
      const other = await withPassport({ surname: "HOLLOWAY", given_names: "MARGUERITE", number: "UT5930417", date_of_birth: "1979-11-02" })
      expect(other.identity).not.toBe(one.identity)
      const [found, ...others] = await proposed(other.identity)
      expect(others).toEqual([])
      expect(found).toMatchObject({ type: "shares_face", evidence: [{ kind: "face" }] })
      expect(found.confidence).toBeGreaterThanOrEqual(0.9)
      expect(found.evidence[0].session_ids.toSorted()).toEqual([one.id, other.id].toSorted())
      const graph = await api.call("POST", "/identities/graph", { start_ids: [one.identity] })
      expect(graph.body).toMatchObject({
        nodes: [{ id: one.identity }, { id: other.identity }],
        edges: [{ id: found.id }],
        truncated: false
      })
    },
    timeout
  )
})
