/** Further forms and languages, in the manner of the first table, which goes first. */
export const furtherMonthSpellings = `
jaanuari/jaanuaril/jaan veebruari/veebruaril/veebr märtsi/märtsil aprilli/aprillil - juunil juulil augustil
septembri/septembril oktoobri/oktoobril novembri/novembril detsembri/detsembril/dets;
janvārī/janvārim/janvāri/janv februārī/februārim/februāri/febr martā/martam/martu aprīlī/aprīlim/aprīli maijā/maijam/maiju
jūnijā/jūnijam/jūniju jūlijā/jūlijam/jūliju augustā/augustam/augustu septembrī/septembrim/septembri/sept
oktobrī/oktobrim/oktobri/okt novembrī/novembrim/novembri decembrī/decembrim/decembri/dec;
sausį/sausyje/saus vasarį/vasaryje kovą/kove/kov balandį/balandyje gegužę/gegužėje/geg birželį/birželyje/birž liepą/liepoje/liep
rugpjūtį/rugpjūtyje/rugp rugsėjį/rugsėjyje/rugs spalį/spalyje/spal lapkritį/lapkrityje/lapkr gruodį/gruodyje/gruod;
tammikuun/tammikuussa/tammi helmikuun/helmikuussa/helmi maaliskuun/maaliskuussa/maalis huhtikuun/huhtikuussa/huhti
toukokuun/toukokuussa/touko kesäkuun/kesäkuussa heinäkuun/heinäkuussa/heinä elokuun/elokuussa/elo syyskuun/syyskuussa/syys
lokakuun/lokakuussa/loka marraskuun/marraskuussa/marras joulukuun/joulukuussa;
januara/januaru februara/februaru mart/marta/martu aprila/aprilu maja/maju juna/junu jula/julu avgusta/avgustu
septembar/septembru oktobar/oktobra/oktobru novembar/novembru decembar/decembru;
siječnju/sij veljači/velj ožujku/ožu travnju svibnju lipnju srpnju kolovozu rujnu/ruj - studenome/studenom prosincu;
lednu únoru/úno březnu/bře dubnu květnu/kvě červnu/čvn červenci/čvc srpnu - říjnu/říj - prosinci;
januári februári marci apríli máji - - auguste - októbri - -;
stycznia/styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrześniu październiku - grudniu;
januárban/januári/januárjában februárban/februári márciusban/márciusi áprilisban/áprilisi májusban/májusi/május júniusban/júniusi
júliusban/júliusi augusztusban/augusztusi/aug szeptemberben/szeptemberi októberben/októberi novemberben/novemberi
decemberben/decemberi;
januarja februarja marca - maja - - - septembra oktobra novembra decembra;
ianuar februar mart/martie april mai/mai iunie iulie august septembrie octombrie noiembrie/nov decembrie/dec;
ocak/oca şubat/şub - nisan/nis - haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas aralık/ara;
ocakta şubatta martta nisanda mayısta haziranda temmuzda ağustosta eylülde ekimde kasımda aralıkta;
yanvar/yanvarın fevral/fevralın martın aprel/aprelin mayın iyun/iyunun iyul/iyulun avqust/avgust/avqustun sentyabr/sentabr/sentyabrın
oktyabr/oktabr/oktyabrın noyabr/noyabrın dekabr/dekabrın;
janúar febrúar mars apríl maí jún/júní júl/júlí ágúst/ágú september október nóvember/nóv desember;
janar/janarit shkurt/shkurtit mars/marsit prill/prillit maj/majit qershor/qershorit korrik/korrikut gusht/gushtit shtator/shtatorit
tetor/tetorit nëntor/nëntorit dhjetor/dhjetorit;
jannar frar marzu april mejju ġunju lulju awwissu settembru ottubru novembru diċembru;
eanáir feabhra/feabhraí márta/márta aibreán/aibreáin bealtaine meitheamh/meithimh iúil lúnasa - - samhain/samhna
nollaig/nollag;
ionawr chwefror mawrth/fawrth ebrill mai/fai mehefin/fehefin gorffennaf/orffennaf awst medi/fedi hydref tachwedd/dachwedd
rhagfyr/ragfyr;
urtarrila/urtarrilaren/urtarrilak otsaila/otsailaren/otsailak martxoa/martxoaren/martxoak apirila/apirilaren/apirilak
maiatza/maiatzaren/maiatzak ekaina/ekainaren/ekainak uztaila/uztailaren/uztailak abuztua/abuztuaren/abuztuak iraila/irailaren/irailak
urria/urriaren/urriak azaroa/azaroaren/azaroak abendua/abenduaren/abenduak;
xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro;
januar februar mäerz abrëll mee juni juli august september oktober november dezember;
xinero febreru - - mayu xunu xunetu agostu setiembre ochobre payares avientu;
januarie februarie maart april mei junie julie augustus september oktober november desember;
januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba;
- pebrero marso - - hunyo hulyo - setyembre oktubre nobyembre disyembre;
- peb - - - - - agt/agu/ags/ogs - - nop/nopember -;
janvye fevriye - avril - - jiyè - septanm oktòb novanm desanm;
январе/январю феврале/февралю марте/марту апреле/апрелю мае июне/июню июле/июлю августе/августу сентябре/сентябрю/сент
октябре/октябрю ноябре/ноябрю/нояб декабре/декабрю;
січні/січ лютому/лют березні квітні/квіт травні/трав червні/черв липні/лип серпні/серп вересні/верес жовтні/жовт листопаді
грудні/груд;
студзеня/студзень/студзені лютага/люты/лютым сакавіка/сакавік/сакавіку красавіка/красавік/красавіку мая/траўня/травень
чэрвеня/чэрвень/чэрвені ліпеня/ліпень/ліпені жніўня/жнівень/жніўні верасня/верасень/верасні кастрычніка/кастрычнік/кастрычніку
лістапада/лістапад/лістападзе снежня/снежань/снежні;
ян - - - - - - - септ/сеп - ноем/ное -;
јануар/јануара/јануари фебруар/фебруара/фебруари март/марта април/априла мај/маја јун/јуна/јуни јул/јула/јули август/августа
септембар/септембра/септември октобар/октобра/октомври новембар/новембра/ноември децембар/децембра/декември;
қаңтар/қаңтардағы ақпан/ақпандағы наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан;
იანვარი/იანვარს/იანვრის თებერვალი/თებერვალს/თებერვლის მარტი/მარტს/მარტის აპრილი/აპრილს/აპრილის მაისი/მაისს/მაისის ივნისი/ივნისს/ივნისის
ივლისი/ივლისს/ივლისის აგვისტო/აგვისტოს სექტემბერი/სექტემბერს/სექტემბრის ოქტომბერი/ოქტომბერს/ოქტომბრის ნოემბერი/ნოემბერს/ნოემბრის
დეკემბერი/დეკემბერს/დეკემბრის;
հունվար/հունվարի փետրվար/փետրվարի մարտ/մարտի ապրիլ/ապրիլի մայիս/մայիսի հունիս/հունիսի հուլիս/հուլիսի օգոստոս/օգոստոսի
սեպտեմբեր/սեպտեմբերի հոկտեմբեր/հոկտեմբերի նոյեմբեր/նոյեմբերի դեկտեմբեր/դեկտեմբերի;
ιανουάριο φεβρουάριο μάρτιο απρίλιο μάιο/μάιος/μαΐου ιούνιο ιούλιο αύγουστο σεπτέμβριο/σεπτ οκτώβριο νοέμβριο/νοεμ δεκέμβριο;
جانفي فيفري مارس أفريل/افريل ماي جوان جويلية أوت/اوت سبتمبر أكتوبر نوفمبر ديسمبر;
- - - - ماي - يوليوز غشت شتنبر - نونبر دجنبر;
- شباط آذار/اذار نيسان أيار/ايار حزيران تموز آب أيلول/ايلول - - -;
جنوری/ژانویه فروری/فوریه مارچ اپریل/آوریل مئی جون/ژوئن جولائی/ژوئیه اگست/اوت ستمبر/سپتامبر اکتوبر/اکتبر نومبر/نوامبر دسمبر/دسامبر;
בינואר בפברואר במרץ/מרס באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר;
জানুয়ারি/জানুয়ারী ফেব্রুয়ারি/ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
`

/** What is an everyday word elsewhere is a month only between a day and a year: "18. mail 2026" in Estonian, "3 led 2026" in Czech. */
export const monthsBetween: Readonly<Record<string, number>> = {
  led: 1,
  vas: 2,
  mas: 3,
  bal: 4,
  dub: 4,
  mail: 5,
  me: 5,
  kesa: 6,
  zar: 9,
  joulu: 12,
  pro: 12,
  лист: 11,
  бер: 3
}

/** Months of two words. */
export const monthsOfTwo: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mean: { fomhair: 9 },
  deireadh: { fomhair: 10 },
  كانون: { الثاني: 1, الاول: 12 },
  تشرين: { الاول: 10, الثاني: 11 }
}
