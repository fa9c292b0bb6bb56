/** What speaks for further countries, in the manner of the first table: registers, taxes, authorities, words that only they print, and cities. */
export const furtherCountryPhrases: ReadonlyArray<readonly [weight: number, countries: string, phrases: string]> = [
  [
    4,
    "IS",
    `
    kennitala|vsk|vsk nr|virðisaukaskattur|ísland|reykjavík|kópavogur|hafnarfjörður|akureyri|reykjanesbær|sveitarfélag|gjalddagi|eindagi|
    fasteignagjöld|þjóðskrá|skatturinn|húsavík`
  ],
  [2.5, "IS", "ehf|hf|ohf|slf|iceland"],
  [4, "FO", "føroyar|tórshavn|klaksvík|v tal|mvg"],
  [4, "EE", "eesti vabariik|käibemaks|isikukood|registrikoodi|maakond|maksu ja tolliamet|estonia|tallinn|korteriühistu"],
  [2, "EE", "oü|reg nr|viitenumber|tartu|narva|pärnu"],
  [
    4,
    "LV",
    `
    latvijas republika|personas kods|pvn|pvn nr|reģ nr|reģistrācijas nr|novads|pagasts|valsts ieņēmumu dienests|latvia|rīga|daugavpils|
    liepāja|jūrmala`
  ],
  [2, "LV", "sia|akciju sabiedrība"],
  [
    4,
    "LT",
    `
    lietuvos respublika|pvm|pvm kodas|asmens kodas|valstybinė mokesčių inspekcija|savivaldybė|lithuania|vilnius|kaunas|klaipėda|šiauliai|
    panevėžys`
  ],
  [2.5, "LT", "uab"],
  [
    4,
    "CZ",
    `
    daňový doklad|živnostenský rejstřík|obchodní rejstřík|zapsána v or|krajského soudu|městského soudu|czech republic|praha|brno|ostrava`
  ],
  [4, "SK", "mestského súdu|okresného súdu|zapísaná v or|slovakia|bratislava|košice|prešov|banská bystrica|trnava|žilina|daňový úrad"],
  [4, "HU", "törvényszék|cégbíróság|közigazgatási|hungary|budapest|miskolc|szeged|debrecen|pécs|győr|adóazonosító jel|magyar nemzeti bank"],
  [4, "RO", "județul|capital social lei|romania|bucurești|timișoara|ploiești|cluj napoca|anre|oficiul național al registrului comerțului"],
  [4, "MD", "republica moldova|chișinău|idno|idnp|moldova"],
  [
    4,
    "HR",
    `
    republika hrvatska|županija|trgovački sud|temeljni kapital|croatia|zagreb|split|rijeka|osijek|mbs|osobni identifikacijski broj|hnb|
    hera|hakom`
  ],
  [4, "SI", "ljubljana|maribor|davčna številka|slovenia|okrožno sodišče|osnovni kapital|ddv|trr"],
  [
    4,
    "BA",
    `
    bosna i hercegovina|sarajevo|banja luka|tuzla|mostar|zenica|jib|kanton sarajevo|federacija bosne|republika srpska|
    bosnia and herzegovina`
  ],
  [4, "RS", "republika srbija|република србија|пиб|матични број|beograd|београд|novi sad|нови сад|niš|serbia|pib|матични бр|апр"],
  [4, "ME", "crna gora|podgorica|nikšić|montenegro"],
  [4, "MK", "република северна македонија|македонија|скопје|битола|ембс|едб|skopje|north macedonia"],
  [4, "AL", "shqipëri|shqipëria|tiranë|nipt|nuis|durrës|albania"],
  [4, "XK", "kosova|prishtinë|kosovo"],
  [4, "BG", "българия|софия|пловдив|варна|бургас|булстат|дан номер|bulgaria|ддс номер|кевр|община"],
  [4, "GR", "ελληνικη δημοκρατια|αθηνα|αθήνα|θεσσαλονίκη|ηράκλειο|πάτρα|φπα|γ ε μ η|δου|greece|athens|thessaloniki|αφμ|εφκα|ραε|ρααευ"],
  [4, "CY", "λευκωσία|λεμεσός|λάρνακα|nicosia|limassol|larnaca|αηκ|κυπριακή δημοκρατία"],
  [4, "BY", "беларусь|рэспубліка беларусь|республика беларусь|минск|мінск|унп|гомель|брест"],
  [4, "UA", "київ|харків|одеса|дніпро|львів|ukraine|нкрекп|пдв|едрпоу|єдрпоу"],
  [4, "RU", "москва|санкт петербург|бик|оао|фиас|russia|ндс"],
  [4, "KZ", "қазақстан|казахстан|алматы|астана|бин|иин|kazakhstan|бсн|жсн"],
  [4, "GE", "საქართველო|თბილისი|tbilisi"],
  [4, "AM", "հայաստան|երևան|հվհհ|yerevan|armenia"],
  [4, "AZ", "azərbaycan|bakı|vöen|azerbaijan|baku"],
  [4, "UZ", "o zbekiston|toshkent|uzbekistan|tashkent"],
  [4, "TR", "büyük mükellefler|vkn|ticaret sicil no|istanbul|ankara|izmir|bursa|diyarbakır|mahallesi|gelir idaresi|e arşiv fatura|turkey"],
  [4, "MT", "arms ltd|tarag|birkirkara|valletta|sliema|enemalta"],
  [
    4,
    "MY",
    `
    berhad|no pendaftaran|kuala lumpur|selangor|pulau pinang|johor|kedah|perak|sabah|sarawak|majlis perbandaran|cukai taksiran|pidm|
    darul aman|suruhanjaya tenaga`
  ],
  [
    4,
    "ID",
    `
    jakarta|denpasar|surabaya|bandung|kecamatan|kelurahan|ppn|ojk|lps|sumatera utara|jawa barat|jawa timur|jawa tengah|terbilang|rupiah`
  ],
  [4, "TH", "กรุงเทพ|แขวง|เขต|ตำบล|อำเภอ|จังหวัด|bangkok|chiang mai"],
  [4, "VN", "hà nội|thành phố hồ chí minh|tp hcm|đà nẵng|mst|phường|quận|tỉnh|ho chi minh city|hanoi|thuế gtgt"],
  [4, "PH", "metro manila|quezon city|makati|cebu city|brgy|bir permit|meralco|vat reg tin"],
  [4, "SG", "singapore|sp group|gst reg no"],
  [4, "HK", "kowloon|new territories|tsuen wan|hong kong sar"],
  [4, "TW", "taiwan|taipei|台北市|新北市|高雄市"],
  [4, "JP", "reiwa|heisei|tokyo|osaka|kyoto|yokohama|nagoya|sapporo|fukuoka|japan|払込票|yen|consumption tax|ward office"],
  [4, "KR", "서울|부산|인천|대구|seoul|busan|korea"],
  [4, "CN", "beijing|shanghai|shenzhen|guangzhou|北京市|上海市|广州市|深圳市|china"],
  [4, "MO", "macau|macao|澳門"],
  [
    4,
    "PK",
    `
    cnic|ntn|nepra|wapda|sngpl|ssgc|lesco|fesco|gepco|iesco|k electric|state bank of pakistan|khyber pakhtunkhwa|balochistan|pakistan|pkr`
  ],
  [2.5, "PK", "tehsil|mohallah|mohalla|karachi|lahore|islamabad|rawalpindi|faisalabad|multan|peshawar|quetta|hafizabad|zakat"],
  [4, "BD", "dhaka|chattogram|desco|dpdc|titas gas|bangladesh bank|bin no|বাংলাদেশ|ঢাকা|etin"],
  [4, "LK", "sri lanka|colombo|ceylon electricity board|leco"],
  [4, "NP", "nepal|kathmandu|nepal electricity authority"],
  [
    4,
    "AE",
    `
    rera|trade licence no|federal tax authority|central bank of the uae|al ain|ajman|ras al khaimah|fujairah|uae|u a e|emirates|makani|
    fewa|etihad water`
  ],
  [4, "SA", "kingdom of saudi arabia|riyadh|jeddah|dammam|zatca|sadad|iqama"],
  [4, "QA", "qatar|doha|kahramaa|qid"],
  [4, "KW", "kuwait|الكويت"],
  [4, "BH", "bahrain|manama|cpr no|البحرين"],
  [4, "OM", "oman|muscat|سلطنة عمان"],
  [4, "JO", "jordan|amman|الأردن"],
  [4, "LB", "lebanon|beirut|liban|beyrouth|لبنان"],
  [4, "IL", "israel|tel aviv|jerusalem|haifa|תל אביב|ירושלים|חיפה|ת ז|עוסק מורשה"],
  [
    4,
    "MA",
    `
    royaume du maroc|maroc|المملكة المغربية|المغرب|morocco|casablanca|rabat|marrakech|fès|tanger|agadir|onee|redal|lydec|amendis|radeema|
    douar|الدار البيضاء|الرباط`
  ],
  [1, "MA MG TN", "cin"],
  [4, "DZ", "algérie|alger|الجزائر|sonelgaz|سونلغاز|seaal|oran|constantine|wilaya"],
  [4, "TN", "tunisie|tunis|تونس|steg|sonede|sfax|sousse|matricule fiscal"],
  [4, "EG", "cairo|alexandria|giza|مصر|الجيزة|الاسكندرية"],
  [4, "SN", "sénégal|dakar|senelec|ninea|sen eau|thiès"],
  [4, "CI", "côte d ivoire|abidjan|sodeci"],
  [4, "CM", "cameroun|yaoundé|douala|eneo|camwater"],
  [4, "HT", "haïti|ayiti|port au prince|pòtoprens|edh"],
  [
    4,
    "GH",
    `
    ghana|republic of ghana|accra|kumasi|tamale|ashanti region|bank of ghana|ghana post gps|gpsgh|digital address|ssnit|district assembly|
    volta region`
  ],
  [4, "NG", "lagos|abuja|enugu|nerc|rc no"],
  [4, "KE", "kenya power|nairobi|mombasa|m pesa|etims|epra"],
  [4, "TZ", "tanzania|dar es salaam|dodoma|tanesco|dawasa"],
  [4, "UG", "uganda|kampala|umeme|ura tin|nwsc"],
  [4, "RW", "rwanda|kigali|eucl|wasac"],
  [4, "ET", "ethiopia|addis ababa"],
  [4, "ZM", "zambia|lusaka|zesco|tpin"],
  [4, "ZW", "zimbabwe|harare|zesa|bp number"],
  [4, "BW", "botswana|gaborone"],
  [4, "NA", "namibia|windhoek|nampower"],
  [4, "MU", "mauritius|port louis"],
  [4, "ZA", "city of johannesburg|munisipaliteit|suid afrika"],
  [
    4,
    "PE",
    `
    sunat|osinergmin|osiptel|cusco|arequipa|juliaca|municipalidad distrital|municipalidad provincial|sedapal|i g v|igv|
    impuesto predial arbitrios|san isidro lima`
  ],
  [2, "PE EC PY PA", "ruc|r u c"],
  [2, "ES AR PE", "dni"],
  [4, "EC", "ecuador|quito|guayaquil|servicio de rentas internas|cnel|arcotel"],
  [4, "BO", "bolivia|la paz|santa cruz de la sierra|cochabamba|delapaz"],
  [4, "PY", "paraguay|asunción|essap"],
  [4, "UY", "uruguay|montevideo|antel"],
  [4, "VE", "venezuela|caracas|maracaibo|corpoelec|seniat|república bolivariana de venezuela"],
  [
    4,
    "DO",
    `
    república dominicana|republica dominicana|santo domingo|santiago de los caballeros|rnc|ncf|itbis|dgii|edesur|edenorte|edeeste|cdt|
    dominican republic`
  ],
  [4, "CR", "costa rica|cédula jurídica|caja costarricense"],
  [4, "PA", "panamá|ciudad de panamá|ensa|idaan|panama"],
  [4, "GT", "guatemala|eegsa|empagua"],
  [4, "HN", "honduras|tegucigalpa|san pedro sula|rtn|enee"],
  [4, "SV", "el salvador|san salvador|caess"],
  [4, "NI", "nicaragua|managua|disnorte|enacal"],
  [4, "CU", "cuba|la habana|unión eléctrica"],
  [4, "JM", "jamaica|kingston|jps"],
  [4, "TT", "trinidad and tobago|port of spain|t tec|wasa"]
]
