// Legal forms of companies by the identifier that all their spellings share. Phrases stand before the short forms that they contain.
const forms = `
llc: limited liability company|limited liability co|obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichennoi otvetstvennostiu|tovarystvo z obmezhenoyu vidpovidalnistyu|llc|l l c|ooo|tov|too|gmbh|ges m b h|gesellschaft mit beschrankter haftung|sarl|s a r l|srl|s r l|spzoo|sp z o o|sp zoo|doo|d o o|bv|b v|besloten vennootschap|bvba|ltda|limitada|lda|sociedad de responsabilidad limitada|s de r l|oy|osauhing|ou|uab|sia|kft|sro|s r o|eood|ood|shpk|sh p k|mmc|mchj|wll|w l l|with limited liability|unipessoal|eirl|e i r l|eurl|aps|anpartsselskab|fzllc|fz llc|dmcc|fze|f z e|fzco|fzc|fz|free zone establishment
ltd: private ltd|private co ltd|p ltd|p limited|pvt limited|pte limited|pty limited|proprietary ltd|public ltd|有限公司|有限责任公司|株式会社|有限会社|주식회사|유한회사|private limited company|private limited|proprietary limited|public limited company|company limited|co limited|co ltd|pty ltd|pte ltd|pvt ltd|sdn bhd|limited|ltd|limted|limtied|lmtd|plc|p l c|pty|pte|pvt|bhd|sdn|berhad|baam|bm
jsc: 股份有限公司|open joint stock company|closed joint stock company|public joint stock company|private joint stock company|joint stock company|joint stock|aktsionernoe obshchestvo|aktsionernoye obshchestvo|publichnoe aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|zakrytoe aktsionernoe obshchestvo|jsc|ojsc|cjsc|pjsc|ao|oao|zao|pao|prat|pat|vat|ag|aktiengesellschaft|sa|s a|sociedad anonima|societe anonyme|sociedad anonima de capital variable|sa de cv|s a de c v|de cv|cv|s a s|sas|sociedad por acciones simplificada|spa|s p a|societa per azioni|nv|n v|naamloze vennootschap|as|a s|anonim sirketi|anonim sti|aksjeselskap|asa|ab|aktiebolag|a b|oyj|oao|ad|a d|akcionarsko drustvo|dd|d d|akciova spolocnost|spolka akcyjna|qsc|ksc|ksa|psc|saog|saoc|saa|s a a|sae|s a e|sal|s a l|kk|kabushiki kaisha|tbk|pt|perseroan terbatas
inc: incorporated|inc|corporation|corp|corporacion|incorporation
co: 公司|company|compagnie|compania|companhia|co|cia|cie|kompaniya|sherkat|sharikat|sharekat|sherka|sti|sirketi|ve tic|kompania
lp: limited partnership|limited liability partnership|llp|l l p|lp|l p|kommanditgesellschaft|kg|gmbh co kg|ohg|sca|scs|snc|s n c|sc|s c|s en c|en comandita
foundation: foundation|stiftung|fundacion|fondation|fondatsiya
state: state unitary enterprise|federal state unitary enterprise|federal state budgetary institution|fgup|gup|state enterprise|gp|fgbu|munitsipalnoe unitarnoe predpriyatie
coop: cooperative|cooperativa|coop|kooperativ|scs
ets: etablissements|ets|establishment|est
`

const parsed: ReadonlyArray<readonly [string, string]> = forms
  .trim()
  .split("\n")
  .flatMap((row) => {
    const [id = "", spellings = ""] = row.split(": ")
    return spellings.split("|").map((spelling) => [spelling, id] as const)
  })

/** Spelling, as words with one space between them → identifier of the form. The first spelling of two equal ones counts. */
export const legalForms: ReadonlyMap<string, string> = new Map([...parsed].reverse())

/** Most words that a spelling of a legal form has. */
export const longestLegalForm = 6

/** First words of all spellings, each with the most words that a spelling has which it begins. */
export const legalFormStarts: ReadonlyMap<string, number> = new Map(
  parsed
    .map(([spelling]) => spelling.split(" "))
    .toSorted((one, other) => one.length - other.length)
    .map((words) => [words[0] ?? "", words.length])
)

/** Words of all spellings behind the first. */
export const legalFormRests: ReadonlySet<string> = new Set(parsed.flatMap(([spelling]) => spelling.split(" ").slice(1)))

/** Legal forms that are written as one with the word before them, none of which a name ends in. */
export const gluedForms = /^(.{3,}?)(limited|ltd|llc|gmbh|[ocp]?jsc|fzco|fze|sarl|plc|corporation|inc)$/u

/** Long legal forms of one word, by which a misspelt one is known. */
export const longLegalForms: ReadonlyArray<{ readonly form: string; readonly id: string }> =
  "limited company corporation incorporated corporacion limitada aktiengesellschaft partnership incorporation compagnie compania gmbh ojsc pjsc cjsc sarl"
    .split(" ")
    .map((form) => ({ form, id: legalForms.get(form) ?? form }))
