import type { AddressLabelWords } from "./labels.ts"

/** Labels of addresses in Romanian, Greek, Turkish, Albanian and the Caucasus, and in the Spanish, Portuguese and French of other continents. */
export const southernAddressLabels: AddressLabelWords = [
  [
    `
    adresă|adresa client|adresa clientului|adresa titularului|adresa abonatului|domiciliu fiscal|domiciliul fiscal|adresa poștală|
    adresa contribuabilului|adresa titular contract|adresa asiguratului|adresa de expediere|adresa de comunicare|adresa plătitorului|
    διεύθυνση πελάτη|διεύθυνση αλληλογραφίας|ταχυδρομική διεύθυνση|διεύθυνση καταναλωτή|διεύθυνση υδρολήπτη|διεύθυνση κατόχου|δ νση|
    διεύθυνση λογαριασμού|διεύθυνση συνδρομητή|διεύθυνση διαμονής|διεύθυνση τιμολόγησης|διεύθυνση φορολογουμένου|διεύθυνση δικαιούχου|
    adresi|müşteri adresi|abone adresi|ikamet adresi|ikametgah|ikametgâh adresi|ev adresi|tebligat adresi|posta adresi|yazışma adresi|
    iletişim adresi|mükellefin adresi|mükellef adresi|yerleşim yeri|abonenin adresi|sigortalının adresi|adresa e klientit|
    adresa e banimit|vendbanimi|adresa e faturimit|adresa e konsumatorit|adresa e abonentit|adresa postare|vendbanim|adresa e subjektit|
    ünvan|ünvanı|abonentin ünvanı|yaşayış yeri|yaşadığı ünvan|მისამართი|հասցե|manzil|manzili|мекенжайы|
    datos del suministro|datos del servicio|datos del usuario|datos del abonado|datos del contribuyente|datos del titular|datos del asegurado|
    dados do consumidor|dados do usuário|dados do contribuinte|informations client|informations abonné|domicilio de entrega|dirección de entrega|domicilio postal|dirección de cobro|dirección de residencia|domicilio real|
    dirección residencial|dirección de notificación|domicilio de notificación|dirección del contribuyente|dirección del abonado|
    dirección del cliente|dirección del usuario|domicilio del cliente|domicilio del contribuyente|domicilio del asegurado|
    dirección del asegurado|dirección de cobranza|domicilio de cobro|dirección de reparto|lugar de residencia|domicilio particular|
    domicilio legal del cliente|residencia|endereço de entrega|endereço residencial|endereço postal|endereço do titular|endereço do pagador|
    endereço do segurado|endereço do contribuinte|endereço fiscal|residente|local de residência|morada de residência|morada do cliente|
    morada do titular|morada postal|adresse abonné|adresse de l abonné|adresse géographique|lieu de résidence|adresse de résidence|
    domicile fiscal|adresse du contribuable|adresse client|adresse du domicile fiscal|adresse personnelle|adresse d envoi|
    adresse de l usager|lieu d habitation|adresse actuelle`,
    "own"
  ],
  [
    `
    loc consum|locul de consum|adresa loc consum|adresa loc de consum|adresa punctului de consum|adresa imobilului|adresa bunului|
    adresa de instalare|adresa furnizării|punct de consum|punctul de consum|adresa proprietății|διεύθυνση ακινήτου|διεύθυνση υποστατικού|
    τόπος κατανάλωσης|διεύθυνση εγκατάστασης|σημείο παροχής|διεύθυνση ακίνητης ιδιοκτησίας|διεύθυνση παροχής ρεύματος|κινδυνευόμενο ακίνητο|
    kullanım yeri|tüketim yeri adresi|tüketim noktası|tüketim noktası adresi|hizmet adresi|sayaç adresi|taşınmaz adresi|riziko adresi|
    sigortalı yer|kurulum adresi|mesken adresi|adresa e objektit|adresa e shërbimit|adresa e njehsorit|vendi i konsumit|
    domicilio de suministro|domicilio del suministro|domicilio suministro|dirección de la propiedad|ubicación del inmueble|
    ubicación del predio|lugar de suministro|dirección de instalación|domicilio del servicio|domicilio de instalación|
    domicilio del inmueble|domicilio predial|ubicación del servicio|ubicación del bien|dirección de consumo|dirección de la cuenta|
    dirección del medidor|lugar de consumo|endereço de instalação|local de entrega|endereço da unidade consumidora|local da instalação|
    endereço de consumo|endereço da ligação|localização do imóvel|endereço da propriedade|adresse branchement|
    lieu de branchement|situation du bien|adresse du compteur|emplacement du compteur|adresse d abonnement|lieu d utilisation|
    adresse technique|localisation du bien`,
    "premises"
  ],
  [
    `
    sediul|sediu|emitent|punct de lucru|agenția|sucursala|κεντρικά γραφεία|αποστολέας|εκδότης|κατάστημα|υποκατάστημα|merkez adresi|şube|
    şube adresi|ticari adres|satıcı|selia|selia qendrore|dërguesi|furnizuesi|shitësi|lëshuar nga|dega|qiradhënësi|hüquqi ünvan|
    casa matriz|oficina comercial|oficina principal|oficina central|agencia|lugar de pago|lugares de pago|centro de atención|sede central|
    prestador|arrendador|local de pagamento|loja|sede social|cedente|beneficiário do pagamento|siège de l agence|agence commerciale|
    direction régionale|lieu de paiement|bureau de poste`,
    "foreign"
  ],
  [
    `
    domiciliată în|cu reședința în|domiciliat|domiciliată|διαμένει|διαμένων|κατοικεί|που διαμένει|ο οποίος διαμένει|η οποία διαμένει|
    adresinde ikamet|adresinde|me banim në|banues në|banuese në|me adresë|domiciliado a|domiciliada em|avec domicile à`,
    "lead"
  ]
]
