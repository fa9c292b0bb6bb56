import { normalizedWords } from "../../../names/text/normalized.ts"

/** Days of the week, as they stand before a date. Endings that many languages share are told by the pattern below. */
const weekdays = new Set(
  `lunes martes jueves viernes sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica lundi mardi mercredi jeudi vendredi samedi dimanche
  dilluns dimarts dimecres dijous divendres dissabte diumenge luns xoves venres segunda terca quarta quinta sexta montag mittwoch
  poniedzialek wtorek sroda srode czwartek piatek sobota sobote niedziela niedziele pondeli utery streda ctvrtek patek nedele pondelok utorok stvrtok piatok nedela
  hetfo kedd szerda csutortok pentek szombat vasarnap luni marti miercuri joi vineri sambata duminica ponedjeljak utorak srijeda cetvrtak petak subota nedjelja
  ponedeljak sreda nedelja ponedeljek torek cetrtek petek esmaspaev teisipaev kolmapaev neljapaev reede laupaev puhapaev
  pirmdiena otrdiena tresdiena ceturtdiena piektdiena sestdiena svetdiena pirmadienis antradienis treciadienis ketvirtadienis penktadienis sestadienis sekmadienis
  maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina
  manudagur þriðjudagur miðvikudagur fimmtudagur fostudagur laugardagur sunnudagur mandag tirsdag onsdag torsdag fredag lordag sondag mandagen
  pazartesi sali carsamba persembe cuma cumartesi pazar hene marte merkure enjte premte shtune diel
  δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο κυριακη понедельник вторник среда четверг пятница суббота воскресенье
  понеділок вівторок середа четвер п'ятниця субота неділя понедельник понеделник сряда четвъртък петък събота неделя понедељак уторак четвртак петак недеља
  вторник среда четврток петок сабота senin selasa rabu kamis jumat sabtu minggu isnin khamis jumaat ahad lunes miyerkules huwebes biyernes linggo
  jumatatu jumanne jumatano alhamisi ijumaa jumamosi jumapili maandag dinsdag woensdag donderdag vrydag vrijdag saterdag zaterdag sondag zondag
  luan mairt ceadaoin deardaoin aoine satharn domhnach llun mawrth mercher iau gwener sadwrn sul astelehena asteartea asteazkena osteguna ostirala larunbata
  igandea الاثنين الثلاثاء الاربعاء الخميس الجمعة السبت الاحد`
    .split(/\s+/)
    .map((word) => normalizedWords(word))
)

const endings = /^\p{L}{2,}(?:day|tag|dag|feira|che)$/iu

/** True for the name of a day of the week. */
export const isWeekday = (word: string): boolean => endings.test(word) || weekdays.has(normalizedWords(word))
