/*
 * Given names of northern India that are put together of two parts, of which each has a meaning and very many names have it: Gurpreet, Harpreet, Gurdeep,
 * Hardeep. What tells two of them apart is one part, which has three letters, so that one other letter is another name and no slip. Each part is a row in its
 * spellings. The place of a row is its number, which stored keys of monitored subjects hold: add rows at the end.
 */
const firstParts = `
har|gur|man|jas jass|bal|kul|sukh|jag|ran|nav naw|param parm par|pal|sat|sur|nar|mah moh|raj|dav dev|dal|kar|karam karm|amar|aman|amrit|ram|lakh|bhup|dil|rup roop|rav|tej|kamal kanwal|jap|jat|jit|san|gagan|jog|
lov love|var|vir bir|yad|dharam dharm|ajay|manj|simran|arsh|khush|prabh|pradh|deep|inder indar|ravi|hir|tar|gyan|bakhsh|sew sev|sarab sarb|dhir|dar|shar|sukhman|rak|muk|din|um|kaml|lok|yog|gir|nit|kush|
`
const lastParts = `
preet prit preeth aprit|deep dip|jit jeet|inder indar ender endar endra indra|winder windar vinder vindar|want vant|meet mit|bir beer vir veer|pal paul pall|dev deo|jot joth|leen|kirat kirt|simran|sharan saran|charan|esh|ish
`

const partsOf = (rows: string): ReadonlyArray<readonly [string, number]> =>
  rows
    .replaceAll("\n", "")
    .split("|")
    .flatMap((row, number) =>
      row
        .split(" ")
        .filter((part) => part !== "")
        .map((part) => [part, number] as const)
    )

const mostParts = 128

/** Word of two such parts → the number of the two, which other spellings of them share. */
export const compoundNames: ReadonlyMap<string, number> = new Map(
  partsOf(firstParts).flatMap(([first, one]) => partsOf(lastParts).map(([last, other]) => [first + last, one * mostParts + other] as const))
)
