import type { Layout } from "../layout.ts"
import { type Household, townOf } from "../people.ts"
import { colour, type Sheet, white } from "../sheet.ts"

const sunflower = colour(244, 176, 0)
const slate = colour(38, 54, 88)
const cream = colour(252, 246, 230)
const state = colour(0, 0, 128)
const smoke = colour(236, 238, 244)

/** "M. ROUSSEAU Camille", as forms of the state and of suppliers write it. */
const listed = ({ first_name, last_name }: Household): string => `M. ${last_name.toUpperCase()} ${first_name}`

const frColumn = (sheet: Sheet, person: Household): void => {
  sheet.box({ x: 0, y: 96, width: 186, height: 560 }, cream)
  const blocks: ReadonlyArray<readonly [y: number, title: string, lines: ReadonlyArray<string>]> = [
    [116, "Nous contacter", ["Par Internet", "helianthe-energies.fr", "Par téléphone, 8 h à 20 h", "09 70 11 48 82 (non surtaxé)"]],
    [196, "Par courrier", ["Hélianthe Énergies", "Service Clients Particuliers", "TSA 41148", "87000 Limoges Cedex 1"]],
    [276, "Vos références", ["N° client : 6 011 488 204", "N° de compte : 447 188", "Contrat : Tarif Heures Creuses"]],
    [344, "Lieu de consommation", [listed(person), person.street, townOf(person).toUpperCase(), "Étage 2, porte gauche"]],
    [424, "Point de livraison", ["PDL 21 455 114 882 044", "Compteur n° 718, Linky", "Puissance 6 kVA"]],
    [492, "Dépannage 24 h/24", ["Enedis 09 726 750 69"]]
  ]
  for (const [y, title, lines] of blocks) {
    sheet.text(title, 20, y, { size: 9.5, bold: true, colour: slate })
    sheet.lines(lines, 20, y + 15, { size: 8.5, step: 13 })
  }
}

const frTip = (sheet: Sheet, person: Household): void => {
  sheet.rule(20, 676, 556)
  sheet.text("TIP SEPA", 20, 694, { size: 11, bold: true })
  sheet.lines(["ICS : FR14EDC114882", "Référence unique du mandat : 6011488204 0447"], 20, 710, { size: 7.5, step: 11 })
  sheet.lines([listed(person), person.street, townOf(person).toUpperCase()], 20, 744, { size: 9, step: 13 })
  sheet.text("Montant : 84,16 €", 556, 694, { size: 11, bold: true, right: true })
  sheet.lines(["CENTRE DE PAIEMENT", "HÉLIANTHE ÉNERGIES", "59885 LILLE CEDEX 9"], 330, 744, { size: 9, step: 13 })
  sheet.text("114882044718  60114882040447  0000008416  23112026", 300, 810, { size: 10, centred: true })
}

const frBody = (sheet: Sheet): void => {
  sheet.text("Facture du 3 novembre 2026", 210, 232, { size: 14, bold: true, colour: slate })
  sheet.text("n° 10 114 882 044   Page 1/3", 210, 248, { size: 9 })
  sheet.box({ x: 210, y: 262, width: 346, height: 58 }, slate)
  sheet.text("Montant total à payer (TTC)", 222, 282, { size: 11, bold: true, colour: white })
  sheet.text("84,16 €", 544, 286, { size: 18, bold: true, colour: white, right: true })
  sheet.text("à régler au plus tard le 23 novembre 2026", 222, 306, { size: 9.5, colour: white })
  sheet.table(
    { x: 210, y: 344, width: 346, size: 9, step: 16 },
    `
    Électricité, relevé du 29/10/2026 | Montant en €
    Abonnement du 04/11/2026 au 03/01/2027 | 31,48
    Heures pleines 188 kWh, du 31/08/2026 au 29/10/2026 | 34,12
    Heures creuses 141 kWh | 19,03
    Taxes et contributions | 11,94
    TVA 5,5 % et 20 % | 13,07
    Déduction de la facture du 02/09/2026 | -25,48`
  )
  sheet.text("Évolution de votre consommation en kWh", 210, 480, { size: 9, bold: true })
  sheet.columns({ x: 210, y: 490, width: 346, height: 84 }, [0.9, 1, 0.8, 0.5, 0.42, 0.46], sunflower)
  sheet.grid(
    { x: 218, y: 588, columns: [0, 58, 116, 174, 232, 290], size: 7.5, headless: true },
    "jan. 26 | mars 26 | mai 26 | juil. 26 | sept. 26 | nov. 26"
  )
  sheet.lines(
    [
      "Prochaine facture vers le 04/01/2027. Prochain relevé vers le 29/12/2026. Chèque énergie : à utiliser avant le 31/03/2027.",
      "Médiateur national de l'énergie : Libre réponse n° 59252, 75443 Paris Cedex 9. Document à conserver 5 ans."
    ],
    210,
    614,
    { size: 6.5, step: 11 }
  )
}

