import type { SessionStep } from "../../../verification/steps.ts"

/** What an invitation says in one language. `asker` is the name of the organization, null where it has given none. */
interface InvitationWords {
  readonly subject: (asker: string | null) => string
  readonly greeting: string
  /** Who asks, for what, and why. */
  readonly request: (asker: string | null) => string
  readonly at_hand: string
  /** What has to be there for a step; those that need nothing at hand have none. */
  readonly steps: Readonly<Partial<Record<SessionStep, string>>>
  readonly device: string
  readonly start: string
  readonly validity: (until: string) => string
  readonly browser: string
  readonly newest: string
  readonly caution: string
  /** Before the address where the organization helps. */
  readonly support: string
}

const english: InvitationWords = {
  subject: (asker) => (asker === null ? "Please verify your details" : `${asker} asks you to verify your details`),
  greeting: "Hello,",
  request: (asker) =>
    asker === null
      ? "you have been asked to verify your details, so that the company you deal with knows who you are. It takes a few minutes."
      : `${asker} asks you to verify your details, so that it knows who it deals with. It takes a few minutes.`,
  at_hand: "Please have at hand:",
  steps: {
    document: "your passport, identity card or driving licence, the original and not a copy",
    proof_of_address:
      "a recent document with your full name and home address, such as an energy or water bill, a bank statement or a letter from an authority"
  },
  device: "a scan, a photo or the original file of it (PDF or picture)",
  start: "Start the verification",
  validity: (until) => `The link works until ${until}.`,
  browser: "It works only in the browser that opens it first, so open it on the device that you want to use.",
  newest: "If you were sent several links, use the newest.",
  support: "If you have questions",
  caution: "If you did not expect this mail, you can ignore it. Do not forward it: anyone with the link can act in your name."
}

const german: InvitationWords = {
  subject: (asker) => (asker === null ? "Bitte bestätigen Sie Ihre Angaben" : `${asker} bittet Sie, Ihre Angaben zu bestätigen`),
  greeting: "Guten Tag,",
  request: (asker) =>
    asker === null
      ? "Sie wurden gebeten, Ihre Angaben zu bestätigen, damit Ihr Vertragspartner weiß, wer Sie sind. Das dauert wenige Minuten."
      : `${asker} bittet Sie, Ihre Angaben zu bestätigen, um zu wissen, mit wem der Vertrag besteht. Das dauert wenige Minuten.`,
  at_hand: "Bitte legen Sie bereit:",
  steps: {
    document: "Ihren Reisepass, Personalausweis oder Führerschein, im Original und nicht als Kopie",
    proof_of_address:
      "ein aktuelles Dokument mit Ihrem vollen Namen und Ihrer Wohnanschrift, etwa eine Strom- oder Wasserrechnung, einen Kontoauszug oder ein Schreiben einer Behörde"
  },
  device: "einen Scan, ein Foto oder die Originaldatei davon (PDF oder Bild)",
  start: "Prüfung beginnen",
  validity: (until) => `Der Link gilt bis ${until}.`,
  browser: "Er gehört dem Browser, der ihn zuerst öffnet. Öffnen Sie ihn daher auf dem Gerät, das Sie verwenden möchten.",
  newest: "Wenn Sie mehrere Links erhalten haben, verwenden Sie den neuesten.",
  support: "Bei Fragen",
  caution:
    "Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren. Leiten Sie sie nicht weiter: Wer den Link hat, kann in Ihrem Namen handeln."
}

