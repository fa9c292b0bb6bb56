import { Context } from "effect"
import type { PoaPolicyLayer } from "../proof-of-address/policy.ts"
import { type CollectionOf, shape } from "../storage/collection.ts"

/** A named setting of a tenant; its id is its name. */
export interface StoredSetting {
  readonly id: "proof_of_address"
  readonly version: number
  readonly policy: PoaPolicyLayer
  readonly created_at: string
  readonly updated_at: string
}
export const settings = shape<StoredSetting>()({ table: "settings", columns: {} })
export class SettingsStore extends Context.Service<SettingsStore, CollectionOf<typeof settings>>()(
  "@vouchkit/core/settings/SettingsStore"
) {}
