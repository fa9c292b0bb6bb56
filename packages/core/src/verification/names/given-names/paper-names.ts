// Each entry: the formal name, then the short forms in common use for it.
export const shortForms = `
abigail abby gail|abraham abe bram|adelaide addie|adrian ade|agnes aggie|albert al bert bertie|alexandra alex sandra sasha lexi alexa ola aleks
alejandro alex ale jandro|alfred alf alfie fred freddie|alison ali allie|amanda mandy|andrea andi|angela angie|ann annie nan|anna annie ania anya asia anka
antonio tony toni tonio antonino nino|antonia toni tonia|archibald archie|arthur art artie|barbara barb babs basia|barnaby barney|bartholomew bart
beatrice bea trixie|beatriz bea|benedict ben|bernard bernie|bethany beth|bradley brad|bridget biddy bridie|caroline carol carrie caro|cassandra cass cassie
catherine cathy cath kate katie kitty cat|katarzyna kasia|charlotte lottie charlie lotte|chester chet|christian chris|christina chris tina chrissie christy
christine chris tina chrissie|clarence clary|clifford cliff|concepcion concha conchita|cornelius neil corny kees|cynthia cindy|danielle dani
david dave davy davey|dennis den denny|derek del|diana di|dimitrios dimitris jim mitsos takis|dmitry dima mitya|dolores lola|dominic dom nic|dominik dominic
dorothy dot dottie dolly|douglas doug|eduardo edu lalo|edwin ed eddie|eleanor ellie nell nora ella|elisabeth lisa elsa lisbeth sissi liesl betty beth
elena lena|ellen nell ellie|emily em emmy|emma em|ernest ernie|eugene gene|evelyn evie|ewa ewka|ezekiel zeke|florence flo flossie|frances fran franny fanny
francesco franco cesco checco|francis frank frankie fran|franklin frank|friedrich fritz fred|gabriel gabe|gabriella gabby ella|geoffrey geoff|george georgie
georgina gina georgie|georgios giorgos yiorgos george|gerard gerry|gertrude trudy gert|gilbert gil|giovanni gianni nino vanni|giuseppe beppe peppe pino
gregory greg|guillermo memo guille|gustavo gus|gwendolyn gwen|hannah hanna|harold harry hal|harriet hattie|heinrich heinz heiner|helen nell nellie|helena lena
henry harry hank hal|herbert herb bert|hermann herman|hilary hil|howard howie|hubert bert|hugh hughie|irene rena|isaac ike zac|isabel izzy bel isa
isabella izzy bella isa|jacob jake jakob|jacqueline jackie|jakub kuba|jan janek janusz|jane janey janie|janet jan|jason jase|jeremy jerry jez|jerome jerry
jesus chucho chuy|jessica jess jessie|joan joanie|joanna jo joanne asia|joao joaozinho|johannes hans johann johan jan hannes jo|jonathan jon jonny nathan
jose pepe chepe ze zeca|josef sepp pepi|josephine jo josie|joshua josh|juan juanito|judith judy jude|julia julie|juliana juli|katharina kathi kati katja
kimberly kim|konstantinos kostas costas dinos|krzysztof krzysiek|larisa lara|laurence larry laurie|leonardo leo|leopold leo|lewis lew lou|lillian lily lil
louis lou louie|louisa lou|louise lou|lucia lucy|luigi gigi|luis lucho|ludwig lutz|lyubov lyuba|madeleine maddie|magdalena lena magda|malgorzata gosia
malcolm mal|manuel manolo manu manny|marcin marek|margarita rita|margarete grete greta|maria mia mariella marie maja masha marisa|marjorie marge margie
martin marty|martha marty|mary molly polly mamie mae may|maureen mo|maurice mo|maxim max|maximilian max maxi|maxwell max|melanie mel|melissa mel missy
mikhail misha|michal misiek|miguel mike micky|mohammed mo moe|montgomery monty|nadezhda nadya|natalie nat|nathan nate nat|nathaniel nate nat nathan
nicole nicky nikki|nikolai kolya|nikolaos nikos|nigel nige|oliver ollie olly|olivia liv livvy|oscar ossie|oswald oz ozzie|pamela pam|panagiotis panos takis
patrick pat paddy rick|paul paulie|paula paulie|pauline polly|pavel pasha|penelope penny|percival percy|peter pete|petros pete|phillip phil pip|pietro piero
prudence prue|rachel rach|rafael rafa|reginald reg reggie|rene ren|ricardo rick ricky ric cardo|roberto beto|roderick rod roddy|rodney rod|roger rodge
rosalind ros roz|rosemary rosie rose|rosario charo|roxanne roxy|rudolf rudi rolf|rupert rupe|russell russ|salvatore toto turi|samantha sam sammy|sandra sandy
sarah sally sadie|sebastian seb bastian basti|sergey seryozha|sidney sid|simon si|sofia sophie sonya|sonia sonya|sophia sophie|spyridon spyros
stanislaw staszek stas|stanley stan|stefan steff|stephanie steph stephie|steven steve stevie|stuart stu|susanna sue susie|svetlana sveta|sylvester sly
sylvia syl|tamara tammy toma|teresa terry tess tessa tere|theresa terry tess tessa|terence terry|theodore ted teddy theo|theodora dora|tobias toby
tomasz tomek|tracy trace|valentina valya|valerie val|vasily vasya|veronica ronnie vera|victor vic|victoria vicky vicki tori|vincenzo enzo|virginia ginny
walter wally walt|wendy wend|wilhelm willi willy will|wilfred wilf|willem wim pim|winifred win winnie|yevgeny zhenya|yuri yura|zachary zach zack
zbigniew zbyszek|muhammad mo|abdullah abdul|rajesh raj|rajendra raj|sandeep sandy|krishnan kris|venkataraman venkat|venkatesh venkat|subramanian subbu mani
ebrahim ibi|lakshmi laxmi|ramachandran ram
`

// Each entry: one name in the spellings that one person's papers mix.
export const spellings = `
khadija khadijah hadija khadeeja|hamid hameed|rashid rasheed rachid|karim kareem|salim saleem selim|yasin yassin yaseen yassine|bilal belal bilaal
noor nour nur|layla leila laila leyla|amina aminah ameena|catarina katarina katharina|sara sarah|anna ana|isabel isabelle isobel|louise luise|mark marc
marcus markus|eric erik erich|niklas niclas|alan allan allen|brian bryan|caroline carolyn|christian kristian|christine kristine|christina kristina cristina
claire clare clair|debra deborah debora|dennis denis|graham graeme|helen helene|ian iain|jonathan jonathon|julie juli|katie katy|kristen kirsten|leslie lesley
lindsay lindsey|lynn lynne|margaret margret|martha marta|matthew mathew|monica monika|natalie nathalie|neil neal niall|rachel rachael|rebecca rebekah
roderick rodrick|sean shaun shawn|sofia sophia|stuart stewart|susan suzan|susanna suzanna susannah|teresa theresa|tracy tracey|vera wera|victoria viktoria
vincent vinzenz|zachary zachery|alexandra aleksandra|maxim maksim maksym|georgios giorgos yorgos yiorgos|ioannis yiannis giannis yannis|dimitrios dimitris
nikolaos nikos|evangelia evaggelia|sunita suneeta|sanjay sanjai|deepak dipak|rajesh rajes|lakshmi laxmi|krishna krisna|vijay vijai|ajay ajai|surya suriya
jesus hesus|karin carin|birgit birgitt|elena jelena yelena|yana jana iana|yakov jakov iakov
`
