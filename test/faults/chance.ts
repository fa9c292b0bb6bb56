/** One of the names, each as likely as its weight says. */
export const draw = <Name extends string>(chance: () => number, weights: Readonly<Record<Name, number>>): Name => {
  const entries = Object.entries<number>(weights) as unknown as ReadonlyArray<[Name, number]>
  let left = chance() * entries.reduce((total, [, weight]) => total + weight, 0)
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  const last = entries.at(-1)
  if (last === undefined) throw new Error("there is nothing to draw from")
  return last[0]
}

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
