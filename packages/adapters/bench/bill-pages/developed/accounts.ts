import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { colour, white } from "../sheet.ts"

const ocean = colour(0, 62, 116)
const indigo = colour(52, 38, 118)
const ochre = colour(196, 138, 20)
const haze = colour(238, 240, 246)

const gbEntries = `
  Date |  | Payment type and details | Paid out | Paid in | Balance
  15 Oct 26 |  | BALANCE BROUGHT FORWARD |  |  | 2,104.88
  20 Oct 26 | DD | WYREHAM BOROUGH COUNCIL | 154.00 |  | 1,950.88
  28 Oct 26 | CR | PAYROLL OCTOBER |  | 3,180.00 | 5,130.88
  01 Nov 26 | SO | RENT | 1,450.00 |  | 3,680.88
  04 Nov 26 | VIS | GREENGROCER 88 BRISTOL | 41.20 |  | 3,639.68
  09 Nov 26 | DD | CALDER VALLEY WATER | 36.21 |  | 3,603.47
  12 Nov 26 | BP | SAVINGS TRANSFER | 1,230.00 |  | 2,373.47
  15 Nov 26 |  | BALANCE CARRIED FORWARD |  |  | 2,373.47`

const gbJointBank: Layout = {
  name: "GB bank statement of two holders, dated by its period alone",
  country: "GB",
  family: "sans",
  issuer: "Northmoor Bank plc",
  dated: "2026-11-15",
  draw: (sheet, person) => {
    sheet.box({ x: 40, y: 30, width: 12, height: 36 }, ocean)
    sheet.box({ x: 56, y: 42, width: 12, height: 24 }, ocean)
    sheet.text("Northmoor Bank plc", 78, 60, { size: 20, bold: true, colour: ocean })
    sheet.lines(
      [
        "Contact tel 03457 404 404",
        "see reverse for call times",
        "Text phone used by deaf or",
        "speech impaired customers 03457 125 563",
        "www.northmoor.co.uk"
      ],
      420,
      40,
      {
        size: 7.5
      }
    )
    sheet.lines(
      [`Ms ${nameOf(person)}`, "Mr Daniel Harrow", ...person.street.split(", "), person.city.toUpperCase(), person.postal_code],
      72,
      132,
      { size: 10.5, step: 14 }
    )
    sheet.text("Your Statement", 330, 122, { size: 18, bold: true })
    sheet.frame({ x: 330, y: 136, width: 226, height: 84 })
    sheet.table(
      { x: 340, y: 152, width: 206, size: 9, step: 16 },
      `
      Opening Balance | 2,104.88
      Payments In | 3,180.00
      Payments Out | 2,911.41
      Closing Balance | 2,373.47`
    )
    sheet.text("16 October to 15 November 2026", 40, 254, { size: 11, bold: true })
    sheet.grid(
      { x: 40, y: 276, columns: [0, 200, 300, 420], size: 8.5, step: 14 },
      `
      Account Name | Sortcode | Account Number | Sheet Number
      Ms ${person.first_name.slice(0, 1)} ${person.last_name} & Mr D Harrow | 40-22-17 | 71104482 | 118`
    )
    sheet.box({ x: 40, y: 312, width: 516, height: 18 }, ocean)
    sheet.text("Your Bank Account details", 48, 325, { size: 9.5, bold: true, colour: white })
    sheet.grid({ x: 48, y: 348, columns: [0, 62, 96, 280, 365, 445], size: 8.5, step: 15 }, gbEntries)
    sheet.rule(40, 480, 516)
    sheet.lines(
      [
        "Interest and charges: Credit interest rate 0.00 %. Overdraft interest rate 39.9 % EAR variable. Arranged overdraft limit £500.",
        "Your deposit is eligible for protection by the Financial Services Compensation Scheme."
      ],
      40,
      500,
      { size: 7.5, step: 12 }
    )
    sheet.text("Northmoor Bank plc, 14 Exchange Square, Leeds LS1 5TY. Authorised by the Prudential Regulation Authority.", 297, 806, {
      size: 7,
      centred: true
    })
  }
}

const brEntries = `
  DATA | ESTABELECIMENTO | VALOR EM R$
  08/10 | SUPERMERCADO BOA VISTA | 318,44
  12/10 | FARMACIA CENTRAL 02/03 | 88,90
  17/10 | POSTO ALVORADA | 240,00
  23/10 | LIVRARIA DO LARGO | 112,30
  28/10 | MERCADO DA PRACA | 204,73
  01/11 | ASSINATURA DE FILMES | 55,90
  03/11 | PASSAGEM RODOVIARIA | 264,10`

