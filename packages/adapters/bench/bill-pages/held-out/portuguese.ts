import type { Layout } from "../layout.ts"
import { type Household, nameOf, townOf } from "../people.ts"
import { colour, type Sheet, white } from "../sheet.ts"

const atlantic = colour(0, 104, 150)
const foam = colour(226, 240, 247)
const canary = colour(250, 204, 40)
const forest = colour(0, 98, 56)

const ptReadings = (sheet: Sheet): void => {
  sheet.grid(
    { x: 40, y: 336, columns: [0, 110, 220, 320, 420], size: 8.5, step: 14 },
    `
    Contador | Leitura anterior | Leitura atual | Tipo | Consumo
    D14EA114882 | 447 (2026-09-25) | 456 (2026-10-26) | Real | 9 m³`
  )
  sheet.rule(40, 358, 516)
  sheet.table(
    { x: 40, y: 376, width: 300, size: 9, step: 15 },
    `
    Água, 1.º escalão 5 m³ x 0,6120 | 3,06
    Água, 2.º escalão 4 m³ x 1,1480 | 4,59
    Tarifa fixa de água, 31 dias | 4,12
    Saneamento, fixa e variável | 7,88
    Resíduos urbanos | 4,71
    Taxa de recursos hídricos | 0,54
    IVA 6 % | 0,74
    Acerto da fatura de 2026-09-28 | -0,20`
  )
  sheet.text("Consumo em m³", 372, 376, { size: 8.5, bold: true })
  sheet.columns({ x: 372, y: 384, width: 180, height: 90 }, [0.6, 0.6, 0.7, 0.9, 1, 0.84, 0.7], atlantic)
}

const ptPayment = (sheet: Sheet, person: Household): void => {
  sheet.frame({ x: 40, y: 520, width: 210, height: 86 }, atlantic)
  sheet.text("Pagamento por Multibanco", 50, 538, { size: 9, bold: true, colour: atlantic })
  sheet.facts(
    { x: 50, y: 556, gap: 80, size: 9, step: 15 },
    `
    Entidade | 11 488
    Referência | 204 471 882
    Montante | 25,44 €`
  )
  sheet.squares(478, 520, 78, 37)
  sheet.text("ATCUD: JFX8T4W2-114882", 556, 612, { size: 7.5, right: true })
  sheet.text(
    "- - - - - - - - - - - - - - - - - - - - - - - - - - Talão de pagamento - - - - - - - - - - - - - - - - - - - - - - - - - -",
    298,
    668,
    {
      size: 8,
      centred: true
    }
  )
  sheet.lines(["Águas da Serra do Lume, E.M.", nameOf(person), "Cliente 011488 / Local 20447"], 40, 694, { size: 9, step: 14 })
  sheet.lines(["Valor 25,44 €", "Pagar até 2026-11-20"], 556, 694, { size: 9, step: 14, right: true })
  sheet.strokes({ x: 190, y: 740, width: 230, height: 34 }, 7)
}

