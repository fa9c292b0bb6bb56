import { Schema } from "effect"

/** How sure a check can be, the least first. */
const assurances = ["none", "data_match", "consistency", "template", "cryptographic"] as const

/**
 * How sure a check can be of what it says: `cryptographic`, a signature that leads to a trusted issuer; `template`, the layout agrees with a
 * known one of its issuer; `consistency`, the sources agree with one another, which says nothing of who made them; `data_match`, records were
 * searched; `none`, nothing that a forger could not have made.
 */
export const Assurance = Schema.Literals(assurances).annotate({ identifier: "Assurance" })
export type Assurance = typeof Assurance.Type

/** Whether what a check is sure of is as much as a policy asks for. */
export const suffices = (assurance: Assurance, required: Assurance): boolean =>
  assurances.indexOf(assurance) >= assurances.indexOf(required)

/** What a check that passed with less goes to a person for. */
export const notAssured =
  "The sources agree with one another, but nothing shows that the issuer made them. A person has to compare them with genuine ones."
