import { phraseFinder } from "../phrase-finder.ts"
import { europeanNameLabels } from "./label-words-europe.ts"
import { overseasNameLabels } from "./label-words-overseas.ts"
import { slavicNameLabels } from "./label-words-slavic.ts"

/** Whose name a printed label announces. */
export type NameLabel =
  | "holder"
  /** The tenant of a lease: also a holder, distinguished from the landlord. */
  | "tenant"
  | "given"
  | "family"
  /** The other party of a lease. */
  | "landlord"
  /** Employers, advisers, signatories: never the holder. */
  | "other"

/** Phrases parted by "|", and whose name they announce. */
export type NameLabelWords = ReadonlyArray<readonly [phrases: string, label: NameLabel]>

const labels: NameLabelWords = [
  [
    `
    account holder|account holders|account holder s|account holder name|account name|name of account holder|customer name|
    name of customer|customer|customer s name|consumer name|name|full name|name of consumer|name of the account|name of taxpayer|
    taxpayer|taxpayer name|taxpayer s name|primary account holder|account owner|account in the name of|prepared for|statement for|
    bill to|billed to|invoice to|policyholder|policy holder|policyholder name|policyholders|insured|named insured|the insured|
    insured name|name of insured|cardholder|card holder|cardholder name|cardmember|member name|member|borrower|borrowers|borrower name|
    mortgagor|employee|employee name|name of employee|employee s name|staff name|subscriber|subscriber name|client|client name|claimant|
    claimant name|applicant|resident|resident name|name of resident|owner name|property owner|owner of record|owner|ratepayer|
    liable person|liable persons|person liable|registered keeper|beneficiary name|pensioner|joint holder|joint account holder|
    second account holder|mr mrs|names|name s|account title|title of account|registered name|elector|assessee name|name of assessee|
    kontoinhaber|kontoinhaberin|kontoinhaber in|inhaber|name des kontoinhabers|kunde|kundin|kundenname|ihr name|name des kunden|
    vertragspartner|vertragsinhaber|rechnungsempfänger|versicherungsnehmer|versicherungsnehmerin|versicherte person|karteninhaber|
    karteninhaberin|darlehensnehmer|kreditnehmer|arbeitnehmer|arbeitnehmerin|mitarbeiter|mitarbeiterin|steuerpflichtiger|
    steuerpflichtige|eigentümer|anschlussinhaber|name vorname|vor und nachname|name und vorname|vor und zuname|abgabepflichtiger|
    leistungsempfänger|antragsteller|auftraggeber|titulaire|titulaire du compte|titulaire du contrat|titulaire s|titulaires|
    nom et prénom|nom et prénoms|nom prénom|nom du titulaire|nom du client|nom du salarié|salarié|salariée|assuré|assurée|souscripteur|
    emprunteur|co titulaire|cotitulaire|redevable|propriétaire|débiteur|abonné|abonnée|preneur d assurance|preneur|usager|adhérent|adhérente|bénéficiaire du contrat|allocataire|nom du contribuable|
    intitulé du compte|déclarant 1|déclarant|nom complet|sociétaire|titular|titular de la cuenta|titular del contrato|titulares|
    titular es|señor a|señor es|señora|sr a|sres|nombre del titular|nombre del usuario|nombre del suscriptor|nombre suscriptor|suscriptor|nombre del propietario|nombre del contribuyente|nombre y apellidos|nombre|nombre del cliente|cliente|nombre completo|apellidos y nombre|trabajador|
    trabajadora|nombre del trabajador|tomador|tomador del seguro|asegurado|contribuyente|sujeto pasivo|obligado tributario|abonado|
    prestatario|beneficiario|nombre o razón social|nombre apellidos|cotitular|titular da conta|titular do contrato|nome|nome do titular|
    nome completo|nome do cliente|trabalhador|nome do trabalhador|nome do funcionário|funcionário|tomador do seguro|segurado|
    contribuinte|sujeito passivo|mutuário|proprietário|1º titular|2º titular|primeiro titular|nome do contribuinte|empregado|
    colaborador|intestatario|intestatari|intestatario del conto|intestatario del contratto|intestatario contratto|intestazione|
    intestato a|nome e cognome|cognome e nome|nominativo|dipendente|lavoratore|contraente|assicurato|contribuente|utente|titolare|
    titolare del contratto|titolare della fornitura|titolare del conto|mutuatario|cointestatario|denominazione cliente|rekeninghouder|
    rekeninghouders|naam|naam rekeninghouder|tenaamstelling|ten name van|t n v|klant|klantnaam|contractant|verzekeringnemer|verzekerde|
    kaarthouder|werknemer|naam werknemer|belastingplichtige|leningnemer|abonnee|naam klant|titularis|posiadacz|posiadacz rachunku|
    posiadacz karty|posiadacze rachunku|właściciel rachunku|klient|imię i nazwisko|nazwisko i imię|nabywca|odbiorca|ubezpieczający|
    ubezpieczony|pracownik|podatnik|kredytobiorca|abonent|odbiorca usług|imię i nazwisko pracownika|współposiadacz|kontohavare|
    kontoinnehavare|namn|kund|kundens namn|anställd|försäkringstagare|kontohaver|navn|medarbejder|forsikringstager|kontoeier|ansatt|
    forsikringstaker|nimi|tilinomistaja|asiakas|työntekijä|vakuutuksenottaja|majitel účtu|jméno|jméno a příjmení|zákazník|odběratel|
    zaměstnanec|pojistník|majiteľ účtu|meno a priezvisko|odberateľ|zamestnanec|számlatulajdonos|név|ügyfél neve|vevő|felhasználó|
    fogyasztó neve|munkavállaló|biztosított|szerződő|titular cont|nume|nume și prenume|nume client|angajat|vlasnik računa|ime i prezime|
    kupac|korisnik|radnik|imetnik računa|ime in priimek|delavec|δικαιούχος|ονοματεπώνυμο|πελάτης|όνομα|hesap sahibi|adı soyadı|ad soyad|
    müşteri adı|abone|sayın|фио|плательщик|потребитель|споживач|платник|владелец счета|клиент|абонент|власник рахунку|піб|титуляр|име|
    お名前|氏名|ご契約者名|契約者名|客戶姓名|客户姓名|姓名|户名|戶名|성명|고객명|họ và tên|tên khách hàng|nama|nama pelanggan|اسم العميل|الاسم|नाम`,
    "holder"
  ],
  [
    `
    tenant|tenants|the tenant|tenant s|lessee|the lessee|tenant name|tenant s name|name of tenant|renter|licensee|occupant|mieter|mieterin|mieter in|
    locataire|le locataire|preneur|le preneur|locataires|arrendatario|arrendataria|el arrendatario|inquilino|la arrendataria|
    arrendatário|arrendatária|o arrendatário|locatário|conduttore|il conduttore|huurder|de huurder|huurders|najemca|najemcą|najemcy|
    hyresgäst|lejer|leietaker|vuokralainen|nájemce|nájomca|bérlő|chiriaș|locatar|najmoprimac|zakupnik|najemnik|μισθωτής|kiracı|
    наниматель|арендатор|наймач|орендар`,
    "tenant"
  ],
  [
    `
    landlord|the landlord|lessor|the lessor|landlord name|landlord s|landlord s name|lessor s name|owner lessor s name|owner s name|letting agent|managing agent|vermieter|der vermieter|vermieterin|
    bailleur|le bailleur|arrendador|arrendadora|el arrendador|senhorio|o senhorio|locador|locatore|il locatore|verhuurder|de verhuurder|
    wynajmujący|hyresvärd|udlejer|utleier|vuokranantaja|pronajímatel|prenajímateľ|bérbeadó|locator|najmodavac|najemodajalec|εκμισθωτής|
    kiraya veren|наймодатель|арендодатель`,
    "landlord"
  ],
  [
    `
    given name|given names|first name|first names|forename|forenames|vorname|vornamen|prénom|prénoms|nombres|nombre s|nome próprio|
    nomes próprios|nome|voornaam|voornamen|imię|imiona|förnamn|fornavn|fornavne|etunimi|etunimet|jméno|meno|keresztnév|utónév|prenume|
    ime|όνομα|adı|имя|ім я`,
    "given"
  ],
  [
    `
    surname|surnames|last name|family name|nachname|familienname|nom|nom de famille|nom d usage|apellidos|apellido|primer apellido|
    apelido|apelidos|cognome|achternaam|geslachtsnaam|nazwisko|efternamn|efternavn|etternavn|sukunimi|příjmení|priezvisko|családi név|
    vezetéknév|nume de familie|prezime|priimek|επώνυμο|soyadı|фамилия|прізвище`,
    "family"
  ],
  [
    `
    agent|employer|employer name|name of employer|company name|business name|trading name|relationship manager|account manager|
    branch manager|manager|director|signed by|signature|authorised signatory|witness|guarantor|witness name|prepared by|issued by|
    contact|contact name|contact person|your contact|registrar|officer|case worker|adviser|advisor|broker|payee|payee name|merchant|
    supplier|supplier name|doctor|product name|tariff name|plan name|bank name|branch name|name of bank|street name|father s name|
    mother s name|father name|husband name|spouse|nominee|nominee name|name of nominee|file name|user name|username|site name|
    scheme name|package name|insurer|vehicle owner|mortgagee|der arbeitgeber|ansprechpartner|ansprechpartnerin|ihr ansprechpartner|
    sachbearbeiter|sachbearbeiterin|bearbeiter|berater|ihr berater|ihre beraterin|tarifname|firmenname|geburtsname|ehegatte|bankname|
    geschäftsführer|geschäftsführung|vorstand|le employeur|votre conseiller|conseiller|le directeur|nom de naissance|nom de l offre|
    nom de l entreprise|propriétaire gérant|mandataire|conjoint|el empresa|nombre de la empresa|gestor|su gestor|razón social|
    nombre comercial|o empresa|nome da empresa|gestor de conta|nome da mãe|nome do pai|filiação|il datore di lavoro|azienda|
    nome azienda|ragione sociale|consulente|direttore|de werkgever|contactpersoon|adviseur|bedrijfsnaam|pracodawca|sprzedawca|doradca|
    opiekun klienta|nazwa firmy|nazwa taryfy|imię ojca|imiona rodziców|arbetsgivare|arbejdsgiver|arbeidsgiver|työnantaja|zaměstnavatel|
    dodavatel|munkáltató|angajator|furnizor|poslodavac|εργοδότης|πατρώνυμο|işveren|baba adı|ana adı|работодатель`,
    "other"
  ]
]

/** Finds the labels of names in a line, in some seventy languages. */
export const findNameLabels = phraseFinder([...labels, ...slavicNameLabels, ...europeanNameLabels, ...overseasNameLabels])
