import { areNicknames, areSpellingsOfOneName, namesInTables } from "./nicknames.ts"
import { romanizationKey } from "../sound/romanization-key.ts"

// Names in wide use that are one or two letters away from another: what tells a second name (Maria, Mario) from a slip of the pen.
const common = `
aaron abel adam adan adela adele adnan adolfo agata agnieszka aida aiden aigul ajay akira alain alan alba albert alberta alberto aldo alena alessandra alessandro alessia alessio alex alexa
alexia alexis alfonso alice alicia alina alma alvaro amal amar amara amelia amelie amin amina amir amira amit amita ana anand anders andre andrea andreas andreea andrei andres angel angelo angelika angelica
anika anil anita anja anjali ann anna anne anneke annette annika anouk ansel anton antoine antonella antonia antonio antonius anurag anya april ariel arif arjun arlene armando arnaud arne arnold artem arturo arun asha ashley ashok asma astrid
august augusto aurora austin ava axel aya ayaan aziz aziza barbara barry bart basil beate beata beatrice ben benita benito bernadette bernard bernardo bernd bert bertha beth betty bianca birgit bjorn blanca bonnie boris brad brenda brendan brent brett brian brigitte bruce bruna bruno bryan
caleb camila camilla camille camilo candice cara carina carl carla carlo carlos carly carmen carmela carmelo carol carola carole carolina caroline carrie casey catalina cathy cecil cecilia cecile celia celine cesar chad chandra chantal charlene charlotte chelsea cheryl chiara chloe christa christel clara claude claudia claudine claudio clement clemens cleo clive cody colin colleen connie connor conor cora corinna corinne craig cristian cristiano cristina curtis
dagmar daisy dale damian damien dan dana daniel daniela daniele daniella danielle danilo danuta daria dario darius darren dave david davide dawn dean deana debbie deepa deepak deepika della denis denise derek desmond devi diana diane diego dieter dina dino dipa dirk divya dolores dominik dominika dominique don donald donna dora dorian doris dorota douglas duncan dylan
earl ebba eddie edgar edit edith edmund eduarda eduardo edwin eileen elaine eleonora elena eleni elias elif elin elina elisa elise eliza elke ella elle ellen elliot elmar elsa elsie elvira emil emilia emilie emilio emily emine emma emmett emre eric erica erich erik erika erin erna ernesto erwin esteban estelle ester esther ethan eugenia eugenio eva evan evelin evelyn ewa
fabian fabiana fabien fabio fabrice fadi fahad farah farid farida fatih faye federica federico felicia felipe felix ferdinand fernanda fernando filipa filipe finn fiona flavia flavio flora florian florin floris fran franca france frances francesca francesco francis francisca francisco franco francois francoise frank franz freda frida frieda frode
gabriel gabriela gabriele gabrielle gary gavin gemma gennaro georg george georgia georgina geraldine gerard gerd gerda gerhard gianna gianni gilda giles gilles gina gino giorgia giorgio giovanna giovanni gisela giulia giuliana giuliano giulio giuseppe giuseppina glen glenda gloria gordon grace graciela graham greg greta grzegorz guido gunnar gunter gustav guy
hamza hana hanna hanne hannes hannah hans harald hari harish harold harriet harry hasan hector heidi heike heinz helen helena helene helga helge helmut henri henriette henrik henry herman hilda holger holly hope horst hugo
ian ida igor ilse imran ines inga inge ingeborg ingo ingrid ioana ion irena irene irina iris irma isaac isabel isaiah ismael ivan ivana ivar ivo ivy izabela
jack jackie jacob jacques jade jake jakob james jamie jamil jamila jan jana jane janet janice janina janine janusz jared jarmila jason javier jay jean jeanne jeff jelena jenna jenny jens jeremy jerome jerry jerzy jesse jessica jill jim jitka joachim joan joana joanna joanne joao joaquin jocelyn jodie joe joel joelle johan johann johanna johannes john jonas jorg jorge josef josefa joseph josephine joshua josie joy joyce juan juana juanita judith jules julia julian juliana juliane julie julien juliet juliette julio julius june jurgen jutta
kai kajsa kamal kamil kamila kapil karel karen karim karima karin karina karl karla karol karolina karsten kate katja katrin kaveh kavita kay keith kelly ken kenji kenneth kerry kevin kiara kieran kim kiran kirsten kishore klara klaus komal konrad krista kristin kumar kurt kyle
lana lance lara lars lasse laura laure lauren laurent laurence lea leah leandro lee leila lena leo leon leona leonie leonor leroy leslie liam lidia lila lilian liliana lily lina linda linus lionel lisa lise livia liz lloyd logan lois lola lora lorena lorenz lorenza lorenzo loretta lorna lothar lou luc luca lucas lucia luciana luciano lucie lucile lucy ludmila luis luisa luise luka lukas luke luna lydia lyle lynn
mabel macy magda magnus mahesh maja maksim malik malika malin mandy manfred manoj manon manuel manuela mara marc marcel marcela marcella marcelle marcello marcelo marcia marcin marco marcos marcus marek margit margot marga mari maria marian mariana mariane marianna marianne mariano marie mariela marika marilyn marin marina marine marino mario marion marisa marisol marius marjan mark marko markus marla marlene marta marte martha marti martin martina martine marty marvin mary marzena masha mateo mateus matilda mats matteo matthias mattia maud maura maureen mauricio maurizio mauro max maya meera megan mehmet mei melanie melinda melvin mercedes meredith mia micaela michaela michel michela michele michelle miguel mika mikael mike mikkel mila milan milena miles milo mina minna mira miranda miriam mirko miro mohan moira mona monica monique morgan moritz muriel murat myra myriam
nadia nadine nancy naomi natasha nathan neha neil nele nell nelly nelson neva nick nico nicola nicolas nicole niels nigel nikita nikola nils nina nino nisha noah noel noelle noemi nora norbert norma norman nuno nuria
octavio olaf ole olga oliver olivia olivier omar oriana orlando oscar osvaldo otto owen pablo paloma pamela paola paolo pascal pascale pat patric patrice patricia patrick patrik paul paula paulina pauline paulo pedro peggy per perry peter petra phoebe pia piero pierre piet pieter pietro pilar poonam pooja pradeep prakash pranav prem priya puja
quentin rachel radha rafaela rahul rainer raj raja rajan rajesh raju rakesh ralf ralph ram rama ramesh ramon ramona rana randy rani rania raphael raquel rashid raul ravi ray rayan rebeca regina regine reiner reinhard rekha rena renata renate renato rene renee reza ricarda ricardo riccardo richard rick rita rob roberta roberto robin robyn rocio rod roger rohan rohit roland rolando rolf roman romana romeo romina ron rona ronan rory rosa rosalia rosana rosario rose rosita ross roxana roy ruben ruby rudolf rupa rupert rute ruth ryan
sabina sabine sabrina sachin sadie said sally salma salvador sam samir samira samuel samuele sana sandra sandro sanjay sanna sara satish saul scott sean selim selma serge sergio seth sharon sheila shirley sibel silke silvia silvio silvana silvano simon simona simone sina sita soledad solveig sonia sonja sophie spencer stacey stefan stefania stefanie stefano stella sten steve stina sue suman sunil sunita suresh sven sylvie syed
tamara tania tanja tara tariq ted teo tereza teresa terry tess theo thea thelma thiago thierry tilda till tim timo tina tino tobias todd tom tomas tomasz tomoko toni tony tore torsten tove tracy travis trent trevor tristan troy tuomas udo ugo ulf ulla ulrich ulrika ulrike urs ursula usha uwe
vaclav valentin valentina valentino valeria valerie valerio vanessa vanja varun vera veronika vicente victor victoria vidya vijay vijaya vikram viktor viktoria vilma vinod viola violet violeta virginia vito vittoria vittorio viviana vivian vivien walter wanda warren wayne wei wendy werner wilma wojciech wolf xavier ximena yan yana yann yara yasmin yolanda yuki yuka yuko yumi yves yvette yvonne zara zaid zayn zdenek zoe zofia zuzana
akiko aiko akemi asako ayako ayumi daiki haruka haruki haruto hana hiroki hiroko hiroshi keiko kenta kumiko mariko masako mayumi michiko miki miko naoki naoko natsuko riko ryo ryu sakura satoko satoshi shin shota takashi takeshi taro tomoya yoko yoshiko yuto
`

