import { generationNames } from "./generations.ts"
import { wordSet } from "./word-set.ts"

/** Forms of address that begin the line of a person in an address, and no street. */
export const formsOfAddress = wordSet(`
  mr mrs ms miss mx dr prof sir herr frau m mme mlle monsieur madame sr sra don dona senor senora sig sigra signor signora dhr mevr shri smt kum pan pani
`)

/** Titles that are a family name now and then, such as Engineer and Sergeant: papers drop them in front of at least two other words. */
const mostlyTitles = wordSet(`
  mister engineer engr archbishop honourable honorable shaykh sheik cheikh sheykh haj hadji alhaj alhaji mullah maulana ayatollah ayatullah hojjatoleslam
  hojatoleslam lieutenant cpt sergeant brigadier admiral cmdr commander ambassador gospodin gospozha
`)

/** Titles that every judge takes off a name. */
const everywhere: ReadonlySet<string> = new Set([
  ...mostlyTitles,
  ...wordSet(`
    mr mrs ms sir dame lord lady dr doctor prof professor rev reverend fr sr hon capt captain col colonel maj major lt sgt gen general adm herr frau mme mlle
    monsieur madame senor senora haji hajj hajji sheikh shaikh esq
  `)
])

/** Titles that letters and bills print. On a watchlist these words are names as well (Tan, Bay, Syed) or letters. */
const onPapersAlone = wordSet(`
  miss mx messrs master madam drs revd father sister br judge cpl hr frl fraulein dipl ing dipling mag med phil jur rer nat hc
  m mm mmes mademoiselle me maitre sra srta sres senorita don dona d da mev mnr mej sig sigra signor signora
  signore signorina dott dottssa dottoressa avv geom rag dhr mevr mevrouw meneer heer mw mej ir pan pani pana mgr inz hab judr mudr phdr
  rndr bc fru froken kyrios kyria k kos ka bay bayan sayin shri sri smt shrimati kum kumari ku sushri km pt pandit hajja
  sheikha syed datuk dato datin tan tun encik puan cik thiru thirumathi selvi u daw esquire exmo exma ilmo senhor senhora mdm tn pn
`)

/** Offices, ranks and prefixes of ships that watchlists print. On a letter these words are names as well: Justice Miller, Molla, Bishop. */
const onWatchlistsAlone = wordSet(`
  eng bishop shaik hadj hajjaj mulla mollah molla maulavi mawlawi maulawi maulvi molavi mawlana mufti qari qazi akhund
  brig marshal emire doktor justice minister president senator governor amb phd md mv mt ss
`)

/** Titles, ranks and honorifics of people whom papers name, in Latin letters without dots; dropped before names are compared. */
export const titles: ReadonlySet<string> = new Set([...everywhere, ...onPapersAlone])

/** Titles, ranks and forms of address on watchlists, which say nothing about who it is; they are taken out. */
export const watchlistTitles: ReadonlySet<string> = new Set([...everywhere, ...onWatchlistsAlone, ...generationNames])

/**
 * Titles, ranks and forms of address in other scripts, as words are normalized there. They have no Latin spelling in the tables above.
 * The rank of a major (رائد) is not among them: nearly everyone of whose name it is a part is called Raed.
 */
export const titlesInScripts = wordSet(`
  شیخ حاج حاجی حجی دکتور دکتر د مهندس استاذ استاد لواء عمید عقید مقدم نقیب ژنرال جنرال سرهنگ سرتیپ مولوی مولانا مفتی قاری ملا آخوند اخوند ایتالله حجتالاسلام حجةالاسلام سماحة معالی سعادة
  доктор профессор проф господин госпожа гн гжа мулла хаджи шейх генерал полковник подполковник майор капитан лейтенант адмирал
  דר מר גברת הרב רב פרופ פרופסור אלוף
  κ κος κυριος κυρια δρ καθ
  श्री श्रीमती डॉ कुमारी
  先生 女士 小姐 博士 教授 将军 氏 様 殿
  씨 님 박사 교수 장군 선생
`)

/** Ranks of these that are names as well (Moghaddam, Al-Naqib): a title where no name stands before them. */
export const ranksOrNames = wordSet("لواء عمید عقید مقدم نقیب")

/** Titles that are also a usual initial or name: dropped only in front of at least two other words. */
export const doubtfulTitles: ReadonlySet<string> = new Set([
  ...mostlyTitles,
  ...wordSet(`
    m d k u da me br sr fr ka tan general major master lord sister father don pan km kum kumari pt nat med mag ing hon judge syed sheikh shaikh haji gen col selvi
    adm ku ir heer bay rag
  `)
])

/** Titles of these that are among the commonest family names where the family comes first: "TAN WEI LING" is no Tan of Malaysia. */
export const titlesOrFamilies = wordSet("tan pan ku")

/** Feminine titles; with a masculine one before them they announce a couple. */
export const spouseTitles = wordSet(
  "mrs ms miss mme madame frau fru sra senora signora sigra mevr mevrouw mw pani smt shrimati kyria bayan senhora"
)

/** Titles that are no name in the middle of one: Smith Mrs Anna. */
export const titlesInsideNames = wordSet("mr mrs ms miss mx dr herr frau mme mlle esq esquire")

/** Titles by which a list with commas is known to name several people: Mr Smith, Mrs Jones. */
export const titlesOfEach = wordSet("mr mrs ms miss herr frau m mme sr sra")

/** What stands before the recipient of a letter beside the titles, and is no title of a person. */
const beforeRecipients = wordSet(`
  gentma gentmo gentile egregio egregia egr spettle spett illmo illma sigri sigg eheleute firma aan weledelgeboren ilma herrn herm familie familia famille
  famiglia family panstwo to an attn fao
`)

/** Words that stand alone on a line above the name of the recipient of a letter. */
export const recipientTitles: ReadonlySet<string> = new Set([
  ...beforeRecipients,
  ...wordSet(`
    prof dr drs mag exmo exma ilmo senor senora senhor senhora herr frau monsieur madame m mme mlle mr mrs ms miss messrs sr sra don dona d da sig sigra dhr
    mevr mevrouw mev mnr mej heer pan pani srta srs sres dna exmos exmas ilma ilmos senhores senhoras szanowny szanowna szp sz herren
  `)
])

/** Degrees and letters after a name. */
export const degrees = wordSet("esq esquire phd dphil md mbbs bsc msc mba llb llm jd dds cpa obe mbe cbe kbe frcs qc ret retd dipl oam")

/** Titles of vessels alone; of the titles above, these are no titles of persons. */
export const vesselTitles = wordSet("mv mt ms ss m/v m/t motor vessel tanker")
