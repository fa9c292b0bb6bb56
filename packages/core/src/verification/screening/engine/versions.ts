/**
 * Versions that stand on every result, so that a decision can be explained later and a change is known to need a new screening.
 * Raise `normaliser` with any change of what a name is reduced to, `engine` with any change of retrieval, score or calibration.
 */
export const engineVersions = { engine: "2.8.0", normaliser: "2.8.0" } as const
