/** What an organization may ask for. */
export const plans = ["free", "standard", "growth", "scale", "self_hosted"] as const
export type Plan = (typeof plans)[number]

/** How much of a person's name agents see. */
export const agentPii = ["initials", "masked_names"] as const
export type AgentPii = (typeof agentPii)[number]

/** Requests of one key in a minute. */
const perMinute = { free: 60, standard: 300, growth: 600, scale: 1_200 } as const satisfies Record<Exclude<Plan, "self_hosted">, number>

/** How many requests a key of this plan may send in a minute; `self_hosted` is the number of that plan, and zero counts none of any plan. */
export const limitOf = (plan: Plan | undefined, self_hosted: number): number =>
  plan === undefined || plan === "self_hosted" || self_hosted === 0 ? self_hosted : perMinute[plan]
