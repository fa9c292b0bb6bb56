import type { NameLabelWords } from "./holder-labels.ts"

/** Labels of names in the Slavic languages, in Latin and in Cyrillic letters. */
export const slavicNameLabels: NameLabelWords = [
  [
    `
    płatnik|zleceniodawca|nazwisko i imię odbiorcy|dane klienta|dane odbiorcy|dane nabywcy|dane abonenta|dane płatnika|właściciel|
    właściciel nieruchomości|imię i nazwisko klienta|imię i nazwisko odbiorcy|nazwisko imię|adresat|użytkownik|ubezpieczony i ubezpieczający|
    zobowiązany|nazwa odbiorcy|nazwa klienta|nazwa nabywcy|świadczeniobiorca|
    plátce|poplatník|daňový poplatník|daňový subjekt|vlastník|vlastník nemovitosti|nájemník|pojištěný|adresát|jméno zákazníka|
    jméno odběratele|příjemce faktury|příjmení a jméno|jméno poplatníka|klient|držitel účtu|jméno plátce|účastník|účastník smlouvy|
    údaje o zákazníkovi|jméno majitele účtu|jméno klienta|jméno vlastníka|titul jméno příjmení|
    platiteľ|platca|daňovník|daňový subjekt|vlastník|vlastník nehnuteľnosti|poistník|poistený|adresát|meno zákazníka|meno odberateľa|
    zákazník|príjemca faktúry|priezvisko a meno|meno a priezvisko odberateľa|klient|držiteľ účtu|účastník|meno|meno a priezvisko zákazníka|
    meno poplatníka|meno klienta|meno daňovníka|
    plačnik|zavezanec|zavezanka|davčni zavezanec|davčna zavezanka|odjemalec|naročnik|naročnica|uporabnik|lastnik|lastnica|stranka|
    zavarovanec|zavarovalec|sklenitelj zavarovanja|imetnik|ime in priimek|priimek in ime|prejemnik računa|kupec|ime in priimek plačnika|
    lastnik merilnega mesta|lastnik računa|imetnica računa|naslovnik|
    platitelj|platilac|obveznik|obveznica|porezni obveznik|poreski obveznik|pretplatnik|potrošač|korisnik usluge|korisnik usluga|vlasnik|
    vlasnik nekretnine|osiguranik|ugovaratelj|ugovaratelj osiguranja|ugovarač osiguranja|ugovarač|primatelj računa|ime i prezime kupca|prezime i ime|
    naziv kupca|ime korisnika|ime kupca|vlasnik računa|klijent|komitent|naziv korisnika|ime i prezime korisnika|štediša|nositelj računa|
    kupac ime i prezime|naručitelj|naručilac|imalac računa|primalac računa|ime i prezime obveznika|
    корисник|корисник услуге|корисник услуга|купац|потрошач|обвезник|порески обвезник|платилац|претплатник|власник|власник рачуна|осигураник|
    уговарач|уговарач осигурања|име и презиме|презиме и име|име корисника|клијент|комитент|назив купца|име и презиме корисника|
    корисник на услуга|купувач|потрошувач|даночен обврзник|обврзник|плаќач|сопственик|имател на сметка|име и презиме на корисник|осигуреник|
    договорувач|клиент|име на корисник|назив на корисник|
    клиент|абонат|потребител|купувач|платец|задължено лице|данъчно задължено лице|собственик|титуляр|титуляр на сметка|титуляр на сметката|
    застрахован|застраховащ|застраховано лице|име и фамилия|име презиме фамилия|трите имена|имена|име|име на клиента|име на абоната|
    име на титуляра|наредител|вносител|ползвател|получател|получател на фактурата|име на потребителя|данъкоплатец|длъжник|
    абонент|власник|власник рахунку|замовник|страхувальник|застрахована особа|платник податку|платник податків|прізвище ім я по батькові|
    прізвище та ім я|прізвище ім я|піб|п і б|піб споживача|піб абонента|піб платника|клієнт|квартиронаймач|отримувач послуг|
    власник особового рахунку|боржник|ім я та прізвище|кому|
    собственник|наниматель жилья|квартиросъемщик|ф и о|фамилия имя отчество|ф и о плательщика|страхователь|страховой|застрахованный|
    налогоплательщик|держатель карты|держатель счета|владелец|заказчик|покупатель|получатель услуг|фио плательщика|фио абонента|
    фио потребителя|имя клиента|фио клиента|кому|прозвішча імя|плацельшчык|спажывец`,
    "holder"
  ],
  [
    `
    nájemce bytu|nájomník|nájomca|najemnik|najemnica|zakupac|zakupoprimac|najmoprimac|podstanar|закупац|закупник|станар|закупец|наемател|
    орендар|наймач|наниматель|квартирант`,
    "tenant"
  ],
  [
    `
    pronajímatel bytu|zakupodavac|stanodavac|закуподавац|закуподавач|наемодател|орендодавець|наймодавець|найеманадавец`,
    "landlord"
  ],
  [
    `
    vyřizuje|vyřizuje za|vybavuje|vystavil|vyhotovil|vyhotovila|zhotovitel|příjemce|příjemce platby|příjemce úhrady|poskytovatel|správce|
    odpovědná osoba|zodpovedná osoba|príjemca|príjemca platby|príjemca úhrady|poskytovateľ|správca|vystavila|schválil|
    prejemnik|prejemnik plačila|izdal|pripravil|odgovorna oseba|pošiljatelj|sestavil|dobavitelj|
    primatelj|primalac|izdao|izradio|izdala|obradio|odgovorna osoba|odgovorno lice|ovlaštena osoba|ovlašćeno lice|isporučitelj|izdavatelj računa|
    referent|sastavio|voditelj|direktor|ime oca|očevo ime|
    прималац|издао|одговорно лице|овлашћено лице|референт|директор|име оца|примач|одговорно лице|издал|овластено лице|
    съставил|изготвил|управител|изпълнител|доставчик|кмет|презиме|бащино име|
    отримувач|виконавець|директор|начальник|бухгалтер|касир|постачальник|по батькові|надавач послуг|отримувач платежу|
    получатель|получатель платежа|исполнитель|поставщик|руководитель|главный бухгалтер|кассир|отчество|
    wystawił|wystawiła|odbiorca przelewu|sporządził|sporządziła|prowadzący sprawę|sprawę prowadzi|beneficjent|kierownik|imię matki`,
    "other"
  ],
  ["křestní jméno|krstné meno|ime|име|ім я|лично име|собствено име", "given"],
  ["прізвище|презиме|фамилно име|фамилия|priimek|prezime|priezvisko|příjmení", "family"]
]
