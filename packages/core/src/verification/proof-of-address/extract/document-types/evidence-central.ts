import type { TypeEvidence } from "./evidence.ts"

/** Words for the kinds of documents in Czech, Slovak, Hungarian, Romanian, South Slavic languages in Latin script, Albanian, and more of Polish. */
export const centralEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "utility_bill",
    6,
    `
    vyúčtování za sdružené služby|vyúčtování za dodávku|vyúčtování dodávky|vyúčtování spotřeby|vyúčtování plynu|vyúčtování vody|
    faktura za plyn|faktura za vodu|faktura za teplo|vyúčtování vodného a stočného|faktura vodné a stočné|vyúčtování tepla|
    vyúčtování služeb spojených s užíváním bytu|vyúčtování služeb|předpis záloh|rozpis záloh|předpis měsíčních záloh|evidenční list bytu|
    poplatek za svoz odpadu|platba za elektřinu|vyúčtovanie za dodávku|vyúčtovanie dodávky|vyúčtovanie plynu|vyúčtovanie vody|
    vyúčtovanie tepla|vyúčtovacia faktúra|faktúra za plyn|faktúra za vodu|faktúra za teplo|faktúra za dodávku elektriny|
    faktúra za dodávku plynu|faktúra vodné a stočné|vyúčtovanie za elektrinu|zálohový predpis|predpis zálohových platieb|
    vyúčtovanie nákladov za byt|vyúčtovanie služieb spojených s užívaním bytu|mesačný predpis|villamosenergia számla|
    villamosenergia elszámoló számla|villamos energia számla|földgázszámla|földgáz elszámoló számla|vízszámla|vízdíjszámla|
    víz és csatornadíj|távhőszámla|távhőszolgáltatás díja|fűtésszámla|elszámoló számla|részszámla|hulladékszállítási díj|
    hulladékgazdálkodási közszolgáltatás|közös költség|közüzemi számla|közüzemi díj|szemétszállítási díj|factură energie|
    factură energie electrică|factura de energie electrică|factură gaze|factura de gaze naturale|factură de gaze naturale|factură apă|
    factura de apă|factură apă canal|factură energie termică|factură salubrizare|listă de întreținere|cotă de întreținere|
    cheltuieli de întreținere|factură utilități|račun za plin|račun za vodu|račun za vodne usluge|račun za toplinsku energiju|
    račun za odvoz otpada|račun za opskrbu|račun za isporučenu električnu energiju|račun za komunalne usluge|račun za isporuku vode|
    račun za grijanje|račun za grejanje|račun za pričuvu|zajednička pričuva|račun za utrošenu električnu energiju|
    račun za isporučenu vodu|račun infostan|objedinjena naplata|račun za objedinjenu naplatu|račun za komunalije|račun za odvoz smeća|
    račun za vodo|račun za električno energijo|račun za zemeljski plin|račun za toploto|račun za komunalne storitve|račun za ogrevanje|
    položnica za elektriko|faturë e energjisë elektrike|fatura e energjisë elektrike|faturë uji|fatura e ujit|faturë energjie|
    faktura za ciepło|rachunek za gaz|rachunek za wodę|rozliczenie paliwa gazowego|rozliczenie mediów|rozliczenie wody|
    rozliczenie kosztów ogrzewania|rozliczenie gazu|faktura za energię cieplną|faktura za wywóz śmieci|zawiadomienie o wysokości opłat|
    naliczenie opłat|wymiar opłat|opłaty za lokal|faktura rozliczeniowa|prognoza zużycia`
  ],
  [
    "utility_bill",
    3,
    `
    dodávka plynu|dodávka elektřiny|dodávka vody|dodávka tepla|číslo plynoměru|plynoměr|elektroměr|vodoměr|vodné|stočné|vodné a stočné|
    distribuce|odběrného místa|spotřeba plynu|spotřeba vody|zaplacené zálohy|výše zálohy|silová elektřina|jistič|distribuční sazba|
    přeplatek|nedoplatek|eic|ean odběrného místa|odpadové hospodářství|správa domu|fond oprav|společenství vlastníků|vytápění|ohřev vody|
    dodávka elektriny|dodávka pitnej vody|odvádzanie odpadových vôd|miesto odberu|miesto spotreby|odberného miesta|elektromer|plynomer|
    vodomer|spotreba elektriny|spotreba plynu|spotreba vody|uhradené preddavky|preddavky|distribúcia|distribúcia elektriny|nedoplatok|
    preplatok|komunálny odpad|správca bytového domu|vykurovanie|fond opráv|villamos energia|villamosenergia|földgáz|áramdíj|
    rendszerhasználati díj|alapdíj|mérési pont|mérőóra|mérőállás|mérő gyári száma|pod azonosító|vízdíj|csatornadíj|távhő|hőmennyiség|
    fűtés|melegvíz|ivóvíz|szennyvíz|szennyvízelvezetés|egyetemes szolgáltatás|hulladék|szemétdíj|társasház|rezsi|lakossági a1|
    energie activă|energie electrică|tarif distribuție|certificate verzi|gaze naturale|gaz natural|apă rece|apă caldă|canalizare|
    apă potabilă|apă uzată|index vechi|index nou|cod loc de consum|contor|citire contor|consum estimat|salubritate|energie termică|
    încălzire|asociația de proprietari|întreținere|električna energija|električne energije|opskrba|opskrba električnom energijom|
    mrežarina|distribucija|brojilo|stanje brojila|očitanje brojila|vodomjer|vodomer|odvodnja|vodoopskrba|vodovod|kanalizacija|
    odvoz otpada|komunalni otpad|grijanje|grejanje|topla voda|toplana|potrošnja|utrošak|plin|gas|mjerno mjesto|merno mesto|kwh vt|pričuva|
    obračunska snaga|iznošenje smeća|elektrika|električna moč|omrežnina|števec|stanje števca|merilno mesto|odjemno mesto|poraba|
    zemeljski plin|toplota|ogrevanje|odpadki|ravnanje z odpadki|odvajanje odpadne vode|oskrba s pitno vodo|energjia elektrike|
    uji i pijshëm|matësi|leximi i matësit|punkt poboru|licznik|stan licznika|stan początkowy|zużycie|woda zimna|woda ciepła|
    centralne ogrzewanie|podgrzanie wody|odprowadzanie ścieków|fundusz remontowy|wywóz nieczystości|wspólnota mieszkaniowa|
    spółdzielnia mieszkaniowa|koszty zarządu|kod ppe|grupa taryfowa`
  ],
  [
    "telecom_bill",
    6,
    `
    vyúčtování telekomunikačních služeb|vyúčtování internetu|faktura internet|faktura za telekomunikační služby|
    vyúčtovanie telekomunikačných služieb|faktúra za internet|faktúra za telekomunikačné služby|
    faktúra za elektronické komunikačné služby|vyúčtovanie služieb|internetszámla|telefonszámla|távközlési számla|
    elektronikus hírközlési szolgáltatás|hírközlési szolgáltatás díja|factură servicii telecomunicații|factură servicii internet|
    factură internet și tv|factură servicii comunicații electronice|račun za telekomunikacijske usluge|račun za internet|
    račun za telekomunikacione usluge|račun za telefon|račun za elektroničke komunikacijske usluge|račun za telekomunikacijske storitve|
    račun za internetne storitve|faturë telefonie|fatura e internetit|faktura za usługi internetowe|faktura za internet i telewizję|
    rachunek za usługi telekomunikacyjne`
  ],
  [
    "telecom_bill",
    3,
    `
    optický internet|pevný internet|domácí internet|káblová televízia|kabelová televize|iptv|širokopásmový|připojení k internetu|
    pripojenie k internetu|pevná linka|szélessávú internet|vezetékes telefon|otthoni internet|kábeltévé|telefonie fixă|internet fix|
    abonament internet|televizija|optika|fiksna telefonija|fiksni telefon|internetski pristup|zakup modema|optični internet|
    fiksna telefonija|širokopasovni|internet światłowodowy|telewizja|zakup optike|priključak`
  ],
  [
    "mobile_phone_bill",
    5,
    `
    vyúčtování mobilního telefonu|faktura za mobilní služby|faktúra za mobilné služby|mobiltelefon számla|mobil előfizetés|
    factură servicii mobile|factură telefon mobil|račun za mobilne usluge|račun za mobilni telefon|račun za mobilne storitve|
    račun mobilne telefonije|faturë celulari|faktura za telefon`
  ],
  [
    "mobile_phone_bill",
    3,
    `
    mobilní služby|mobilné služby|mobiltarifa|mobil szolgáltatás|telefon mobil|mobilna telefonija|mobilni telefon|sim kartica|sim karta|
    usługi mobilne`
  ],
  [
    "bank_statement",
    6,
    `
    výpis z běžného účtu|výpis účtu|výpis z osobního účtu|výpis z bežného účtu|výpis z osobného účtu|bankovní výpis|bankový výpis|
    folyószámla kivonat|bankkivonat|számlatörténet|forgalmi kivonat|extras de cont curent|extras cont|extrasul de cont|izvod po računu|
    izvod računa|izvadak po tekućem računu|izvadak računa|izvod sa računa|izvod po tekućem računu|izvještaj o prometu|bankovni izvod|
    izpisek računa|bančni izpisek|izpisek prometa na računu|izpisek|nxjerrje llogarie|pasqyra e llogarisë|
    wyciąg z rachunku oszczędnościowo rozliczeniowego|wyciąg nr|wyciąg z rachunku bankowego|historia operacji`
  ],
  [
    "bank_statement",
    3,
    `
    běžný účet|bežný účet|počáteční stav|konečný stav|počiatočný zostatok|konečný zostatok|majitel účtu|majiteľ účtu|trvalý příkaz|
    trvalý príkaz|příchozí úhrada|odchozí úhrada|vedení účtu|vedenie účtu|folyószámla|bankszámla|jóváírás|terhelés|kártyás vásárlás|
    átutalás|számlavezetési díj|cont curent|sold inițial|sold final|plată pos|încasare|retragere numerar|tekući račun|žiro račun|
    početno stanje|završno stanje|konačno stanje|novo stanje|prethodno stanje|uplate|isplate|duguje|potražuje|osebni račun|
    transakcijski račun|začetno stanje|končno stanje|dobro|breme|llogari rrjedhëse|gjendja fillestare|saldo początkowe|posiadacz rachunku`
  ],
  [
    "credit_card_statement",
    6,
    `
    výpis z úvěrové karty|výpis z kreditného účtu|výpis z kreditnej karty|hitelkártya számla|hitelkártya elszámolás|extras card de credit|
    izvadak po kreditnoj kartici|izvod po kreditnoj kartici|obavijest o učinjenim troškovima|obračun kreditne kartice|
    izpisek kreditne kartice|račun po kreditni kartici|rachunek karty kredytowej`
  ],
  [
    "council_tax_bill",
    7,
    `
    daň z nehnuteľností|daň z nehnuteľnosti|daň z nemovitosti|poplatek za komunální odpad|poplatok za komunálny odpad|
    poplatku za komunálny odpad|místní poplatek|místního poplatku|miestny poplatok|miestneho poplatku|poplatek za obecní systém|
    poplatku za obecní systém odpadového hospodářství|miestne dane|místní daně|daň zo stavieb|daň z pozemkov|poplatek za odpad|
    správca dane obec|magánszemélyek kommunális adója|kommunális adó|építményadó|építményadó megállapítása|helyi adó|
    telekadó megállapítása|iparűzési adó|talajterhelési díj|înștiințare de plată|decizie de impunere impozit clădiri|impozit clădiri|
    impozite și taxe locale|taxe și impozite locale|impozitul pe clădiri|impozit teren|taxă salubrizare|certificat fiscal|
    komunalna naknada|komunalne naknade|rješenje o komunalnoj naknadi|naknada za uređenje voda|porez na nekretnine|porez na imovinu|
    rješenje o porezu na imovinu|porez na kuće za odmor|rešenje o porezu na imovinu|nadomestilo za uporabo stavbnega zemljišča|
    davek na nepremičnine|tatim në ndërtesa|taksa vendore|opłata za gospodarowanie odpadami komunalnymi|opłaty za gospodarowanie odpadami|
    podatek rolny|łączne zobowiązanie pieniężne|nakaz płatniczy|podatek leśny|decyzja w sprawie wymiaru podatku|opłata od nieruchomości|
    opłata za użytkowanie wieczyste`
  ],
  [
    "council_tax_bill",
    3,
    `
    obecní úřad|obecný úrad|mestský úrad|městský úřad|starosta obce|starostka obce|obec|poplatník|daňovník|vyměřuje|vyrubuje|önkormányzat|
    közös önkormányzati hivatal|polgármesteri hivatal|jegyző|adóhatóság|adózó|primăria|primar|debit restant|impozite|contribuabil|
    jedinstveni upravni odjel|upravni odjel|općina|općinski|općina vijeće|obveznik|obveznik plaćanja|občina|občinska uprava|zavezanec|
    zavezanka|opštinska uprava|poreski obveznik|lokalna poreska administracija|bashkia|urząd gminy|wójta|rady gminy|referat podatków|
    uiścić|rješenje|rozhodnutie|rozhodnutí|határozat|pročelnik|pročelnica`
  ],
  [
    "tax_document",
    6,
    `
    platební výměr na daň|daň z příjmů|daň z príjmov|ročné zúčtovanie|vyúčtování daně|személyi jövedelemadó|adóbevallási tervezet|
    adószámla kivonat|adószámla|impozit pe venit|declarație unică|decizie de impunere anuală|porez na dohodak|porezna prijava|
    porezno rješenje o dohotku|poreska prijava|dohodnina|odločba o odmeri dohodnine|zeznanie o wysokości dochodu|deklarata tatimore|
    tatimi mbi të ardhurat`
  ],
  [
    "insurance_statement",
    6,
    `
    pojištění domácnosti|pojištění majetku|pojištění vozidla|pojistné vyúčtování|předpis pojistného|poistenie domácnosti|
    poistenie majetku|poistka|predpis poistného|výzva na úhradu poistného|poistenie vozidla|lakásbiztosítás|gépjármű biztosítás|
    díjértesítő|biztosítási díj|biztosítási díjbekérő|biztosítási ajánlat|poliță asigurare|asigurare locuință|asigurare obligatorie|
    asigurare auto|polica osiguranja kućanstva|osiguranje imovine|osiguranje kućanstva|osiguranje domaćinstva|polisa osiguranja|
    premija osiguranja|osiguranje vozila|zavarovanje doma|zavarovanje premoženja|premija zavarovanja|zavarovalna premija|policë sigurimi|
    polisa ubezpieczenia|odnowienie polisy|ubezpieczenie domu|wezwanie do zapłaty składki`
  ],
  [
    "insurance_statement",
    3,
    `
    pojistné|pojistitel|pojištěný|pojistná částka|pojišťovna|poistné|poisťovňa|poistený|poistná suma|biztosító|biztosítási díj|
    biztosított|asigurator|primă de asigurare|sumă asigurată|osiguravatelj|osigurana svota|osiguranje|osigurani|zavarovalnica|zavarovanec|
    zavarovalna vsota|sigurimi|suma ubezpieczenia|ubezpieczenie`
  ],
  [
    "lease_agreement",
    6,
    `
    smlouva o nájmu|nájemní smlouva na byt|zmluva o nájme|zmluva o nájme bytu|lakásbérleti|bérleti megállapodás|contract de locațiune|
    contract de comodat|ugovor o najmu stana|ugovor o zakupu stana|ugovor o podstanarstvu|najemna pogodba za stanovanje|kontratë qiraje`
  ],
  [
    "bank_letter",
    6,
    `
    potvrzení o účtu|potvrdenie o účte|számlaigazolás|adeverință de cont|potvrda o otvorenom računu|potvrda o vođenju računa|
    potrdilo o računu`
  ],
  [
    "residence_certificate",
    6,
    `
    lakcímkártya|lakcímbejelentő|potvrdenie o trvalom pobyte|potvrzení o místě trvalého pobytu|adeverință de domiciliu|
    uvjerenje o prebivalištu|potvrda o prebivalištu|potvrda o boravištu|potrdilo o prijavi stalnega prebivališča|potrdilo o prebivališču|
    uverenje o prebivalištu|vërtetim banimi|certifikatë banimi|zaświadczenie z rejestru mieszkańców`
  ]
]
