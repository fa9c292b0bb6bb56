import type { DatePhrases } from "../label.ts"

/** Labels of dates in Estonian, Latvian, Lithuanian, Icelandic and Faroese. */
export const northernDatePhrases: DatePhrases = [
  // Estonian
  [
    `
    arve kuupäev|arve väljastamise kuupäev|arve väljastatud|arve koostatud|arve koostamise kuupäev|väljastamise kuupäev|väljastatud|
    väljastamiskuupäev|koostamise kuupäev|koostatud|väljavõtte kuupäev|väljavõte koostatud|dokumendi kuupäev|trükitud|trükkimise kuupäev|
    prinditud|teatise kuupäev|otsuse kuupäev|poliisi väljastamise kuupäev|arve esitamise kuupäev|maksuteate kuupäev|väljatrüki kuupäev`,
    "issue"
  ],
  ["kuupäev|kp", "date"],
  ["seisuga|saldo seisuga|jääk seisuga|kontojääk seisuga", "balance"],
  [
    `
    arvestusperiood|arve periood|arveldusperiood|periood|perioodi kohta|arve periood|teenuse periood|tarbimisperiood|väljavõtte periood|
    väljavõte perioodi kohta|kindlustusperiood|kindlustuskaitse periood|maksustamisperiood|ajavahemik|kuu|perioodil|perioodi eest`,
    "period"
  ],
  ["perioodi algus|alguskuupäev|algus", "period_start"],
  ["perioodi lõpp|lõppkuupäev|lõpp", "period_end"],
  ["kehtib kuni|kehtiv kuni|kehtivusaeg", "valid_until"],
  ["üürileping kehtib|üüritähtaeg|lepingu tähtaeg", "term"],
  [
    `
    maksetähtaeg|maksetähtpäev|maksmise tähtaeg|tasumise tähtaeg|tasumise tähtpäev|tähtaeg|tähtpäev|tasuda|tasuda hiljemalt|
    maksta hiljemalt|hiljemalt|palume tasuda|palume tasuda hiljemalt|makse kuupäev|maksekuupäev|laekunud|viimati laekus|viimane laekumine|
    tasutud|näidu kuupäev|näit|algnäit|lõppnäit|näidu võtmise kuupäev|lepingu kuupäev|leping sõlmitud|leping kehtib kuni|lepingu algus|
    lepingu lõpp|väärtuspäev|kande kuupäev|tehingu kuupäev|eelmine arve|järgmine arve|sünniaeg|sündinud|sünnikuupäev|kehtib alates|
    jõustub|alates|klient alates|leping|vaidlustada hiljemalt|kuni|e arve tasumine|püsimakse kuupäev`,
    "other"
  ],
  // Latvian
  [
    `
    rēķina datums|rēķina izrakstīšanas datums|rēķins izrakstīts|izrakstīts|izrakstīšanas datums|izrakstīta|sagatavots|
    sagatavošanas datums|rēķins sagatavots|izdrukas datums|izdrukāts|izsniegšanas datums|izsniegts|izdošanas datums|dokumenta datums|
    konta izraksta datums|izraksta datums|izraksts sagatavots|lēmuma datums|paziņojuma datums|noformēts|izveidots|izveides datums|
    polises izdošanas datums|rēķins no`,
    "issue"
  ],
  ["datums|datums un vieta|vieta un datums", "date"],
  ["atlikums uz|bilance uz|konta atlikums uz|parāds uz", "balance"],
  [
    `
    norēķinu periods|rēķina periods|periods|pakalpojumu periods|par periodu|patēriņa periods|izraksta periods|konta izraksts par periodu|
    laika periods|aprēķina periods|apdrošināšanas periods|taksācijas gads|mēnesis|par laika periodu|pakalpojuma periods|gads|laikposms`,
    "period"
  ],
  ["perioda sākums|sākuma datums|periods no", "period_start"],
  ["perioda beigas|beigu datums|periods līdz", "period_end"],
  ["derīgs līdz|derīga līdz|derīguma termiņš", "valid_until"],
  ["īres termiņš|līguma termiņš", "term"],
  [
    `
    apmaksas termiņš|apmaksāt līdz|samaksas termiņš|samaksāt līdz|maksāt līdz|maksājuma termiņš|apmaksas datums|termiņš|
    lūdzam samaksāt līdz|lūdzam apmaksāt līdz|samaksāts|apmaksāts|saņemts|pēdējais maksājums|maksājums saņemts|rādījuma datums|rādījums|
    rādījumi|nolasīšanas datums|skaitītāja rādījums|iepriekšējais rādījums|pašreizējais rādījums|nodot rādījumus līdz|līguma datums|
    līgums noslēgts|līgums spēkā līdz|līgums no|līguma sākums|līguma beigas|iepriekšējais rēķins|nākamais rēķins|valutēšanas datums|
    darījuma datums|grāmatošanas datums|dzimšanas datums|dzimis|dzimusi|spēkā no|stājas spēkā|atlaide līdz|līdz|klients kopš|kopš|
    atskaitot`,
    "other"
  ],
  // Lithuanian
  [
    `
    sąskaitos data|sąskaitos išrašymo data|sąskaita išrašyta|išrašymo data|išrašyta|išrašytas|išdavimo data|išduota|išduotas|
    sudarymo data|sudaryta|suformavimo data|suformuota|suformuotas|spausdinimo data|atspausdinta|išspausdinta|dokumento data|išrašo data|
    išrašo suformavimo data|sprendimo data|pranešimo data|pažymos data|paruošta|parengta|mokėjimo pranešimo data|poliso išdavimo data`,
    "issue"
  ],
  ["data", "date"],
  ["likutis|sąskaitos likutis|skola", "balance"],
  [
    `
    laikotarpis|ataskaitinis laikotarpis|atsiskaitymo laikotarpis|atsiskaitomasis laikotarpis|sąskaitos laikotarpis|už laikotarpį|
    paslaugų laikotarpis|vartojimo laikotarpis|išrašo laikotarpis|sąskaitos išrašas už laikotarpį|draudimo laikotarpis|
    mokestinis laikotarpis|mokestinis mėnuo|mėnuo|už mėnesį|metai|periodas|suvartojimo laikotarpis`,
    "period"
  ],
  ["laikotarpio pradžia|pradžios data|pradžia", "period_start"],
  ["laikotarpio pabaiga|pabaigos data|pabaiga", "period_end"],
  ["galioja iki|galiojimo data", "valid_until"],
  ["nuomos terminas|sutarties terminas", "term"],
  [
    `
    apmokėti iki|sumokėti iki|mokėti iki|apmokėjimo terminas|mokėjimo terminas|apmokėjimo data|mokėjimo data|prašome apmokėti iki|
    prašome sumokėti iki|terminas|apmokėta|sumokėta|gauta|paskutinis mokėjimas|gautas mokėjimas|rodmenų data|rodmenys|rodmuo|
    skaitiklio rodmenys|deklaruoti iki|rodmenų deklaravimo data|sutarties data|sutartis sudaryta|sutartis galioja iki|sutarties pradžia|
    sutarties pabaiga|įsipareigojimų pabaiga|ankstesnė sąskaita|kita sąskaita|lėšų įskaitymo data|operacijos data|įsigalioja|galioja nuo|
    gimimo data|gimęs|gimusi|klientas nuo|kainos galioja nuo`,
    "other"
  ],
  // Icelandic and Faroese
  [
    `
    útgáfudagur|útgáfudagsetning|útgefinn|útgefið|dagsetning reiknings|reikningsdagur|reikningsdagsetning|prentað|prentdagur|
    prentunardagur|dagsetning yfirlits|yfirlitsdagur|dagsetning bréfs|gefið út|útg dags|dags reiknings|skráð|útskriftardagur|útprentað|
    útskrivað|útskrivingardagur|rokningardagur|útgávudagur|skrivað út`,
    "issue"
  ],
  ["dagsetning|dags|dagfesting|dato", "date"],
  ["staða þann|staða pr|inneign þann", "balance"],
  [
    `
    tímabil|reikningstímabil|uppgjörstímabil|notkunartímabil|yfirlit fyrir tímabilið|fyrir tímabilið|mánuður|gjaldár|álagningarár|tekjuár|
    vátryggingartímabil|tryggingatímabil|innheimtutímabil|tíðarskeið|rokningartíðarskeið|ár`,
    "period"
  ],
  ["frá dags|upphafsdagur", "period_start"],
  ["til dags|lokadagur", "period_end"],
  ["gildir til|gildistími|gildistími til", "valid_until"],
  ["leigutími|leigutímabil", "term"],
  [
    `
    gjalddagi|eindagi|greiðsludagur|greiðist fyrir|greiða fyrir|síðasti greiðsludagur|greitt|greitt þann|síðasta greiðsla|síðasti álestur|
    álestur|álestrardagur|næsti álestur|lesið af|aflestur|fæðingardagur|fæddur|fædd|gildir frá|tekur gildi|samningur frá|samningsdagur|
    bókunardagur|vaxtadagur|færsludagur|næsti reikningur|síðasti reikningur|viðskiptavinur síðan|skuldfært|skuldfærsludagur|binditími til|
    gjaldkomudagur|seinasti gjaldsdagur|gjaldast innan|avlesing|avlestur`,
    "other"
  ]
]
