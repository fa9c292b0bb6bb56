const words = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** Titles, ranks and honorifics in Latin letters without dots; dropped before names are compared. */
export const titles = words(
  "mr mrs ms miss mx messrs master madam sir dame lord lady dr drs doctor prof professor rev revd reverend fr father sr sister br hon judge " +
    "capt captain col colonel maj major lt sgt cpl gen general adm herr frau hr fr frl fraulein dipl ing dipling mag med phil jur rer nat hc " +
    "m mm mme mmes mlle monsieur madame mademoiselle me maitre sra srta sres senor senora senorita don dona d da sig sigra signor signora " +
    "signore signorina dott dottssa dottoressa avv geom rag dhr mevr mevrouw meneer heer mw mej drs ir pan pani pana mgr inz hab judr mudr phdr " +
    "rndr bc fru froken kyrios kyria k kos ka bay bayan sayin shri sri smt shrimati kum kumari ku sushri km pt pandit haji hajj hajji hajja " +
    "sheikh shaikh sheikha syed datuk dato datin tan tun encik puan cik thiru thirumathi selvi u daw mme esq esquire exmo exma ilmo senhor senhora mdm madam tn pn"
)

/** Titles that are also a usual initial or name: dropped only in front of at least two other words. */
export const doubtfulTitles = words(
  "m d k u da me br sr fr ka tan general major master lord sister father don pan km kum kumari pt nat med mag ing hon judge syed sheikh shaikh haji gen col adm ku ir heer bay rag"
)

/** Feminine titles; with a masculine one before them they announce a couple. */
export const spouseTitles = words(
  "mrs ms miss mme madame frau fru sra senora signora sigra mevr mevrouw mw pani smt shrimati kyria bayan senhora"
)

/** Degrees and letters after a name. */
export const degrees = words("esq esquire phd dphil md mbbs bsc msc mba llb llm jd dds cpa obe mbe cbe kbe frcs qc ret retd dipl oam")

/** Marks that tell generations of one family apart; the value is what they are compared by. */
export const generations: Readonly<Record<string, string>> = {
  jr: "2",
  jnr: "2",
  junior: "2",
  ii: "2",
  "2nd": "2",
  sr: "1",
  snr: "1",
  senior: "1",
  iii: "3",
  "3rd": "3",
  iv: "4",
  "4th": "4",
  filho: "2",
  neto: "3"
}

/** Particles of family names: they may be missing, joined or moved without a name becoming another one. */
export const particles = words(
  "van von vom zu zum zur der den dem des die de del della dello dei degli di da do dos das du d la le les lo los las el al ad as ash ar az ul ur " +
    "bin ibn bint binte binti bte bt ben ould e y i ap ab af av ten ter te t op in het vd vdr v st ste san santa mac mc fitz zur dal dalla"
)

/** Legal forms and words of organizations: a holder with one of them is not a person. */
export const organizationWords = words(
  "ltd limited llc llp plc inc incorporated corp corporation company gmbh mbh kg ohg ug gbr sarl sas sasu eurl srl spa sro bv nv oy oyj ab aps " +
    "pty pvt private holdings holding group services solutions consulting enterprises enterprise industries trading partners associates trust trustees " +
    "foundation association society university ministry insurance plumbing construction properties logistics " +
    "international technologies sdn bhd pte fze fzco fzc ltda eireli cv sociedad societe verein stiftung eg ev estate executors administrators occupier resident tenant"
)

/** Placeholders that systems print where a name is missing. */
export const placeholders = words("fnu lnu nfn nln xxx unknown none nil null")

/** A placeholder where it stands alone, and a Chinese given name beside a surname. */
export const wholePlaceholders = words("na")

/** Words that join two holders in one line in any case. */
export const joiners = words("and und et or oder och plus")

/** Words that join two holders only when written in lower case, or in front of a title: elsewhere they are names or particles. */
export const quietJoiners = words("en og ve ou ja eller y e i o a и і και")
