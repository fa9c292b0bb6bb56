/** The bounds between which a rate lies with 95 %, by Wilson's score interval; shares from 0 to 1. */
export const wilson = (hits: number, all: number): readonly [low: number, high: number] => {
  if (all === 0) return [0, 1]
  const z = 1.959964
  const [share, wide] = [hits / all, (z * z) / all]
  const middle = (share + wide / 2) / (1 + wide)
  const reach = (z / (1 + wide)) * Math.sqrt((share * (1 - share)) / all + wide / (4 * all))
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)]
}
