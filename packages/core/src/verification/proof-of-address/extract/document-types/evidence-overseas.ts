import type { TypeEvidence } from "./evidence.ts"

/** Words for the kinds of documents in Turkish, Indonesian, Malay, Vietnamese and other languages of Asia and Africa, and smaller ones of Europe. */
export const overseasEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "utility_bill",
    6,
    `
    su ve atıksu|su ve atıksu borç bildirimi|borç bildirimi|su borç bildirimi|elektrik tüketim faturası|su tüketim faturası|ısınma gideri|
    ısı gideri|aidat bildirimi|site aidatı|apartman aidatı|elektrik enerjisi faturası|elektrik borç bildirimi|su kanalizasyon faturası|
    doğalgaz tüketim faturası|elektrik haqqı|su haqqı|tagihan rekening air|rekening air|tagihan air|rekening listrik|tagihan gas|
    tagihan pdam|tagihan air minum|tagihan pln|rekening pdam|iuran pengelolaan lingkungan|tagihan iuran|struk tagihan listrik|tagihan ipl|
    bil elektrik anda|bil gas|bil air anda|bil pembetungan|bil kumbahan|bil indah water|bil penyelenggaraan|caj penyelenggaraan|
    bil utiliti|hóa đơn điện|hóa đơn nước|hóa đơn tiền nước|hoá đơn tiền điện|hoá đơn tiền nước|thông báo tiền điện|thông báo tiền nước|
    hóa đơn giá trị gia tăng tiền điện|giấy báo tiền điện|phí quản lý chung cư|thông báo phí quản lý|singil sa kuryente|
    bayarin sa kuryente|bayarin sa tubig|electric service bill|ankara ya umeme|ankara ya maji|bili ya umeme|bili ya maji|
    elektrisiteitsrekening|waterrekening|munisipale rekening|faktura elektrisiteit|فاتورة كهرباء|فاتورة ماء|فاتورة الماء|
    فاتورة الماء والكهرباء|فاتورة الغاز|فاتورة الكهرباء والغاز|فاتورة استهلاك|فاتورة الماء الصالح للشرب|قبض برق|قبض آب|قبض گاز|بجلی کا بل|
    חשבון גז|חשבון חשמל תקופתי|חשבון מים וביוב|पानी का बिल|बिजली का बिल|বিদ্যুৎ বিল|গ্যাস বিল|পানির বিল|ใบแจ้งค่าน้ำประปา|ค่าน้ำประปา|
    ใบแจ้งหนี้ค่าไฟฟ้า|ใบแจ้งหนี้ค่าน้ำ|ガスご使用量のお知らせ|水道使用量のお知らせ|払込票|電気ご使用量|水电费|燃气费|水费单|电费单|煤氣費|煤气费|管理费|管理費|도시가스요금|관리비|
    recibo electrónico de suministro|recibo de energía|recibo de energía eléctrica|recibo por consumo|factura de energía eléctrica|
    factura de servicio eléctrico|factura de servicio de agua|recibo de agua y alcantarillado|planilla de luz|planilla de agua|
    planilla de servicio eléctrico|aviso de cobro de agua|boleta de agua|boleta de luz|boleta de electricidad|
    facture d eau et d électricité|facture d électricité et de gaz|facture eau et électricité|facture d eau potable|
    quittance d électricité|electricity consumer bill|domestic gas bill|domestic electricity bill|sui gas bill|consumer bill|
    property service charge|service charge demand|maintenance charges bill|electricity tax invoice|water supply bill|
    sewerage and water bill|electric bill statement|statement of electricity account|charges communes|appel de charges|
    appel de fonds copropriété|gastos comunes|expensas|expensas comunes|cuota de mantenimiento|recibo de mantenimiento|cuota de comunidad|
    recibo de comunidad|factura d electricitat|factura de l aigua|factura d aigua|factura del gas|factura de la llum|factura da luz|
    factura da auga|argindar faktura|elektrizitate faktura|ur faktura|gas faktura|bille leictreachais|bille gáis|bille uisce|bil trydan|
    bil nwy|bil dŵr|bil ynni|kont tad dawl|kont tad dawl u l ilma|kont tal ilma|stroumrechnung|waasserrechnung`
  ],
  [
    "utility_bill",
    3,
    `
    abone no|abone adı|abone grubu|tarife|ilk endeks|son endeks|endeks|sayaç|sayaç no|enerji bedeli|dağıtım bedeli|atıksu|atıksu bedeli|
    su bedeli|kanalizasyon|elektrik tüketim vergisi|doğalgaz|mesken|sözleşme hesap no|okuma|su tüketim|çevre temizlik vergisi|pemakaian|
    stand awal|stand akhir|golongan tarif|harga air|biaya pemeliharaan meter|no sambungan|id pelanggan|idpel|daya|tarif daya|
    tenaga listrik|air minum|air bersih|kegunaan kwh|caj tenaga|bacaan meter|bacaan dahulu|bacaan semasa|tarif kediaman|kediaman|
    deposit sekuriti|bekalan elektrik|bekalan air|caj rangkaian|điện năng|điện năng tiêu thụ|chỉ số cũ|chỉ số mới|số công tơ|công tơ|
    mã khách hàng|nước sạch|tiêu thụ|điện sinh hoạt|phí bảo vệ môi trường|matumizi|mita|kuryente|tubig|konsumo|elektrisiteit|riool|
    vullisverwydering|الماء الصالح للشرب|التطهير|العداد|رقم العداد|الاستهلاك|استهلاك الكهرباء|כמות קוב|צריכה|מונה חשמל|קריאת מונה|মিটার|
    ইউনিট|หน่วยไฟฟ้า|เลขอ่าน|ค่าไฟ|ค่าน้ำ|検針|ご使用量|抄表|用水量|sewerage|fuel surcharge|street light levy|fuel price adjustment|meter rent|
    service location|consumer id|premise no|mmbtu|kva demand|tariff class|n° de suministro|número de suministro|suministro|cargo fijo|
    consumo de energía|alumbrado público|recibo n|medidor|nis|nic|lectura actual|compteur|ancien index|nouvel index|assainissement|
    redevances fixes|tranche|index|consum elèctric|potència contractada|aigua|electricitat|argindarra|ura|leictreachas|trydan|dŵr|nwy|
    dawl|ilma`
  ],
  [
    "telecom_bill",
    6,
    `
    internet ve tv faturası|ev interneti faturası|internet hizmet faturası|informasi tagihan|tagihan internet|tagihan telepon|
    tagihan indihome|tagihan layanan internet|bil internet|bil telefon|bil jalur lebar|hóa đơn internet|hóa đơn cước viễn thông|
    cước viễn thông|cước internet|hóa đơn dịch vụ viễn thông|thông báo cước|فاتورة الهاتف|فاتورة الإنترنت|فاتورة الاتصالات|חשבון טלפון|
    חשבון אינטרנט|ใบแจ้งค่าบริการอินเทอร์เน็ต|ใบแจ้งค่าบริการ|インターネットご利用料金|通信料金|宽带费|電訊帳單|통신요금|factura de servicios|
    factura de servicios de telecomunicaciones|factura de cable|recibo de internet|recibo de teléfono|recibo telefónico|facture ftth|
    facture adsl|facture télécom|facture de télécommunications|internet service invoice|fibre to the home invoice|landline bill|ptcl bill|
    factura d internet|bille leathanbhanda|bil band eang|fattura tal internet`
  ],
  [
    "telecom_bill",
    3,
    `
    paket internet|sewa perangkat|perangkat stb|kecepatan|mbps|ev telefonu|fiber internet|jalur lebar|cáp quang|truyền hình|
    dịch vụ internet|fibra óptica|telefonía fija|internet fibra|ftth|adsl|telefonia fija|الإنترنت|الألياف البصرية|אינטרנט|อินเทอร์เน็ต`
  ],
  [
    "mobile_phone_bill",
    5,
    `
    cep telefonu hizmet faturası|gsm fatura|tagihan pascabayar|tagihan kartu halo|bil mudah alih|bil telefon bimbit|cước di động|
    cước trả sau|hóa đơn cước di động|facture gsm|فاتورة الهاتف النقال|فاتورة الجوال|recibo de celular|factura celular`
  ],
  [
    "bank_statement",
    6,
    `
    hesap hareketleri|hesap dökümü|vadesiz hesap ekstresi|banka hesap özeti|hesab çıxarışı|laporan mutasi rekening|mutasi rekening|
    laporan rekening|rekening tahapan|rekening tabungan|e statement rekening|laporan transaksi|penyata akaun simpanan|
    penyata akaun semasa|penyata bank|sao kê|bảng sao kê|sao kê tài khoản thanh toán|sổ phụ|sổ phụ tài khoản|pahayag ng bangko|
    taarifa ya akaunti|bankstaat|كشف الحساب|كشف حساب بنكي|كشف حساب جاري|صورت حساب|صورتحساب|דף חשבון|תדפיס חשבון|דפי חשבון|खाता विवरण|
    ব্যাংক স্টেটমেন্ট|หนังสือแจ้งยอดบัญชี|รายการเดินบัญชี|入出金明細|お取引明細|账户对账单|银行流水|交易明细|거래내역|extracte bancari|extracte de compte|
    kontu laburpena|ráiteas bainc|ráiteas cuntais|datganiad banc|kontoauszuch|relevé de compte bancaire|relevé des comptes|
    situation de compte|savings account statement|account statement of`
  ],
  [
    "bank_statement",
    3,
    `
    vadesiz mevduat|vadesiz hesap|para yatırma|para çekme|havale|virman|saldo awal|saldo akhir|mutasi|mutasi cr|mutasi db|nasabah|
    mata uang|baki awal|baki akhir|baki penutup|baki pembukaan|akaun simpanan|số dư đầu kỳ|số dư cuối kỳ|số dư|phát sinh nợ|phát sinh có|
    tài khoản|الرصيد|مدين|دائن|رصيد افتتاحي|יתרה|חובה|זכות|ยอดคงเหลือ|ถอน|ฝาก|普通預金|お引出し|お預入れ|ordinary deposit|particulars|zakat|
    savings account|salary credit|narration`
  ],
  [
    "credit_card_statement",
    6,
    `
    kredi kartı dönem özeti|kredi kartı hesap ekstresi|tagihan kartu|lembar tagihan|rekening kartu kredit|sao kê thẻ|
    تفاصيل بطاقة الائتمان|فاتورة بطاقة الائتمان|פירוט חיובים כרטיס אשראי|ใบแจ้งยอดบัญชีบัตรเครดิต|tarjeta visa|tarjeta mastercard`
  ],
  [
    "council_tax_bill",
    7,
    `
    emlak vergisi bildirimi|emlak ve çevre temizlik vergisi|çevre temizlik vergisi|emlak vergisi tahakkuk|bil cukai taksiran|
    cukai taksiran|cukai harta|cukai tanah|cukai petak|surat pemberitahuan pajak terhutang|sppt pbb|
    pajak bumi dan bangunan perdesaan dan perkotaan|surat pemberitahuan pajak terutang|thuế sử dụng đất phi nông nghiệp|thuế đất|
    thông báo nộp thuế đất|taxe de services communaux|taxe d édilité|taxe d habitation et taxe de services communaux|rasm al khadamat|
    taxe sur les immeubles bâtis|impôt foncier|الرسم على العقارات|رسم الخدمات الجماعية|رسم السكن|حساب ارنونا|property rate bill|
    property rate|property rates bill|rate demand notice|demand note property rate|land rent demand|municipal service bill|
    estado de cuenta corriente tributario|cuponera predial|cuponera de tributos|arbitrios municipales|arbitrios|
    declaración jurada de autovalúo|hoja de resumen predial|contribuciones de bienes raíces|contribución territorial|
    impuesto inmobiliario|tasa municipal|impuesto a la propiedad inmobiliaria|impuesto sobre propiedad inmobiliaria|
    real property tax bill|statement of real property tax|impost sobre béns immobles|ondasun higiezinen gaineko zerga|
    imposto sobre bens inmobles|cáin mhaoine áitiúil|treth gyngor|bil treth y cyngor`
  ],
  [
    "council_tax_bill",
    3,
    `
    belediyesi|belediye|tahakkuk|nilai tahunan|cukai setengah tahun|tunggakan|majlis perbandaran|majlis daerah|njop|wajib pajak|
    objek pajak|district assembly|municipal assembly|rateable value|rate impost|impuesto predial|limpieza pública|serenazgo|
    parques y jardines|municipalidad distrital|municipalidad provincial|gerencia de administración tributaria|insoluto|contribuyente`
  ],
  [
    "tax_document",
    6,
    `
    vergi beyannamesi|vergi tahakkuk fişi|vergi borcu|surat pemberitahuan tahunan|bukti potong|borang ea|notis cukai pendapatan|
    notis taksiran cukai|tờ khai thuế|thông báo thuế|avis d imposition taxe|notice of national health insurance tax|health insurance tax|
    resident tax notice|municipal inhabitant tax|住民税|市民税|納税通知書|国民健康保険税|إشعار بالضريبة|اشعار ضريبي|שומת מס|tax certificate|
    income tax notice|tax deduction certificate|withholding tax certificate|avis d échéance fiscale`
  ],
  [
    "insurance_statement",
    6,
    `
    konut sigortası|dask|zorunlu deprem sigortası|zorunlu deprem sigortası poliçesi|kasko poliçesi|trafik sigortası|ikhtisar polis|
    polis asuransi rumah|tagihan premi|jadual polisi|notis premium|sijil insurans|sijil takaful|takaful|hợp đồng bảo hiểm|
    giấy yêu cầu bảo hiểm|thông báo phí bảo hiểm|renovación de póliza|póliza de vivienda|aviso de renovación|aviso de cobro de prima|
    contrat d assurance multirisque|attestation d assurance multirisque|وثيقة التأمين|شهادة التأمين|פוליסת ביטוח|ביטוח דירה|กรมธรรม์|
    กรมธรรม์ประกันภัย|火災保険|保険料|保险合同|pòlissa|pòlissa d assegurança|aseguru poliza|polasaí árachais|polisi yswiriant`
  ],
  [
    "insurance_statement",
    3,
    `
    sigorta bedeli|sigorta primi|sigortalının|tertanggung|premi|uang pertanggungan|pemegang polis|insured persons|suma asegurada|
    prima total|bên mua bảo hiểm|người được bảo hiểm|phí bảo hiểm|مبلغ التأمين|קצבת ביטוח|assegurat|ผู้เอาประกันภัย`
  ],
  [
    "lease_agreement",
    6,
    `
    kira kontratı|konut kira sözleşmesi|surat perjanjian sewa menyewa|perjanjian sewa rumah|hợp đồng thuê|hợp đồng thuê căn hộ|
    contrat de bail à usage d habitation|tenancy renewal notice|tenancy contract renewal|عقد كراء|عقد الكراء|חוזה שכירות|הסכם שכירות|
    สัญญาเช่า|สัญญาเช่าบ้าน|賃貸契約書|contracte de lloguer|alokairu kontratua|mkataba wa upangaji|huurkontrak`
  ],
  [
    "residence_certificate",
    7,
    `
    surat keterangan tempat tinggal|sijil pemastautin|pengesahan alamat|xác nhận thông tin về cư trú|xác nhận cư trú|
    certificat de résidence administratif|شهادة السكنى|شهادة الإقامة|תעודת תושבות|certificat d empadronament|volant d empadronament|
    errolda agiria|erroldatze agiria|teastas cónaithe|residence registration certificate|juminhyo|在留証明|住民票記載事項証明書|居住证|
    certificado de avecindamiento|constancia de posesión`
  ],
  [
    "bank_letter",
    6,
    `
    surat keterangan bank|surat referensi bank|surat pengesahan bank|xác nhận số dư|giấy xác nhận tài khoản|attestation de domiciliation|
    attestation de solde|شهادة الحساب البنكي|أشهاد بنكي|אישור ניהול חשבון|certificat de titularitat|account maintenance certificate`
  ],
  [
    "government_letter",
    6,
    `
    sosyal güvenlik kurumu başkanlığı|surat dari kementerian|jabatan kebajikan|bảo hiểm xã hội|caisse nationale de sécurité sociale|cnss|
    الصندوق الوطني للضمان الاجتماعي|ביטוח לאומי|המוסד לביטוח לאומי|national pension scheme|social security fund|ssnit|nadra`
  ]
]
