import type { Culture, Trait } from "./cultures.ts"

/** A name as a bill prints it, and the name of a document in two fields. */
export interface JudgedPair {
  readonly printed: string
  readonly surname: string
  readonly given_names: string
  readonly same: boolean
  readonly rule: string
}

/** One half of the names of each list: rules are adjusted on one, and figures of the other are published beside them. */
export type Half = "adjusted" | "held out"

interface Part {
  readonly latin: string
  readonly native: string | null
}

interface Person {
  readonly given: Part
  readonly second: Part
  readonly family: Part
  readonly mother: Part
  readonly father: Part | null
  readonly woman: boolean
}

const spaced = (word: string): string => word.replaceAll("_", " ")
const halved = <Item>(list: ReadonlyArray<Item>, half: Half): ReadonlyArray<Item> =>
  list.filter((_, at) => (at % 2 === 0) === (half === "adjusted"))
const words = (list: string | undefined): ReadonlyArray<string> => (list ?? "").split(" ").filter((word) => word !== "")
const partsOf = (list: string, half: Half): ReadonlyArray<Part> =>
  halved(words(list), half).map((word) => {
    const [latin = "", native = null] = word.split("=")
    return { latin: spaced(latin), native }
  })
const pairsOf = (list: string | undefined, half: Half): ReadonlyArray<readonly [string, string]> =>
  halved(words(list), half).map((pair) => {
    const [one = "", other = ""] = pair.split("-")
    return [spaced(one), spaced(other)]
  })
const nothing: Part = { latin: "", native: null }
const at = <Item>(list: ReadonlyArray<Item>, place: number, none: Item): Item => list[place % Math.max(1, list.length)] ?? none

const personsOf = (culture: Culture, half: Half): ReadonlyArray<Person> => {
  const families = partsOf(culture.families, half)
  return [false, true].flatMap((woman) => {
    const given = partsOf(woman ? culture.women : culture.men, half)
    const fathers = culture.fathers === undefined ? [] : partsOf(woman ? culture.fathers.women : culture.fathers.men, half)
    return given.map((part, number) => ({
      given: part,
      second: at(given, number + 1, nothing),
      family: at(families, number + (woman ? 2 : 0), nothing),
      mother: at(families, number + (woman ? 3 : 1), nothing),
      father: fathers.length === 0 ? null : at(fathers, number, nothing),
      woman
    }))
  })
}

const has = ({ traits }: Culture, trait: Trait): boolean => traits.includes(trait)

/** The letters of a machine readable zone by ICAO 9303 part 3 section 6, written again here so that the judge is not measured by its own table. */
const zoneLetters: Readonly<Record<string, string>> = {
  Ä: "AE",
  Ö: "OE",
  Ü: "UE",
  Å: "AA",
  Ø: "OE",
  Æ: "AE",
  ß: "SS",
  Ł: "L",
  Đ: "D",
  İ: "I",
  Ş: "S",
  Ğ: "G",
  Ñ: "N" // biome-ignore format: a table
}
const zoneWords = (text: string): string =>
  [...text.normalize("NFC").replace(/ı/g, "I").replace(/ß/g, "SS").toUpperCase()]
    .map((letter) => zoneLetters[letter] ?? letter.normalize("NFD").replace(/\p{M}/gu, ""))
    .join("")
    .replace(/[^A-Z]+/g, "<")

const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i").replace(/ł/g, "l").replace(/ø/g, "o")
const initial = (text: string): string => `${text.charAt(0)}.`

/** How bills of the culture print a name. */
const inOrder = (culture: Culture, given: string, family: string): string =>
  has(culture, "single") ? given : has(culture, "family_first") ? `${family} ${given}` : `${given} ${family}`

const womansFamily = (family: string): string =>
  /(?:ov|ev|in)$/.test(family) ? `${family}a` : family.replace(/ski$/, "ska").replace(/cki$/, "cka")

const familyOf = (culture: Culture, person: Person): string => {
  const own = has(culture, "gendered") && person.woman ? womansFamily(person.family.latin) : person.family.latin
  return has(culture, "two_families") ? `${own} ${person.mother.latin}` : own
}

const givenOf = (culture: Culture, person: Person): string =>
  culture.fathers === undefined || person.father === null
    ? person.given.latin
    : [person.given.latin, culture.fathers.join ?? "", person.father.latin].filter((word) => word !== "").join(" ")

type Make = (printed: string, rule: string, fields?: { readonly surname?: string; readonly given_names?: string }) => JudgedPair

const makerOf = (culture: Culture, person: Person, same: boolean): Make => {
  const surname = has(culture, "single") ? "" : familyOf(culture, person)
  return (printed, rule, fields = {}) => ({ surname, given_names: person.given.latin, printed, same, rule, ...fields })
}