const known: ReadonlySet<string> = new Set([...common.trim().split(/\s+/), ...namesInTables])

const confusable = `
brown braun|chan chen chang chin chung cheng chong cheung zhang zheng jiang|lee li le lu liu luo lo loh low lau law|wang wong huang hwang whang|kim kam kin|lim lin ling liang leung|tan tang tran tam dang|ng ngo ong|wu woo hu xu yu su zhu|khan kahn kuhn|singh sinha sing|patel patil
johnson johnston johnstone johansen johansson jonsson jonsdottir|hansen hanson hanssen johansen|jensen jansen janssen|martin martins marin martinez martini|garcia garza|gomez gomes|lopez lopes|perez peres|rossi russo rosso|ferrari ferraro ferrara|costa costas|silva silver salva|gupta guptan|sharma verma varma|shah sha|das dass|ray roy rao raj
smith smithers|clark|morris morrison norris|harris harrison|robinson robertson roberts|richards richardson|stevens stevenson|thomas thompson|williams williamson wilson|adams adamson|davis davidson|peters peterson petersen|andrews anderson andersen|baker barker becker|cook cooper|hall hill hull hale|king ring|moore more|wood ward|cole coles|ross rose|reed|kelly|ryan bryan|grant grand
`
const families = new Map<string, number>()
confusable
  .trim()
  .split(/[|\n]/)
  .forEach((row, number) => {
    for (const word of row.split(" ")) families.set(word, number)
  })

