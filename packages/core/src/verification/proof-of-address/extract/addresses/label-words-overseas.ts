import type { AddressLabelWords } from "./labels.ts"

/** Labels of addresses in the English of Asia and Africa, and in the languages of Asia and Africa. */
export const overseasAddressLabels: AddressLabelWords = [
  [
    `
    house address|location address|customer premises address|mailing add|consumer address|address of consumer|name and address of consumer|
    consumer name and address|name address|name address of consumer|name and address of customer|account address|subscriber address|
    taxpayer address|address of taxpayer|address of the taxpayer|owner s address|address of owner|member address|address of assessee|
    correspondence add|postal add|applicant address|address of applicant|registered mailing address|registered residential address|
    place of residence|residing address|permanent residential address|client address|address of insured|insured s address|
    address of the insured|address as per records|address for communication|bill address|payer address|ratepayer address|nominated address|
    physical postal address|residential add|house holder address|
    alamat pelanggan|alamat penagihan|alamat surat|alamat surat menyurat|alamat tempat tinggal|alamat rumah|alamat wajib pajak|
    alamat tagihan|alamat korespondensi|alamat domisili|domisili|tempat tinggal|alamat pemegang polis|alamat nasabah|alamat penduduk|
    alamat lengkap|alamat pos|alamat kediaman|alamat bil|alamat pemilik|alamat pembayar cukai|alamat pengguna|alamat pemegang akaun|
    địa chỉ khách hàng|địa chỉ thường trú|địa chỉ liên hệ|địa chỉ nhận hóa đơn|nơi cư trú|nơi ở hiện tại|hộ khẩu thường trú|
    địa chỉ gửi thư|địa chỉ người mua|địa chỉ thanh toán|nơi thường trú|chỗ ở hiện nay|địa chỉ cư trú|tirahan|tirahan ng kostumer|
    ที่อยู่|ที่อยู่ลูกค้า|ที่อยู่จัดส่ง|ที่อยู่ปัจจุบัน|ที่อยู่จัดส่งเอกสาร|ที่อยู่ตามทะเบียนบ้าน|ទីលំនៅ|អាសយដ្ឋាន|ທີ່ຢູ່|နေရပ်လိပ်စာ|လိပ်စာ|
    anwani|anuani|makazi|anwani ya mteja|anwani ya posta|عنوان|عنوان العميل|عنوان المشترك|عنوان السكن|محل الإقامة|عنوان المراسلة|
    عنوان المنزل|عنوان المكلف|स्थायी पता|वर्तमान पता|पत्राचार का पता|उपभोक्ता का पता|ঠিকানা|বর্তমান ঠিকানা|স্থায়ী ঠিকানা|গ্রাহকের ঠিকানা|پتہ|پتا|
    ठेगाना|ලිපිනය|முகவரி|చిరునామా|ವಿಳಾಸ|വിലാസം|સરનામું|ਪਤਾ|כתובת|כתובת למשלוח דואר|כתובת הלקוח|כתובת מגורים|آدرس|نشانی|آدرس مشترک|
    送付先|お届け先|請求先住所|ご請求先住所|帳單地址|账单地址|通讯地址|联系地址|戶籍地址|청구지|청구지 주소|우편물 수령지`,
    "own"
  ],
  [
    `
    premises location|premise address|customer location|service add|meter location|meter address|point of supply|supply point|
    supply point address|connection address|address of connection|house location|installation location|situation of property|
    location of property|property location address|premise|premises description|location of premises|
    alamat pemasangan|alamat persil|alamat objek pajak|letak objek pajak|alamat instalasi|lokasi objek|alamat op|alamat sambungan|
    lokasi pemasangan|alamat premis|lokasi harta|alamat harta|alamat bekalan|alamat hartanah|alamat perkhidmatan|lokasi premis|
    địa chỉ sử dụng điện|địa chỉ dùng điện|địa chỉ sử dụng nước|địa chỉ lắp đặt|nơi sử dụng|địa chỉ dùng nước|địa chỉ sử dụng|
    lugar ng serbisyo|สถานที่ใช้ไฟฟ้า|สถานที่ใช้น้ำ|สถานที่ติดตั้ง|عنوان العقار|عنوان الخدمة|عنوان العداد|כתובת הנכס|כתובת צרכנות|
    供水地址|用水地址|装表地址|사용장소|ご利用場所|供給場所`,
    "premises"
  ],
  [
    `
    regional office|district office|area office|zonal office|business office|business centre|customer service centre|service centre|
    registered office at|corporate address|collection center|collection centre|cashier office|paying office|circle office|sub division office|
    kantor pusat|alamat kantor|kantor cabang|pengirim|diterbitkan oleh|kantor pelayanan|layanan pelanggan|pejabat berdaftar|pejabat daftar|
    ibu pejabat|alamat pejabat|cawangan|penghantar|khidmat pelanggan|trụ sở|trụ sở chính|đơn vị bán hàng|người bán|chi nhánh|
    địa chỉ công ty|phòng giao dịch|đơn vị phát hành|สำนักงานใหญ่|สาขา|المركز الرئيسي|المقر الرئيسي|الفرع|प्रधान कार्यालय|সদর দপ্তর|
    ofisi kuu|makao makuu|お問い合わせ先|会社住所|服务网点|고객센터`,
    "foreign"
  ],
  [
    `
    resident of village|residing at house no|bertempat tinggal di|beralamat di|berdomisili di|yang beralamat di|tinggal di|ngụ tại|
    cư trú tại|thường trú tại|nakatira sa|naninirahan sa|anayeishi`,
    "lead"
  ]
]
