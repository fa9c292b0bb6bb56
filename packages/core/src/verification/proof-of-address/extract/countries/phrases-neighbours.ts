/** Words, districts and towns that tell a country from its neighbours of the same language and money. The manner is that of the first table. */
export const neighbourPhrases: ReadonlyArray<readonly [weight: number, countries: string, phrases: string]> = [
  [
    3,
    "LK",
    `
    pradeshiya sabha|pradeshiya sabhas act|urban council|divisional secretariat|grama niladhari|sscl|vat sscl|sri jayawardenepura kotte|lankan`
  ],
  [
    2,
    "LK",
    `
    ampara|anuradhapura|badulla|batticaloa|gampaha|hambantota|jaffna|kalutara|kandy|kegalle|kilinochchi|kurunegala|mannar|matale|matara|
    monaragala|mullaitivu|nuwara eliya|polonnaruwa|puttalam|ratnapura|trincomalee|vavuniya|negombo|dehiwala|moratuwa|panadura|nugegoda|
    maharagama|battaramulla|kotte|wattala|galle road|galle`
  ],
  [3, "BD", "palli bidyut|palli bidyut samity|union parishad|upazila|upazila parishad|city corporation holding tax|nbr bin|bteb|mushak"],
  [
    2,
    "BD",
    `
    bagerhat|bandarban|barguna|barishal|barisal|bhola|bogura|bogra|brahmanbaria|chandpur|chittagong|cox s bazar|cumilla|comilla|dinajpur|
    faridpur|feni|gaibandha|gazipur|gopalganj|habiganj|jamalpur|jashore|jessore|jhalokati|jhenaidah|joypurhat|khagrachhari|khulna|
    kishoreganj|kurigram|kushtia|lakshmipur|lalmonirhat|madaripur|magura|manikganj|meherpur|moulvibazar|munshiganj|mymensingh|naogaon|
    narail|narayanganj|narsingdi|natore|netrokona|nilphamari|noakhali|pabna|panchagarh|patuakhali|pirojpur|rajbari|rajshahi|rangamati|
    rangpur|satkhira|shariatpur|sherpur|sirajganj|sunamganj|sylhet|tangail|thakurgaon|uttara|mirpur dhaka|gulshan dhaka`
  ],
  [3, "NP", "gaunpalika|rural municipality|bikram sambat|nea nepal|nepal telecom|rastra bank|nepal rastra bank|vikram sambat"],
  [
    2,
    "NP",
    `
    lalitpur|bhaktapur|pokhara|biratnagar|birgunj|butwal|bharatpur chitwan|chitwan|hetauda|dharan|itahari|nepalgunj|dhangadhi|janakpur|
    bagmati|gandaki|lumbini|koshi|madhesh|karnali|sudurpashchim|kaski|jhapa|morang|sunsari|rupandehi|kavrepalanchok|makwanpur`
  ],
  [
    2,
    "PK",
    `
    sialkot|gujranwala|gujrat pakistan|sargodha|bahawalpur|sukkur|larkana|hyderabad sindh|sindh|punjab pakistan|mardan|abbottabad|swat|
    mirpur azad|azad kashmir|sahiwal|okara|kasur|sheikhupura|rahim yar khan|jhang|dera ghazi khan|dera ismail khan|nawabshah|mingora|
    gilgit|union council|fbr|mepco|pesco|hesco|sepco|qesco|ptcl`
  ],
  [
    3,
    "IL",
    `
    kibbutz|moshav|arnona|arnonah|hashmal|bezeq|bituah leumi|national insurance institute of israel|new shekel|new shekels|shekels|shekel|
    te udat zehut|teudat zehut|mekorot|mei avivim|hagihon`
  ],
  [
    2,
    "IL",
    `
    rishon lezion|rishon leziyyon|petah tikva|petach tikva|ashdod|netanya|beer sheva|be er sheva|beersheba|bnei brak|holon|ramat gan|rehovot|
    ashkelon|bat yam|herzliya|herzliyya|hadera|kfar saba|modi in|modiin|nazareth|nof hagalil|raanana|ra anana|ramla|givatayim|
    kiryat gat|kiryat ata|kiryat motzkin|kiryat bialik|kiryat yam|nahariya|akko|acre israel|tiberias|eilat|afula|karmiel|safed|tzfat|
    sakhnin|umm al fahm|tayibe|shefa amr|shfaram|rahat|hod hasharon|rosh haayin|yavne|dimona|beit shemesh|hof hacarmel|
    emek hefer|galilee`
  ],
  [
    3,
    "EC",
    `
    gobierno autónomo descentralizado|gobierno autonomo descentralizado|gad municipal|predial rústico|impuesto predial rústico|
    impuesto predial urbano|parroquia rural|parroquia urbana|etapa ep|emapag|emaap|interagua|cnt ep|sri ecuador|cooperativa policía nacional`
  ],
  [2, "EC VE", "parroquia"],
  [2, "EC CR", "cantón"],
  [
    2,
    "EC",
    `
    ambato|azuay|tungurahua|pichincha|chimborazo|cotopaxi|imbabura|manabí|esmeraldas|carchi|zamora chinchipe|morona santiago|pastaza|
    sucumbíos|galápagos|riobamba|latacunga|machala|portoviejo|santo domingo de los tsáchilas|tsáchilas|quevedo|
    babahoyo|tulcán|azogues|otavalo|cuenca azuay|daule|samborondón|sangolquí|cayambe`
  ],
  [3, "CR", "sinpe|sinpe móvil|sugef|sutel|aresep|esph|jasec|ced jur|cédula jurídica|colones|cosevi|instituto costarricense|coopealianza"],
  [
    2,
    "CR",
    `
    heredia|alajuela|cartago|guanacaste|puntarenas|pérez zeledón|escazú|curridabat|tibás|goicoechea|montes de oca|
    san josé costa rica|liberia guanacaste|turrialba|grecia alajuela|naranjo alajuela|san ramón de alajuela`
  ],
  [3, "PA", "naturgy panamá|dgi panamá|balboas"],
  [2, "PA", "chiriquí|veraguas|coclé|colón panamá|bocas del toro|panamá oeste|la chorrera|arraiján|david chiriquí"],
  [3, "GT", "iva gt|nit gt|quetzales"],
  [2, "GT", "quetzaltenango|escuintla|sacatepéquez|huehuetenango|alta verapaz|chimaltenango|mixco|villa nueva guatemala|petén|totonicapán"],
  [2, "HN", "choluteca|comayagua|la ceiba|francisco morazán|el progreso yoro|lempiras|olancho"],
  [2, "SV", "santa tecla|soyapango|san miguel el salvador|sonsonate|la libertad el salvador|ahuachapán|usulután"],
  [2, "NI", "masaya|granada nicaragua|matagalpa|estelí|chinandega|córdobas|jinotega"],
  [2, "BO", "oruro|tarija|chuquisaca|sucre bolivia|bolivianos|elfec|setar"],
  [2, "PY", "ciudad del este|encarnación|san lorenzo paraguay|lambaré|fernando de la mora|guaraníes|itapúa|alto paraná|caaguazú"],
  [2, "UY", "canelones|paysandú|tacuarembó|treinta y tres|lavalleja|ute uruguay|ose uruguay"]
]
