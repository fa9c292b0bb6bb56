import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { colour, type Sheet, white } from "../sheet.ts"

const garnet = colour(132, 20, 52)
const steel = colour(44, 62, 84)
const moss = colour(52, 104, 60)
const pearl = colour(240, 241, 244)

const frEntries = `
  Date | Valeur | Opération | Débit | Crédit
  01/10 | 01/10 | ANCIEN SOLDE |  | 1 884,20
  03/10 | 03/10 | PRLV EAU DU VALLON | 44,18
  06/10 | 06/10 | CARTE 04/10 BOULANGERIE DU PONT | 12,40
  12/10 | 12/10 | CHEQUE 8820447 | 310,00
  28/10 | 28/10 | VIR SALAIRE OCTOBRE |  | 2 418,66
  30/10 | 30/10 | COTISATION CARTE | 3,75
  31/10 | 31/10 | NOUVEAU SOLDE |  | 3 932,53`

const frJointBank: Layout = {
  name: "FR bank statement of two holders, dated by its period alone",
  country: "FR",
  family: "sans",
  issuer: "Crédit Coopératif des Cévennes",
  dated: "2026-10-31",
  draw: (sheet, person) => {
    const holder = `M ${person.last_name} ${person.first_name}`.toUpperCase()
    sheet.box({ x: 36, y: 30, width: 40, height: 40 }, garnet)
    sheet.circle(56, 50, 12, white)
    sheet.circle(56, 50, 6, garnet)
    sheet.text("Crédit Coopératif des Cévennes", 88, 56, { size: 17, bold: true, colour: garnet })
    sheet.lines(
      [
        "Votre agence NIMES ESPLANADE",
        "Votre conseillère Mme Lucie Vidal",
        "Tél. 04 66 11 48 82 (appel non surtaxé)",
        "www.credit-cevennes.fr"
      ],
      36,
      100,
      {
        size: 8,
        step: 12
      }
    )
    sheet.lines([holder, "OU MME GARNIER ELODIE", person.street.toUpperCase(), townOf(person).toUpperCase()], 316, 138, {
      size: 10.5,
      step: 14
    })
    sheet.text("RELEVÉ DE COMPTE", 36, 226, { size: 15, bold: true })
    sheet.text("Période du 01/10/2026 au 31/10/2026", 36, 244, { size: 10 })
    sheet.text("Relevé n° 10   Page 1/2", 556, 244, { size: 9, right: true })
    sheet.box({ x: 36, y: 258, width: 520, height: 18 }, garnet)
    sheet.text("Compte de dépôt n° 0114 8820447 M 012 en euros", 44, 271, { size: 9.5, bold: true, colour: white })
    sheet.grid({ x: 44, y: 294, columns: [0, 50, 100, 370, 450], size: 8.5, step: 15 }, frEntries)
    sheet.rule(36, 412, 520)
    sheet.table(
      { x: 250, y: 430, width: 300, size: 9, step: 15 },
      `
      Total des mouvements débiteurs | 370,33
      Total des mouvements créditeurs | 2 418,66
      Solde créditeur au 31/10/2026 | 3 932,53`
    )
    sheet.lines(
      [
        "Le montant de l'autorisation de découvert est de 500,00 euros, au taux débiteur de 16,20 %. Vos dépôts sont garantis par le FGDR.",
        "Vous disposez de deux mois pour contester une opération. Médiateur : BP 151, 75422 Paris Cedex 09."
      ],
      36,
      500,
      { size: 7.5, step: 12 }
    )
    sheet.frame({ x: 36, y: 650, width: 520, height: 96 })
    sheet.text("RELEVÉ D'IDENTITÉ BANCAIRE", 44, 666, { size: 9, bold: true })
    sheet.lines(["IBAN FR76 1348 5008 0001 1488 2044 718", "BIC CEVFRPP348", `Titulaire ${holder} OU MME GARNIER ELODIE`], 44, 688, {
      size: 9,
      step: 15
    })
    sheet.text("Crédit Coopératif des Cévennes, société coopérative à capital variable, RCS Nîmes 383 451 148", 36, 806, { size: 7 })
  }
}

