import { Context } from "effect"
import type { PoaPolicyLayer } from "../../verification/proof-of-address/policy.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import type { Setting } from "./replace.ts"

type StoredSetting = Setting<"proof_of_address", PoaPolicyLayer>
export const settings = shape<StoredSetting>()({ table: "settings", columns: {} })
export class SettingsStore extends Context.Service<SettingsStore, CollectionOf<typeof settings>>()(
  "@vouchkit/core/settings/SettingsStore"
) {}