const frElectricity: Layout = {
  name: "FR electricity, place of consumption in a column on the left and a transfer form",
  country: "FR",
  family: "sans",
  issuer: "Hélianthe Énergies",
  dated: "2026-11-03",
  draw: (sheet, person) => {
    sheet.circle(48, 48, 24, sunflower)
    sheet.circle(48, 48, 11, slate)
    sheet.text("Hélianthe Énergies", 84, 56, { size: 22, bold: true, colour: slate })
    sheet.text("L'énergie est notre avenir, économisons-la !", 556, 40, { size: 7.5, right: true })
    frColumn(sheet, person)
    sheet.lines([listed(person), person.street.toUpperCase(), townOf(person).toUpperCase()], 316, 136, { size: 10.5, step: 15 })
    frBody(sheet)
    frTip(sheet, person)
    sheet.text(
      "Hélianthe Énergies, SA au capital de 11 488 204 euros, 22 rue de l'Industrie, 86000 Poitiers, RCS Poitiers 552 114 882",
      298,
      826,
      {
        size: 6.5,
        centred: true
      }
    )
  }
}

const frReferences = (sheet: Sheet, person: Household): void => {
  sheet.box({ x: 30, y: 116, width: 212, height: 14 }, state)
  sheet.text("Vos références", 36, 127, { size: 9, bold: true, colour: white })
  sheet.frame({ x: 30, y: 116, width: 212, height: 172 }, state)
  sheet.table(
    { x: 36, y: 146, width: 200, size: 8, step: 14 },
    `
    Numéro fiscal : | 30 11 488 204 471
    Référence de l'avis : | 26 69 1148820 44
    Numéro de propriétaire : | 383 R01148 T
    Numéro de rôle : | 22101
    Date d'établissement : | 02/10/2026
    Mise en recouvrement : | 31/10/2026`
  )
  sheet.text("Débiteur(s) légal(aux) :", 36, 240, { size: 8, bold: true })
  sheet.lines([`RVRHM4 ${person.last_name.toUpperCase()} ${person.first_name.toUpperCase()}`, "Propriétaire, pleine propriété"], 36, 253, {
    size: 8,
    step: 12
  })
}

const frContacts = (sheet: Sheet): void => {
  sheet.box({ x: 30, y: 300, width: 212, height: 14 }, state)
  sheet.text("Vos contacts", 36, 311, { size: 9, bold: true, colour: white })
  sheet.frame({ x: 30, y: 300, width: 212, height: 170 }, state)
  sheet.lines(
    [
      "Par messagerie sécurisée sur impots.gouv.fr",
      "Par téléphone au 0 809 401 401 (non surtaxé)",
      "Pour le paiement de votre impôt :",
      "SGC VALBRUNE",
      "14 place de la Halle",
      "48110 VALBRUNE",
      "Pour le montant de votre impôt :",
      "SERVICE DÉP. DES IMPÔTS FONCIERS",
      "1 ter boulevard Lucien Arnault",
      "48005 MENDE CEDEX"
    ],
    36,
    330,
    { size: 8, step: 14 }
  )
}

