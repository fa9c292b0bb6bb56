import type { DatePhrases } from "../label.ts"

/** Labels of dates in Czech, Slovak, Hungarian, Romanian, the South Slavic languages in Latin script, Albanian and more of Polish. */
export const centralDatePhrases: DatePhrases = [
  // Czech and Slovak
  [
    `
    datum vystavení dokladu|datum vystavení faktury|datum vyúčtování|datum vydání|datum tisku|datum vytvoření|datum sestavení|
    vystaveno|vystaveno dne|vyhotoveno|vyhotoveno dne|vytištěno|vytištěno dne|vydáno dne|datum výpisu|datum vyhotovení výpisu|výpis ze dne|
    datum rozhodnutí|datum faktury|ze dne vystavení|vystavil dne|dne vystavení|datum dokladu|datum předpisu|
    dátum vystavenia faktúry|dátum faktúry|dátum vydania|dátum tlače|dátum vytvorenia|dátum výpisu|dátum vyúčtovania|dátum dokladu|
    vystavené dňa|vyhotovené dňa|vyhotovené|vytlačené dňa|vytlačené|vydané dňa|dátum rozhodnutia|dátum spracovania|vystavil dňa`,
    "issue"
  ],
  ["dne|dňa|datum|dátum|v dne", "date"],
  [
    `
    stav účtu ke dni|zůstatek ke dni|zůstatek k|konečný zůstatek ke dni|konečný zůstatek k|stav ke dni|konečný zostatok k|zostatok k|
    zostatok ku dňu|stav ku dňu|stav k`,
    "balance"
  ],
  [
    `
    fakturované období|vyúčtovací období|období vyúčtování|za období|období dodávky|období od|výpis za období|obdobie od|za obdobie|
    období spotřeby|zdaňovací období|pojistné období|pojistná doba|období výpisu|vyúčtování za období|období platby|
    fakturované obdobie|vyúčtovacie obdobie|obdobie vyúčtovania|obdobie dodávky|výpis za obdobie|obdobie výpisu|poistné obdobie|
    zdaňovacie obdobie|obdobie spotreby|za mesiac|za měsíc|na rok|za rok|mesiac|měsíc`,
    "period"
  ],
  ["datum od|dátum od|období od data|platnost od data", "period_start"],
  ["datum do|dátum do", "period_end"],
  ["platnost karty do|platí do|platný do|doba platnosti do", "valid_until"],
  ["doba nájmu|nájem se sjednává na dobu|nájom sa uzatvára na dobu|doba trvania nájmu", "term"],
  [
    `
    splatnost dne|splatné do|splatno do|uhraďte do|zaplaťte do|úhrada do|k úhradě do|zaplatit do|datum úhrady|datum zaplacení|
    uhrazeno dne|zaplaceno dne|datum připsání|datum valuty|datum zaúčtování|datum provedení|datum odečtu|odečet|odečet dne|odečteno dne|
    příští odečet|další odečet|termín odečtu|datum uskutečnění zdanitelného plnění|datum uskutečnění plnění|datum uskut zdan plnění|duzp|
    datum zdanitelného plnění|datum dodání|smlouva ze dne|smlouva uzavřena dne|smlouva do|smlouva na dobu určitou do|datum smlouvy|
    závazek do|účinnost od|platnost od|platné od|nová výše zálohy od|nová záloha od|zákazník od|předchozí faktura|
    minulé vyúčtování ze dne|příští vyúčtování|příští faktura|zákona|zákon ze dne|odvolání do|ke dni splatnosti|váš dopis ze dne|ze dne|
    doručeno dne|splatné dňa|splatná do|zaplaťte do|uhraďte do|na úhradu do|dátum úhrady|uhradené dňa|zaplatené dňa|dátum dodania|
    dátum odpočtu|odpočet|odpočet dňa|ďalší odpočet|nasledujúci odpočet|dátum valuty|dátum zaúčtovania|dátum spracovania platby|
    dátum zdaniteľného plnenia|zmluva zo dňa|dátum zmluvy|zmluva do|viazanosť do|viazanosť končí|úvazek do|platnosť od|platné od|
    účinnosť od|predchádzajúca faktúra|zákazník od|podané dňa|doručené dňa|zo dňa|priznanie podané dňa|inkaso dne|inkaso dňa`,
    "other"
  ],
  // Hungarian
  [
    `
    számla kiállítás dátuma|számla kiállításának dátuma|számla kiállításának kelte|számla dátuma|kiállítás napja|kiállítva|kiállítás ideje|
    kiállítás időpontja|számlakibocsátás dátuma|kibocsátás dátuma|kibocsátás kelte|kivonat kelte|kivonat dátuma|kivonat készült|
    nyomtatás dátuma|készült|keltezés|bizonylat kelte|értesítő kelte|határozat kelte|levél kelte|kiadás dátuma|kiadás kelte|kelt nap`,
    "issue"
  ],
  ["dátum|kelt", "date"],
  ["egyenleg dátuma|záró egyenleg dátuma", "balance"],
  [
    `
    számlázási időszak|számlázott időszak|elszámolt időszak|fogyasztási időszak|tárgyidőszak|időszak|kivonat időszaka|kivonatolt időszak|
    szolgáltatási időszak|díjszakasz|biztosítási időszak|adóév|tárgyév|tárgyhó|tárgyhónap|forgalmi időszak|elszámolási időszak|hónap`,
    "period"
  ],
  ["időszak kezdete|kezdő dátum|kezdete", "period_start"],
  ["időszak vége|záró dátum|vége", "period_end"],
  ["érvényesség|érvényességi idő|érvényes ig", "valid_until"],
  [
    `
    befizetési határidő|fizetés határideje|esedékesség|esedékesség napja|fizetendő|fizetve|teljesítés időpontja|teljesítés dátuma|
    teljesítés napja|teljesítés kelte|teljesítés|értéknap|könyvelés napja|könyvelés dátuma|könyvelés|leolvasás dátuma|leolvasás|
    leolvasás napja|következő leolvasás|következő leolvasás várható ideje|következő számla|előző számla|szerződés kelte|
    szerződéskötés dátuma|hűségidő vége|hűségidő|határozott idő vége|hatályos|ügyfél óta|beszedés napja|beszedés dátuma|terhelés napja|
    fellebbezési határidő|jogerőre emelkedés|utolsó befizetés|beérkezett befizetés`,
    "other"
  ],
  // Romanian
  [
    `
    data emiterii facturii|data emitere|data emisiunii|data emiterii documentului|emisă la data de|emis la data de|emis la|emisă la|
    emis în data de|emisă în data de|emisă în data|data extrasului|data extras|data generării|generat la|data tipăririi|tipărit la|
    data eliberării|eliberat la data|eliberat la|data întocmirii|întocmit la|data deciziei|data listării|listat la|data facturare|
    data facturării|data documentului|data înregistrării|factura din|factura din data de|din data de|data avizului|data înștiințării`,
    "issue"
  ],
  ["data|la data de|astăzi", "date"],
  ["sold la data de|sold la|sold final la", "balance"],
  [
    `
    perioadă facturare|perioada facturată|perioada de consum|perioada consumului|perioada extrasului|perioada de referință|pentru perioada|
    perioada serviciilor|luna|luna de consum|luna facturată|anul|anul fiscal|perioada asigurată|valabilitate poliță|interval`,
    "period"
  ],
  ["data început|de la data", "period_start"],
  ["data sfârșit|până la data", "period_end"],
  ["valabil până la data|valabilitate|data expirării|expiră la", "valid_until"],
  [
    `
    data scadenta|dată scadență|data scadentă|scadentă la|scadent|termen plată|termen de plata|termen limită|a se plăti până la|
    plătiți până la|plata până la|data limită de plată|data limită|data plății|plătit la|data citirii|citire|citire index|index vechi|
    index nou|următoarea citire|perioada de transmitere a indexului|perioada transmitere index|perioada de autocitire|data valutei|
    data valută|data tranzacției|data contractului|contract din data de|contract din|contract nr din|data încheierii|data încetării|
    factura anterioară|factura următoare|următoarea factură|ultima plată|plată primită|client din|majorările sunt calculate la data de|
    calculate la data de|legea|termen|data primirii`,
    "other"
  ],
  // Croatian, Bosnian, Serbian and Slovenian
  [
    `
    datum izdavanja računa|datum i mjesto izdavanja|mjesto i datum izdavanja|datum izdavanja izvoda|datum izvoda|datum izvatka|
    datum izvješća|datum ispisa|datum ispostave|datum ispostavljanja|izdano|izdano dana|datum fakture|datum obračuna|datum dokumenta|
    datum rješenja|datum kreiranja|datum štampe|datum štampanja|mesto i datum izdavanja|mesto i datum izdavanja računa|
    datum izdavanja fakture|račun izdan|račun izdat|datum računa|datum opomene|datum obavijesti|datum izdavanja dokumenta|ispisano|
    ispisano dana|datum izstavitve|datum izdaje računa|kraj in datum izdaje|datum izpiska|datum izpisa|izdano dne|izdal dne|kraj in datum|
    datum odločbe|datum dokumenta|datum obvestila|datum izdelave`,
    "issue"
  ],
  ["datum|dana|dne|nadnevak", "date"],
  ["stanje na dan|saldo na dan|stanje na dan izvoda|stanje dne|stanje na dne", "balance"],
  [
    `
    obračunski period|period obračuna|razdoblje obračuna|razdoblje potrošnje|za razdoblje|za period|obračunsko razdoblje od|mjesec|
    period|obračunski mesec|mesec|izvod za period|izvadak za razdoblje|razdoblje izvatka|porezno razdoblje|poreska godina|godina|
    obdobje obračuna|za obdobje|obdobje porabe|obračun za obdobje|obdobje izpiska|storitve za obdobje|obračunano obdobje|
    razdoblje osiguranja|trajanje osiguranja|period osiguranja`,
    "period"
  ],
  ["datum od|od datuma|od dana", "period_start"],
  ["datum do|do datuma|do dana", "period_end"],
  ["važi do|vrijedi do dana|veljavnost do|veljavno do|datum isteka", "valid_until"],
  ["trajanje najma|trajanje zakupa|ugovor se sklapa na", "term"],
  [
    `
    rok plaćanja|rok za plaćanje|datum dospeća|datum dospijeća računa|dospijeće|dospeće|dospijeva|dospeva|platiti do|uplatiti do|
    plaćanje do|datum valute|valuta plaćanja|valuta|datum plaćanja|datum uplate|plaćeno|uplaćeno|zadnja uplata|poslednja uplata|
    datum isporuke|datum prometa|datum prometa dobara|datum isporuke usluge|datum očitanja|očitanje|očitano|sljedeće očitanje|
    sledeće očitavanje|datum očitavanja|prethodni račun|sljedeći račun|datum ugovora|ugovor od|ugovorna obveza ističe|ugovorna obveza do|
    datum sklapanja ugovora|korisnik od|datum knjiženja|datum transakcije|datum izvršenja|datum stupanja|zapade|zapadlost|
    datum zapadlosti|plačilo do|plačati do|rok zapadlosti|datum plačila|plačano|datum opravljene storitve|datum storitve|
    datum opravljanja storitve|datum odčitka|odčitek|naslednji odčitek|pogodba z dne|datum pogodbe|datum valutacije|datum knjiženja|
    vezava do|prejšnji račun|zakon`,
    "other"
  ],
  // Albanian
  [
    `
    data e lëshimit|data e faturës|data e faturimit|lëshuar më|data e pasqyrës|data e dokumentit|data e printimit|datë lëshimi|
    data e gjenerimit`,
    "issue"
  ],
  ["datë|data|më datë", "date"],
  ["periudha|periudha e faturimit|muaji|viti|periudha e konsumit", "period"],
  ["afati i pagesës|afati i fundit|data e pagesës|data e skadencës|data e leximit|leximi|paguaj deri më|datëlindja", "other"],
  // More of Polish
  [
    `
    data wystawienia faktury|data wystawienia dokumentu|wystawiona dnia|data utworzenia|data wygenerowania|wygenerowano|wygenerowano dnia|
    data sporządzenia dokumentu|data pisma|data zawiadomienia|data zaświadczenia|data rachunku|data noty|data wezwania|miejscowość i data|
    data wystawienia polisy`,
    "issue"
  ],
  [
    `
    data następnego odczytu|prognozowana data następnego odczytu|planowany odczyt|termin odczytu|opłacono dnia|zapłacono|wpłata z dnia|
    data wpłaty|data wpływu|termin wpłaty|płatność do|zapłata do|prosimy o wpłatę do|uchwała z dnia|uchwały z dnia|decyzja z dnia|
    pismo z dnia|umowa do|umowa obowiązuje do|ceny obowiązują od|data doręczenia|w terminie do|do dnia zapłaty|data dostawy|
    data wykonania usługi`,
    "other"
  ]
]