const brCard: Layout = {
  name: "BR credit card, address window on the right and a payment slip",
  country: "BR",
  family: "sans",
  issuer: "Banco Serra Azul S.A.",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    const name = nameOf(person).toUpperCase()
    const [town = "", state = ""] = person.city.toUpperCase().split(", ")
    sheet.box({ x: 0, y: 0, width: 210, height: 420 }, indigo)
    sheet.text("Banco Serra Azul S.A.", 24, 54, { size: 16, bold: true, colour: white })
    sheet.text("Fatura do cartão Serra Gold", 24, 74, { size: 10, colour: white })
    sheet.lines(["Vencimento", "15/11/2026", "", "Total desta fatura", "R$ 1.284,37", "", "Pagamento mínimo", "R$ 192,65"], 24, 120, {
      size: 12,
      bold: true,
      colour: white,
      step: 17
    })
    sheet.lines(
      ["Limite total R$ 8.000,00", "Melhor dia de compra: 06", "Central 4004 2210 (capitais)", "0800 722 1140 (demais)"],
      24,
      290,
      { size: 8.5, colour: white }
    )
    sheet.lines([name, person.street.toUpperCase(), `${person.postal_code} ${town} - ${state}`], 250, 70, { size: 10, step: 14 })
    sheet.strokes({ x: 250, y: 110, width: 160, height: 14 }, 9)
    sheet.table(
      { x: 250, y: 152, width: 306, size: 8.5, step: 14 },
      `
      Cartão 5502 XXXX XXXX 7714 | Titular ${name}
      Emissão e envio | 05/11/2026
      Previsão de fechamento da próxima fatura | 06/12/2026`
    )
    sheet.box({ x: 250, y: 200, width: 306, height: 15 }, haze)
    sheet.text("Lançamentos: compras e saques", 256, 211, { size: 8.5, bold: true })
    sheet.grid({ x: 256, y: 230, columns: [0, 50, 240], size: 8.5, step: 14 }, brEntries)
    sheet.text("Encargos: rotativo 14,90 % a.m., CET 441,20 % a.a. Parcelamento em até 12 vezes. Página 1/2", 250, 370, { size: 7 })
    sheet.rule(24, 560, 548)
    sheet.text("Banco Serra Azul S.A.  |748-X|  74891.12511 00614.205128 74015.711043 8 11220000128437", 24, 578, { size: 10, bold: true })
    sheet.frame({ x: 24, y: 588, width: 548, height: 96 })
    sheet.grid(
      { x: 30, y: 602, columns: [0, 130, 250, 370, 460], size: 7.5, step: 12 },
      `
      Data do documento | Número do documento | Espécie | Vencimento | Valor
      05/11/2026 | 0071 4420 188 | OUT | 15/11/2026 | 1.284,37`
    )
    sheet.lines(
      ["Pagador", `${name}   CPF ***.441.208-**`, `${person.street.toUpperCase()} - ${person.postal_code} ${town} ${state}`],
      30,
      638,
      { size: 8 }
    )
    sheet.strokes({ x: 24, y: 700, width: 380, height: 46 }, 2)
    sheet.text("Banco Serra Azul S.A. CNPJ 61.114.882/0001-07, Av. Paulista 2200, São Paulo", 24, 806, { size: 7 })
  }
}

const auEntries = `
  Date | Transaction | Debit | Credit | Balance
  01 May | Opening balance |  |  | $498,204.11 DR
  12 May | Repayment, direct debit |  | $3,118.00 | $495,086.11 DR
  31 May | Interest | $2,541.80 |  | $497,627.91 DR
  12 Oct | Repayment, direct debit |  | $3,118.00 | $493,440.02 DR
  31 Oct | Interest | $2,530.15 |  | $495,970.17 DR
  31 Oct | Closing balance |  |  | $495,970.17 DR`