const usEntries = `
  Trans | Post | Description | Amount
  10/11 | 10/12 | HARVEST MARKET 0114 | $64.18
  10/16 | 10/17 | CITY TRANSIT MOBILE | $30.00
  10/22 | 10/22 | PAYMENT - THANK YOU | -$410.00
  10/29 | 10/30 | PINE STREET HARDWARE | $118.44
  11/04 | 11/05 | NORTHSIDE DENTAL GROUP | $240.00`

const usCoupon = (sheet: Sheet, place: ReadonlyArray<string>): void => {
  sheet.text("Please detach and mail with your check payable to Granite Peak Bank", 296, 566, { size: 7.5, centred: true })
  sheet.rule(36, 572, 520)
  sheet.lines(place, 70, 630, { size: 10.5, step: 14 })
  sheet.table(
    { x: 340, y: 596, width: 216, size: 9, step: 15 },
    `
    Account number ending in | 4471
    New Balance | $635.73
    Payment Due Date | 12/05/2026
    Amount enclosed | $ ____________`
  )
  sheet.lines(["GRANITE PEAK BANK", "PO BOX 11488", "WILMINGTON DE 19850-1488"], 340, 700, { size: 9.5, step: 13 })
  sheet.text("4471 0000635735 0000035005 1205261148820", 296, 790, { size: 11, centred: true })
}

const usCard: Layout = {
  name: "US credit card, closing date in a summary and a coupon at the foot",
  country: "US",
  family: "sans",
  issuer: "Granite Peak Bank",
  dated: "2026-11-08",
  draw: (sheet, person) => {
    const place = [
      nameOf(person).toUpperCase(),
      person.street.toUpperCase(),
      `${person.city.replace(",", "").toUpperCase()} ${person.postal_code}`
    ]
    sheet.box({ x: 36, y: 34, width: 14, height: 26 }, steel)
    sheet.box({ x: 52, y: 44, width: 14, height: 16 }, moss)
    sheet.text("Granite Peak Bank", 76, 58, { size: 20, bold: true, colour: steel })
    sheet.text("Summit Rewards Visa ending in 4471", 556, 48, { size: 10, bold: true, right: true })
    sheet.text("Questions? 1-800-555-0148, 24 hours. granitepeak.com", 556, 62, { size: 8, right: true })
    sheet.box({ x: 36, y: 80, width: 250, height: 150 }, pearl)
    sheet.text("Account Summary", 46, 98, { size: 11, bold: true })
    sheet.table(
      { x: 46, y: 118, width: 230, size: 9, step: 14 },
      `
      Previous Balance | $588.20
      Payments and Credits | -$410.00
      Purchases | $452.62
      Fees and Interest | $4.91
      New Balance | $635.73
      Credit Line | $9,000.00
      Statement Closing Date | 11/08/2026
      Days in Billing Cycle | 31`
    )
    sheet.frame({ x: 300, y: 80, width: 256, height: 150 })
    sheet.text("Payment Information", 310, 98, { size: 11, bold: true })
    sheet.table(
      { x: 310, y: 118, width: 236, size: 9.5, step: 17 },
      `
      New Balance | $635.73
      Minimum Payment Due | $35.00
      Payment Due Date | 12/05/2026`
    )
    sheet.lines(
      [
        "Late Payment Warning: If we do not receive your",
        "minimum payment by the date listed above, you may",
        "have to pay a late fee of up to $40.00."
      ],
      310,
      178,
      { size: 8.5 }
    )
    sheet.text("Transactions", 36, 262, { size: 12, bold: true })
    sheet.rule(36, 268, 520)
    sheet.grid({ x: 36, y: 284, columns: [0, 50, 100, 450], size: 9, step: 15 }, usEntries)
    sheet.text("Interest charged on purchases at 22.49 % APR: $4.91. 2026 totals year-to-date: fees $0.00, interest $31.20.", 36, 386, {
      size: 8
    })
    sheet.text("See reverse side for important information. Page 1 of 4", 36, 400, { size: 8 })
    usCoupon(sheet, place)
  }
}

