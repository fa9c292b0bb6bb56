import type { TypeEvidence } from "./evidence.ts"

/** Titles of the notices by which towns and their works ask for waste fees, rates and other levies of a household. */
export const levyEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "council_tax_bill",
    8,
    `
    abfallgebührenbescheid|müllgebührenbescheid|abfallentsorgungsgebührenbescheid|straßenreinigungsgebührenbescheid|abwassergebührenbescheid|
    niederschlagswassergebührenbescheid|wassergebührenbescheid|gebührenbescheid abfall|bescheid über abfallgebühren|
    bescheid über grundbesitzabgaben|bescheid über gemeindeabgaben|grundabgabenbescheid|kehrichtgebühr|
    redevance d enlèvement des ordures ménagères|redevance ordures ménagères|taxe d enlèvement des ordures ménagères|
    taxe déchets|tasa de recogida de basuras|tasa de residuos|tasa por recogida de residuos|taxa de residus|
    aviso de cobro administrativo|aviso de cobro municipal|aviso de cobro de tributos|aviso de cobro de tributos municipales|cobro administrativo|
    notificación de cobro administrativo|estado de cuenta municipal|estado de cuenta de tributos|recibo de servicios municipales|
    impuesto predial rústico|impuesto predial urbano|impuesto único sobre inmuebles|tributos municipales pendientes|tasa de aseo|tasa de aseo urbano|
    tasa de alumbrado aseo y ornato|taxa de resíduos sólidos|taxa de coleta de lixo|tassa rifiuti|avviso di pagamento tassa rifiuti|
    afvalstoffenheffing en rioolheffing|opłata za gospodarowanie odpadami komunalnymi|opłaty za gospodarowanie odpadami komunalnymi|
    zawiadomienie o opłacie za gospodarowanie odpadami|poplatek za komunální odpad|místní poplatek za obecní systém odpadového hospodářství|
    místní poplatek|poplatok za komunálne odpady|miestny poplatok za komunálne odpady|platební výměr na místní poplatek|
    taxa de salubrizare|taxă specială de salubrizare|такса битови отпадъци|такса за битови отпадъци|
    vietinė rinkliava už komunalinių atliekų|vietinė rinkliava už komunalinių atliekų tvarkymą|
    vietinės rinkliavos už komunalinių atliekų tvarkymą mokėjimo pranešimas|τέλη καθαριότητας|τέλη καθαριότητας και φωτισμού|
    renhållningsavgift|renovasjonsavgift|renovationsafgift|sorphirðugjald|
    assessment rates|notice of assessment rates|pradeshiya sabha rates|holding tax|holding tax bill|
    solid waste user charges|house tax demand|property tax demand notice|municipal rates demand`
  ],
  [
    "council_tax_bill",
    3,
    `
    abfallwirtschaft|abfallwirtschaftsbetrieb|restabfall|biotonne|abfallgebührensatzung|recolección de residuos|bienes inmuebles|
    folio real|tributos municipales|atliekų tvarkymo centras|rinkliavos dydis|annual value|pradeshiya sabha|rate payer|rates for year`
  ]
]
