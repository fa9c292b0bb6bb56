import type { NameLabelWords } from "./holder-labels.ts"

/** Labels of names in the English, Spanish, Portuguese and French of other continents, and in the languages of Asia and Africa. */
export const overseasNameLabels: NameLabelWords = [
  [
    `
    consumer|consumer s name|name of the consumer|registered consumer|payer|payer name|name of payer|account holder s name|a c name|a c holder|
    a c holder name|a c title|acct name|name of account|name and address|name address|customer name and address|consumer name and address|
    name and address of consumer|customer full name|house owner|house owner name|landlord occupant|land owner|plot owner|occupier|occupier name|
    name of owner|name of occupier|registered owner|registered owner s|owner s name|rate payer|rate payer name|ratepayer name|property owner name|
    bill payer|billing name|bill name|contract holder|contract name|subscriber s name|name of subscriber|assured|life assured|name of assured|
    name of the insured|proposer|client s name|customer title|connection holder|name of assessee|assessee|assessee name|tax payer|tax payer name|
    household head|head of household|head of family|depositor|depositor name|member s name|registered name of customer|allottee|
    allottee name|mr ms mrs|name of applicant|addressee|
    nombre y apellido|nombres y apellidos|apellidos y nombres|apellido y nombre|apellido y nombres|nombre del abonado|nombre abonado|
    nombre del asegurado|nombre de la cuenta|nombre cliente|nombre usuario|nombre contribuyente|nombre del consumidor|consumidor|usuario|usuaria|
    señor|señores|señor es|señora|sr es|propietario|propietaria|nombre propietario|contratante|nombre del contratante|socio|asociado|
    deudor|titular del servicio|titular del suministro|titular del medidor|nombre titular|cuentahabiente|tarjetahabiente|cuentacorrentista|
    razón social nombre|nombre razón social|nombre o denominación|nombre denominación o razón social|a nombre de|facturado a|facturar a|
    adquirente|receptor|poseedor|sujeto obligado|responsable de pago|
    nome do consumidor|consumidor|pagador|sacado|usuário|usuária|nome do usuário|nome razão social|nome do assinante|assinante|
    nome do pagador|correntista|nome do correntista|associado|cooperado|destinatário|nome do destinatário|nome do proprietário|
    nome do segurado|estipulante|mutuária|contribuinte nome|titular da unidade consumidora|nome do contratante|contratante|beneficiário da conta|
    utente|nome do utente|nome do munícipe|munícipe|
    nom et prénoms du client|nom et prénom du client|nom prénoms|nom de l abonné|nom abonné|nom et prénom de l abonné|nom de l usager|
    nom client|nom ou raison sociale|raison sociale ou nom|nom de l assuré|souscripteur assuré|titulaire de l abonnement|titulaire de la police|
    contribuable|assujetti|identité du client|identité du contribuable|nom du propriétaire|propriétaire du bien|nom du souscripteur|
    nom du bénéficiaire du branchement|payeur|débiteur principal|consommateur|noms et prénoms|noms et postnoms|nom postnom prénom`,
    "holder"
  ],
  [
    `
    nama pemilik|nama pemegang polis|nama nasabah|nama wajib pajak|nama lengkap|nama pelanggan|nama konsumen|pelanggan|nasabah|pemegang polis|
    tertanggung|nama tertanggung|wajib pajak|pemilik|pemilik rekening|nama pemilik rekening|kepala keluarga|nama kepala keluarga|
    kepada yth|kepada|kepada yang terhormat|yth|yang terhormat|ditagihkan kepada|nama wp|nama pembayar|penghuni|
    nama pemegang akaun|pemegang akaun|nama pengguna akaun|pengguna|pemunya|nama pembayar cukai|pembayar cukai|nama penuh|nama pemilik berdaftar|
    pemilik berdaftar|pelanggan berdaftar|kepada tuan puan|pemegang kad|
    khách hàng|tên chủ hộ|chủ hộ|họ tên|họ và tên khách hàng|họ tên khách hàng|tên người mua|tên người mua hàng|họ tên người mua hàng|người mua|
    người mua hàng|chủ tài khoản|tên chủ tài khoản|tên tài khoản|người nộp thuế|tên người nộp thuế|bên mua|bên mua bảo hiểm|người được bảo hiểm|chủ hợp đồng|
    chủ thuê bao|tên thuê bao|kính gửi|kính gởi|quý khách|kính gửi quý khách hàng|tên quý khách|người nhận|chủ sử dụng|chủ thẻ|
    pangalan|pangalan ng kostumer|pangalan ng may ari|may ari|kostumer|
    ชื่อ|ชื่อลูกค้า|ชื่อผู้ใช้ไฟฟ้า|ชื่อผู้ใช้น้ำ|ชื่อบัญชี|ชื่อ นามสกุล|ผู้ใช้ไฟฟ้า|ผู้ใช้น้ำ|เจ้าของบัญชี|ผู้เอาประกันภัย|ชื่อผู้ใช้บริการ|
    jina|jina la mteja|mteja|jina kamili|mlipaji|jina la mlipa kodi|mmiliki|
    اسم العميل|اسم المشترك|العميل|المشترك|اسم صاحب الحساب|صاحب الحساب|الاسم|اسم المستهلك|اسم المالك|المالك|المكلف|اسم المكلف|اسم المؤمن له|المؤمن له|
    السيد|السيدة|السادة|الى السيد|
    उपभोक्ता का नाम|ग्राहक का नाम|नाम|खाताधारक का नाम|মালিকের নাম|গ্রাহকের নাম|নাম|করদাতার নাম|نام|نام صارف|نام مشترک|صارف کا نام|
    ग्राहकको नाम|करदाताको नाम|නම|பெயர்|வாடிக்கையாளர் பெயர்|שם|שם הלקוח|שם המשלם|שם הצרכן|לכבוד|בעל החשבון|שם בעל החשבון|
    ご契約名義|ご使用者名|お客さま名|ご契約者|契約名義|納税義務者|世帯主|口座名義|口座名義人|被保険者|保険契約者|
    用戶名稱|用户名称|用電戶名|納稅義務人|要保人|被保險人|缴费人|成人户主|戶長|户主|고객명|성명|수용가명|납세자|납세의무자|예금주|계약자|세대주|받는 분`,
    "holder"
  ],
  [
    "penyewa|nama penyewa|bên thuê|người thuê|người thuê nhà|ผู้เช่า|mpangaji|المستأجر|اسم المستأجر|किरायेदार|ভাড়াটিয়া|کرایہ دار|שוכר|השוכר|賃借人|承租人|임차인",
    "tenant"
  ],
  [
    "pemilik rumah|pemberi sewa|tuan rumah|bên cho thuê|người cho thuê|chủ nhà|ผู้ให้เช่า|mwenye nyumba|المؤجر|اسم المؤجر|मकान मालिक|বাড়িওয়ালা|משכיר|המשכיר|賃貸人|出租人|임대인",
    "landlord"
  ],
  [
    `
    father husband name|father s husband s name|father or husband name|f h name|
    nominee s name|agent name|introducer|introducer name|meter reader|cashier|collector|accountant|chief executive|assistant manager|
    branch head|executive engineer|district finance officer|municipal commissioner|mayor|chairman|treasurer|sub divisional officer|
    gerente|gerente general|alcalde|tesorero|tesorera|ejecutivo|ejecutivo de cuenta|asesor|asesora|cajero|recaudador|representante legal|
    apoderado|firma autorizada|elaborado por|emitido por|atendido por|nombre del padre|nombre de la madre|beneficiario final|agente|corredor|
    prefeito|gerente da conta|tesoureiro|emitido por|atendente|sacador avalista|cedente|corretor|corretora|responsável técnico|
    le directeur général|le percepteur|le maire|le receveur|caissier|agent de recouvrement|établi par|chargé de clientèle|chef d agence|
    nom du père|nom de la mère|directeur régional|conseiller clientèle|
    direktur|kepala|kepala desa|lurah|petugas|kasir|disetujui oleh|dibuat oleh|nama ayah|nama ibu|penerima|petugas catat meter|
    pengurus|pegawai|setiausaha|yang dipertua|disediakan oleh|nama bapa|ejen|
    giám đốc|người lập|người lập phiếu|thủ trưởng đơn vị|người bán hàng|đơn vị bán|người ký|nhân viên|kế toán trưởng|bên bán|
    ผู้จัดการ|ผู้รับเงิน|meneja|mkurugenzi|المدير|المحصل|اسم الأب|الموظف المسؤول|שם האב|担当者|責任者|経辦人|经办人|담당자`,
    "other"
  ]
]
