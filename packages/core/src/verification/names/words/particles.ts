import { wordSet } from "./word-set.ts"

/** Particles of family names: they may be missing, joined or moved without a name becoming another one. */
const everywhere = wordSet(`
  van von zu zum zur der den des de del della dello di da do dos das du la le los las el al ad as ash ar az ul bin ibn bint ben ould e y af av ten ter dalla
  at esh es wuld ait
`)

/** Particles that papers print. On a watchlist these words are too often a name, or the first part of one: Mac, San, Op, I. */
const onPapersAlone = wordSet(
  "vom dem die dei degli d les lo ur binte binti bte bt i ap ab te t op in het vd vdr v st ste san santa mac mc fitz dal"
)

export const particles: ReadonlySet<string> = new Set([...everywhere, ...onPapersAlone])

/** Particles that tell families apart where each side has one of them: De Luca and Di Luca, Van der Veen and Van de Veen. */
export const tellingParticles = wordSet(
  "van von vom zu zum zur der den de des del della dello dei degli di da do dos das du dal dalla ten ter te"
)

/** Short words between the parts of a person's name on a watchlist: they cost nothing when one side leaves them out. */
export const watchlistParticles: ReadonlySet<string> = everywhere

/** Particles after which the father's name stands. */
export const filiation = wordSet("bin ibn ben bint ould wuld")

/** Short words between the words of an organization's name. */
export const organizationParticles = wordSet(`
  the of for und et och og ve va and in an to fur pour para per por de del la las los le les du des da do dos di y e i al el ot po u za na a
`)