const auHomeLoan: Layout = {
  name: "AU home loan, two holders and the person second",
  country: "AU",
  family: "sans",
  issuer: "Murray Plains Building Society",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    const [suburb = "", state = ""] = person.city.split(", ")
    sheet.circle(72, 58, 26, ochre)
    sheet.box({ x: 46, y: 58, width: 52, height: 28 }, white)
    sheet.text("Murray Plains Building Society", 110, 58, { size: 17, bold: true })
    sheet.text("ABN 22 087 651 443  AFSL and Australian credit licence 238431", 110, 72, { size: 7.5 })
    sheet.lines(
      [
        "MR N A PRESCOTT",
        nameOf(person).toUpperCase(),
        ...person.street.toUpperCase().split(", "),
        `${suburb.toUpperCase()} ${state} ${person.postal_code}`
      ],
      60,
      140,
      { size: 10.5, step: 14 }
    )
    sheet.text("Home loan statement", 330, 116, { size: 16, bold: true })
    sheet.table(
      { x: 330, y: 140, width: 220, size: 9, step: 15 },
      `
      Statement number | 14
      Statement period | 01/05/2026 - 31/10/2026
      Date of statement | 2 Nov 2026
      BSB and account | 803 114  2200 4471
      Page | 1 of 3`
    )
    sheet.box({ x: 46, y: 236, width: 504, height: 20 }, colour(60, 60, 64))
    sheet.text("Your loan at a glance", 54, 250, { size: 10, bold: true, colour: white })
    sheet.table(
      { x: 54, y: 276, width: 488, size: 9.5, step: 17 },
      `
      Loan product | Basic Variable, owner occupied
      Security property | ${person.street}, ${suburb} ${state} ${person.postal_code}
      Contract end date | 12 March 2049
      Annual percentage rate at 31/10/2026 | 6.14 %
      Next repayment due | $3,118.00 on 12/11/2026`
    )
    sheet.grid({ x: 54, y: 388, columns: [0, 70, 260, 340, 420], size: 9, step: 15 }, auEntries)
    sheet.rule(54, 496, 488)
    sheet.lines(
      [
        "Please check every entry and keep this statement for taxation purposes. If you think there is a mistake, call 13 22 84 between",
        "8 am and 8 pm AEST, Monday to Friday. Complaints: Australian Financial Complaints Authority, 1800 931 678.",
        "Murray Plains Building Society Limited, 210 High Street, Bendigo VIC 3550."
      ],
      54,
      516,
      { size: 8, step: 13 }
    )
  }
}

const dkRent: Layout = {
  name: "DK rent, home beside the demand and a giro slip",
  country: "DK",
  family: "sans",
  issuer: "Boligforeningen Fjordparken",
  dated: "2026-10-26",
  outcome: "review",
  draw: (sheet, person) => {
    const place = [nameOf(person), person.street, townOf(person)]
    sheet.box({ x: 44, y: 34, width: 20, height: 30 }, colour(20, 110, 90))
    sheet.box({ x: 68, y: 46, width: 20, height: 18 }, colour(20, 110, 90))
    sheet.text("Boligforeningen Fjordparken", 98, 62, { size: 17, bold: true })
    sheet.text("Boligforeningen Fjordparken, Havnevej 2, 7100 Vejle", 44, 118, { size: 6.5 })
    sheet.lines(place, 44, 136, { size: 11, step: 15 })
    sheet.table(
      { x: 370, y: 110, width: 182, size: 8.5, step: 14 },
      `
      Udskrevet | 26. oktober 2026
      Lejernr. | 114-0882-3
      Afdeling | 14 Søparken
      Telefon | 75 82 44 10
      Ekspedition | kl. 10 - 14`
    )
    sheet.text("Opkrævning af husleje for november 2026", 44, 232, { size: 14, bold: true })
    sheet.text(`Lejemål: ${person.street}, ${townOf(person)}. Indflyttet 01.03.2021`, 44, 252, { size: 9.5 })
    sheet.rule(44, 266, 508)
    sheet.table(
      { x: 44, y: 284, width: 508, size: 10, step: 17 },
      `
      Husleje | 6.412,00
      A conto varme | 540,00
      A conto vand | 310,00
      Antennebidrag | 148,00
      Beboerrådgivning | 25,00
      Til betaling senest 02.11.2026 i kr. | 7.435,00`
    )
    sheet.rule(44, 376, 508)
    sheet.lines(
      [
        "Er du tilmeldt Betalingsservice, trækkes beløbet automatisk. Betales der for sent, pålægges et gebyr på 319 kr.",
        "Har du spørgsmål til opkrævningen, kan du ringe til kontoret eller skrive til post@fjordparken.dk."
      ],
      44,
      400,
      { size: 9 }
    )
    sheet.frame({ x: 30, y: 610, width: 535, height: 190 }, colour(190, 40, 50))
    sheet.text("KVITTERING", 40, 626, { size: 8, bold: true })
    sheet.lines(["Kreditornummer og modtager", "8214 4410", "Boligforeningen Fjordparken", "Havnevej 2", "7100 Vejle"], 40, 646, {
      size: 8.5
    })
    sheet.text("INDBETALINGSKORT", 300, 626, { size: 8, bold: true })
    sheet.lines(["Indbetaler", ...place], 300, 646, { size: 8.5 })
    sheet.lines(["Kroner 7.435,00", "Betalingsdato 02.11.2026"], 552, 720, { size: 10, right: true })
    sheet.text("+71< 001140882311266 +82144410<", 552, 786, { size: 11, right: true })
  }
}

/** Statements of accounts and rent in Great Britain, Brazil, Australia and Denmark. */
export const accountLayouts: ReadonlyArray<Layout> = [gbJointBank, brCard, auHomeLoan, dkRent]
