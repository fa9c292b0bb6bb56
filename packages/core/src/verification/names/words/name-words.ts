const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Titles, ranks and forms of address, which say nothing about who it is; they are taken out and kept as attributes. */
export const titles = set(`
mr mrs ms mister sir dame lord lady dr doctor prof professor eng engineer engr rev reverend fr bishop archbishop hon honourable honorable
sheikh shaykh shaikh sheik cheikh sheykh shaik haji hajji hajj haj hadji hadj alhaj alhaji hajjaj mullah mulla mollah molla maulavi mawlawi maulawi maulvi molavi mawlana maulana mufti ayatollah ayatullah hojjatoleslam hojatoleslam qari qazi akhund
gen general lt lieutenant col colonel maj major capt captain cpt sgt sergeant brig brigadier adm admiral cmdr commander marshal emire
justice minister president senator governor ambassador amb herr frau monsieur mme madame mlle senor senora gospodin gospozha 
jr sr junior senior esq phd md
mv ms mt ss
`)

/** Titles of vessels alone; of the titles above, these are no titles of persons. */
export const vesselTitles = set("mv mt ms ss m/v m/t motor vessel tanker")

/** Short words between the parts of a person's name: they cost nothing when one side leaves them out. */
export const personParticles = set(`
al el ul ad ar as at az ash esh es bin ibn ben bint ould wuld ait de del de la las los le du des da das do dos di della dalla dello van von der den ter ten zu zum zur af av y e
`)

/** Particles after which the father's name stands. */
export const filiation = set("bin ibn ben bint ould wuld")

/** Short words between the words of an organization's name. */
export const organizationParticles = set(`
the of for und et och og ve va and in an to fur pour para per por de del la las los le les du des da do dos di y e i al el ot po u za na a
`)

/** Words of kinship that join with the next word: lighter than a name, heavier than a particle. */
export const kinship = set("abu abou abi umm um oum bou bu zade zadeh oglu ogly kyzy kizi bay bey khan beg jan gul")

/** Words that thousands of companies carry. */
export const businessWords = set(`
trading trade commercial commerce comercial comercializadora international internacional internationale global world worldwide general group grupo holding holdings industries industry industrial industria industrias industriale enterprise enterprises empresa empresas
business company companies services service servicios systems system solutions technology technologies tech engineering construction constructora construction consulting consultants management investment investments inversiones invest finance financial bank banco banque capital
import export importadora exportadora imports exports shipping maritime marine transport transportation transportes logistics cargo lines line aviation airlines air oil gas petroleum petrochemical energy power electric electronics chemical chemicals steel metal metals mining minerals
development research center centre institute institution organization organisation foundation fund association society federation union committee council ministry department bureau office agency authority national state republic university factory plant works complex production productions products
inmobiliaria agropecuaria agricola ganadera distribuidora comercializadora farmacia drogas laboratorios representaciones asesorias desarrollo proyectos bienes raices
food foods medical pharmaceutical pharmaceuticals health security defense defence military special new old first north south east west northern southern eastern western central middle
money exchange travel tours tourism hotel market markets supply supplies materials equipment machinery tools automotive motors motor auto partners associates brothers sons
star ocean sea gulf
`)

/**
 * Names that very many people bear, by rough frequency. A list of 1,000 names cannot know what is common in the world; these keep
 * a small list from treating them as rare. From published national name statistics; ours in selection.
 */
export const veryCommonNames = set(`
muhammad ali ahmad hassan hussein maria jose juan john james william david michael robert mary anna ivan vladimir sergei alexander kim lee park li wang zhang chen liu singh kumar khan nguyen garcia rodriguez martinez hernandez lopez gonzalez perez sanchez smith jones johnson brown
abd abdullah ibrahim omar yusuf mahmud said luis carlos antonio francisco jesus manuel pedro
`)
export const commonNames = set(`
aaron adam adrian alan albert alfredo alice amanda amy ana andre andrea andres andrei angela angel anthony ashley barbara benjamin brandon brian bruce bryan carlos carmen carol catherine charles christian christina christine christopher claudia cynthia daniel deborah dennis diana diego donald donna dorothy douglas edward elena elizabeth emily emma enrique eric ernesto eugene eva fernando frances frank fernando gabriel gary george gerald gloria gregory guillermo hector heather helen henry hugo irina jack jacob jaime janet jason javier jean jeffrey jennifer jeremy jessica joan joe jonathan jorge joseph joshua joyce juana judith julia julio justin karen katherine kathleen keith kenneth kevin kimberly larry laura lawrence linda lisa lucas luisa marco marcos margaret mario marie marta martha mark martin matthew megan melissa michelle miguel monica nancy natalia nathan nicholas nicole nikolai olga oscar pablo pamela patricia patrick paul paula peter philip rachel rafael ralph ramon raul rebecca ricardo richard roberto roger ronald rosa roy ruben russell ruth ryan samantha samuel sandra sara sarah scott sean sergio sharon sophia stephanie stephen steven susan teresa terry theresa thomas timothy tyler victor victoria virginia walter wayne zachary
adil amir amin anwar aziz bakr bilal faisal fatima habib hamid hamza haidar jafar jamal karim khalid mahdi majid malik mansur mustafa nabil nasir osama othman qasim rahman rashid reza salah salih salim saad samir sayyid sharif sulaiman tariq walid yahya yasin zaid zainab abbas akbar asad hadi haji hakim ismail isa jalal kamal kazim latif mujahid musa nur rahim rauf sadiq shah umar wali zahir
aleksei anatoly boris dmitry evgeny georgy grigory igor konstantin leonid maxim mikhail oleg pavel petr roman stanislav stepan valentin valery vasily viktor vitaly vladislav yuri andreevich aleksandrovich alexandrovich ivanovich nikolaevich vladimirovich sergeevich sergeyevich viktorovich petrovich mikhailovich yurievich dmitrievich alekseevich anatolievich vasilievich
ivanov petrov popov smirnov kuznetsov volkov sidorov fedorov morozov novikov pavlov
williams davis miller wilson anderson thomas taylor moore jackson white harris clark lewis robinson walker young allen king wright hill green adams nelson baker hall campbell mitchell carter roberts phillips evans turner parker collins edwards stewart morris murphy cook rogers morgan cooper reed bailey bell kelly howard ward cox richardson wood watson brooks bennett gray hughes price myers long foster
ramirez torres flores rivera gomez diaz reyes morales cruz ortiz gutierrez chavez ramos ruiz alvarez mendoza vargas castillo jimenez moreno romero herrera medina aguilar vasquez castro mendez guzman fernandez valencia rojas silva santos pereira ferreira costa oliveira souza alves
huang zhao wu zhou xu sun ma zhu hu guo he lin luo zheng liang xie tang feng yu dong xiao cheng cao deng fu shen peng pan yuan jiang cai jia ding wei ye tian choi jung cho kang yoon jang lim han oh seo shin kwon hwang song chol jong yong myong chan hyok sung chung hong ri pak
sharma patel gupta ram raj devi begum hossain islam rahman uddin akhtar malik iqbal tran le pham hoang tan wong chan lim ng cheung lam
muller schmidt schneider fischer weber meyer wagner becker hoffmann hansen johansen olsen larsen andersen pedersen nielsen jensen
`)
