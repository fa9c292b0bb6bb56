import { Context, type Effect } from "effect"
import type { Tenant } from "../access/caller.ts"
import type { StorageUnavailable } from "../foundation/failure.ts"
import type { Columns, Condition, Shape } from "./collection.ts"
import type { Environment } from "../foundation/environment.ts"

export interface Found {
  readonly organization: string
  readonly environment: Environment
  readonly id: string
}

/** What timers look through: records of every tenant that are due. It answers identifiers only; each is then handled within its own tenant. */
export class Sweep extends Context.Service<
  Sweep,
  {
    readonly due: <C extends Columns>(
      shape: Shape<any, C>,
      where: ReadonlyArray<Condition<keyof C & string>>,
      limit: number,
      /** Looks through the records of this tenant alone. */
      within?: Tenant["Service"]
    ) => Effect.Effect<ReadonlyArray<Found>, StorageUnavailable>
  }
>()("@vouchkit/core/storage/Sweep") {}
