import type { NameLabelWords } from "./holder-labels.ts"

/** Labels of names in the Nordic and Baltic languages, Hungarian, Romanian, Greek, Turkish, Albanian, Maltese, Catalan, Basque and Galician. */
export const europeanNameLabels: NameLabelWords = [
  [
    `
    kunde|betaler|ejer|abonnent|kontohavers navn|kundens navn|skatteyder|skatteyter|lejer af målepunkt|forsikrede|modtager af regning|
    navn og adresse|eier|regningsmottaker|fakturamottaker|forsikrede|kontoinnehaver|målepunktseier|
    kontoinnehavarens namn|fakturamottagare|betalare|betalningsskyldig|försäkrad|ägare|abonnent|namn och adress|den registrerade|lagfaren ägare|
    laskun saaja|laskunsaaja|maksaja|omistaja|asiakkaan nimi|vakuutettu|sopijapuoli|sopimusasiakas|nimi ja osoite|verovelvollinen|kiinteistön omistaja|
    tilaaja|tilinomistajan nimi|käyttäjä|
    greiðandi|nafn|nafn greiðanda|viðskiptavinur|nafn viðskiptavinar|kaupandi|eigandi|reikningshafi|vátryggingartaki|vátryggður|notandi|
    gjaldandi|skuldari|áskrifandi|rétthafi|nafn reikningseiganda|eigandi reiknings|þinglýstur eigandi|fasteignareigandi|viðtakandi reiknings|
    klient|maksja|arve saaja|ostja|tarbija|korteriomanik|omanik|kinnistu omanik|kindlustusvõtja|kindlustatu|konto omanik|kontoomanik|
    kliendi nimi|abonent|lepingu omanik|maksukohustuslane|ees ja perekonnanimi|nimi|tellija|saaja nimi|kasutaja|
    maksātājs|klients|abonents|pircējs|pakalpojuma saņēmējs|lietotājs|īpašnieks|nekustamā īpašuma īpašnieks|nodokļu maksātājs|nodokļa maksātājs|
    apdrošinājuma ņēmējs|apdrošinātais|konta īpašnieks|klienta vārds|vārds uzvārds|vārds un uzvārds|dzīvokļa īpašnieks|rēķina saņēmējs|
    konta turētājs|patērētājs|klienta nosaukums|pasūtītājs|kam|
    mokėtojas|klientas|abonentas|pirkėjas|vartotojas|gavėjas|sąskaitos gavėjas|savininkas|būsto savininkas|sąskaitos savininkas|draudėjas|
    apdraustasis|vardas pavardė|vardas ir pavardė|mokesčių mokėtojas|mokesčio mokėtojas|kliento vardas|kliento vardas pavardė|nuomininkas|
    paslaugų gavėjas|užsakovas|mokėtojo vardas pavardė|turto savininkas|kam|
    fizető|fogyasztó|felhasználó neve|ügyfél|vevő neve|számlafizető|számlafizető neve|tulajdonos|ingatlan tulajdonosa|adózó|adózó neve|
    adóalany|kötelezett|szerződő neve|biztosított neve|előfizető|előfizető neve|számlatulajdonos neve|vevő fizető|fizető neve|
    szerződő fél|név cím|címzett|címzett neve|kártyabirtokos|partner neve|díjfizető|
    client|clientul|consumator|abonat|titular|titularul|titular contract|titularul contractului|plătitor|contribuabil|contribuabilul|
    proprietar|asigurat|contractant|nume client|numele clientului|nume și prenume client|cumpărător|beneficiar|utilizator|
    numele și prenumele|nume prenume|titular de cont|titularul contului|denumire client|debitor|destinatar|subsemnatul|nume titular|către|
    ονοματεπώνυμο πελάτη|επωνυμία πελάτη|στοιχεία πελάτη|καταναλωτής|υδρολήπτης|στοιχεία υδρολήπτη|συνδρομητής|υπόχρεος|ιδιοκτήτης|
    ασφαλισμένος|λήπτης ασφάλισης|λήπτης της ασφάλισης|συμβαλλόμενος|δικαιούχος λογαριασμού|κάτοχος|κάτοχος λογαριασμού|φορολογούμενος|πληρωτής|
    επώνυμο όνομα|όνομα πελάτη|ονομα επωνυμο|όνομα και επώνυμο|χρήστης|στοιχεία υπόχρεου|στοιχεία λογαριασμού|παραλήπτης|προς|
    müşteri|müşteri adı soyadı|abone adı|abone adı soyadı|abonenin adı soyadı|abone bilgileri|müşterinin adı|adı ve soyadı|ad ve soyad|
    sigortalı|sigorta ettiren|mükellef|mükellefin adı soyadı|mükellef adı|mal sahibi|malik|tüketici|kart hamili|alıcı|kullanıcı|
    adı soyadı unvanı|ad soyad unvan|adı soyadı ünvanı|sayın abonemiz|hesap sahibinin adı|müşteri adı ünvanı|borçlu|ödeyen|
    abonent|müştəri|istehlakçı|ödəyici|soyadı adı|abonentin adı|
    klienti|konsumatori|abonenti|emri i klientit|emri dhe mbiemri|emër mbiemër|emri mbiemri|pronari|pajtimtari|tatimpaguesi|
    i siguruari|siguruesi i kontratës|titullari|mbajtësi i llogarisë|emri i konsumatorit|emri i abonentit|familjari|blerësi|paguesi|
    აბონენტი|მომხმარებელი|გადამხდელი|სახელი და გვარი|աժանորդ|բաժանորդ|հաճախորդ|
    isem|isem tal klijent|klijent|isem u kunjom|detentur tal kont|sid|utent|
    titular del contracte|titular del compte|titular de la pòlissa|nom i cognoms|client|abonat|contribuent|propietari|prenedor de l assegurança|
    assegurat|subscriptor|subjecte passiu|nom del titular|destinatari|usuari|
    titularra|kontratuaren titularra|kontuaren titularra|izen abizenak|izena|bezeroa|jabea|zergaduna|erabiltzailea|harpideduna|
    titular do contrato|nome e apelidos|cliente|aboado|contribuínte|suxeito pasivo|tomador do seguro|asegurado|propietario`,
    "holder"
  ],
  [
    `
    leigutaki|leigjandi|üürnik|īrnieks|nuomininkas|bérlő neve|chiriaș|ενοικιαστής|μισθωτής|kiracının adı|qiramarrësi|kerrej|arrendatari|
    llogater|llogatera|maizterra|arrendatario|inquilino|vuokralaisen nimi|lejers navn`,
    "tenant"
  ],
  [
    `
    leigusali|üürileandja|izīrētājs|iznomātājs|nuomotojas|bérbeadó neve|proprietar locator|ιδιοκτήτης εκμισθωτής|ev sahibi|kiraya verenin adı|
    qiradhënësi|sid il post|arrendador|arrendadora|errentatzailea|udlejers navn|vuokranantajan nimi`,
    "landlord"
  ],
  [
    `
    sagsbehandler|saksbehandler|handläggare|kontaktperson|yhteyshenkilö|käsittelijä|lisätietoja antaa|toimitusjohtaja|tengiliður|
    ábyrgðarmaður|viðtakandi greiðslu|gjaldkeri|framkvæmdastjóri|koostaja|juhatuse esimees|kontaktisik|saaja pank|makse saaja|koostas|
    sagatavoja|izrakstīja|kontaktpersona|atbildīgais|valdes loceklis|saņēmējs|maksājuma saņēmējs|parengė|rengėjas|išrašė|
    sąskaitą išrašė|direktorius|vadovas|atsakingas asmuo|mokėjimo gavėjas|lėšų gavėjas|ügyintéző|ügyintézőnk|kapcsolattartó|kibocsátó|
    kedvezményezett|jegyző|polgármester|kiállította|anyja neve|születési név|întocmit|întocmit de|director|primar|inspector|
    persoană de contact|numele tatălui|casier|beneficiarul plății|αρμόδιος υπάλληλος|ο πρόεδρος|διευθυντής|εκδόθηκε από|ο εκδότης|
    όνομα πατρός|δικαιούχος πληρωμής|düzenleyen|hazırlayan|yetkili|müdür|lehdar|alacaklı|satıcı|muhatap kişi|drejtori|përgatiti|
    përfituesi|emri i atit|atësia|arkëtari|maħruġ minn|emès per|beneficiari|gestor del compte|igorlea|arduraduna|emitido por|xestor`,
    "other"
  ],
  ["vārds|vardas|eesnimi|fornafn|eiginnafn|utónév|prenumele|emri|isem|nom de pila|izena", "given"],
  [
    "uzvārds|pavardė|perekonnanimi|kenninafn|eftirnafn|családnév|numele de familie|mbiemri|kunjom|cognoms|primer cognom|abizena|abizenak",
    "family"
  ]
]
