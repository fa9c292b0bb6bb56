import type { AddressLabelWords } from "./labels.ts"

/** Labels of addresses in the Slavic languages, in Latin and in Cyrillic letters. */
export const slavicAddressLabels: AddressLabelWords = [
  [
    `
    adres płatnika|adres odbiorcy|adres do faktury|adres podatnika|adres ubezpieczonego|adres ubezpieczającego|adres abonenta|adres posiadacza|
    adres doręczeń|adres odbiorcy faktury|adres właściciela|adres stałego zameldowania|adresa zákazníka|adresa odběratele|zasílací adresa|
    doručovací adresa|adresa pro doručování|adresa bydliště|místo trvalého pobytu|kontaktní adresa|adresa plátce|adresa poplatníka|
    adresa pojistníka|adresa klienta|adresa majitele účtu|adresa poštovní|bydlisko|trvalé bydlisko|adresa odberateľa|korešpondenčná adresa|
    fakturačná adresa|adresa pre doručovanie|adresa na doručovanie|doručovacia adresa|miesto trvalého pobytu|zasielacia adresa|adresa platiteľa|
    adresa daňovníka|adresa poistníka|adresa majiteľa účtu|naslov plačnika|naslov kupca|naslov za vročanje|naslov stalnega prebivališča|
    začasno prebivališče|naslov prejemnika računa|naslov odjemalca|naslov naročnika|naslov zavezanca|naslov bivališča|naslov prebivališča|
    naslov imetnika računa|naslov zavarovanca|adresa korisnika|adresa kupca|adresa prebivališta|adresa za dostavu|adresa dostave računa|
    adresa za prijem pošte|adresa za dostavu računa|mjesto prebivališta|mesto prebivališta|prebivalište|adresa platitelja|adresa obveznika|
    adresa vlasnika računa|adresa ugovaratelja|adresa pretplatnika|adresa potrošača|ulica i broj|adresa primaoca računa|адреса|
    адреса корисника|адреса купца|адреса потрошача|адреса становања|адреса пребивалишта|место пребивалишта|пребивалиште|адреса за пријем поште|
    адреса за доставу|адреса обвезника|адреса претплатника|адреса на живеење|адреса на корисникот|адреса за достава|место на живеење|
    живеалиште|адреса на обврзникот|адреса на купувачот|адреса на претплатникот|адрес|адрес на клиента|адрес за кореспонденция|пощенски адрес|
    настоящ адрес|постоянен адрес|адрес на абоната|адрес на потребителя|адрес на получателя|адрес на титуляра|адрес на задълженото лице|
    адрес на платеца|адрес за фактуриране|адрес за получаване на фактура|адрес по местоживеене|местоживеене|адреса споживача|адреса абонента|
    адреса проживання|адреса реєстрації|адреса клієнта|поштова адреса|адреса платника|адреса для листування|адреса доставки рахунку|
    адреса власника|зареєстроване місце проживання|адрес потребителя|адрес плательщика|адрес абонента|почтовый адрес|адрес доставки|
    адрес клиента|место жительства|место регистрации|адрес места жительства|адрес налогоплательщика|адрес для корреспонденции|
    адрас|месца жыхарства|поштавы адрас`,
    "own"
  ],
  [
    `
    adres punktu poboru energii|miejsce poboru|adres obiektu|miejsce zużycia|adres instalacji|adres świadczenia usługi|adres świadczenia usług|
    adres lokalu mieszkalnego|adres gazomierza|adres wodomierza|odběrné místo|místo odběru|adresa místa spotřeby|místo spotřeby|
    adresa nemovitosti|adresa objektu|adresa instalace|adresa přípojky|adresa bytu|místo pojištění|umístění odběru|odberné miesto|miesto odberu|
    adresa odberného miesta|miesto spotreby|adresa nehnuteľnosti|adresa inštalácie|adresa poistenej nehnuteľnosti|miesto poistenia|
    naslov merilnega mesta|naslov odjemnega mesta|odjemno mesto|merilno mesto|naslov nepremičnine|naslov objekta|naslov priključka|
    naslov stanovanja|mjerno mjesto|adresa mjernog mjesta|adresa obračunskog mjernog mjesta|adresa omm|obračunsko mjerno mjesto|adresa objekta|
    adresa priključka|adresa nekretnine|adresa prostora|mesto merenja|merno mesto|adresa mernog mesta|adresa mjesta potrošnje|mjesto potrošnje|
    adresa usluge|adresa stana|мерно место|место мерења|адреса мерног места|објекат|адреса објекта|адреса непокретности|адреса стана|
    адреса на мерно место|адреса на мерното место|адреса на потрошувачка|место на потрошувачка|адреса на објектот|адрес на обекта|адрес на имота|
    обект|адрес на потребление|адрес на доставка|адрес на инсталацията|място на потребление|място на доставка|местонахождение на имота|
    адреса об єкта|адреса об єкта споживання|адреса приміщення|місце споживання|адреса надання послуг|адреса квартири|адрес объекта|
    адрес помещения|адрес предоставления услуг|адрес точки поставки|место установки прибора учета`,
    "premises"
  ],
  [
    `
    správce daně|správca dane|pobočka|provozovna|prevádzka|kontaktní místo|kontaktné miesto|odosielateľ|sídlo firmy|pošiljatelj|dobavitelj|
    izdajatelj|prejemnik plačila|sedež podjetja|poslovalnica|sedište|pošiljalac|dobavljač|opskrbljivač|snabdevač|snabdjevač|izdavatelj|
    izdavalac|primatelj|primalac|prodavac|zakupodavac|poslovnica|filijala|podružnica|direkcija|isporučitelj|davatelj usluge|седиште|пошиљалац|
    добављач|снабдевач|издавалац|прималац|продавац|послодавац|закуподавац|испраќач|снабдувач|добавувач|издавач|подружница|филијала|
    примач|продавач|закуподавач|работодавач|адрес на управление|седалище и адрес на управление|адрес на доставчика|доставчик|подател|
    клон|издател|наемодател|работодател|получател на плащането|местонахождение|місцезнаходження|відправник|постачальник|виконавець|
    продавець|отримувач|надавач послуг|орендодавець|наймодавець|роботодавець|получатель платежа|поставщик|исполнитель|продавец|
    постаўшчык|юрыдычны адрас|adres sprzedawcy|miejsce wystawienia`,
    "foreign"
  ],
  [
    `
    trvale bytom|s trvalým pobytom|s trvalým pobytem|s bydlištěm|s bydliskom|na adrese|s stalnim prebivališčem|s prebivališčem|stanujoča|
    na naslovu|sa prebivalištem|s prebivalištem u|sa prebivalištem u|s adresom|sa adresom|na adresi|nastanjen|nastanjena|sa stanom u|
    са пребивалиштем|са пребивалиштем у|са адресом|на адреси|настањен|настањена|со адреса|со живеалиште|со живеалиште на|на адреса|
    с адрес|живущ на|живущ в|живуща на|живуща в|с постоянен адрес|с настоящ адрес|адресно регистриран|адресно регистрирана|
    находящ се в|находящ се на адрес|на адрес|що проживає за адресою|проживає за адресою|зареєстрований за адресою|зареєстрована за адресою|
    мешкає за адресою|проживающий|проживающая по адресу|зарегистрированный по адресу|зарегистрированная по адресу|зарегистрирована по адресу`,
    "lead"
  ]
]
