// Each entry: the formal name, then the short forms in common use for it.
const shortForms = `
abigail abby gail|abraham abe bram|adelaide addie|adrian ade|agnes aggie|albert al bert bertie|alexander alex alec sandy sasha sascha xander alek sanya aleks lex olek
alexandra alex sandra sasha lexi alexa ola aleks|alejandro alex ale jandro|alfred alf alfie fred freddie|alison ali allie|amanda mandy|anastasia nastya stacy ana nastia|andrew andy drew
andrea andi|angela angie|ann annie nan|anna annie ania anya asia anka|anthony tony ant|antonio tony toni tonio antonino nino|antonia toni tonia|archibald archie|arthur art artie
barbara barb babs basia|barnaby barney|bartholomew bart|beatrice bea trixie|beatriz bea|benedict ben|benjamin ben benny benji|bernard bernie|bethany beth|bradley brad|bridget biddy bridie
caroline carol carrie caro|cassandra cass cassie|catherine cathy cath kate katie kitty cat|katherine kathy kath kate katie kitty kat kay|katarzyna kasia|charles charlie chuck chas chaz charley|charlotte lottie charlie lotte
chester chet|christian chris|christina chris tina chrissie christy|christine chris tina chrissie|christopher chris kit topher kris|clarence clary|clifford cliff|concepcion concha conchita|cornelius neil corny kees
cynthia cindy|daniel dan danny dani|danielle dani|david dave davy davey|deborah deb debbie debs|dennis den denny|derek del|diana di|dimitrios dimitris jim mitsos takis|dmitry dima mitya|dolores lola
dominic dom nic|dominik dominic|donald don donnie|dorothy dot dottie dolly|douglas doug|eduardo edu lalo|edward ed eddie ted teddy ned|edwin ed eddie|ekaterina katya katia kate|eleanor ellie nell nora ella|elisabeth lisa elsa lisbeth sissi liesl betty beth
elizabeth liz lizzie beth betty bess eliza lisa libby betsy liza lizzy elsie|elena lena|ellen nell ellie|emily em emmy|emma em|enrique quique kike|ernest ernie|eugene gene|evelyn evie|ewa ewka|ezekiel zeke
florence flo flossie|frances fran franny fanny|francesco franco cesco checco|francis frank frankie fran|francisco paco pancho curro kiko fran cisco chico|franklin frank|frederick fred freddie freddy rick|friedrich fritz fred|gabriel gabe
gabriella gabby ella|geoffrey geoff|george georgie|georgina gina georgie|georgios giorgos yiorgos george|gerald gerry jerry|gerard gerry|gertrude trudy gert|gilbert gil|giovanni gianni nino vanni|giuseppe beppe peppe pino|gregory greg|guadalupe lupe|guillermo memo guille
gustavo gus|gwendolyn gwen|hannah hanna|harold harry hal|harriet hattie|heinrich heinz heiner|helen nell nellie|helena lena|henry harry hank hal|herbert herb bert|hermann herman|hilary hil|howard howie|hubert bert|hugh hughie
ignacio nacho|irene rena|isaac ike zac|isabel izzy bel isa|isabella izzy bella isa|jacob jake jakob|jacqueline jackie|jakub kuba|james jim jimmy jamie jem jimbo|jan janek janusz|jane janey janie|janet jan|jason jase
jeffrey jeff|jennifer jen jenny jenna|jeremy jerry jez|jerome jerry|jesus chucho chuy|jessica jess jessie|joan joanie|joanna jo joanne asia|joao joaozinho|johannes hans johann johan jan hannes jo|john johnny jack jackie jock johnnie|jonathan jon jonny nathan|jose pepe chepe ze zeca
josef sepp pepi|joseph joe joey jo|josephine jo josie|joshua josh|juan juanito|judith judy jude|julia julie|juliana juli|katharina kathi kati katja|kenneth ken kenny|kimberly kim|konstantin kostya kostas|konstantinos kostas costas dinos
krzysztof krzysiek|larisa lara|laurence larry laurie|lawrence larry laurie lars|leonard len lenny leo|leonardo leo|leopold leo|lewis lew lou|lillian lily lil|louis lou louie|louisa lou|louise lou|lucia lucy|luigi gigi|luis lucho
ludwig lutz|lyubov lyuba|madeleine maddie|magdalena lena magda|malgorzata gosia|malcolm mal|manuel manolo manu manny|marcin marek|margaret maggie meg peggy marge margie madge peg rita greta daisy meggie|margarita rita|margarete grete greta|maria mia mariella marie maja masha marisa|marjorie marge margie
martin marty|martha marty|mary molly polly mamie mae may|matthew matt matty|maureen mo|maurice mo|maxim max|maximilian max maxi|maxwell max|melanie mel|melissa mel missy|michael mike mick mickey micky mikey mitch|mikhail misha|michal misiek|miguel mike micky|mohammed mo moe|montgomery monty
nadezhda nadya|natalia natasha nat talia|natalie nat|nathan nate nat|nathaniel nate nat nathan|nicholas nick nicky nico klaus|nicole nicky nikki|nikolai kolya|nikolaos nikos|nigel nige|oliver ollie olly|olivia liv livvy|oscar ossie|oswald oz ozzie
pamela pam|panagiotis panos takis|patricia pat patty tricia trish patsy tish|patrick pat paddy rick|paul paulie|paula paulie|pauline polly|pavel pasha|penelope penny|percival percy|peter pete|petros pete|philip phil pip|phillip phil pip|pietro piero
prudence prue|rachel rach|rafael rafa|raymond ray|rebecca becky becca bex|reginald reg reggie|rene ren|ricardo rick ricky ric cardo|richard rick dick rich ricky richie dickie|robert bob rob bobby robbie bert bobbie|roberto beto|roderick rod roddy|rodney rod|roger rodge|ronald ron ronnie
rosalind ros roz|rosemary rosie rose|rosario charo|roxanne roxy|rudolf rudi rolf|rupert rupe|russell russ|salvatore toto turi|samantha sam sammy|samuel sam sammy|sandra sandy|sarah sally sadie|sebastian seb bastian basti|sergey seryozha|sidney sid|simon si
sofia sophie sonya|sonia sonya|sophia sophie|spyridon spyros|stanislaw staszek stas|stanley stan|stefan steff|stephanie steph stephie|stephen steve stevie|steven steve stevie|stuart stu|susan sue susie suzy|susanna sue susie|svetlana sveta|sylvester sly|sylvia syl
tamara tammy toma|tatiana tanya tania|teresa terry tess tessa tere|theresa terry tess tessa|terence terry|theodore ted teddy theo|theodora dora|thomas tom tommy|timothy tim timmy|tobias toby|tomasz tomek|tracy trace|valentina valya|valerie val|vasily vasya|veronica ronnie vera
victor vic|victoria vicky vicki tori|vincent vince vinny|vincenzo enzo|virginia ginny|vladimir vova volodya vlad|walter wally walt|wendy wend|wilhelm willi willy will|wilfred wilf|willem wim pim|william bill will billy willie liam willy|winifred win winnie|yevgeny zhenya|yuri yura|zachary zach zack|zbigniew zbyszek
muhammad mo|abdullah abdul|rajesh raj|rajendra raj|sandeep sandy|krishnan kris|venkataraman venkat|venkatesh venkat|subramanian subbu mani|ebrahim ibi|lakshmi laxmi|ramachandran ram
`

