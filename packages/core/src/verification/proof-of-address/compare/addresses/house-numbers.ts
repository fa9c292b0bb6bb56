const maximumRange = 200

const clean = (text: string): string =>
  text
    .slice(0, 60)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[–—−‐]/gu, "-")
    .replace(/^(?:no|nr|n|nº|n°|num|numero|house|h\.?\s?no|plot|door|#)[\s.:º°]*(?=\d)/u, "")
    .replace(/(\d)\s*\/\s*([a-z])(?![a-z])/gu, "$1$2")
    .replace(/(\d)[\s-]+(bis|ter|quater|quinquies)\b/gu, "$1$2")
    .replace(/[\s.]+/gu, "")
    .replace(/(\d)-([a-z])$/u, "$1$2")
    .replace(/^([a-z]{1,2})[-/](?=\d)/u, "$1")
    .replace(/(?<!\d)0+(?=\d)/gu, "")

interface HouseNumbers {
  readonly whole: string
  readonly each: ReadonlyArray<string>
  readonly from: number | null
  readonly to: number | null
}

const read = (text: string): HouseNumbers => {
  const whole = clean(text)
  const range = /^(\d{1,5})-(\d{1,5})$/.exec(whole)
  const from = range === null ? null : Number(range[1])
  const to = range === null ? null : Number(range[2])
  const isRange = from !== null && to !== null && to > from && to - from <= maximumRange
  // 45-3 is door 3 of house 45, not a range.
  const door = from !== null && to !== null && !isRange ? [whole, String(from)] : null
  const sides = door ?? whole.split(isRange ? /[/,&+-]/ : /[/,&+]/).filter((side) => side !== "")
  return { whole, each: sides, from: isRange ? from : null, to: isRange ? to : null }
}

const contains = (range: HouseNumbers, number: string): boolean => {
  const value = /^\d{1,5}$/.test(number) ? Number(number) : null
  return range.from !== null && range.to !== null && value !== null && value >= range.from && value <= range.to
}

/**
 * Score of two house numbers: 1 when they are the same after normalization, or one is in the other's range or pair (12-14 has 12, 123/45 has 45);
 * 0 when they differ; null when one is a house name and the other a number, which cannot be compared.
 */
export const compareHouseNumbers = (a: string, b: string, country: string | null = null): number | null => {
  const one = read(a)
  const other = read(b)
  if (one.whole === "" || other.whole === "") return null
  if (one.whole === other.whole) return 1
  // In Colombia 13-42 is one house, 42 metres behind the crossing with the thirteenth street.
  if (country === "CO") return 0
  if (/\d/.test(one.whole) !== /\d/.test(other.whole)) return null
  if (one.each.length > 1 && other.each.length > 1) {
    // Of two pairs or ranges one must hold all of the other: 12-14 has 12/14, and 10/12 is another house.
    const holds = (whole: HouseNumbers, part: HouseNumbers) => part.each.every((side) => whole.each.includes(side) || contains(whole, side))
    return holds(one, other) || holds(other, one) ? 1 : 0
  }
  const [single, several] = one.each.length === 1 ? [one, other] : [other, one]
  return several.each.includes(single.whole) || contains(several, single.whole) ? 1 : 0
}
