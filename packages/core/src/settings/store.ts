import { Context } from "effect"
import type { PoaPolicyLayer } from "../proof-of-address/policy.ts"
import { type CollectionOf, shape } from "../storage/collection.ts"
import type { Setting } from "./replace.ts"

export type StoredSetting = Setting<"proof_of_address", PoaPolicyLayer>
export const settings = shape<StoredSetting>()({ table: "settings", columns: {} })
export class SettingsStore extends Context.Service<SettingsStore, CollectionOf<typeof settings>>()(
  "@vouchkit/core/settings/SettingsStore"
) {}
