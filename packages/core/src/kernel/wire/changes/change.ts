/**
 * Brings one value down to the shape it had the day before a version. It gives back the same reference when nothing has to change, never
 * changes its argument, and applied twice does no more than applied once.
 */
export type DownConverter = (value: unknown) => unknown

type Members = Readonly<Record<string, unknown>>

/** One dated version: what it broke, in words and as the way back, and what it brought that every version shows. */
export interface Change<Version extends string = string> {
  readonly date: Version
  readonly title: string
  readonly summary: string
  /** What callers pinned to an earlier date are kept from. */
  readonly breaking: ReadonlyArray<string>
  /** What ships on every version, since nothing that worked stops working. */
  readonly additive: ReadonlyArray<string>
  /** Ways back by schema identifier: applied to every such object or list, however deep in an answer. */
  readonly response?: Readonly<Record<string, DownConverter>>
  /** Ways back of the documents, by schema identifier: from the JSON Schema of the version to that of the day before. */
  readonly schemas?: Readonly<Record<string, (schema: Members) => Members>>
  /** Ways back by event type, or by resource as `session.*`: applied to the whole envelope. */
  readonly event?: Readonly<Record<string, DownConverter>>
}
