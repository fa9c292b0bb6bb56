/**
 * Makes a value when it is first asked for. Tables that only some of the work needs are made like this: every process that loads the program would else
 * make all of them before it does anything, a command that shows its help too.
 */
export const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
