import { Effect } from "effect"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import type { IdentityExamination } from "../../verification/identity-documents/examine.ts"
import type { SessionFace } from "../../verification/faces/template.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import type { CheckType, StoredCheck } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import type { StandaloneInput } from "../../resources/checks/standalone-input.ts"
import type { StoredDocument } from "../../resources/documents/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { screenSession, searchForSession } from "../checks/aml-screening.ts"
import type { JudgedChip, judgeSessionChip } from "../checks/chip.ts"
import type { judgeChipDocument } from "../checks/chip-document.ts"
import type { judgeFaces } from "../checks/faces.ts"
import type { DocumentTrace, examineDocuments, judgeIdentityDocument } from "../checks/identity-document.ts"
import type { lookUpSession } from "../checks/list-lookup.ts"
import type { judgeListLookUp } from "../checks/list-values.ts"
import type { otherPortraitsOf, portraitOf } from "../checks/portraits.ts"
import type { judgeProofs, judgeStandaloneProof } from "../checks/proof-checks.ts"
import type { RecordVerdict } from "../checks/record-verdict.ts"
import type { screenSubject } from "../checks/screen-subject.ts"
import type { asksForPortrait } from "../checks/session-documents.ts"
import type { documentOf } from "../checks/standalone-evidence.ts"
import type { FailureScenario, SandboxScript } from "../sandbox/adapters/sandbox-script.ts"
import type { judgeSimulatedProof } from "../sandbox/simulated-proof.ts"
import type { examined, matched, captured, verified } from "../sandbox/simulated-evidence.ts"
import type { SimulatedSubject } from "../sandbox/subject.ts"

type Judged = ReturnType<
  | typeof asksForPortrait
  | typeof documentOf
  | typeof examineDocuments
  | typeof judgeChipDocument
  | typeof judgeFaces
  | typeof judgeIdentityDocument
  | typeof judgeListLookUp
  | typeof judgeProofs
  | typeof judgeSessionChip
  | typeof judgeStandaloneProof
  | typeof otherPortraitsOf
  | typeof portraitOf
  | typeof screenSubject
  | typeof searchForSession
>
/** What a judge does outside of any transaction. */
type Judging<A> = Effect.Effect<A, Effect.Error<Judged>, Effect.Services<Judged>>

type Recorded =
  | ReturnType<typeof lookUpSession | typeof screenSession>
  | Effect.Success<ReturnType<typeof judgeListLookUp | typeof screenSubject>>
/** What a judge does within the transaction that records its check. */
export type Recording<A> = Effect.Effect<A, Effect.Error<Recorded>, Effect.Services<Recorded>>

type Simulated = ReturnType<typeof captured | typeof examined | typeof judgeSimulatedProof | typeof matched | typeof verified>
type Simulating<A> = Effect.Effect<A, Effect.Error<Simulated>, Effect.Services<Simulated>>

/** What judges leave to those that come after them. */
interface Found {
  readonly chip: JudgedChip | null
  /** The identity document as its pictures show it, and as its chip does once that was read. */
  readonly examination: IdentityExamination
  readonly document: DocumentTrace | null
  readonly face: SessionFace | null
}

/** What a session holds to be judged. */
export interface SessionEvidence extends Found {
  readonly session: StoredSession
  readonly identity: ReadonlyArray<StoredDocument>
  readonly selfies: ReadonlyArray<StoredDocument>
  readonly chips: ReadonlyArray<StoredDocument>
  readonly proofs: ReadonlyArray<StoredDocument>
  /** YYYY-MM-DD. */
  readonly today: string
}

/** What a judge makes of a session: nothing where the session does not call for it. */
export interface SessionResult {
  readonly checks: ReadonlyArray<JudgedCheck>
  readonly found?: Partial<Found>
}

