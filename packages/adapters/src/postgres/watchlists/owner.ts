import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { ImportTicket } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import type { Parameters } from "../statements/statement.ts"

/** Whose lists are meant: those of the installation have neither organization nor environment. */
export interface ListOwner {
  readonly organization: string
  readonly environment: string
}

export const installation: Effect.Effect<ListOwner> = Effect.succeed({ organization: "", environment: "" })
export const tenant: Effect.Effect<ListOwner, never, Tenant> = Effect.map(Tenant, ({ environment, organization }) => ({
  organization,
  environment
}))

/** One list of an owner, with what its statements need: every one names organization, environment and list. */
export class ListScope {
  readonly owner: ListOwner
  readonly key: string
  constructor(owner: ListOwner, key: string) {
    this.owner = owner
    this.key = key
  }
  /** The three columns as parameters, for the values of a row. */
  values(parameters: Parameters): string {
    const { environment, organization } = this.owner
    return `${parameters.add(organization)}, ${parameters.add(environment)}, ${parameters.add(this.key)}`
  }
  /** Rows of one list in a table of its parts. */
  own(alias: string, parameters: Parameters): string {
    return this.#where(alias, "list", parameters)
  }
  /** The row of the list itself. */
  list(alias: string, parameters: Parameters): string {
    return this.#where(alias, "key", parameters)
  }
  /** The row of the list while this import may write to it. */
  taken(alias: string, { number }: ImportTicket, parameters: Parameters): string {
    return `${this.list(alias, parameters)} and ${alias}.importing_number = ${parameters.add(number)}::int`
  }
  #where(alias: string, name: string, parameters: Parameters): string {
    const { environment, organization } = this.owner
    return `${alias}.organization = ${parameters.add(organization)} and ${alias}.environment = ${parameters.add(environment)} and ${alias}.${name} = ${parameters.add(this.key)}`
  }
}
