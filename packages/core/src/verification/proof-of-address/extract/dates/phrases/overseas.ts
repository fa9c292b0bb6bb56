import type { DatePhrases } from "../label.ts"

/** Labels of dates in Turkish and in languages of Asia and Africa, and what English, French and Spanish print overseas. */
export const overseasDatePhrases: DatePhrases = [
  // Turkish and Azerbaijani
  [
    `
    faturanın tarihi|fatura düzenleme tarihi|düzenleme zamanı|düzenlenme zamanı|fatura kesim tarihi|kesim tarihi|hesap özeti tarihi|
    ekstre kesim tarihi|hesap kesim tarihi|basım tarihi|baskı tarihi|yazdırma tarihi|veriliş tarihi|verildiği tarih|tebliğ tarihi|
    bildirim tarihi|tahakkuk tarihi|poliçe tanzim tarihi|tanzim tarihi|oluşturma tarihi|belge düzenleme tarihi|rapor tarihi|makbuz tarihi|
    hazırlanma tarihi|hesabın tarixi|qaimənin tarixi|verilmə tarixi|çap tarixi`,
    "issue"
  ],
  ["tarih|tarihi|tarixi|tarix", "date"],
  [
    `
    dönemi|fatura dönemi|tahakkuk dönemi|tüketim dönemi|ekstre dönemi|hesap dönemi|ait olduğu dönem|ilgili dönem|okuma dönemi|tarih aralığı|
    hesap hareketleri dönemi|sigorta dönemi|sigorta süresi|vergilendirme dönemi|yılı|dövr|hesabat dövrü|fatura ayı`,
    "period"
  ],
  ["başlangıç tarihi|dönem başı|dönem başlangıcı", "period_start"],
  ["bitiş tarihi|dönem sonu", "period_end"],
  ["geçerlilik|geçerlilik süresi", "valid_until"],
  ["kira süresi|sözleşme süresi", "term"],
  [
    `
    son ödeme|son ödeme günü|ödeme tarihi|vade tarihi|vadesi|vade|ödeme vadesi|ödendi|ödeme alındı|son ödenen|otomatik ödeme tarihi|
    ilk okuma tarihi|son okuma tarihi|ilk okuma|son okuma|okuma zamanı|bir sonraki okuma tarihi|sonraki okuma tarihi|gelecek okuma tarihi|
    sonraki hesap kesim tarihi|bir sonraki hesap kesim tarihi|gelecek hesap kesim tarihi|önceki hesap kesim tarihi|önceki fatura tarihi|
    önceki son ödeme tarihi|sonraki son ödeme tarihi|sözleşme tarihi|abonelik tarihi|abonelik başlangıç tarihi|taahhüt bitiş tarihi|
    taahhüt başlangıç tarihi|taahhüt|kampanya bitiş tarihi|işlem tarihi|valör|valör tarihi|muhasebe tarihi|doğum yeri ve tarihi|
    kesme tarihi|ödəniş tarixi|son ödəniş tarixi|doğum tarixi`,
    "other"
  ],
  // Indonesian and Malay
  [
    `
    tanggal tagihan|tanggal faktur|tanggal invoice|tanggal dicetak|dicetak pada|dicetak tanggal|dicetak|tgl cetak|tgl terbit|tgl tagihan|
    tgl faktur|tanggal penerbitan|diterbitkan|diterbitkan pada|tanggal dokumen|tanggal laporan|tanggal rekening|tanggal statement|
    tanggal surat|tanggal pembuatan|tanggal billing|tanggal polis|tanggal pencetakan|tarikh invois|tarikh penyata|tarikh dikeluarkan|
    tarikh keluaran|dikeluarkan pada|tarikh cetak|tarikh cetakan|dicetak pada|tarikh dokumen|tarikh surat|tarikh notis|
    tarikh penyata akaun|tarikh bil dikeluarkan|tarikh jana`,
    "issue"
  ],
  ["tanggal|tgl|tarikh", "date"],
  ["saldo per|saldo pada|saldo per tanggal|baki pada|baki setakat|per tanggal|setakat", "balance"],
  [
    `
    periode|periode pemakaian|periode laporan|periode rekening|periode transaksi|periode penggunaan|bulan tagihan|bulan rekening|
    bulan pemakaian|bulan|tahun pajak|masa pajak|tahun|periode pertanggungan|jangka waktu pertanggungan|bulan tahun|bln tagihan|
    tempoh bil|tempoh penyata|tempoh|tempoh penggunaan|tempoh caj|bulan bil|untuk tempoh|tahun taksiran|tahun cukai|tempoh perlindungan|
    penyata bagi bulan`,
    "period"
  ],
  ["dari tanggal|tanggal mulai|tarikh mula|mulai tanggal", "period_start"],
  ["sampai tanggal|tanggal akhir|tanggal berakhir|tarikh akhir|tarikh tamat", "period_end"],
  ["berlaku sampai|berlaku hingga|masa berlaku|sah sehingga|sah hingga", "valid_until"],
  [
    `
    tanggal jatuh tempo|tgl jatuh tempo|batas pembayaran|batas akhir pembayaran|batas waktu pembayaran|bayar sebelum|
    dibayar paling lambat|paling lambat|tanggal pembayaran|tanggal bayar|tgl bayar|pembayaran terakhir|pembayaran diterima|
    pembayaran terakhir diterima tanggal|diterima tanggal|tanggal catat|tgl catat|tanggal catat meter|tanggal baca|tgl baca|
    tanggal pencatatan|tanggal transaksi|tanggal efektif|tanggal valuta|tanggal kontrak|tanggal pemasangan|tempat tanggal lahir|tgl lahir|
    tagihan sebelumnya|tagihan berikutnya|bayar selewatnya|bayar selewat lewatnya|bayar sebelum atau pada|tarikh akhir bayaran|
    tarikh akhir bayar|tarikh luput|tarikh matang|perlu dibayar sebelum|tarikh bayaran|tarikh bayaran terakhir|bayaran terakhir|
    bayaran diterima|bil terdahulu|bil seterusnya|tarikh bacaan|tarikh bacaan meter|tarikh bacaan meter seterusnya|
    bacaan meter seterusnya|bacaan terdahulu|bacaan semasa|tarikh urus niaga|tarikh transaksi|tarikh nilai|tarikh kuat kuasa|
    tarikh kontrak|tarikh perjanjian|sehingga`,
    "other"
  ],
  // Vietnamese
  [
    `
    ngày phát hành|ngày xuất hóa đơn|ngày lập hóa đơn|ngày in|ngày hoá đơn|ngày lập hoá đơn|ngày ký|ngày cấp|ngày sao kê|ngày in sao kê|
    ngày thông báo|ngày tạo|ngày lập bảng kê|ngày phát hành hóa đơn|ngày phát hành sao kê`,
    "issue"
  ],
  ["ngày|ngày tháng", "date"],
  [
    `
    kỳ|kỳ cước|kỳ thanh toán|kỳ tính tiền|kỳ ghi chỉ số|kỳ hoá đơn|từ ngày|kỳ sao kê|thời gian|tháng|tháng cước|cước tháng|kỳ sử dụng|
    thời hạn bảo hiểm|tiền điện tháng|tiền nước tháng|năm`,
    "period"
  ],
  [
    `
    hạn thanh toán|ngày đến hạn|ngày đến hạn thanh toán|hạn nộp|hạn chót thanh toán|thanh toán trước ngày|trước ngày|ngày thanh toán|
    đã thanh toán ngày|ngày ghi chỉ số|ngày đọc chỉ số|ngày giao dịch|ngày hiệu lực|ngày sinh|sinh ngày|ngày hợp đồng|hợp đồng ngày|
    ngày cắt điện|ngày ghi điện`,
    "other"
  ],
  // Filipino, Swahili and Afrikaans
  ["petsa ng bill|petsa ng pahayag|petsa ng pag isyu|petsa ng singil", "issue"],
  ["petsa", "date"],
  ["saklaw ng bill|panahon ng singil|panahon", "period"],
  ["huling araw ng pagbabayad|takdang petsa|petsa ng pagbabayad|petsa ng kapanganakan|petsa ng basa", "other"],
  ["tarehe ya ankara|tarehe ya kutolewa|tarehe ya bili|imetolewa tarehe|tarehe ya taarifa", "issue"],
  ["tarehe", "date"],
  ["kipindi|kipindi cha ankara|kipindi cha bili|mwezi", "period"],
  ["tarehe ya mwisho ya malipo|mwisho wa kulipa|lipa kabla ya|tarehe ya kuzaliwa|tarehe ya kusoma mita|tarehe ya malipo", "other"],
  ["rekeningdatum|faktuurdatum|staatdatum|datum van uitreiking|uitreikingsdatum|datum van rekening|datum van staat", "issue"],
  ["rekeningtydperk|tydperk|staatperiode|maand", "period"],
  ["betaaldatum|betaal voor|betaalbaar voor|vervaldatum|lesingsdatum|meterlesing|geboortedatum|laaste betaling|volgende lesing", "other"],
  // Arabic, Persian, Urdu and Hebrew
  [
    `
    تاريخ الإصدار|تاريخ اصدار الفاتورة|تاريخ إصدار الفاتورة|تاريخ كشف الحساب|تاريخ الكشف|تاريخ الطباعة|حرر في|حرر بتاريخ|صدر بتاريخ|
    تاريخ التحرير|تاريخ الفوترة|تاريخ الاشعار|تاریخ صدور|تاریخ صدور قبض|تاریخ اجرا|تاريخ اجراء|תאריך הפקה|תאריך הפקת החשבון|תאריך חשבון|
    תאריך החשבון|תאריך עריכה|תאריך הנפקה|הופק בתאריך|תאריך הדפסה|תאריך המסמך`,
    "issue"
  ],
  ["بتاريخ|تاريخ|التاريخ|تاریخ|תאריך", "date"],
  ["الرصيد في|الرصيد بتاريخ|יתרה ליום", "balance"],
  ["فترة الاستهلاك|فترة الفوترة|فترة الكشف|عن الفترة|الفترة من|شهر|دوره|دوره مصرف|مدت|תקופת החשבון|תקופת חיוב|לתקופה|תקופה|חודש", "period"],
  [
    `
    آخر أجل للدفع|آخر أجل للأداء|تاريخ الأداء|تاريخ السداد|آخر موعد للسداد|آخر موعد للدفع|تاريخ الدفع|يدفع قبل|تاريخ القراءة|قراءة العداد|
    تاريخ القراءة القادمة|تاريخ العقد|تاريخ الازدياد|تاریخ قرائت|مهلت پرداخت|تاریخ تولد|تاریخ پیدائش|آخری تاریخ|לתשלום עד|
    מועד אחרון לתשלום|תאריך פירעון|תאריך לתשלום|תאריך קריאה|קריאה קודמת|קריאה נוכחית|תאריך לידה|תאריך ערך`,
    "other"
  ],
  // South and East Asia
  [
    `
    बिल दिनांक|बिल की तारीख|जारी करने की तिथि|बिल तिथि|विवरण तिथि|বিলের তারিখ|ইস্যুর তারিখ|বিল ইস্যুর তারিখ|วันที่ออกใบแจ้งหนี้|
    วันที่ออกบิล|วันที่ออกเอกสาร|วันที่ออก|วันที่พิมพ์|วันที่ใบแจ้งหนี้|วันที่แจ้งหนี้|วันที่สรุปยอด|วันที่สรุปยอดบัญชี|วันที่ตัดรอบ|出账日期|
    出账日|開單日期|發單日期|帳單日|結單日期|结账日|打印日期|開票日期|开票日期|請求日|ご請求日|作成日|発行年月日|明細書作成日|청구일|작성일자|발행일자|발급일자|고지일`,
    "issue"
  ],
  ["दिनांक|तिथि|তারিখ|วันที่|작성년월일", "date"],
  [
    "बिलिंग अवधि|बिल अवधि|अवधि|বিলের মাস|সময়কাল|รอบบิล|รอบการใช้งาน|รอบบัญชี|ประจำเดือน|ระหว่างวันที่|帳單週期|计费周期|使用期間|ご使用期間|検針期間|이용기간|청구월",
    "period"
  ],
  [
    `
    देय तिथि|अंतिम तिथि|भुगतान की अंतिम तिथि|मीटर रीडिंग तिथि|जन्म तिथि|পরিশোধের শেষ তারিখ|শেষ তারিখ|জন্ম তারিখ|วันครบกำหนดชำระ|
    วันที่ครบกำหนด|ครบกำหนดชำระ|กำหนดชำระ|วันครบกำหนด|ชำระภายในวันที่|โปรดชำระภายใน|วันที่อ่านหน่วย|วันที่จดเลขอ่าน|วันที่อ่านมาตร|
    วันเกิด|วันที่ชำระ|วันที่ทำรายการ|缴费截止日|最后缴费日期|繳款期限|最後繳費日|抄表日期|下次抄表|付款日期|交易日期|検針日|次回検針日|次回検針予定日|お引落日|口座振替日|검침일|결제일|납부마감일|생년월일`,
    "other"
  ],
  // English, French, Spanish and Portuguese as printed overseas
  [
    `
    bill issue date|date bill issued|date of bill|billing date|date billed|bill generated on|date of demand|demand date|date of statement|
    printed on|date of printing|date generated|statement generated on|statement generation date|print date|fait le|établi en date du|
    arrêté du compte au|date d arrêté du compte|fecha de emision|fecha emision recibo|fecha de facturacion|f emisión|fec emi|
    fecha y hora de emisión|fecha de generación del estado de cuenta`,
    "issue"
  ],
  [
    `
    bill month|billing month|month of bill|bill cycle|billing cycle|usage period|usage month|service period|period of supply|
    reading period|month|mes facturado|mes de facturación|mes de consumo|ciclo|ciclo de facturación|periodo de lectura|periodo de uso|
    consumo del mes|mois de facturation|mois facturé|période de relève|bimestre|mois de consommation`,
    "period"
  ],
  [
    `
    reading date|connection date|date of connection|meter reading date|next reading date|next meter reading|previous reading date|
    present reading date|current reading date|prev reading|pres reading|last payment|last payment date|payment received|payments received|
    last date|last date of payment|last date for payment|due by|payable by|payable by due date|pay before|pay on or before|pay by|
    valid upto|valid up to|disconnection date|date of supply|expiry of contract|contract expiry|tenancy start|tenancy end|
    issue of disconnection|date de la prochaine relève|date de relevé de compteur|date limite de règlement|date de coupure|
    date d abonnement|dernier paiement|date du dernier paiement|prochaine lecture|ancien index|nouvel index|último día para pagar|
    fecha de última lectura|fecha de corte por falta de pago|próxima fecha de corte|próximo corte|pago recibido|deuda actualizada al|
    fecha de próxima lectura|fecha próxima lectura|f vencimiento|fec venc|vencto|último pago realizado`,
    "other"
  ]
]
