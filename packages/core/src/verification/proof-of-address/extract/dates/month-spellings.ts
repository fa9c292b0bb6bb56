/**
 * Twelve months a language, languages apart by a semicolon, alternatives joined by a slash; inflected forms as they stand in dates. A dash stands
 * for a month whose name says nothing by itself.
 */
export const monthSpellings = `
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov
december/dec;
januar/jänner februar/feber märz/maerz/mrz april mai juni juli august september oktober/okt november dezember/dez;
janvier/janv février/févr/fév mars avril/avr mai juin juillet/juil août/aout septembre octobre novembre décembre/déc;
enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre octubre noviembre diciembre/dic;
janeiro fevereiro/fev março abril maio/mai junho julho agosto setembro/set outubro/out novembro dezembro/dez;
gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre ottobre/ott novembre dicembre;
januari februari maart/mrt april mei juni juli augustus september oktober november december;
stycznia/styczeń/sty lutego/luty marca/marzec kwietnia/kwiecień/kwi maja/maj czerwca/czerwiec/cze lipca/lipiec/lip
sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź listopada/listopad grudnia/grudzień/gru;
januari februari mars april maj juni juli augusti september oktober november december;
januar februar marts/mars april maj/mai juni juli august september oktober november december/desember/des;
tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu
heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu;
ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen
listopadu prosince/prosinec;
januára február/februára marec/marca apríla máj/mája jún/júna júl/júla augusta septembra október/októbra novembra decembra;
január/januar február március/márc április/ápr május/máj június/jún július/júl augusztus szeptember/szept október november december;
ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie noiembrie/noi decembrie;
siječnja/siječanj veljače/veljača ožujka/ožujak travnja/travanj svibnja/svibanj lipnja/lipanj srpnja/srpanj kolovoza/kolovoz
rujna/rujan - studenoga/studenog/studeni prosinca/prosinac;
januar februar marec april maj junij/junija julij/julija avgust/avgusta september oktober november december;
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık;
jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember;
janvāris/janvāra februāris/februāra marts/marta aprīlis/aprīļa maijs/maija jūnijs/jūnija jūlijs/jūlija augusts/augusta
septembris/septembra oktobris/oktobra novembris/novembra decembris/decembra;
sausio/sausis vasario/vasaris kovo/kovas balandžio/balandis gegužės/gegužė birželio/birželis liepos/liepa rugpjūčio/rugpjūtis
rugsėjo/rugsėjis spalio/spalis lapkričio/lapkritis gruodžio/gruodis;
januari/januari pebruari maret/mac april mei/mei juni/jun juli/julai agustus/ogos september/september oktober november
desember/disember;
ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ μαρτίου/μάρτιος/μαρ απριλίου/απρίλιος/απρ μαΐου/μάιος/μαι
ιουνίου/ιούνιος/ιουν ιουλίου/ιούλιος/ιουλ αυγούστου/αύγουστος/αυγ σεπτεμβρίου/σεπτέμβριος/σεπ οκτωβρίου/οκτώβριος/οκτ
νοεμβρίου/νοέμβριος/νοε δεκεμβρίου/δεκέμβριος/δεκ;
января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн июля/июль/июл августа/август/авг
сентября/сентябрь/сен октября/октябрь/окт ноября/ноябрь/ноя декабря/декабрь/дек;
січня/січень лютого/лютий березня/березень квітня/квітень травня/травень червня/червень липня/липень серпня/серпень
вересня/вересень жовтня/жовтень листопада/листопад грудня/грудень;
януари февруари март април май юни юли август септември октомври ноември декември;
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre;
يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر;
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר;
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर/अक्तूबर नवंबर दिसंबर;
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
`
