import { lookUps } from "../../kernel/resource/locks.ts"
import { announcing } from "../../kernel/resource/resource.ts"
import { hits } from "./hits/model.ts"
import { screenings } from "./screening-model.ts"
import { screeningSubjects, SubjectStore } from "./subjects/model.ts"

/** Counts the event in the screening's sequence and announces it. */
export const announceScreening = announcing(screenings)

export const announceHit = announcing(hits)

export const announceSubject = announcing(screeningSubjects)

/**
 * The subject is always the first lock of a transaction about its screenings. `lockWritableSubject` is for what would bring personal data
 * back to a subject from which it was erased.
 */
export const {
  lock: lockSubject,
  lockWritable: lockWritableSubject,
  lockAsRead: lockSubjectAsRead
} = lookUps(SubjectStore, screeningSubjects)
