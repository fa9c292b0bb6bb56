type Members = Readonly<Record<string, unknown>>

/** How members that a record does not hold as the API shows them follow from it. */
type Derived<Row> = { readonly [name: string]: (row: Row) => unknown }

/**
 * Every member in its order, before it has a value: a copy of an object that has its members already is filled faster than an empty one.
 * The compiler does not know its members, since they come from a list; `Description` in `resource.ts` holds record and schema together.
 */
const blankOf = (names: ReadonlyArray<string>) => {
  const entries: ReadonlyArray<ReadonlyArray<unknown>> = names.map((name) => [name, null])
  return Object.fromEntries(entries)
}

/** Copies the named members of a record, in the order of their names. */
export const copier = <Row extends object, Copy>(names: ReadonlyArray<string>, derived: Derived<Row>): ((row: Row) => Copy) => {
  const blank = blankOf(names)
  const copied = names.filter((name) => !Object.hasOwn(derived, name))
  const computed = Object.entries(derived).filter(([name]) => Object.hasOwn(blank, name))
  return (row) => {
    const copy = { ...blank }
    const members: Members = Object(row)
    // The shortest of loops: it runs for every answer that shows a session.
    for (const name of copied) copy[name] = members[name]
    for (const [name, of] of computed) copy[name] = of(row)
    return copy
  }
}

/** Copies the named members of a record in the order in which it holds them, and then those that are derived. */
export const copierInRowOrder = <Row extends object, Copy>(names: ReadonlyArray<string>, derived: Derived<Row>): ((row: Row) => Copy) => {
  const shown: Readonly<Record<string, true>> = Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, true])))
  const blank = blankOf([])
  const computed = Object.entries(derived)
  return (row) => {
    const copy = { ...blank }
    const members: Members = Object(row)
    for (const name in members) if (shown[name] === true) copy[name] = members[name]
    for (const [name, of] of computed) copy[name] = of(row)
    return copy
  }
}
