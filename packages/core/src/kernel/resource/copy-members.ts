type Members = Readonly<Record<string, unknown>>

/** How members that a record does not hold as the API shows them follow from it. */
export type Derived<Row> = { readonly [name: string]: (row: Row) => unknown }

/** A member of what is shown, and how it follows from the record where it is not simply copied. */
interface Step<Row> {
  readonly name: string
  readonly of: ((row: Row) => unknown) | undefined
}

const stepsOf = <Row>(names: ReadonlyArray<string>, derived: Derived<Row>): ReadonlyArray<Step<Row>> =>
  names.map((name) => ({ name, of: Object.hasOwn(derived, name) ? derived[name] : undefined }))

/**
 * Every member in its order, before it has a value: a copy of an object that has its members already is filled faster than an empty one.
 * Typed by nobody, since its members come from a list; `Describes` in `resource.ts` is what holds record and schema together.
 */
const blankOf = (names: ReadonlyArray<string>) => {
  const entries: ReadonlyArray<ReadonlyArray<unknown>> = names.map((name) => [name, null])
  return Object.fromEntries(entries)
}

/** Copies the named members of a record, in the order of their names. */
export const copier = <Row extends object, Copy>(names: ReadonlyArray<string>, derived: Derived<Row>): ((row: Row) => Copy) => {
  const blank = blankOf(names)
  const steps = stepsOf(names, derived)
  return (row) => {
    const copy = { ...blank }
    const members: Members = Object(row)
    for (const { name, of } of steps) copy[name] = of === undefined ? members[name] : of(row)
    return copy
  }
}

/** Copies the named members of a record in the order in which it holds them, and then those that are derived. */
export const copierInRowOrder = <Row extends object, Copy>(names: ReadonlyArray<string>, derived: Derived<Row>): ((row: Row) => Copy) => {
  const shown: Readonly<Record<string, true>> = Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, true])))
  const blank = blankOf([])
  const steps = stepsOf(Object.keys(derived), derived)
  return (row) => {
    const copy = { ...blank }
    const members: Members = Object(row)
    for (const name in members) if (shown[name] === true) copy[name] = members[name]
    for (const { name, of } of steps) copy[name] = of?.(row)
    return copy
  }
}