const french: InvitationWords = {
  subject: (asker) => (asker === null ? "Veuillez confirmer vos informations" : `${asker} vous demande de confirmer vos informations`),
  greeting: "Bonjour,",
  request: (asker) =>
    asker === null
      ? "il vous est demandé de confirmer vos informations, afin que l'entreprise avec laquelle vous traitez sache qui vous êtes. Cela prend quelques minutes."
      : `${asker} vous demande de confirmer vos informations, afin de savoir avec qui elle traite. Cela prend quelques minutes.`,
  at_hand: "Préparez s'il vous plaît :",
  steps: {
    document: "votre passeport, carte d'identité ou permis de conduire, l'original et non une copie",
    proof_of_address:
      "un document récent portant votre nom complet et l'adresse de votre domicile, par exemple une facture d'énergie ou d'eau, un relevé bancaire ou un courrier d'une administration"
  },
  device: "une numérisation, une photo ou le fichier original de ce document (PDF ou image)",
  start: "Commencer la vérification",
  validity: (until) => `Le lien est valable jusqu'au ${until}.`,
  browser: "Il est réservé au premier navigateur qui l'ouvre : ouvrez-le sur l'appareil que vous souhaitez utiliser.",
  newest: "Si vous avez reçu plusieurs liens, utilisez le plus récent.",
  support: "Pour toute question",
  caution:
    "Si vous n'attendiez pas ce message, vous pouvez l'ignorer. Ne le transférez pas : toute personne qui possède le lien peut agir en votre nom."
}

const spanish: InvitationWords = {
  subject: (asker) => (asker === null ? "Confirme sus datos, por favor" : `${asker} le pide que confirme sus datos`),
  greeting: "Hola:",
  request: (asker) =>
    asker === null
      ? "Se le pide que confirme sus datos, para que la empresa con la que trata sepa quién es usted. Solo lleva unos minutos."
      : `${asker} le pide que confirme sus datos, para saber con quién trata. Solo lleva unos minutos.`,
  at_hand: "Tenga a mano, por favor:",
  steps: {
    document: "su pasaporte, documento de identidad o permiso de conducir, el original y no una copia",
    proof_of_address:
      "un documento reciente con su nombre completo y su domicilio, por ejemplo una factura de luz o agua, un extracto bancario o una carta de una administración pública"
  },
  device: "un escaneo, una foto o el archivo original del documento (PDF o imagen)",
  start: "Empezar la verificación",
  validity: (until) => `El enlace es válido hasta el ${until}.`,
  browser: "Queda reservado al primer navegador que lo abre: ábralo en el dispositivo que quiera usar.",
  newest: "Si ha recibido varios enlaces, use el más reciente.",
  support: "Si tiene preguntas",
  caution: "Si no esperaba este mensaje, puede ignorarlo. No lo reenvíe: quien tenga el enlace puede actuar en su nombre."
}

const italian: InvitationWords = {
  subject: (asker) => (asker === null ? "Confermi i Suoi dati" : `${asker} Le chiede di confermare i Suoi dati`),
  greeting: "Buongiorno,",
  request: (asker) =>
    asker === null
      ? "Le è stato chiesto di confermare i Suoi dati, affinché l'azienda con cui tratta sappia chi è Lei. Bastano pochi minuti."
      : `${asker} Le chiede di confermare i Suoi dati, per sapere con chi tratta. Bastano pochi minuti.`,
  at_hand: "Tenga a portata di mano:",
  steps: {
    document: "il passaporto, la carta d'identità o la patente, l'originale e non una copia",
    proof_of_address:
      "un documento recente con il Suo nome completo e l'indirizzo di casa, per esempio una bolletta della luce o dell'acqua, un estratto conto o una lettera di un ente pubblico"
  },
  device: "una scansione, una foto o il file originale del documento (PDF o immagine)",
  start: "Inizia la verifica",
  validity: (until) => `Il link è valido fino al ${until}.`,
  browser: "È riservato al primo browser che lo apre: lo apra sul dispositivo che vuole usare.",
  newest: "Se ha ricevuto più link, usi il più recente.",
  support: "Per domande",
  caution: "Se non si aspettava questo messaggio, può ignorarlo. Non lo inoltri: chi ha il link può agire a Suo nome."
}

/** The languages of invitations, by their tag (BCP 47); people of other languages are written to in English. */
const languages = { en: english, de: german, fr: french, es: spanish, it: italian } as const
type Language = keyof typeof languages

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

/** The words for a locale such as `de-AT`: those of its language, else English. */
export const wordsFor = (locale: string | null): { readonly language: Language; readonly words: InvitationWords } => {
  const [tag = ""] = (locale ?? "").toLowerCase().split("-", 1)
  const language = isLanguage(tag) ? tag : "en"
  return { language, words: languages[language] }
}
