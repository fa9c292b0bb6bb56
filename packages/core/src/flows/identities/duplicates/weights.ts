/** How two identities compare in one field. A value that more than ten identities have says nothing. */
export const agreements = ["agrees", "similar", "differs", "shared_by_many", "unknown"] as const
export type Agreement = (typeof agreements)[number]

export const comparedFields = ["document", "face", "name", "date_of_birth", "address", "phone", "email"] as const
export type ComparedField = (typeof comparedFields)[number]

/** From so many other identities on a value names no one. */
export const mostSharing = 10

/** How often a field compares so between two records of one person, and between those of two people. */
interface Odds {
  readonly same: number
  readonly other: number
}

/**
 * The odds behind the weights, after Fellegi and Sunter. Those of names and birth dates allow for how common they are: both are shared by strangers,
 * and so neither is enough alone. Those of contacts allow for households, whose members share several. packages/core/bench/duplicates.ts measures them.
 */
const odds = {
  document: { agrees: { same: 0.6, other: 0.000_001 }, differs: { same: 0.4, other: 0.999_999 } },
  face: { agrees: { same: 0.9, other: 0.000_5 }, similar: { same: 0.07, other: 0.005 } },
  name: { agrees: { same: 0.85, other: 0.000_5 }, similar: { same: 0.13, other: 0.003 }, differs: { same: 0.02, other: 0.996_5 } },
  date_of_birth: {
    agrees: { same: 0.95, other: 0.000_05 },
    similar: { same: 0.04, other: 0.001 },
    differs: { same: 0.01, other: 0.998_95 }
  },
  address: { agrees: { same: 0.5, other: 0.004 }, differs: { same: 0.5, other: 0.996 } },
  phone: { agrees: { same: 0.6, other: 0.005 }, differs: { same: 0.4, other: 0.995 } },
  email: { agrees: { same: 0.6, other: 0.001 }, differs: { same: 0.4, other: 0.999 } }
} as const satisfies Record<ComparedField, { readonly [Name in "agrees" | "similar" | "differs"]?: Odds }>

/** What a comparison adds to the score, in bits: how many times likelier it is between records of one person, as a power of two. */
export const weightOf = (field: ComparedField, agreement: Agreement): number => {
  const of: { readonly [Name in Agreement]?: Odds } = odds[field]
  const found = of[agreement]
  return found === undefined ? 0 : Math.round(Math.log2(found.same / found.other) * 10) / 10
}

/** From which score a pair is shown, and from which it is likely one person. */
export const bands = { possible: 13, likely: 19 } as const
type Band = keyof typeof bands

export const bandOf = (score: number): Band | null => (score >= bands.likely ? "likely" : score >= bands.possible ? "possible" : null)
