import { Effect } from "effect"
import { type AuditNote, CurrentAudit, record } from "../audit/log.ts"
import { sealReason } from "../audit/reason.ts"
import type { Contract, Operation } from "./operation.ts"

export interface Answer<Out> {
  readonly status: number
  readonly output: Out
  readonly replayed: boolean
}

/** The status of an answer: 200 unless its contract says otherwise. */
export const statusOf = ({ status }: Contract, output: unknown): number =>
  status === undefined ? 200 : typeof status === "number" ? status : status.of(output)

/** The handler and its audit entry: all that runs within the transaction of an operation that changes something. */
export const audited = <In, Out, R>({ contract, handle }: Operation<In, Out, R>, decoded: In, prepared: unknown) =>
  Effect.suspend(() => {
    const note: AuditNote = { target: null, changes: [] }
    return Effect.provideService(
      Effect.flatMap(handle(decoded, prepared), (output) => {
        const answer: Answer<Out> = { status: statusOf(contract, output), output, replayed: false }
        const entry = {
          action: contract.action ?? contract.name,
          target: note.target,
          changes: note.changes,
          outcome: "succeeded"
        } as const
        return Effect.as(
          note.reason === undefined
            ? record(entry)
            : Effect.flatMap(sealReason(entry, note.reason), (reason) => record({ ...entry, reason })),
          answer
        )
      }),
      CurrentAudit,
      note
    )
  })
