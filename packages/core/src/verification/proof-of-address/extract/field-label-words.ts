/** Labels of numbers and amounts in the languages beside the usual ones of western Europe. */
export const furtherFieldPhrases = `
    numer nabywcy|nr odbiorcy|numer licznika|nr licznika|nr umowy|numer polisy|nr polisy|nr ppe|kod ppe|termin płatności|kwota do zapłaty|
    číslo účtu|číslo smlouvy|číslo zmluvy|číslo odběrného místa|číslo odberného miesta|číslo elektroměru|číslo plynoměru|číslo vodomeru|
    zákaznické číslo|zákaznícke číslo|konstantní symbol|konštantný symbol|specifický symbol|ičo|dič|ič dph|spisová značka|naše značka|
    naše zn|váš dopis|vyřizuje|vybavuje|číslo pojistné smlouvy|číslo poistky|rodné číslo|ean opm|telefón|številka računa|št računa|
    številka kupca|št kupca|sklic|davčna številka|id za ddv|emšo|številka pogodbe|številka merilnega mesta|trr|broj računa|račun br|
    račun broj|broj kupca|kupac broj|korisnički broj|šifra korisnika|broj ugovora|broj brojila|poziv na broj|oib|mbs|matični broj|pib|jmbg|
    broj pretplatnika|pretplatnički broj|naplatni broj|urbroj|ur broj|broj police|број рачуна|рачун број|шифра корисника|корисник број|
    број уговора|број бројила|позив на број|матични број|пиб|јмбг|број на сметка|број на фактура|фактура број|број на договор|ембг|едб|
    шифра на корисник|претплатнички број|вкупно|износ за плаќање|клиентски номер|клиентски|абонатен номер|
    фактура номер|номер на фактура|номер на договор|егн|еик|партиден номер|партида|сума за плащане|обща сума|дължима сума|
    особовий рахунок|номер рахунку|номер договору|єдрпоу|іпн|рнокпп|сума|до сплати|всього|номер лічильника|
    лицевой счёт|лицевой счет|номер счета|инн|кпп|снилс|сумма|итого|к оплате|номер договора|номер абонента|номер счётчика|
    felhasználó azonosító|vevő azonosító|vevőazonosító|vevő fizető azonosító|felhasználó azonosító száma|ügyfélazonosító|ügyfél azonosító|
    számla sorszáma|számlasorszám|számla száma|számlaszám|szerződésszám|szerződés száma|szerződésszámlaszám|mérőóra gyári száma|
    mérő gyári száma|adóazonosító jel|adószám|fizetendő|fizetendő összeg|telefonszám|ügyiratszám|iktatószám|kötvényszám|pod azonosító|
    kivonat száma|oldalszám|cod client|cod abonat|cod loc consum|cod loc de consum|cod încasare|cod contract|număr contract|nr contract|
    număr factură|nr factură|factura nr|cnp|cui|cif|nr reg com|cod fiscal|total de plată|nr înregistrare|număr poliță|polița nr|αρ παροχής|
    αριθμός παροχής|αρ λογαριασμού|αρ πελάτη|αριθμός πελάτη|αρ συμβολαίου|αριθμός συμβολαίου|αρ τιμολογίου|αρ μετρητή|αριθμός μετρητή|α φ μ|
    αρ πρωτ|αριθ πρωτ|αρ ταυτότητας|τηλέφωνο|κινητό|ποσό|σύνολο|κωδικός ηλεκτρονικής πληρωμής|αρ υδρομέτρου|fatura no|fatura numarası|
    abone no|abone numarası|müşteri no|müşteri numarası|tesisat no|tesisat numarası|sözleşme no|sözleşme hesap no|sayaç no|sayaç seri no|
    hesap no|hesap numarası|t c kimlik no|tc kimlik no|vergi no|vergi kimlik no|vkn|tckn|sicil no|poliçe no|kart numarası|ödenecek tutar|
    mersis no|abone grubu|etso kodu|nr klientit|numri i klientit|numri i kontratës|nr i faturës|numri i faturës|nr faturës|
    numri i njehsorit|nipt|nuis|shuma|totali|kliendi nr|kliendinumber|kliendi number|viitenumber|viitenr|arve nr|arve number|lepingu nr|
    lepingu number|isikukood|registrikood|reg nr|kmkr|tasuda|mõõtja nr|arvesti nr|konto nr|poliisi nr|klienta nr|klienta numurs|
    klienta kods|abonenta numurs|rēķina nr|rēķina numurs|rēķins nr|līguma nr|līguma numurs|personas kods|reģ nr|reģistrācijas numurs|pvn nr|
    skaitītāja nr|konta nr|kopā|apmaksai|polises nr|norēķinu konts|tālrunis|kadastra nr|kliento kodas|kliento nr|kliento numeris|
    mokėtojo kodas|abonento kodas|abonento nr|sąskaitos nr|sąskaitos numeris|sutarties nr|sutarties numeris|asmens kodas|įmonės kodas|
    pvm kodas|mokėti|iš viso|skaitiklio nr|poliso nr|kennitala|viðskiptanúmer|viðskiptamannsnúmer|númer reiknings|reikningsnúmer|
    reikningur nr|samningsnúmer|mælir nr|mælisnúmer|fastanúmer|fasteignanúmer|upphæð|til greiðslu|farsími|vsk nr|tilvísun|tilv|krafa nr|
    asiakasnro|laskun nro|sopimusnumero|sopimuksen numero|käyttöpaikkatunnus|käyttöpaikan tunnus|henkilötunnus|y tunnus|yhteensä|kundenr|
    kunde nr|aftalenr|aftalenummer|målernummer|målenr|fakturanr|faktura nr|avtalenummer|kontonr|organisasjonsnr|fødselsnummer|beløb|beløp|
    belopp|kundnr|avtalsnummer|anläggnings id|mätarnummer|personnr|att betala|at betale|å betale|i alt|numru tal kont|numru tal kontijiet|
    numru tal klijent|numru tal fattura|numru tal identità|número de client|núm de client|núm de contracte|núm de factura|bezero zenbakia|
    faktura zenbakia|kontratu zenbakia|zenbatekoa|número de abonado|nomor pelanggan|no pelanggan|nomor kontrak|no kontrak|nomor tagihan|
    no tagihan|nomor rekening|no rekening|nomor meter|no meter|nomor invoice|no invoice|no invois|nomor polis|no polis|npwp|nop|
    id pelanggan|idpel|golongan tarif|tarif daya|no sambungan|nomor sambungan|nomor telepon|no telepon|no hp|jumlah tagihan|total tagihan|
    mata uang|no akaun|nombor akaun|no bil|nombor bil|no k p|no kad pengenalan|no pendaftaran|deposit sekuriti|jumlah perlu dibayar|
    jumlah perlu bayar|no telefon|no tel|muka surat|mã khách hàng|mã kh|số hợp đồng|số hóa đơn|mã số thuế|mst|số tài khoản|số công tơ|mã số|
    số điện thoại|điện thoại|số tiền|tổng cộng|tổng tiền thanh toán|cmnd|cccd|số cccd|mã hợp đồng|ký hiệu|kỳ hóa đơn|danh bộ|mã danh bộ|
    số seri|รหัสลูกค้า|หมายเลขผู้ใช้ไฟฟ้า|เลขที่ใบแจ้ง|เลขที่สัญญา|หมายเลขบัญชี|เลขที่บัญชี|โทร|จำนวนเงิน|เลขประจำตัวผู้เสียภาษี|
    เลขประจำตัวประชาชน|namba ya mteja|namba ya akaunti|namba ya mita|رقم الحساب|رقم المشترك|رقم العميل|رقم الفاتورة|رقم العداد|رقم العقد|
    المبلغ|هاتف|جوال|उपभोक्ता संख्या|खाता संख्या|बिल संख्या|मीटर संख्या|राशि|ग्राहक संख्या|গ্রাহক নম্বর|হিসাব নম্বর|বিল নম্বর|মিটার নম্বর|
    צרכן מספר|מספר לקוח|מספר חשבון|ca no|ca number|consumer number|consumer id|service no|service number|service connection no|
    installation no|bp no|bp number|rr no|k no|usc no|sc no|meter no|meter num|connection no|customer code|premise no|premises no|
    premise number|customer ref|bill ref|a c no|a c number|acc no|cnic|bvn|tin no|kra pin|aadhaar|gstin|ghana card|digital address|
    ghanapost gps|emirates id|trade licence|ejari no|ejari number|plot id|parcel no|assessment no|assessment number|property id|holding no|
    zone no|sub division|feeder name|tariff class|geo code|district code|account type|branch code|n° de suministro|número de suministro|
    nro de suministro|nro suministro|n° suministro|nro de cliente|nro cliente|nro de cuenta|nro de medidor|nro medidor|número de medidor|
    n° medidor|cuenta contrato|código único|código de cliente|código cliente|código de contribuyente|código contribuyente|rfc|cuit|cuil|
    curp|cédula|cedula|ncf|nro de factura|n° de factura|no de factura|no de cuenta|no de contrato|no de servicio|número de servicio|
    número de póliza|cuenta corriente|monto a pagar|total factura|clave catastral|referencia catastral|número predial|código catastral|
    nº da instalação|número da instalação|nº da conta|nº do cliente|código do cliente|número de cliente|código da instalação|cpf cnpj|
    insc est|inscrição estadual|inscrição municipal|inscrição imobiliária|nosso número|número do medidor|nº do medidor|nuit|contrato nº|
    nota fiscal|n° abonné|n° d abonné|numéro d abonné|n° de police|n° police|police n|n° de compteur|compteur n|n° compteur|n° contrat|
    n° de contrat|référence contrat|référence abonné|code client|identifiant client|identifiant fiscal|n° article|n° de tournée|
    n° de quittance|quittance n|ninea|rccm|n° de gsm`
