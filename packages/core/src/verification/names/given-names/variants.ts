/*
 * Names that are one name in several spellings or languages, and short forms in common use. Each line is a group; the word after the bar
 * says where it comes from: `lists` are spellings that the published lists of the UN, OFAC, the EU and the UK give for one person,
 * `language` is the same saint's or classical name in neighbouring languages, `short` is a usual short form, `pages` a spelling of passports.
 */
const groups = `
muhammad mohammad mohammed mohamed mohamad muhammed muhamad muhamed mohammod mochammad mohd mohamud mehmet mehmed mukhammad magomed muhammadu mamadou mohamadou mohamet mohummad | lists
ahmad ahmed ahmet akhmad akhmed akhmet achmad achmed ahmadu amadou | lists
muammar moammar mouammar muamar mouamar | lists
mahmud mahmoud mehmood mahmood mahmut makhmud machmud | lists
hussein husain hussain hossein husayn hussayn hosein hussien hossain husein huseyin hussin hoosein khusain khusein hocine houcine | lists
hassan hasan hassane khasan hasen | lists
ali aly alee | lists
yusuf yousef yousuf youssef yusef yusif yussuf youcef yusof yousif youssouf usuf | lists
yosef iosif yossef josef joseph jozef giuseppe jose josip iosef | language
osama usama ossama oussama usamah osamah | lists
omar umar omer oumar umer | lists
othman usman uthman osman ousmane | lists
ibrahim ebrahim ibraheem brahim ibragim ibrahima | lists
abraham avraham abram avram abraam | language
ismail ismael esmail ismaeel ismayil esmaeil smail | lists
said saeed saeid sayeed saiid sayid saed | lists
sayyid sayed syed seyed sayyed seyyed sayyad saiyid said | lists
khalid khaled chalid khalit halid | lists
abdullah abdallah abdulla abdalla abdullahi abdoullah abdellah abdollah abdoulaye abdilahi abdulah | lists
abd abdul abdel abdal abdol abdoul abdur abdus abdu | lists
abdulrahman abdurrahman abdelrahman abdurahman abdalrahman abdirahman abdourahmane abdelrahmane abderrahmane abdorrahman | lists
abdulaziz abdelaziz abdalaziz abdolaziz | lists
abdulkarim abdelkarim abdalkarim abdelkrim abdolkarim | lists
abdulqadir abdelkader abdulkadir abdulqader abdalqadir abdikadir abdolqader | lists
abdulhamid abdelhamid abdalhamid abdolhamid | lists
abdulmalik abdelmalek abdulmalek abdelmalik abdolmalek | lists
abdulmajid abdelmajid abdelmadjid abdolmajid abdulmadjid | lists
mustafa mustapha mostafa moustafa moustapha mustafah | lists
murtaza murtada morteza mortaza murtadha | lists
reza rida ridha rizza redha | lists
jafar jaafar djafar jaffar gafar | lists
qasim qassim qasem qassem kasim kassim kassem ghasem qasam gasim kacem | lists
kazim kadhim kazem kadhem kadim khadim | lists
gaddafi qadhafi qaddafi gadhafi ghadafi kadhafi qadafi ghathafi kaddafi gathafi ghadaffi | lists
aisha aysha ayesha aicha aishah | lists
fatima fatma fatimah fatimeh fatemeh | lists
zainab zaynab zeinab zeynab zeynep | lists
maryam mariam miriam meryem | language
sulaiman suleiman soleiman solomon suleyman sulayman sulieman soliman shlomo | language
dawud daud david dawood daoud davud dawit davit | language
musa mousa moussa moses moshe moosa musah | language
isa issa eisa essa iisa | lists
yahya yehia yahia yehya yihya | lists
yaqub yaqoub yakub yaakov jacob yacoub yaghoub jakob jakub iakov yakov | language
ishaq isaac yitzhak ishak eshaq izhak | language
zakaria zakariya zachariah zakariyya zakariah | language
abu abou aboo abi | lists
jamal gamal djamal djamel jamel cemal | lists
jamil gamil djamil jameel cemil | lists
tariq tarek tarik tareq tarique | lists
faisal faysal feisal faysel feysal fayssal | lists
walid waleed oualid waleid | lists
haidar haydar heidar haider hyder heydar | lists
mahdi mehdi mehedi mahdee | lists
salih saleh salah salleh | lists
ayman aymen aiman eymen | lists
ayyub ayoub ayub ayoob eyup | lists
nasir nasser naser nasr naseer | lists
khan xan | lists
rahman rehman rahmane rahmaan | lists
aziz azeez | lists
hajj haj | lists
alexander aleksandr alexandr aleksander oleksandr alexandre alejandro aliaksandr alessandro alexandros iskander aleksandar oleksander | language
alex sasha sascha sanya alec | short
alexei aleksei aleksey alexey oleksiy oleksii alexej aliaksei aleksej | language
andrei andrey andriy andrii andrew andreas andrej andre andrea andres andrzej | language
anatoly anatoliy anatolii anatoli anatolij anatolyi | lists
boris barys borys | language
dmitry dmitri dmitriy dmitrii dmytro dimitri dimitry dzmitry dmitrij dima dimitrios dmitro | language
evgeny yevgeny evgeniy yevgeniy evgenii yevhen yevhenii eugene evgeni yauheni evgenij yevgeni jevgeni | language
georgy georgiy georgii heorhiy heorhii george georgi georg giorgi yegor egor jorge georgios jurgen | language
grigory grigoriy hryhoriy gregory grigorii hryhorii grigori gregor | language
igor ihor ihar | language
ilya illia ilia illya elijah ilja | language
ivan ioann john jon jan johann juan giovanni jean ioannis yann johannes johan | language
konstantin kostiantyn constantin konstantinos kanstantsin kostyantyn constantine | language
kirill kyrylo cyril kiril kyrill | language
leonid leanid leonyd | language
mikhail mykhailo michail michael mihail mikhael mykhaylo miguel michel mikael mihajlo michal misha mikhaylo | language
nikolai nikolay mykola nicholas nikolaos nicolas nicolae mikalai nikola nikolaj mikola nicolai kolya | language
oleg oleh aleh | language
pavel pavlo paul pablo pawel paolo pavlos paulo pavle | language
petr pyotr petro peter pedro piotr pierre petros pietro petar piotr | language
roman raman | language
sergei sergey serhii serhiy sergii siarhei sergej sergi sergio serge serej sergiy serhei siarhey | language
stepan stephen stefan steven stephan esteban stefano stephane stiepan | language
vasily vasyl vasiliy vasilii vasili basil vassily vasil vassili vasilij | language
viktor victor viktar vitor vittorio | language
vitaly vitaliy vitalii vital vitali vitalij | language
vladimir volodymyr uladzimir wladimir vladimer volodimir uladzimer vova volodya | language
vladislav vladyslav uladzislau wladyslaw | language
vyacheslav viacheslav vyachaslau vjaceslav | language
yaroslav iaroslav jaroslav | language
yuri yury iurii yuriy yurii juri iouri iuri jurij yurij | language
zinaida zinayida | language
anna ann hanna ganna anne hannah | language
elena olena yelena helen alena helena eleni elene | language
ekaterina yekaterina kateryna katerina catherine katherine kathryn katarina catalina caterina katja | language
natalia nataliya natalya nataliia natalie natasha natallia natalja | language
maria mariya mariia mary marija marie mariah | language
irina iryna irene iryna irena | language
svetlana svitlana sviatlana | language
tatiana tatyana tetiana tetyana tatsiana | language
yulia yuliya julia iuliia yuliia juliya julija | language
oksana aksana xenia ksenia kseniya ksenija | language
olga olha volha | language
carlos charles karl carl carlo karel | language
enrique henry henri heinrich hendrik henrique enrico henryk | language
francisco francis francesco francois franz frantisek pancho paco | language
guillermo william wilhelm guillaume willem guglielmo | language
jaime james jacques giacomo diego santiago jacobo | language
luis louis ludwig luigi luiz lewis | language
manuel emmanuel manoel emanuel imanuel | language
martin marten martino marcin | language
antonio anthony anton antoine antoni antonios tony antonius | language
eduardo edward eduard edouard edoardo | language
felipe philip philippe filip philipp filippo | language
fernando ferdinand hernando fernand hernan | language
gabriel gavriel gavril | language
jorge jorje | pages
rafael raphael rafail | language
ricardo richard riccardo rikard | language
roberto robert | language
tomas thomas tomasz tommaso tom toma | language
vicente vincent vincenzo | language
eliza elizabeth elisabeth isabel elizaveta elisabeta | language
robert bob rob bobby robbie | short
william bill will billy liam willy | short
richard rick dick rich ricky | short
james jim jimmy jamie | short
john johnny jack | short
michael mike mick mickey | short
thomas tom tommy | short
edward ed eddie ted ned | short
charles charlie chuck | short
joseph joe joey pepe | short
anthony tony | short
daniel dan danny daniil danylo danila daniele | short
nicholas nick nicky nico | short
benjamin ben benny binyamin veniamin benyamin | short
samuel sam sammy shmuel samuil | short
christopher chris kristopher cristobal christophe christoph | short
stephen steve | short
andrew andy drew | short
alexander alex alec sasha | short
margaret maggie meg peggy margarita margarida marguerite | short
katherine kate kathy katie | short
elizabeth liz lizzie beth betty | short
patricia pat patty | short
jennifer jen jenny | short
deborah deb debbie | short
ronald ron ronnie | short
lawrence laurence larry | short
timothy tim timmy | short
jeffrey geoffrey jeff geoff | short
kenneth ken kenny | short
donald don donnie | short
raymond ray | short
frederick fred freddy federico | short
gerald gerard gerry jerry | short
leonard len lenny leonardo | short
matthew matt | short
philip phillip phil | short
vincent vince vinny | short
francisco paco pancho | short
ignacio nacho | short
enrique quique | short
guadalupe lupe | short
vladimir volodya vova | short
konstantin kostya | short
anatoly tolya | short
tatiana tatyana tanya | short
ekaterina katya | short
natalia natalya natasha | short
anastasia nastya | short
susan sue susie | short
rebecca becky | short
lee li yi ri rhee lie | pages
kim gim | pages
park pak bak | pages
choi choe chwe | pages
jung jong chung chong jeong cheong | pages
cho jo | pages
yoon yun | pages
lim rim im | pages
ryu yu yoo liu | pages
oh o | pages
chang jang zhang | pages
kang gang | pages
ko go | pages
son sun | pages
hyon hyun hyeon | pages
chol cheol chul | pages
song seong sung | pages
yong young yeong | pages
myong myung myeong | pages
kyong kyung gyeong kyeong | pages
chin jin | pages
chun jun joon | pages
hui hee hi | pages
un eun | pages
chen chan tan | pages
wang wong | pages
huang wong hwang | pages
zhou chow chou | pages
wu ng | pages
nguyen nguyn | pages
tunisian tounsi tunisi | lists
misri masri | lists
iraqi eraqi | lists
wilson willson | pages
johnson johnston johnstone jonson | pages
organization organisation organizacion organisasi | pages
center centre centro | pages
bros brothers | short
intl international internacional internationale | short
mfg manufacturing | short
eng engineering | short
svc services service | short
assoc association | short
univ university | short
govt government | short
dept department | short
tech technology technologies | short
`

const rows: ReadonlyArray<ReadonlyArray<string>> = groups
  .trim()
  .split("\n")
  .map((row) => (row.split("|")[0] ?? "").trim().split(" "))

/** Word → numbers of the groups that it belongs to. */
export const variantGroups: ReadonlyMap<string, ReadonlyArray<number>> = rows.reduce((groupsOf, words, group) => {
  for (const word of words) groupsOf.set(word, [...(groupsOf.get(word) ?? []), group])
  return groupsOf
}, new Map<string, ReadonlyArray<number>>())