const ieEntries = `
  Date | Details | Debit | Credit | Balance
  01/05/2026 | Opening balance |  |  | 265,190.44
  15/05/2026 | Direct debit |  | 1,418.20 | 263,772.24
  31/05/2026 | Interest | 850.12 |  | 264,622.36
  15/10/2026 | Direct debit |  | 1,418.20 | 261,043.77
  31/10/2026 | Interest | 840.33 |  | 261,884.10`

const ieMortgage: Layout = {
  name: "IE mortgage, two holders on one line, day without a label",
  country: "IE",
  family: "sans",
  issuer: "Shannon Home Loans DAC",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    sheet.text("Shannon Home Loans DAC", 48, 58, { size: 18, bold: true, colour: moss })
    sheet.box({ x: 48, y: 68, width: 500, height: 3 }, moss)
    sheet.lines(["Mortgage Servicing, PO Box 114, Limerick", "Lo-call 0818 220 447", "www.shannonhomeloans.ie"], 548, 92, {
      size: 8,
      right: true
    })
    sheet.lines([`Fergal Nolan & ${nameOf(person)}`, person.street, person.city, person.postal_code], 62, 142, { size: 10.5, step: 14 })
    sheet.text("4 November 2026", 62, 222, { size: 10 })
    sheet.text("Mortgage account 0114 8820 447", 548, 222, { size: 10, right: true })
    sheet.text("Your mortgage statement", 48, 258, { size: 15, bold: true })
    sheet.lines(
      [
        "This statement shows what has happened on your mortgage account between 1 May 2026 and 31 October 2026.",
        `The property that secures the loan is ${person.street}, ${person.city}, ${person.postal_code}.`
      ],
      48,
      280,
      { size: 9, step: 14 }
    )
    sheet.frame({ x: 48, y: 308, width: 244, height: 90 })
    sheet.table(
      { x: 58, y: 326, width: 224, size: 9, step: 16 },
      `
      Interest rate, fixed to 30/06/2029 | 3.85 %
      Monthly repayment | €1,418.20
      Remaining term | 22 years 4 months
      Arrears | €0.00
      Balance on 31/10/2026 | €261,884.10`
    )
    sheet.box({ x: 306, y: 308, width: 242, height: 90 }, colour(232, 242, 232))
    sheet.lines(
      [
        "Did you know?",
        "You can overpay up to 10 % of your balance",
        "each year without a breakage fee.",
        "Call us before 1 July 2029 to look at new rates."
      ],
      318,
      330,
      { size: 9, step: 15 }
    )
    sheet.grid({ x: 48, y: 430, columns: [0, 90, 290, 380, 450], size: 9, step: 15 }, ieEntries)
    sheet.rule(48, 514, 500)
    sheet.lines(
      [
        "WARNING: If you do not keep up your repayments you may lose your home. WARNING: You may have to pay charges if you pay off",
        "a fixed-rate loan early. Shannon Home Loans DAC is regulated by the Central Bank of Ireland. Registered in Ireland no. 511488.",
        "Registered office: 12 Henry Street, Limerick V94 K2P8."
      ],
      48,
      536,
      { size: 7.5, step: 12 }
    )
    sheet.text("Page 1 of 2", 548, 806, { size: 8, right: true })
  }
}

/** Statements of accounts in France, the United States and Ireland. */
export const statementLayouts: ReadonlyArray<Layout> = [frJointBank, usCard, ieMortgage]