/** Names after marriage, fathers' names, initials and the person's own script. */
const changedNames = (culture: Culture, person: Person): ReadonlyArray<JudgedPair> => {
  const given = person.given.latin
  const family = familyOf(culture, person)
  const same = makerOf(culture, person, true)
  const found: Array<JudgedPair> = []
  if (has(culture, "maiden") && person.woman)
    found.push(
      same(`${given} ${family}-${person.mother.latin}`, "double name after marriage"),
      same(`${given} ${family} née ${person.mother.latin}`, "name at birth", { surname: person.mother.latin })
    )
  if (has(culture, "particles") && family.includes(" ")) found.push(same(`${given} ${family.split(" ").at(-1)}`, "particle left out"))
  if (culture.fathers !== undefined)
    found.push(
      same(inOrder(culture, givenOf(culture, person), family), "father's name on the bill alone"),
      same(inOrder(culture, given, family), "father's name in the document alone", { given_names: givenOf(culture, person) })
    )
  if (has(culture, "initials"))
    found.push(
      same(`${initial(person.family.latin)} ${given}`, "father's name as initial"),
      same(`${given} ${initial(person.family.latin)}`, "initial behind the name")
    )
  const native = [person.given.native, person.family.native]
  if (native[0] !== null && native[1] !== null) {
    const joint = /[\p{Script=Han}\p{Script=Hangul}]/u.test(native[0] ?? "") ? "" : " "
    const printed = has(culture, "family_first") ? `${native[1]}${joint}${native[0]}` : `${native[0]} ${native[1]}`
    found.push(same(printed, "in its own script", { surname: person.family.latin }))
  }
  return found
}

/** Ways in which papers print the name of one person. */
const variantsOf = (culture: Culture, person: Person): ReadonlyArray<JudgedPair> => {
  const given = person.given.latin
  const family = familyOf(culture, person)
  const same = makerOf(culture, person, true)
  const found: Array<JudgedPair> = [
    same(inOrder(culture, given, family).toUpperCase(), "capitals"),
    same(bare(inOrder(culture, given, family)), "without marks"),
    same(`c/o ${inOrder(culture, given, family)}`, "care of that very name")
  ]
  if (has(culture, "single")) return [...found, same(`Bapak ${given}`, "title")]
  const second = person.second.latin
  found.push(
    same(`${family} ${given}`, "family name first"),
    same(`${given} ${family}`, "given name first"),
    same(`${family.toUpperCase()}, ${given}`, "comma"),
    same(`${zoneWords(family)}<<${zoneWords(given)}`, "machine readable zone"),
    same(inOrder(culture, given.replaceAll(" ", ""), family.replaceAll(" ", "")), "joined words")
  )
  if (culture.titles !== undefined) found.push(same(`${culture.titles[person.woman ? 1 : 0]} ${given} ${family}`, "title"))
  if (has(culture, "second_given"))
    found.push(
      same(inOrder(culture, given, family), "second given name left out", { given_names: `${given} ${second}` }),
      same(inOrder(culture, `${given} ${initial(second)}`, family), "second given name as initial", { given_names: `${given} ${second}` }),
      same(inOrder(culture, initial(given), family), "initial"),
      same(`${zoneWords(family)}<<${zoneWords(`${given} ${second}`)}`.slice(0, family.length + given.length + 4), "zone cut off", {
        given_names: `${given} ${second}`
      })
    )
  if (has(culture, "two_families"))
    found.push(
      same(`${given} ${person.family.latin}`, "first of two family names"),
      same(`${given} ${person.family.latin}-${person.mother.latin}`, "hyphen"),
      same(`${given} ${family}`, "second family name not in the document", { surname: person.family.latin })
    )
  if (has(culture, "gendered") && person.woman) found.push(same(inOrder(culture, given, person.family.latin), "family name of the husband"))
  return [...found, ...changedNames(culture, person)]
}

/** A name that ends in a consonant gets an a, one that ends in a loses it, and another vowel becomes one. Short names are left alone. */
const otherEnding = (name: string): string =>
  name.length < 4 || /aa$|\s\S{1,3}$/i.test(name)
    ? name
    : /a$/i.test(name)
      ? name.slice(0, -1)
      : /[eiouy]$/i.test(name)
        ? `${name.slice(0, -1)}a`
        : `${name}a`
const vowels: Readonly<Record<string, string>> = { a: "o", e: "i", i: "e", o: "a", u: "o" }
/** The first vowel behind the first letter of the last word is another one. */
const otherVowel = (name: string): string => {
  const from = name.lastIndexOf(" ") + 2
  return name.slice(0, from) + name.slice(from).replace(/[aeiou]/, (vowel) => vowels[vowel] ?? vowel)
}
/** One of two consonants that stand together is lost. */
const lostConsonant = (name: string): string => name.replace(/([bcdfgklmnprstvz])([bcdfgklmnprstvz])/, "$2")

