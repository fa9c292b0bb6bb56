import { countedOneByOne } from "@vouchkit/core/kernel/storage/collection"

/** How far a list looks and counts before it goes on in another way. */
export interface Bounds {
  /** Up to how many records that a condition finds are all looked at, where their contents are fetched; of more, the list is walked in its order, where a page is soon full. */
  readonly fetched: number
  /** The same where what is kept beside the records is enough. */
  readonly read: number
  /** The most records that a total counts one by one. */
  readonly counted: number
  /** So many more are counted where it is remembered that there are more (beyond.ts): as many may leave until the list is counted again. */
  readonly spare: number
}
export const usualBounds: Bounds = { fetched: 2_000, read: 10_000, counted: countedOneByOne, spare: 10_000 }
