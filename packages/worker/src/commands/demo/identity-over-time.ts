import { Schema } from "effect"
import { Case, Cases } from "./chapters.ts"
import { openSession, submit, upload } from "./identity-chapters.ts"
import { expectedHolder, type IdentitySpecimens } from "./identity-specimens.ts"
import { expectThat } from "./narration.ts"
import { type Stage, untilEvent, untilWebhook } from "./stage.ts"

const LinkedSession = Schema.Struct({ id: Schema.String, identity_id: Schema.NullOr(Schema.String) })
const Person = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  session_count: Schema.Int,
  version: Schema.Int,
  assurance: Schema.Struct({ level: Schema.String })
})
const Relationships = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      type: Schema.String,
      status: Schema.String,
      confidence: Schema.NullOr(Schema.Finite),
      from_id: Schema.String,
      to_id: Schema.String
    })
  )
})
const Preview = Schema.Struct({ preview_token: Schema.String, counts: Schema.Struct({ sessions: Schema.Int }) })
const Merged = Schema.Struct({ merge_id: Schema.String, identity: Person })
const Unmerged = Schema.Struct({ identity: Person, sources: Schema.Array(Person), conflicts: Schema.Array(Schema.Unknown) })

/** The reviewer approves the case of a session; the identity that the session joins by that. */
const approve = async (stage: Stage, session_id: string, reason: string): Promise<string> => {
  const { data } = await stage.reviewer.post("/cases/search", {}, Cases)
  const found = data.find((one) => one.session_id === session_id)
  expectThat(found !== undefined, "the session that goes to a reviewer has no case")
  await stage.reviewer.post(`/cases/${found.id}/approve`, { reason }, Case)
  await untilEvent(stage, session_id, ["session.approved"])
  const { identity_id } = await stage.compliance.get(`/sessions/${session_id}`, LinkedSession)
  expectThat(identity_id !== null, "an approved session belongs to no identity")
  return identity_id
}

const readPerson = ({ compliance }: Stage, id: string) => compliance.get(`/identities/${id}`, Person)

/** A selfie alone, of the same face under another name. */
const lookAlike = async (stage: Stage, { selfie }: IdentitySpecimens): Promise<string> => {
  const { id, token } = await openSession(stage, "demo-look-alike", ["selfie"], null, { first_name: "Ottilie", last_name: "Marchbanks" })
  await upload(stage, token, selfie, "selfie")
  await submit(stage, token)
  await untilEvent(stage, id, ["session.review-required"])
  return approve(stage, id, "Known to the branch in person.")
}

/** What is kept of a person over several sessions: one identity, a look-alike beside it, and a mistake that is taken back. */
export const followIdentity = async (stage: Stage, specimens: IdentitySpecimens, second_session_id: string): Promise<void> => {
  const { compliance, narration } = stage
  narration.chapter("7. One person over time")
  const person = await narration.step(
    "Reviewer approved the session with the chip: it joined the identity of the first",
    async (report) => {
      const id = await approve(stage, second_session_id, "Seen in a video call with the passport in hand.")
      const found = await readPerson(stage, id)
      expectThat(found.session_count === 2, `the identity has ${found.session_count} sessions and not 2`)
      report(`${found.id}: ${found.session_count} sessions of one passport, assurance ${found.assurance.level}`)
      return found
    }
  )
  const other = await narration.step(
    `A selfie of the same face came in under another name than ${expectedHolder.last_name}: an identity of its own`,
    async (report) => {
      const id = await lookAlike(stage, specimens)
      expectThat(id !== person.id, "a face alone made two sessions one identity")
      report(`${id}: faces never join identities, they only propose a relationship`)
      return id
    }
  )
  await narration.step("Service proposed the relationship, with its evidence", async (report) => {
    await untilWebhook(stage, "identity.relationship-created", [person.id, other])
    const { data } = await compliance.get(`/identities/${other}/relationships`, Relationships)
    const proposed = data.find(({ type }) => type === "shares_face")
    expectThat(proposed?.status === "proposed", "no relationship shares_face was proposed")
    report(`shares_face, ${proposed.status}, confidence ${proposed.confidence ?? "unknown"}`)
  })
  await narration.step("Someone merged the two by mistake, and took it back", async (report) => {
    const before = await readPerson(stage, other)
    const preview = await compliance.post(`/identities/${person.id}/merge-preview`, { source_ids: [other] }, Preview)
    report(`preview: ${preview.counts.sessions} session would move`)
    const asked = { preview_token: preview.preview_token, reason: "They look like one person" }
    const merged = await compliance.post(`/identities/${person.id}/merge`, asked, Merged)
    report(`merged: ${merged.identity.session_count} sessions`)
    const undone = await compliance.post(`/identities/${person.id}/unmerge`, { merge_id: merged.merge_id }, Unmerged)
    const [restored] = undone.sources
    expectThat(undone.identity.session_count === 2, "the identity did not get back what it was")
    expectThat(restored?.id === before.id && restored.session_count === before.session_count, "the other one was not restored")
    report(`undone: ${undone.identity.session_count} sessions and ${restored.session_count}, ${undone.conflicts.length} conflicts`)
  })
}
