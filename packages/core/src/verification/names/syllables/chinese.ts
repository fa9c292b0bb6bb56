import { once } from "../../../kernel/schema/once.ts"
import { wadeGiles } from "../scripts/wade-giles.ts"
import { inventoryOf, type Inventory } from "./inventory.ts"

/** Initials of Mandarin, each with the finals that follow it. */
const finals = `
b a o ai ei ao an en ang eng i ie iao ian in ing u|p a o ai ei ao ou an en ang eng i ie iao ian in ing u|m a o e ai ei ao ou an en ang eng i ie iao iu ian in ing u
f a o ei ou an en ang eng u|d a e ai ei ao ou an en ang eng ong i ie iao iu ian ing u uo ui uan un|t a e ai ao ou an ang eng ong i ie iao ian ing u uo ui uan un
n a e ai ei ao ou an en ang eng ong i ie iao iu ian in iang ing u uo uan ue|l a e ai ei ao ou an ang eng ong i ia ie iao iu ian in iang ing u uo uan un ue
g a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang|k a e ai ao ou an en ang eng ong u ua uo uai ui uan un uang|h a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang
j i ia ie iao iu ian in iang ing iong u ue uan un|q i ia ie iao iu ian in iang ing iong u ue uan un|x i ia ie iao iu ian in iang ing iong u ue uan un
zh a e i ai ao ou an en ang eng ong u ua uo uai ui uan un uang|ch a e i ai ao ou an en ang eng ong u uo uai ui uan un uang|sh a e i ai ei ao ou an en ang eng u ua uo uai ui uan un uang
r e i ao ou an en ang eng ong u uo ui uan un|z a e i ai ao ou an en ang eng ong u uo ui uan un|c a e i ai ao ou an en ang eng ong u uo ui uan un|s a e i ai ao ou an en ang eng ong u uo ui uan un
y a e i ao ou an in ang ing ong u ue uan un|w a o u ai ei an en ang eng|- a e ai ao ou an en ang er
`

const syllables = once(() =>
  finals
    .trim()
    .split(/[|\n]/u)
    .flatMap((row) => {
      const [initial = "", ...ends] = row.split(" ")
      return ends.map((end) => initial.replace("-", "") + end)
    })
)

/** Syllables of Mandarin in pinyin, which stand for themselves. */
export const pinyin: Inventory = inventoryOf(() => syllables().map((syllable) => [syllable, syllable] as const))

/** Syllables of Mandarin in the system of Wade and Giles without its apostrophes: one spelling stands for several syllables of pinyin. */
export const wade: Inventory = inventoryOf(() => [
  ...syllables().map((syllable) => [wadeGiles(syllable), syllable] as const),
  ["szu", "si"],
  ["shieh", "xie"],
  ["hsu", "xu"]
])