/** True for a given name in wide use, in Latin letters and lower case. */
export const isKnownGivenName = (word: string): boolean => known.has(word)

const endings: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/a$/, /[oe]$/],
  [/[oe]$/, /a$/]
]

/** True when two given names are known to be names of different people, so that their likeness is not a slip (Maria and Mario, Jane and John). */
export const areDifferentGivenNames = (a: string, b: string): boolean => {
  if (a === b || areSpellingsOfOneName(a, b) || areNicknames(a, b)) return false
  if (a.length >= 4 && romanizationKey(a) === romanizationKey(b)) return false
  if (known.has(a) && known.has(b)) return true
  const shorter = a.length <= b.length ? a : b
  const longer = a.length <= b.length ? b : a
  // A feminine ending on a known name, or one ending in place of the other, marks another person in most of Europe and Latin America.
  if (longer === `${shorter}a` && known.has(shorter)) return true
  if (a.length !== b.length || a.slice(0, -1) !== b.slice(0, -1) || a.length < 4) return false
  return endings.some(([one, other]) => one.test(a) && other.test(b))
}

/** True when two family names are known to belong to different families although they look alike (Patel and Patil, Chan and Chen). */
export const areDifferentFamilyNames = (a: string, b: string): boolean => {
  const row = families.get(a)
  return a !== b && row !== undefined && row === families.get(b)
}

const genderedEndings: ReadonlyArray<readonly [RegExp, string]> = [
  [/(ov|ev|in|yn)a$/, "$1"],
  [/(sk|ck|dzk)(a|aya|aia|aja|iy|ii|ij|y|i)$/, "$1"],
  [/ova$/, ""],
  [/(opoulo)[su]$/, "$1"],
  [/(opoul)o[su]$/, "$1"],
  [/(id|ad|ak|ell)(is|i|es|e)$/, "$1"]
]

const ungendered = (word: string): string => {
  for (const [ending, stem] of genderedEndings) if (word.length >= 5 && ending.test(word)) return word.replace(ending, stem)
  return word
}

/** True for the masculine and feminine form of one family name (Kowalski and Kowalska, Ivanov and Ivanova, Papadopoulos and Papadopoulou). */
export const areFormsOfOneFamilyName = (a: string, b: string): boolean => {
  if (a === b || a.length < 5 || b.length < 5) return false
  const stemA = ungendered(a)
  const stemB = ungendered(b)
  return stemA === stemB || `${a}ova` === b || `${b}ova` === a
}