// Each entry: one name in the spellings that one person's papers mix.
const spellings = `
mohammed muhammad mohamed mohammad muhammed mohamad muhamad mohamud mohd md muhammet mehmed muhamed mokhammed mohammod|ahmed ahmad ahmet achmed achmad ahmod|hussein husain hussain hossein husayn hossain husein hussayn hosein|hassan hasan hassaan|youssef yusuf yousef yousuf yusef iusuf yosef youcef|khalid khaled halid|omar umar omer
abdullah abdallah abdulla abdalla|osman othman uthman usman|said saeed saeid sayeed sayid|mustafa mostafa moustafa mustapha|mahmoud mahmud mehmood mahmood|ibrahim ebrahim ibraheem brahim|ismail ismael esmail ismaeel|jamal gamal djamal|tariq tarek tarik tareq|fatima fatma fatimah fatema fathima|aisha aysha ayesha aicha aishah aischa ayse|khadija khadijah hadija khadeeja
zainab zaynab zeinab zeynep|maryam mariam meryem|ali aly alee|hamid hameed|rashid rasheed rachid|karim kareem|salim saleem selim|nasir naser nasser|yasin yassin yaseen yassine|bilal belal bilaal|abdulrahman abdurrahman abdelrahman abdalrahman abdurahman|abdulaziz abdelaziz|noor nour nur|layla leila laila leyla|amina aminah ameena|reza riza rida
catherine katherine kathryn katharine cathryn kathrine katherin|catarina katarina katharina|steven stephen stephan steffen|sara sarah|jon john|geoffrey jeffrey jeffery|philip phillip filip|ann anne|anna ana|elizabeth elisabeth|isabel isabelle isobel|louise luise|lewis louis|mark marc|marcus markus|eric erik erich|nicholas nicolas nikolas nickolas|niklas niclas|thomas tomas
michael mikael|alan allan allen|brian bryan|carl karl|caroline carolyn|christian kristian|christine kristine|christina kristina cristina|christopher kristopher|claire clare clair|debra deborah debora|dennis denis|edouard eduard|emmanuel emanuel|francis|gerard|graham graeme|gregory gregor|helen helene|ian iain|jonathan jonathon|julie juli
katie katy|kristen kirsten|laurence lawrence|leslie lesley|lindsay lindsey|lynn lynne|margaret margret|martha marta|matthew mathew|monica monika|natalie nathalie|neil neal niall|rachel rachael|rebecca rebekah|rafael raphael|roderick rodrick|sean shaun shawn|sofia sophia|stuart stewart|susan suzan|susanna suzanna susannah|teresa theresa|tracy tracey
vera wera|victor viktor|victoria viktoria|vincent vinzenz|zachary zachery|sergey sergei serhiy serhii sergej|dmitry dmitri dmitriy dmytro dimitri dmitrii|alexey aleksei alexei aleksey oleksiy|alexander aleksandr alexandr aleksander oleksandr alexandre|alexandra aleksandra|mikhail michail mykhailo|nikolai nikolay mykola nicolai|andrei andrey andriy andrej|yuri yury iurii yuriy juri|yevgeny evgeny evgeni evgenii yevhen|yulia julia iuliia yuliya yuliia|ekaterina yekaterina kateryna katerina|elena olena yelena|tatiana tatyana tetiana|natalia nataliya natalya|maria mariya mariia|vladimir volodymyr|igor ihor|petr pyotr petro piotr|pavel pavlo|ksenia xenia kseniya|maxim maksim maksym
georgios giorgos yorgos yiorgos|ioannis yiannis giannis yannis|dimitrios dimitris|nikolaos nikos|evangelia evaggelia|sunita suneeta|sanjay sanjai|deepak dipak|rajesh rajes|lakshmi laxmi|krishna krisna|vijay vijai|ajay ajai|surya suriya|jose|zhao|jesus hesus|karin carin|birgit birgitt
`

