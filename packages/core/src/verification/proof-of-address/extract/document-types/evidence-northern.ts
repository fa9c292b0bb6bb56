import type { TypeEvidence } from "./evidence.ts"

/** Words for the kinds of documents in Estonian, Latvian, Lithuanian, Icelandic and Faroese, and more of the Nordic languages. */
export const northernEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "utility_bill",
    6,
    `
    elektriarve|elektrienergia arve|gaasiarve|veearve|soojusarve|küttearve|kommunaalarve|prügiveo arve|arve elektri eest|
    võrguteenuse arve|korteriarve|kommunaalmaksete arve|kommunaalteenuste arve|korteriühistu arve|vee ja kanalisatsiooni arve|energiaarve|
    jäätmeveo arve|rēķins par elektroenerģiju|elektroenerģijas rēķins|rēķins par gāzi|rēķins par ūdeni|ūdens rēķins|rēķins par apkuri|
    siltumenerģijas rēķins|rēķins par siltumenerģiju|rēķins par komunālajiem pakalpojumiem|rēķins par dabasgāzi|
    rēķins par dzīvokļa apsaimniekošanu|apsaimniekošanas rēķins|maksājumu paziņojums|rēķins par atkritumu izvešanu|
    rēķins par ūdeni un kanalizāciju|sąskaita už elektros energiją|sąskaita už elektrą|elektros sąskaita|
    sąskaita už dujas|dujų sąskaita|sąskaita už vandenį|vandens sąskaita|sąskaita už šilumą|šilumos sąskaita|
    sąskaita už komunalines paslaugas|komunalinių paslaugų sąskaita|mokėjimo pranešimas|mokesčių už būstą sąskaita|sąskaita už šildymą|
    sąskaita už atliekų tvarkymą|rafmagnsreikningur|orkureikningur|hitaveitureikningur|reikningur fyrir rafmagn|vatnsreikningur|hússjóður|
    húsfélagsgjöld|sorphirðugjald|rafmagn og heitt vatn|rafmagn og hiti|elrokning|streymrokning|vatnrokning|hitarokning|vattenräkning|
    vattenfaktura|fjärrvärmeräkning|gasräkning|sophämtning|renhållningsfaktura|fjernvarmeregning|
    varmeregning|gasregning|årsafregning|elafregning|varmeafregning|strømfaktura|nettleiefaktura|felleskostnader|
    jätelasku|sähkönsiirtolasku|kaasulasku|vesi ja jätevesilasku|yhtiövastike|vastikelasku`
  ],
  [
    "utility_bill",
    3,
    `
    elektrienergia|elekter|võrguteenus|võrgutasu|taastuvenergia|taastuvenergia tasu|tarbimiskoht|mõõtepunkt|mõõtja|arvesti|algnäit|
    lõppnäit|külm |soe |kanalisatsioon|küte|kaugküte|maagaas|prügivedu|haldustasu|remondifond|üldelekter|korteriühistu|
    vee soojendamine|elektroenerģija|elektrība|dabasgāze|sadales pakalpojumi|sadale|pieslēguma nodrošināšana|skaitītājs|
    skaitītāja rādījums|rādījums|ūdens|kanalizācija|apkure|siltumenerģija|karstais ūdens|aukstais ūdens|atkritumu apsaimniekošana|
    atkritumu izvešana|apsaimniekošana|patēriņš|objekts|ūdensapgāde|elektros energija|elektra|gamtinės dujos|dujos|persiuntimas|
    skirstymas|skaitiklis|skaitiklio rodmenys|suvartota|suvartojimas|vandentiekis|šaltas vanduo|karštas vanduo|šildymas|šiluma|nuotekos|
    nuotekų tvarkymas|komunalinės atliekos|atliekų tvarkymas|objekto adresas|kaupiamasis fondas|administravimas|bendrija|rafmagn|
    heitt vatn|kalt vatn|hitaveita|vatnsveita|fráveita|dreifing rafmagns|raforka|notkunarstaður|mælir|álestur|sorphirða|orkunotkun|
    streymur|hiti|avlopp|fjärrvärme|renhållning|avløp|renovasjon|jätehuolto|
    `
  ],
  [
    "telecom_bill",
    6,
    `
    internetiarve|telefoniarve|sidearve|sideteenuste arve|telekommunikatsiooniteenuste arve|arve sideteenuste eest|interneti arve|
    rēķins par internetu|rēķins par interneta|rēķins par elektronisko sakaru pakalpojumiem|rēķins par telekomunikāciju pakalpojumiem|
    rēķins par sakaru pakalpojumiem|sąskaita už internetą|sąskaita už ryšio paslaugas|ryšio paslaugų sąskaita|
    telekomunikacijų paslaugų sąskaita|sąskaita už telekomunikacijų paslaugas|netreikningur|símreikningur|ljósleiðarareikningur|
    fjarskiptareikningur|reikningur fyrir internet|telerokning|netrokning`
  ],
  [
    "telecom_bill",
    3,
    `
    koduinternet|internetiühendus|televisioon|lairiba|kaabeltelevisioon|interneta pakalpojumi|interaktīvā tv|mājas internets|internets|
    televīzija|optiskais internets|šviesolaidinis internetas|namų internetas|internetas|televizija|skaitmeninė televizija|ljósleiðari|
    ljósleiðara|internettenging|heimasími|sjónvarp|breiðband|aðgangsgjald`
  ],
  [
    "mobile_phone_bill",
    5,
    `
    mobiiliarve|mobiilteenuste arve|mobiltālruņa rēķins|rēķins par mobilajiem sakariem|sąskaita už mobilųjį ryšį|mobiliojo ryšio sąskaita|
    farsímareikningur`
  ],
  [
    "mobile_phone_bill",
    3,
    "mobiiltelefon|mobiilside|mobiilinternet|mobilais telefons|mobilie sakari|mobilusis ryšys|judrusis ryšys|farsími|fartelefon"
  ],
  [
    "bank_statement",
    6,
    `
    konto väljavõte|kontoväljavõte|arvelduskonto väljavõte|pangakonto väljavõte|väljavõte|konta izraksts|konta pārskats|
    norēķinu konta izraksts|sąskaitos išrašas|banko sąskaitos išrašas|išrašas|reikningsyfirlit|bankayfirlit|yfirlit reiknings|
    kontoyvirlit|yfirlit yfir færslur`
  ],
  [
    "bank_statement",
    3,
    `
    algsaldo|lõppsaldo|arvelduskonto|kontojääk|makse saaja|deebet|kreedit|sākuma atlikums|beigu atlikums|norēķinu konts|debets|kredīts|
    pradinis likutis|galutinis likutis|likutis laikotarpio pradžioje|įplaukos|išlaidos|lėšų likutis|upphafsstaða|lokastaða|færslur|
    innborgun|úttekt|staða reiknings|veltureikningur|hreyfingar`
  ],
  [
    "credit_card_statement",
    6,
    `
    krediitkaardi väljavõte|krediitkaardi arve|kredītkartes izraksts|kredītkartes pārskats|kredito kortelės išrašas|
    kreditinės kortelės ataskaita|kreditkortayfirlit|greiðslukortareikningur|kreditkortareikningur`
  ],
  [
    "council_tax_bill",
    7,
    `
    maamaksuteade|maamaks|maamaksu teade|jäätmehoolduse teade|nekustamā īpašuma nodoklis|nekustamā īpašuma nodokļa|
    nekustamā īpašuma nodokļa paziņojums|maksāšanas paziņojums|nekilnojamojo turto mokestis|žemės mokestis|vietinė rinkliava|
    vietinės rinkliavos|vietinės rinkliavos pranešimas|fasteignagjöld|fasteignagjalda|álagning fasteignagjalda|
    álagningarseðill fasteignagjalda|fasteignaskattur|fastognarskattur|fastighetsavgift|kommunal avgift|ejendomsskattebillet|grundskyld|
    eiendomsskatt|kommunale gebyrer|kiinteistöveropäätös`
  ],
  [
    "council_tax_bill",
    3,
    `
    vallavalitsus|linnavalitsus|maksuhaldur|novada pašvaldība|novada dome|pilsētas pašvaldība|pašvaldība|finanšu pārvalde|kadastra nr|
    kadastra apzīmējums|savivaldybė|savivaldybės administracija|seniūnija|sveitarfélag|sveitarfélags|sveitarfélagið|fasteignanúmer|
    fasteignanr|lóðarleiga|sorphirðugjald|fasteignamat|kommuna`
  ],
  [
    "tax_document",
    6,
    `
    tuludeklaratsioon|maksuteade|tulumaksu teade|maksuotsus|ienākuma nodokļa deklarācija|gada ienākumu deklarācija|
    iedzīvotāju ienākuma nodoklis|pajamų mokesčio deklaracija|gyventojų pajamų mokestis|pajamų deklaracija|skattframtal|álagningarseðill|
    álagning einstaklinga|skattauppgjörð|skatteårsbesked`
  ],
  ["tax_document", 3, "maksu ja tolliamet|valsts ieņēmumu dienests|valstybinė mokesčių inspekcija|skatturinn|ríkisskattstjóri|taks"],
  [
    "insurance_statement",
    6,
    `
    kindlustuspoliis|kindlustusleping|kodukindlustus|kodukindlustuse|kodukindlustuse lepingu|liikluskindlustus|sõidukikindlustus|
    kindlustusteade|apdrošināšanas polise|apdrošināšanas līgums|mājokļa apdrošināšana|īpašuma apdrošināšana|octa|draudimo polisas|
    draudimo liudijimas|būsto draudimas|turto draudimas|draudimo sutartis|vátryggingarskírteini|tryggingaskírteini|heimilistrygging|
    húseigendatrygging|bifreiðatrygging|iðgjald|iðgjaldareikningur|hemförsäkringsbrev|husforsikring|innboforsikring|kotivakuutus|
    vakuutuslasku`
  ],
  [
    "insurance_statement",
    3,
    `
    kindlustus|kindlustusvõtja|kindlustatu|kindlustusmakse|kindlustussumma|kindlustusobjekt|kindlustuskoht|omavastutus|
    apdrošinājuma ņēmējs|apdrošināšana|apdrošināšanas prēmija|apdrošinājuma summa|pašrisks|draudėjas|draudikas|draudimo įmoka|
    draudimo suma|draudimas|vátryggingartaki|vátrygging|trygging|tryggingartaki|vátryggingarfjárhæð`
  ],
  [
    "lease_agreement",
    6,
    `
    üürileping|eluruumi üürileping|īres līgums|dzīvojamās telpas īres līgums|nuomos sutartis|būsto nuomos sutartis|húsaleigusamningur|
    leigusamningur`
  ],
  ["lease_agreement", 3, "üürileandja|üürnik|īrnieks|izīrētājs|nuomotojas|nuomininkas|leigusali|leigutaki|húsaleiga"],
  [
    "residence_certificate",
    7,
    `
    elukohateade|elukoha tõend|rahvastikuregistri väljavõte|väljavõte rahvastikuregistrist|izziņa par deklarēto dzīvesvietu|
    izziņa par dzīvesvietu|deklarētā dzīvesvieta|pažyma apie deklaruotą gyvenamąją vietą|gyvenamosios vietos deklaravimo pažyma|
    deklaruota gyvenamoji vieta|búsetuvottorð|vottorð um lögheimili|lögheimilisvottorð|bústaðarváttan`
  ],
  [
    "identity_document",
    6,
    `
    isikutunnistus|juhiluba|elamisluba|personas apliecība|vadītāja apliecība|asmens tapatybės kortelė|vairuotojo pažymėjimas|ökuskírteini|
    nafnskírteini`
  ],
  ["bank_letter", 6, "pangatõend|konto tõend|bankas izziņa|banko pažyma|vottorð frá banka"]
]
