import type { AddressLabelWords } from "./labels.ts"

/** Labels of addresses in the Nordic and Baltic languages, Finnish, Estonian, Hungarian, Maltese and the languages of Spain beside Spanish. */
export const northernAddressLabels: AddressLabelWords = [
  [
    `
    folkeregisteradresse|betalers adresse|kundens adresse|postadresse|folkeregistrert adresse|bostedsadresse|regningsadresse|fakturaadresse|
    faktureringsadresse|hjemmeadresse|fakturaadress|postadress|hemadress|utdelningsadress|kundens adress|adress|betalarens adress|
    postiosoite|asiakkaan osoite|vakituinen osoite|laskun saajan osoite|maksajan osoite|heimili|heimilisfang|lögheimili|póstfang|aðsetur|
    heimilisfang greiðanda|heimilisfang viðskiptavinar|heimilisfang kaupanda|aadress|kliendi aadress|postiaadress|elukoht|elukoha aadress|
    arve saaja aadress|kontaktaadress|maksja aadress|rahvastikuregistri aadress|saaja aadress|adrese|klienta adrese|dzīvesvieta|
    dzīvesvietas adrese|deklarētā adrese|deklarētā dzīvesvieta|deklarētās dzīvesvietas adrese|pasta adrese|faktiskā adrese|maksātāja adrese|
    korespondences adrese|rēķina saņēmēja adrese|abonenta adrese|īpašnieka adrese|adresas|kliento adresas|mokėtojo adresas|pirkėjo adresas|
    gyvenamoji vieta|gyvenamosios vietos adresas|korespondencijos adresas|pašto adresas|deklaruota gyvenamoji vieta|abonento adresas|
    gavėjo adresas|vartotojo adresas|savininko adresas|kontaktinis adresas|sąskaitos gavėjo adresas|állandó lakcím|állandó lakcíme|lakcíme|
    lakóhelye|értesítési cím|értesítési címe|számlacím|postacím|postacíme|vevő címe|ügyfél címe|felhasználó címe|fizető címe|
    levelezési címe|címe|címzett|tartózkodási hely|adózó címe|számlafizető címe|számlatulajdonos címe|biztosított címe|szerződő címe|
    indirizz|indirizz tal klijent|indirizz postali|indirizz tal kont|indirizz residenzjali|adreça|domicili|adreça postal|adreça de facturació|
    domicili fiscal|adreça de correspondència|adreça del titular|adreça d enviament|adreça del client|helbidea|bidaltzeko helbidea|
    posta helbidea|bizilekua|fakturazio helbidea|titularraren helbidea|enderezo|enderezo postal|enderezo de facturación|enderezo do titular|
    enderezo de correspondencia|enderezo do cliente`,
    "own"
  ],
  [
    `
    måleradresse|målerens adresse|ejendommens adresse|ejendommens beliggenhed|leveringssted|aftagers adresse|målepunktets adresse|
    målepunktadresse|eiendommens adresse|gårdsadresse|målested|uttagsadress|anläggningens adress|fastighetens adress|försäkringsställe|
    fastighetsadress|uttagspunkt|käyttökohde|kohteen osoite|kiinteistön osoite|kohde|toimituspaikka|vakuutuspaikka|kulutuspaikka|
    sähkönkäyttöpaikka|vakuutuspaikan osoite|toimitusosoite|notkunarstaður|afhendingarstaður|veitustaður|mælistaður|staðsetning eignar|
    staðsetning|vátryggingarstaður|þjónustustaður|heiti fasteignar|tarbimiskoht|tarbimiskoha aadress|kinnistu aadress|objekti aadress|
    kindlustuskoht|teenuse osutamise aadress|paigalduskoht|liitumiskoht|kinnisasja aadress|korteri aadress|objekts|objekta adrese|
    patēriņa adrese|pakalpojuma adrese|pakalpojuma saņemšanas adrese|pakalpojuma sniegšanas adrese|īpašuma adrese|dzīvokļa adrese|
    apdrošināšanas vieta|pieslēguma adrese|nekustamā īpašuma adrese|objektas|objekto adresas|vartojimo vieta|vartojimo adresas|
    paslaugos teikimo adresas|paslaugų teikimo adresas|patalpų adresas|būsto adresas|turto adresas|draudimo vieta|
    nekilnojamojo turto adresas|vartojimo objekto adresas|fogyasztási hely|felhasználási hely címe|szolgáltatási cím|szolgáltatási címe|
    felhasználási cím|ingatlan címe|ingatlan helye|bekötési cím|biztosított ingatlan címe|kockázatviselés helye|felhasználási helye|
    szolgáltatás helye|indirizz tas servizz|indirizz tal post|adreça de subministrament|adreça del subministrament|punt de subministrament|
    adreça del servei|adreça de l immoble|hornidura helbidea|hornidura puntua|hornidura tokia|enderezo de subministración|
    enderezo da subministración|punto de subministración|enderezo do inmoble`,
    "premises"
  ],
  [
    `
    udsteder|betalingsmodtager|beløpsmottaker|betalningsmottagare|utfärdare|myyjä|toimipaikka|kotipaikka|käyntiosoite|saaja|
    aðalskrifstofa|höfuðstöðvar|sendandi|útibú|seljandi|vinnuveitandi|juriidiline aadress|registrijärgne aadress|saatja|müüja|
    teenusepakkuja|teenuse osutaja|peakontor|tööandja|üürileandja|ettevõtte aadress|juridiskā adrese|sūtītājs|piegādātājs|pārdevējs|
    pakalpojuma sniedzējs|filiāle|maksājuma saņēmējs|darba devējs|izīrētājs|buveinė|buveinės adresas|registruota buveinė|siuntėjas|
    tiekėjas|pardavėjas|paslaugos teikėjas|paslaugų teikėjas|filialas|darbdavys|nuomotojas|székhelye|szolgáltató címe|szállító|
    eladó címe|telephely|ügyfélszolgálat|bankfiók|kibocsátó|domicili social|remitent|seu social|egoitza soziala|igorlea|
    domicilio social|uffiċċju reġistrat|uffiċċju prinċipali`,
    "foreign"
  ],
  [
    `
    til heimilis að|til heimilis|með lögheimili að|með lögheimili|elukohaga|elab aadressil|aadressil|deklarēts adresē|deklarēta adresē|
    deklarējis dzīvesvietu|gyvenantis|gyvenanti|deklaravęs gyvenamąją vietą|adresu|szám alatti lakos|szám alatt lakó|amb domicili a|
    domiciliat a|domiciliada a|amb residència a|bizi dena|con enderezo en|bosatt på|bopæl på|osoitteessa|joka asuu osoitteessa`,
    "lead"
  ]
]