/** Names of other people that come near, by rules that know nothing of the judge. */
const nearMissesOf = (culture: Culture, person: Person, others: ReadonlyArray<Person>, number: number): ReadonlyArray<JudgedPair> => {
  const given = person.given.latin
  const family = familyOf(culture, person)
  const other = makerOf(culture, person, false)
  const peers = others.filter(({ woman }) => woman === person.woman)
  const peer = at(peers, number + 2, person)
  const [thirdGiven, thirdFamily] = [peer.given.latin, familyOf(culture, peer)]
  const found: Array<JudgedPair> = []
  const add = (printed: string, rule: string, fields?: { readonly surname?: string; readonly given_names?: string }): void => {
    const pair = other(printed, rule, fields)
    const own = [pair.given_names, pair.surname].join(" ").trim()
    if (printed !== inOrder(culture, pair.given_names, pair.surname) && printed !== own) found.push(pair)
  }
  if (thirdGiven !== given) add(inOrder(culture, thirdGiven, family), "other given name")
  if (otherEnding(given) !== given) add(inOrder(culture, otherEnding(given), family), "one letter at the end of the given name")
  if (has(culture, "single")) return found
  if (thirdFamily !== family) add(inOrder(culture, given, thirdFamily), "other family name")
  if (otherVowel(family) !== family) add(inOrder(culture, given, otherVowel(family)), "other vowel in the family name")
  if (lostConsonant(family) !== family) add(inOrder(culture, given, lostConsonant(family)), "lost consonant in the family name")
  if (has(culture, "second_given") && thirdGiven !== person.second.latin && thirdGiven !== given)
    add(inOrder(culture, `${given} ${thirdGiven}`, family), "other second given name", { given_names: `${given} ${person.second.latin}` })
  if (has(culture, "two_families")) add(`${given} ${person.family.latin} ${peer.family.latin}`, "other second family name")
  if (culture.fathers !== undefined && peer.father !== null && peer.father.latin !== person.father?.latin)
    add(inOrder(culture, givenOf(culture, { ...person, father: peer.father }), family), "other father", {
      given_names: givenOf(culture, person)
    })
  if (has(culture, "initials") && peer.family.latin.charAt(0) !== person.family.latin.charAt(0))
    add(`${initial(peer.family.latin)} ${given}`, "other initial")
  if (has(culture, "initials")) add(`${initial(person.family.latin)} ${thirdGiven}`, "other name behind the initial")
  if (culture.titles !== undefined && thirdGiven !== given)
    add(`${culture.titles[0]} ${thirdGiven} & ${culture.titles[1]} ${person.second.latin} ${family}`, "couple of other people", {
      given_names: at(others, number + 3, person).given.latin === thirdGiven ? `${given}x` : given
    })
  if (thirdGiven.charAt(0) !== given.charAt(0)) add(inOrder(culture, initial(thirdGiven), family), "other initial of the given name")
  const [nativeGiven, nativeFamily] = [peer.given.native, person.family.native]
  if (nativeGiven !== null && nativeFamily !== null && thirdGiven !== given) {
    const joint = /[\p{Script=Han}\p{Script=Hangul}]/u.test(nativeGiven) ? "" : " "
    const printed = has(culture, "family_first") ? `${nativeFamily}${joint}${nativeGiven}` : `${nativeGiven} ${nativeFamily}`
    add(printed, "other given name in its own script", { surname: person.family.latin })
  }
  return found
}

/** Pairs of two given names or two families that a culture knows, each way round. */
const listedPairs = (culture: Culture, half: Half, persons: ReadonlyArray<Person>): ReadonlyArray<JudgedPair> => {
  const pair = (printed: string, surname: string, given_names: string, rule: string, same = false): JudgedPair => ({
    printed,
    surname: has(culture, "single") ? "" : surname,
    given_names,
    same,
    rule
  })
  const bothWays = (pairs: ReadonlyArray<readonly [string, string]>) =>
    pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
  return [
    ...bothWays(pairsOf(culture.near_given, half)).map(([one, other], number) => {
      const family = at(persons, number, undefined)?.family.latin ?? ""
      return pair(inOrder(culture, one, family), family, other, "near given names")
    }),
    ...bothWays(pairsOf(culture.near_families, half)).map(([one, other], number) => {
      const given = at(persons, number, undefined)?.given.latin ?? ""
      return has(culture, "single")
        ? pair(`${given} ${one}`, "", `${given} ${other}`, "near last words of an undivided name")
        : pair(inOrder(culture, given, one), other, given, "near families")
    }),
    ...bothWays(pairsOf(culture.spellings, half)).map(([one, other], number) => {
      const family = at(persons, number, undefined)?.family.latin ?? ""
      return pair(inOrder(culture, one, family), family, other, "spelling of one name", true)
    })
  ]
}

/** All pairs of one culture from one half of its names. */
export const pairsOfCulture = (culture: Culture, half: Half): ReadonlyArray<JudgedPair> => {
  const persons = personsOf(culture, half)
  return [
    ...persons.flatMap((person) => variantsOf(culture, person)),
    ...persons.flatMap((person, number) => nearMissesOf(culture, person, persons, number)),
    ...listedPairs(culture, half, persons)
  ]
}
