import { Context } from "effect"

/** Fast paths that stand beside a plain version behind the same port. A page of `docs/decisions` has what each of them brings. */
interface FastPathSwitches {
  /** Statements of the same moment share one (`docs/decisions/shared-statements.md`). */
  readonly shared_statements: boolean
  /** The deliveries of one claim are sent together (`docs/decisions/batched-deliveries.md`). */
  readonly batched_jobs: boolean
}

export const FastPaths = Context.Reference<FastPathSwitches>("@vouchkit/core/FastPaths", {
  defaultValue: () => ({ shared_statements: true, batched_jobs: true })
})
