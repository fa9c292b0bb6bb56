/** The middle of some numbers: of an even count the upper of the two in the middle. Undefined where there is none. */
export const median = (values: ReadonlyArray<number>): number | undefined =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