/** Judges the evidence of a session. Types that are judged from one look share their judge. */
export interface SessionJudge {
  /** Types whose judges come first, because this one reads what they found. */
  readonly after: ReadonlyArray<CheckType>
  readonly judge: (evidence: SessionEvidence) => Judging<SessionResult>
}

/** What a judge of records has to know at the end of a run. */
export interface RunEnd {
  /** Locked. */
  readonly session: StoredSession
  readonly findings: ReadonlyArray<Pick<CheckFinding | StoredCheck, "details" | "input_document_ids" | "simulated" | "status" | "type">>
  readonly face: SessionFace | null
  /** Of the check. */
  readonly attempt: number
  /** Of the node that makes the check, where a workflow tries it again. */
  readonly node_attempt?: number
}

/** Judges records of the organization about a session: looks before the transaction that ends the run, and judges within it. */
export interface RecordJudge {
  /** Matches are counted: it is asked only where the session is to be decided. */
  readonly deciding: boolean
  /** `found` is what the other checks of the run say; `wanted` where this very check is made again. Null where the session does not call for it. */
  readonly look: (
    session: StoredSession,
    found: ReadonlyArray<Pick<StoredCheck, "details" | "simulated" | "status">>,
    wanted: boolean
  ) => Judging<((end: RunEnd) => Recording<RecordVerdict | undefined>) | null>
}

export interface StandaloneEvidence {
  readonly check: StoredCheck
  readonly context: CheckContext
  readonly input: StandaloneInput
}

/** Judges a standalone check outside of any transaction, and returns what has to run in the transaction that ends it. */
export type StandaloneJudge = (asked: StandaloneEvidence) => Judging<Recording<CheckFinding>>

/** How the sandbox makes a check that engines judge: by the rules of the live environment, from what the engines of the sandbox see. */
export interface Simulation {
  /** What has to be wrong for the check to come to an outcome. */
  readonly scenarios: Readonly<Record<"failed" | "review", FailureScenario>>
  /** What has to be wrong for it to fail for a reason of its own. */
  readonly particular?: Readonly<Partial<Record<ReasonCode | PoaReasonCode, FailureScenario>>>
  /** Whether engines of the sandbox know such a document; of any other the script gives the outcome alone. */
  readonly knows?: (subject: SimulatedSubject) => boolean
  readonly judge: (subject: SimulatedSubject, script: SandboxScript) => Simulating<JudgedCheck>
}

/** What the flows do with one kind of check. Its facts stand in `checkKinds`, under the same type. */
export interface CheckEntry {
  readonly session: SessionJudge | null
  readonly records: RecordJudge | null
  /** `sandbox` judges where no scenario is named; null where the sandbox always follows a script. */
  readonly standalone: { readonly live: StandaloneJudge; readonly sandbox: StandaloneJudge | null } | null
  /** Null where engines have nothing to say, so that the script gives the outcome alone. */
  readonly simulate: Simulation | null
  /** What calls for the check in a session of the sandbox, beside the step that brings its evidence. */
  readonly scripted?: {
    readonly called?: (session: StoredSession) => boolean
    /** The check of a session that asks for nothing to make it of. */
    readonly absent?: (session: StoredSession, context: CheckContext) => JudgedCheck | null
  }
}

export const unmadeEntry: CheckEntry = { session: null, records: null, standalone: null, simulate: null }

/** Whether a step is to be judged: what was asked for, and what was submitted without being asked. */
export const isJudged = (
  session: StoredSession,
  step: StoredSession["required_steps"][number],
  documents: ReadonlyArray<StoredDocument>
): boolean => session.required_steps.includes(step) || documents.length > 0

/** The judge of files: in the sandbox a script stands for it. */
export const fromFiles = (judge: (asked: StandaloneEvidence) => Judging<CheckFinding>): CheckEntry["standalone"] => ({
  live: (asked) => Effect.map(judge(asked), (finding) => Effect.succeed(finding)),
  sandbox: null
})

export const part = { documents: [], part: "simulated" } as const
