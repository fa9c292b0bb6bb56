import type { ReasonCode } from "../kernel/foundation/reason-codes.ts"

export interface SubmissionLimits {
  readonly resubmission_count: number
  readonly max_resubmissions: number
}

/** Whether no other submission may be asked for. */
export const submissionsSpent = ({ max_resubmissions, resubmission_count }: SubmissionLimits): boolean =>
  resubmission_count >= max_resubmissions

/** What the person can put right asks for another submission while one is left, and declines afterwards. */
export const anotherSubmission = <Code extends ReasonCode>(codes: ReadonlyArray<Code>, limits: SubmissionLimits) =>
  submissionsSpent(limits)
    ? ({ status: "declined", reason_codes: ["resubmission_limit_exceeded", ...codes] } as const)
    : ({ status: "resubmission_required", reason_codes: codes } as const)
