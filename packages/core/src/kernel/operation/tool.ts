import type { Schema } from "effect"
import type { Scope } from "../access/scopes.ts"

/** The groups by which agents are given tools. */
export type Toolset =
  | "sessions"
  | "links"
  | "documents"
  | "screening"
  | "cases"
  | "identities"
  | "workflows"
  | "blocklist"
  | "operations"
  | "privacy"

/** How agents call an operation, and what they must know of it. */
export interface ToolTraits {
  readonly name: string
  readonly title: string
  readonly toolset: Toolset
  /** The summary and description of the operation unless stated. */
  readonly description?: string
  /** Calling again with the same arguments changes nothing more. Reads are idempotent anyway. */
  readonly idempotent?: true
  /** A call may reach beyond this service: mail, watchlist sources, webhook endpoints. */
  readonly openWorld?: true
  /** A scope that agents need whatever else REST accepts for the same operation. */
  readonly scope?: Scope
  /** Arguments that agents send in a narrower form than REST takes them. */
  readonly narrowed?: Readonly<Record<string, Schema.Codec<any, any>>>
  /**
   * One tool over several operations: an argument picks which. `of` are all of its values; while an operation for one of them is missing there
   * is no such tool. The other traits are the same on each of these operations. Where `argument` is null, the values are arguments of the operations
   * themselves, and the one that is given picks.
   */
  readonly choice?: { readonly argument: string | null; readonly value: string; readonly of: ReadonlyArray<string> }
}