const rows = (table: string): ReadonlyArray<ReadonlyArray<string>> =>
  table
    .split(/[|\n]/)
    .map((row) =>
      row
        .trim()
        .split(" ")
        .filter((word) => /^[a-z]+$/.test(word))
    )
    .filter((row) => row.length > 1)

const index = (table: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const found = new Map<string, Set<number>>()
  rows(table).forEach((row, number) => {
    for (const word of row) found.set(word, (found.get(word) ?? new Set()).add(number))
  })
  return found
}

const spellingRows = index(spellings)
const formalNames = new Map<string, Set<string>>()
for (const [formal = "", ...short] of rows(shortForms)) {
  for (const word of short) formalNames.set(word, (formalNames.get(word) ?? new Set()).add(formal))
}

const overlaps = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean =>
  a !== undefined && b !== undefined && [...a].some((row) => b.has(row))

/** True for two spellings of one given name that papers of one person mix (Mohammed and Muhammad, Stephen and Steven). */
export const areSpellingsOfOneName = (a: string, b: string): boolean => overlaps(spellingRows.get(a), spellingRows.get(b))

const isShortFor = (short: string, formal: string): boolean => {
  const names = formalNames.get(short)
  if (names === undefined) return false
  return names.has(formal) || [...names].some((name) => areSpellingsOfOneName(name, formal))
}

/** True when one given name is a usual short form of the other, or both are short for one name (Bob, Rob and Robert). */
export const areNicknames = (a: string, b: string): boolean => {
  if (isShortFor(a, b) || isShortFor(b, a)) return true
  const namesOfA = formalNames.get(a)
  const namesOfB = formalNames.get(b)
  return namesOfA !== undefined && namesOfB !== undefined && [...namesOfA].some((name) => namesOfB.has(name))
}

/** Every given name that the tables mention. */
export const namesInTables: ReadonlySet<string> = new Set([...rows(shortForms), ...rows(spellings)].flat())
