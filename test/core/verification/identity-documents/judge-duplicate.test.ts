import { describe, expect, test } from "bun:test"
import { type DuplicateEvidence, judgeDuplicate } from "../../../../packages/core/src/verification/identity-documents/judges/duplicate.ts"
import { codes } from "./documents.ts"

describe("duplicates", () => {
  const zero = "0".repeat(64)
  const near = `${"0".repeat(54)}${"f".repeat(10)}`
  const base: DuplicateEvidence = {
    fingerprint: "dfp_a",
    pictures: [{ document_id: "doc_1", side: "front", perceptual_hash: zero }],
    earlier: [],
    policy: { weights: {} }
  }
  const earlier = { session_id: "ses_1", same_person: false, forged: false, fingerprint: null, perceptual_hash: null }

  test("are documents that somebody else used, by number or by picture", () => {
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, fingerprint: "dfp_a" }] }))).toEqual(["duplicate_document"])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: zero }] }))).toEqual(["duplicate_document"])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: zero, fingerprint: "dfp_b" }] }))).toEqual([
      "duplicate_document"
    ])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: near }] }))).toEqual(["similar_picture"])
  })
  test("are not cards that merely look alike, nor one's own document used again", () => {
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...earlier, perceptual_hash: near, fingerprint: "dfp_b" }] }))).toEqual([])
    const again = judgeDuplicate({ ...base, earlier: [{ ...earlier, same_person: true, fingerprint: "dfp_a" }] })
    expect([again.outcome, again.details.matches.length]).toEqual(["passed", 1])
  })
  test("of what was declined as a forgery fail by the picture, whoever hands it in, and not by a number that a forger took over", () => {
    const forged = { ...earlier, forged: true, same_person: true }
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...forged, perceptual_hash: zero }] }))).toEqual(["document_forged"])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...forged, perceptual_hash: near }] }))).toEqual([])
    expect(codes(judgeDuplicate({ ...base, earlier: [{ ...forged, fingerprint: "dfp_a" }] }))).toEqual([])
  })
  test("of one session are both sides by the same picture", () => {
    const twice = [...base.pictures, { document_id: "doc_2", side: "back" as const, perceptual_hash: zero }]
    expect(codes(judgeDuplicate({ ...base, pictures: twice }))).toEqual(["same_picture_twice"])
  })
  test("cannot be looked for with nothing in hand", () => {
    expect(judgeDuplicate({ ...base, fingerprint: null, pictures: [] }).outcome).toBe("not_applicable")
  })
})