const frAmounts = (sheet: Sheet): void => {
  sheet.grid(
    { x: 36, y: 506, columns: [0, 120, 210, 300, 400], size: 8.5, step: 15 },
    `
    Propriétés bâties | Commune | Intercommunalité | Ordures ménagères | Total
    Taux 2025 | 38,44 % | 4,02 % | 9,11 %
    Taux 2026 | 38,44 % | 4,20 % | 9,36 %
    Base | 1 846 | 1 846 | 1 846
    Cotisation | 710 | 78 | 173 | 961`
  )
  sheet.rule(30, 580, 526)
  sheet.table(
    { x: 250, y: 598, width: 300, size: 9, step: 15 },
    `
    Frais de gestion de la fiscalité directe locale | 32
    Taxe GEMAPI | 11
    Montant de votre impôt | 1 004`
  )
}

const frLandTax: Layout = {
  name: "FR land tax, references in a blue frame and a later day of collection",
  country: "FR",
  family: "sans",
  issuer: "Direction générale des finances publiques",
  dated: "2026-10-02",
  draw: (sheet, person) => {
    sheet.box({ x: 30, y: 28, width: 14, height: 22 }, state)
    sheet.box({ x: 58, y: 28, width: 14, height: 22 }, colour(214, 20, 40))
    sheet.lines(["RÉPUBLIQUE", "FRANÇAISE"], 30, 64, { size: 9, bold: true, step: 10 })
    sheet.text("Liberté Égalité Fraternité", 30, 86, { size: 6.5 })
    sheet.text("Direction générale des finances publiques", 130, 46, { size: 12, bold: true })
    sheet.lines(["AVIS D'IMPÔT 2026", "TAXES FONCIÈRES"], 556, 44, { size: 13, bold: true, step: 17, right: true })
    sheet.text("votées et perçues par la commune, l'intercommunalité et divers organismes", 556, 78, { size: 7.5, right: true })
    frReferences(sheet, person)
    sheet.text("SGC VALBRUNE - 14 PLACE DE LA HALLE - 48110 VALBRUNE", 276, 132, { size: 6 })
    sheet.lines([listed(person).toUpperCase(), person.street.toUpperCase(), townOf(person).toUpperCase()], 300, 162, {
      size: 10.5,
      step: 15
    })
    frContacts(sheet)
    sheet.box({ x: 270, y: 300, width: 286, height: 92 }, smoke)
    sheet.text("Montant à payer", 284, 324, { size: 11, bold: true })
    sheet.text("1 004,00 €", 542, 324, { size: 14, bold: true, right: true })
    sheet.text("Au plus tard le 15/12/2026", 284, 346, { size: 11, bold: true })
    sheet.text("Vous devez payer en ligne, le montant sera prélevé le 21/12/2026.", 284, 366, { size: 8 })
    sheet.text("Pour payer par prélèvement : 0 809 401 401, avant le 30/11/2026.", 284, 380, { size: 8 })
    sheet.lines(
      [
        "Cet avis vous est adressé à titre de rôle supplémentaire, à la suite de la déclaration",
        "de votre local reçue le 11/06/2026. Vous êtes imposé au 1er janvier 2026.",
        `Adresse du local : ${person.street}, ${townOf(person)}`
      ],
      270,
      416,
      { size: 7.5, step: 14 }
    )
    frAmounts(sheet)
    sheet.squares(40, 690, 62, 13)
    sheet.lines(
      [
        "Pour réclamer, vous avez jusqu'au 31 décembre 2027. Les frais de gestion reviennent à l'État en contrepartie des frais de confection.",
        "Les informations de cet avis sont protégées par le secret fiscal."
      ],
      116,
      716,
      { size: 7.5, step: 12 }
    )
  }
}

/** A bill for electricity and a tax notice of France. */
export const frenchLayouts: ReadonlyArray<Layout> = [frElectricity, frLandTax]
