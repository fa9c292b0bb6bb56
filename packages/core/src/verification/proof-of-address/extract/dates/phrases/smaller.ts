import type { DatePhrases } from "../label.ts"

/** Labels of dates in Catalan, Basque, Galician, Irish, Welsh, Maltese and Luxembourgish. */
export const smallerDatePhrases: DatePhrases = [
  // Catalan, Galician and Basque
  [
    `
    data de factura|data factura|data de la factura|data d emissió|data emissió|data de facturació|data d expedició|emesa el|emès el|
    expedit el|data de l extracte|data del document|data d impressió|data do recibo|data da factura|data de expedición|data de emisión|
    fakturaren data|faktura data|jaulkipen data|igorpen data|igorritako eguna|egindako eguna|inprimatze data|laburpenaren data|
    jaulkitze data`,
    "issue"
  ],
  ["data|eguna", "date"],
  [
    `
    període de facturació|període facturat|període|període de consum|mes de|període de liquidació|exercici|fakturazio aldia|kontsumo aldia|
    aldia|epea|hilabetea|período de facturación`,
    "period"
  ],
  [
    `
    data de venciment|venciment|data de càrrec|data límit de pagament|data límit|data de pagament|data de lectura|lectura anterior|
    lectura actual|pròxima lectura|pròxima factura|data de naixement|data del contracte|vàlid fins al|ordaintzeko azken eguna|
    ordainketa eguna|muga eguna|epemuga|irakurketa data|irakurketa|jaioteguna|jaiotze data|hurrengo irakurketa|kontratuaren data|
    data de vencemento|vencemento|data de cargo|data de nacemento`,
    "other"
  ],
  // Irish and Welsh
  [
    `
    dáta eisiúna|dáta an bhille|dáta an tsonraisc|dáta sonraisc|dáta an ráitis|dáta eisithe|eisithe ar|
    dyddiad y bil|dyddiad bil|dyddiad cyhoeddi|dyddiad yr anfoneb|dyddiad y datganiad|dyddiad anfoneb|dyddiad y llythyr`,
    "issue"
  ],
  ["dáta|dyddiad", "date"],
  ["tréimhse|tréimhse bhilleála|cyfnod|cyfnod bilio|cyfnod y bil|cyfnod y datganiad", "period"],
  [
    `
    dáta dlite|le híoc faoi|íoc faoi|dáta breithe|dáta léite|léamh méadair|dyddiad talu|talwch erbyn|i w dalu erbyn|dyddiad dyledus|
    dyddiad geni|darlleniad mesurydd|dyddiad darllen|y darlleniad nesaf`,
    "other"
  ],
  // Maltese and Luxembourgish
  ["data tal kont|data tal ħruġ|data tal fattura|data ta l istqarrija|rechnungsdatum|datum vun der rechnung|ausgestallt den", "issue"],
  ["data|datum", "date"],
  ["perjodu|perjodu tal kont|period vun der rechnung", "period"],
  ["iridu jitħallsu sa|ħallas sa|data tat twelid|data tal qari|ze bezuelen bis|bezuelbar bis|gebuertsdatum", "other"]
]