const ptWater: Layout = {
  name: "PT water, year first, place of consumption and a payment reference",
  country: "PT",
  family: "serif",
  issuer: "Águas da Serra do Lume, E.M.",
  dated: "2026-10-29",
  draw: (sheet, person) => {
    sheet.circle(60, 54, 20, atlantic)
    sheet.circle(60, 62, 11, foam)
    sheet.text("Águas da Serra do Lume, E.M.", 92, 54, { size: 15, bold: true, colour: atlantic })
    sheet.lines(["Largo do Município, 4, 6270-414 Lume", "Contribuinte n.º 511 488 204. Apoio ao cliente 238 114 882"], 92, 68, {
      size: 7.5,
      step: 10
    })
    sheet.text("Fatura FT 2026/0114882", 556, 54, { size: 12, bold: true, right: true })
    sheet.text("Original", 556, 68, { size: 8, right: true })
    sheet.grid(
      { x: 40, y: 116, columns: [0, 110], size: 9, step: 15, headless: true },
      `
      N.º de cliente | 011488
      Data de emissão | 2026-10-29
      Período | 2026-09-26 a 2026-10-26
      Data limite | 2026-11-20
      NIF do cliente | 2** *** 447`
    )
    sheet.lines(
      ["Exmo.(a) Senhor(a)", nameOf(person).toUpperCase(), ...person.street.toUpperCase().split(", "), townOf(person).toUpperCase()],
      322,
      132,
      {
        size: 10,
        step: 14
      }
    )
    sheet.box({ x: 40, y: 216, width: 516, height: 40 }, foam)
    sheet.text("Local de consumo 20447", 50, 232, { size: 8.5, bold: true })
    sheet.text(`${person.street}, ${townOf(person)}`, 50, 246, { size: 8.5 })
    sheet.text("Total a pagar", 400, 242, { size: 10, bold: true })
    sheet.text("25,44 €", 546, 243, { size: 15, bold: true, right: true })
    sheet.text("Débito direto a partir de 2026-11-16. Comunique a leitura de 2026-11-23 a 2026-11-26 pelo 800 204 471.", 40, 278, {
      size: 8.5
    })
    sheet.text("Leituras e consumos", 40, 316, { size: 11, bold: true, colour: atlantic })
    ptReadings(sheet)
    ptPayment(sheet, person)
    sheet.text(
      "Roturas na via pública: 238 114 800, 24 horas. Entidade reguladora: ERSAR. Livro de reclamações em livroreclamacoes.pt",
      40,
      806,
      {
        size: 7.5
      }
    )
  }
}

const brHead = (sheet: Sheet): void => {
  sheet.frame({ x: 28, y: 24, width: 540, height: 70 })
  sheet.box({ x: 36, y: 34, width: 46, height: 46 }, forest)
  sheet.circle(59, 57, 14, canary)
  sheet.text("Companhia Energética Vale do Ipê S.A.", 92, 46, { size: 12, bold: true })
  sheet.lines(
    [
      "Rua Barão de Itapura, 1148 - Jardim Guanabara - Campinas - SP - CEP 13070-150",
      "CNPJ 33.114.882/0001-04   Inscrição Estadual 244.718.820.114"
    ],
    92,
    60,
    { size: 6.5, step: 10 }
  )
  sheet.lines(["DOCUMENTO AUXILIAR DA NOTA FISCAL", "DE ENERGIA ELÉTRICA ELETRÔNICA"], 560, 44, {
    size: 7,
    bold: true,
    right: true,
    step: 10
  })
  sheet.text("Atendimento 0800 011 4882", 560, 78, { size: 8, right: true })
}

const brFiscal = (sheet: Sheet): void => {
  sheet.frame({ x: 330, y: 104, width: 238, height: 104 })
  sheet.squares(338, 114, 66, 47)
  sheet.lines(
    [
      "NOTA FISCAL Nº 011.488.204 - SÉRIE 001",
      "DATA DE EMISSÃO: 04/11/2026",
      "Consulte pela chave de acesso em:",
      "dfe-portal.svrs.rs.gov.br/NF3e",
      "Protocolo 3352600114882044",
      "04/11/2026 às 22:14:07"
    ],
    412,
    122,
    { size: 7, step: 12 }
  )
  sheet.text("3526 1133 1148 8200 0104 6600 1011 4882 0410 4471 8820", 449, 202, { size: 6.5, centred: true })
}

const brReadings = (sheet: Sheet): void => {
  sheet.box({ x: 28, y: 218, width: 540, height: 46 }, canary)
  sheet.grid(
    { x: 40, y: 236, columns: [0, 170, 340], size: 10, step: 18 },
    `
    REF: MÊS/ANO | VENCIMENTO | TOTAL A PAGAR
    10/2026 | 19/11/2026 | R$ 214,88`
  )
  sheet.frame({ x: 28, y: 272, width: 540, height: 40 })
  sheet.grid(
    { x: 36, y: 287, columns: [0, 120, 220, 320, 420], size: 8, step: 14 },
    `
    DATAS DE LEITURAS | LEITURA ANTERIOR | LEITURA ATUAL | Nº DE DIAS | PRÓXIMA LEITURA
    Medidor 11488204 | 01/10/2026 | 03/11/2026 | 33 | 02/12/2026`
  )
}

