import type { PoaCountryOverride, PoaPolicy, PoaPolicyLayer } from "./policy.ts"
import { poaPresets } from "./presets.ts"

type Overrides = PoaPolicy["country_overrides"]

const mergedOverride = (below: PoaCountryOverride, above: PoaCountryOverride): PoaCountryOverride =>
  below.max_age_days === undefined || above.max_age_days === undefined
    ? { ...below, ...above }
    : { ...below, ...above, max_age_days: { ...below.max_age_days, ...above.max_age_days } }

const mergedOverrides = (below: Overrides, above: Overrides): Overrides => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([country, override]) => {
      const known = Object.hasOwn(below, country) ? below[country] : undefined
      return [country, known === undefined ? override : mergedOverride(known, override)]
    })
  )
})

const withLayer = (policy: PoaPolicy, layer: PoaPolicyLayer): PoaPolicy => ({
  ...policy,
  ...layer,
  max_age_days: { ...policy.max_age_days, ...layer.max_age_days },
  country_overrides:
    layer.country_overrides === undefined ? policy.country_overrides : mergedOverrides(policy.country_overrides, layer.country_overrides),
  name: { ...policy.name, ...layer.name },
  address: { ...policy.address, ...layer.address },
  forensics: { ...policy.forensics, ...layer.forensics },
  required_assurance: { ...policy.required_assurance, ...layer.required_assurance }
})

/**
 * The policy that holds: preset, then organization, workflow node and session, each speaking over the one before.
 * Maps merge per key and lists replace. The last layer that names a preset chooses the base, beneath all layers.
 */
export const resolvePolicy = (layers: ReadonlyArray<PoaPolicyLayer | null>): PoaPolicy => {
  const spoken = layers.filter((layer) => layer !== null)
  const preset = spoken.reduce<PoaPolicy["preset"]>((chosen, layer) => layer.preset ?? chosen, "global")
  return { ...spoken.reduce(withLayer, poaPresets[preset].policy), preset }
}
