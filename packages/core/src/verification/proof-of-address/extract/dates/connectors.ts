import { normalizedWords } from "../../../names/text/normalized.ts"

const connectors = new Set(
  `- – — ~ to until till through thru and bis au jusquau al a ao ate hasta e y et und og och i en in tm tot til do po lki do_dnia
  fino_al sampai pana_la la iki lidz kuni konca by do_dne tot_en_met up_to bis_zum bis_einschliesslich to_and_including through_to
  inclusive_to ate_ao no ig -tol_- tol_- -jetol_- -jatol_- -tol -jetol -jatol līdz lidz sampai_dengan s_d sd hingga sehingga deri deri_me ile go go_dti hyd
  arte hadi mpaka hanggang fins_al fins tot_en pana_la_data_de pana la_data_de đen đen_ngay den_ngay den do_dana til_og_med to_date tarihinden tarihine_kadar عد تا تک
  עד ถึง পর্যন্ত से до_дня па -ից 至 から まで до по έως ως μεχρι إلى الى`
    .split(/\s+/)
    .map((word) => normalizedWords(word.replaceAll("_", " ")))
)

/** What stands between the two ends of a range: a dash or the word "to" in some language, with a weekday or "the" at most. */
export const connects = (between: string): boolean => {
  if (between.length > 24) return false
  const bare = normalizedWords(between)
    .replace(/[日일]/g, "")
    .replace(/[.,:;()'’/\s]+/g, " ")
    .trim()
  if (
    connectors.has(bare) ||
    bare === "t m" ||
    bare === "t e m" ||
    bare === "t m" ||
    bare === "t e m" ||
    /^[-–—~～〜]+$/.test(bare.replace(/ /g, ""))
  )
    return true
  const words = bare.replace(/^[-–—] ?/, "").split(" ")
  return (
    words.length === 2 &&
    connectors.has(words[0] ?? "") &&
    ["the", "le", "el", "il", "zum", "den", "dem", "o", "dia", "met", "including"].includes(words[1] ?? "")
  )
}