const brItems = (sheet: Sheet): void => {
  sheet.box({ x: 28, y: 324, width: 360, height: 15 }, forest)
  sheet.grid(
    { x: 34, y: 335, columns: [0, 178, 228, 282], size: 7.5, colour: white },
    "Itens da fatura | Quant. | Preço unit. | Valor (R$)"
  )
  sheet.grid(
    { x: 34, y: 354, columns: [0, 178, 228, 282], size: 8, step: 14, headless: true },
    `
    Consumo Uso Sistema TUSD | 204 kWh | 0,44718 | 91,22
    Consumo Energia TE | 204 kWh | 0,38820 | 79,19
    Adicional bandeira amarela OUT/26 | 204 kWh | 0,01885 | 3,85
    ICMS sobre consumo |  |  | 31,36
    PIS e COFINS |  |  | 0,82
    Contribuição Ilum. Pública Municipal |  |  | 14,88
    Crédito DIC 08/2026 |  |  | -6,44
    TOTAL |  |  | 214,88`
  )
  sheet.text("CONSUMO FATURADO kWh", 408, 335, { size: 7.5, bold: true })
  sheet.columns(
    { x: 408, y: 344, width: 156, height: 94 },
    [0.8, 0.86, 0.94, 1, 0.92, 0.84, 0.7, 0.66, 0.64, 0.7, 0.78, 0.82, 0.84],
    forest
  )
  sheet.text("OUT 25                                      OUT 26", 408, 450, { size: 7 })
}

const brSlip = (sheet: Sheet, name: string): void => {
  sheet.rule(28, 640, 540)
  sheet.text("83690000002-7 14880011488-9 20447182026-1 11190000000-4", 298, 660, { size: 11, bold: true, centred: true })
  sheet.grid(
    { x: 36, y: 682, columns: [0, 230, 330, 440], size: 8, step: 13 },
    `
    Nome | Instalação | Vencimento | Total a pagar
    ${name} | 4471882 | 19/11/2026 | R$ 214,88`
  )
  sheet.strokes({ x: 36, y: 712, width: 380, height: 44 }, 5)
  sheet.squares(470, 704, 84, 53)
  sheet.text("Pague com Pix", 512, 800, { size: 8, centred: true })
}

const brPower: Layout = {
  name: "BR electricity, fiscal note beside the holder, days of readings in a frame",
  country: "BR",
  family: "sans",
  issuer: "Companhia Energética Vale do Ipê S.A.",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    const name = nameOf(person).toUpperCase()
    const [town = "", state = ""] = person.city.toUpperCase().split(", ")
    brHead(sheet)
    sheet.frame({ x: 28, y: 104, width: 294, height: 104 })
    sheet.lines([name, person.street.toUpperCase(), `CEP: ${person.postal_code} ${town} ${state}`], 38, 124, { size: 9.5, step: 14 })
    sheet.lines(["CPF: ***.114.882-**", "Classificação: B1 Residencial, bifásico", "Código da instalação 4471882"], 38, 172, {
      size: 8,
      step: 13
    })
    brFiscal(sheet)
    brReadings(sheet)
    brItems(sheet)
    sheet.lines(
      [
        "Débitos: não constam débitos anteriores até 31/10/2026. O atraso no pagamento gera multa de 2 % e juros de 1 % ao mês.",
        "Reajuste tarifário médio de 6,14 %, Resolução ANEEL 3.114, de 08/04/2026. Bandeira de novembro de 2026: verde.",
        "Cadastre-se na fatura por e-mail e concorra a prêmios até 20/12/2026. Ouvidoria 0800 447 1882. ANEEL 167."
      ],
      34,
      500,
      { size: 8, step: 14 }
    )
    sheet.frame({ x: 28, y: 552, width: 540, height: 50 })
    sheet.text("Aviso: desligamento programado em seu bairro no dia 29/11/2026, das 8 h às 12 h.", 38, 581, { size: 9, bold: true })
    brSlip(sheet, name)
  }
}

/** Bills of Portugal and Brazil. */
export const portugueseLayouts: ReadonlyArray<Layout> = [ptWater, brPower]
