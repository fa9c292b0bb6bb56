import { wordSet } from "../words/word-set.ts"

/** Words of companies that no one is called by. */
const everywhere = wordSet(`
  holdings holding group services solutions consulting enterprises enterprise industries trading partners associates association society university ministry
  construction logistics international technologies foundation
`)

/** Words that thousands of companies carry. Some are names of people as well, which says nothing against a company on a watchlist. */
const onWatchlistsAlone = wordSet(`
trade commercial commerce comercial comercializadora internacional internationale global world worldwide general grupo industry industrial industria industrias industriale empresa empresas
business company companies service servicios systems system technology tech engineering constructora consultants management investment investments inversiones invest finance financial bank banco banque capital
import export importadora exportadora imports exports shipping maritime marine transport transportation transportes cargo lines line aviation airlines air oil gas petroleum petrochemical energy power electric electronics chemical chemicals steel metal metals mining minerals
development research center centre institute institution organization organisation fund federation union committee council department bureau office agency authority national state republic factory plant works complex production productions products
inmobiliaria agropecuaria agricola ganadera distribuidora farmacia drogas laboratorios representaciones asesorias desarrollo proyectos bienes raices
food foods medical pharmaceutical pharmaceuticals health security defense defence military special new old first north south east west northern southern eastern western central middle
money exchange travel tours tourism hotel market markets supply supplies materials equipment machinery tools automotive motors motor auto brothers sons
star ocean sea gulf
trdg trd ind inds mfg manufacturing engg constr inv transp shpg chem intl mktg marketing
`)

export const businessWords: ReadonlySet<string> = new Set([...everywhere, ...onWatchlistsAlone])

/**
 * Legal forms by which a line of a letter is known to be no person. Others are names as well (Sa, As, Ag, Too, Vat, Prat), and with the rarer ones
 * companies on a customer's list would no longer be found by likeness.
 */
const unmistakableLegalForms = wordSet(`
  ltd limited llc llp plc inc incorporated corp corporation company gmbh kg ohg sarl sas eurl srl spa sro bv nv oy oyj ab aps pty pvt sdn bhd pte fze fzco fzc
  ltda cv stiftung
`)

/** Short legal forms that are no name wherever they stand; other short ones count at the end alone. */
export const legalFormsInsideNames = wordSet("ltd inc llc llp plc pty pte pvt bhd sdn")

/** Words of estates, clubs and companies that letters name as their recipient. */
const onPapersAlone = wordSet(`
  mbh ug gbr sasu private trust trustees insurance plumbing properties eireli sociedad societe verein eg ev estate executors administrators occupier resident
  tenant
`)

/** Parts of organizations that letters name in the sender's line. */
const departments = wordSet(`
  abteilung hauptabteilung departement departamento dipartimento kundendienst kundenservice kundtjanst klantenservice sachgebiet direktion direccion direcao
  direzione afdeling avdelning avdeling osasto wydzial oddeleni osztaly geschaftsstelle zweigstelle niederlassung sucursal filiale servicio servicos servizio
`)

/** Legal forms and words of organizations: a holder with one of them is not a person. */
export const organizationWords: ReadonlySet<string> = new Set([...unmistakableLegalForms, ...everywhere, ...onPapersAlone, ...departments])
