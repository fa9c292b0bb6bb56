/*
 * Names that are one name in several spellings or languages, and short forms in common use. Each line is a group of one watchlist rule: all of its
 * words are equal there, where a person reviews what is found. Papers pass by themselves, so that less is equal on them: words in brackets are
 * spellings that the papers of one person mix, and `formal < short forms >` are a name and what it is shortened to. A star marks what papers know
 * alone. The word after the bar says where a group comes from: `lists` are spellings that the published lists of the UN, OFAC, the EU and the UK
 * give for one person, `language` is the same saint's or classical name in neighbouring languages, `short` is a usual short form, `pages` a
 * spelling of passports.
 *
 * The place of a line is its number, which stored keys of monitored subjects hold: add lines at the end.
 */
export const nameGroups = `
(muhammad mohammad mohammed mohamed mohamad muhammed muhamad muhamed mohammod mohd mohamud mehmed mohamet mohummad md* muhammet* mokhammed*) mochammad mehmet mukhammad magomed muhammadu mamadou mohamadou | lists
(ahmad ahmed ahmet achmad achmed akhmad akhmed ahmod*) akhmet ahmadu amadou | lists
(muammar moammar mouammar muamar mouamar) | lists
(mahmud mahmoud mehmood mahmood makhmud machmud) mahmut | lists
(hussein husain hussain hossein husayn hussayn hosein hossain husein hussien hussin hoosein khusain khusein hocine houcine huseyin) | lists
(hassan hasan hassane khasan hasen hassaan*) | lists
(ali aly alee) | lists
(yusuf yousef yousuf youssef yusef youcef yusif yussuf yusof yousif youssouf usuf iusuf* yosef*) | lists
yosef iosif yossef josef joseph jozef giuseppe jose josip iosef | language
(osama usama ossama oussama usamah osamah) | lists
(omar umar omer oumar umer) | lists
(othman usman uthman osman) ousmane | lists
(ibrahim ebrahim ibraheem brahim ibragim) ibrahima | lists
abraham avraham abram avram abraam | language
(ismail ismael esmail ismaeel ismayil esmaeil smail) | lists
(said saeed saeid sayeed sayid saiid saed) | lists
(sayyid sayed syed seyed sayyed seyyed sayyad saiyid) said | lists
(khalid khaled halid chalid khalit) | lists
(abdullah abdallah abdulla abdalla abdoullah abdellah abdollah abdulah abdilahi) abdullahi abdoulaye | lists
abd abdul abdel abdal abdol abdoul abdur abdus abdu | lists
(abdulrahman abdurrahman abdelrahman abdurahman abdalrahman abdelrahmane abderrahmane abdorrahman abdirahman) abdourahmane | lists
(abdulaziz abdelaziz abdalaziz abdolaziz) | lists
(abdulkarim abdelkarim abdalkarim abdelkrim abdolkarim) | lists
(abdulqadir abdelkader abdulkadir abdulqader abdalqadir abdikadir abdolqader) | lists
(abdulhamid abdelhamid abdalhamid abdolhamid) | lists
(abdulmalik abdelmalek abdulmalek abdelmalik abdolmalek) | lists
(abdulmajid abdelmajid abdelmadjid abdolmajid abdulmadjid) | lists
(mustafa mustapha mostafa moustafa moustapha mustafah) | lists
(murtaza murtada morteza mortaza murtadha) | lists
(reza rida ridha rizza redha riza*) | lists
(jafar jaafar djafar jaffar) gafar | lists
(qasim qassim qasem qassem kasim kassim kassem ghasem qasam gasim kacem) | lists
(kazim kadhim kazem kadhem) kadim khadim | lists
gaddafi qadhafi qaddafi gadhafi ghadafi kadhafi qadafi ghathafi kaddafi gathafi ghadaffi | lists
(aisha aysha ayesha aicha aishah aischa* ayse*) | lists
(fatima fatma fatimah fatimeh fatemeh fatema* fathima*) | lists
(zainab zaynab zeinab zeynep zeynab) | lists
(maryam mariam meryem) miriam | language
sulaiman suleiman soleiman solomon suleyman sulayman sulieman soliman shlomo | language
dawud daud david dawood daoud davud dawit davit | language
musa mousa moussa moses moshe moosa musah | language
(isa issa eisa essa iisa) | lists
(yahya yehia yahia yehya yihya) | lists
yaqub yaqoub yakub yaakov jacob yacoub yaghoub jakob jakub iakov yakov | language
ishaq isaac yitzhak ishak eshaq izhak | language
zakaria zakariya zachariah zakariyya zakariah | language
abu abou aboo abi abul aboul abol | lists
(jamal gamal djamal djamel jamel) cemal | lists
(jamil gamil djamil jameel) cemil | lists
(tariq tarek tarik tareq tarique) | lists
(faisal faysal feisal faysel feysal fayssal) | lists
(walid waleed oualid waleid) | lists
(haidar haydar heidar haider hyder heydar) | lists
(mahdi mehdi mehedi mahdee) | lists
salih saleh salah salleh | lists
(ayman aymen aiman eymen) | lists
(ayyub ayoub ayub ayoob) eyup | lists
(nasir nasser naser naseer) nasr | lists
khan xan | lists
rahman rehman rahmane rahmaan | lists
(aziz azeez) | lists
hajj haj | lists
(alexander aleksandr alexandr aleksander oleksandr alexandre) alejandro aliaksandr alessandro alexandros iskander aleksandar oleksander | language
alex sasha sascha sanya alec | short
(alexei aleksei aleksey alexey oleksiy oleksii alexej aleksej) aliaksei | language
(andrei andrey andriy andrej andrii) andrew andreas andre andrea andres andrzej | language
(anatoly anatoliy anatolii anatoli anatolij anatolyi) | lists
boris barys borys | language
(dmitry dmitri dmitriy dmitrii dmytro dimitri dimitry dmitrij dmitro) dzmitry dima dimitrios | language
(evgeny yevgeny evgenii yevhen evgeni evgeniy yevgeniy yevhenii evgenij yevgeni jevgeni) eugene ievgen ievhen ievgenii yauheni | language
(georgy georgiy georgii heorhiy heorhii) george georgi georg giorgi yegor egor jorge georgios jurgen | language
(gregory gregor grigory grigoriy hryhoriy grigorii hryhorii grigori) | language
(igor ihor) ihar | language
ilya illia ilia illya elijah ilja | language
(john jon) ivan ioann jan johann juan giovanni jean ioannis yann johannes johan | language
(konstantin kostiantyn kostyantyn kanstantsin) constantin konstantinos constantine | language
(kirill kyrylo kiril kyrill) cyril | language
(leonid leanid leonyd) | language
(michael mikael) (mikhail mykhailo michail mihail mikhael mykhaylo mikhaylo) miguel michel mihajlo michal misha | language
(nicholas nicolas nikolas* nickolas*) (nikolai nikolay mykola nicolai nikolaj mikola) nikolaos nicolae mikalai nikola kolya | language
(oleg oleh) aleh | language
(pavel pavlo) paul pablo pawel paolo pavlos paulo pavle | language
(petr pyotr petro piotr) peter pedro pierre petros pietro petar | language
roman raman | language
(sergei sergey serhii serhiy sergej sergii sergiy serhei serej) siarhei sergi sergio serge siarhey | language
(stephen steven stephan steffen*) stepan stefan esteban stefano stephane stiepan | language
(vasily vasyl vasiliy vasilii vasili vassily vassili vasilij) basil vasil | language
(viktor victor) viktar vitor vittorio | language
(vitaly vitaliy vitalii vitali vitalij) vital | language
(vladimir volodymyr volodimir wladimir vladimer) uladzimir uladzimer vova volodya | language
(vladislav vladyslav) uladzislau wladyslaw | language
(vyacheslav viacheslav) vyachaslau vjaceslav | language
(yaroslav iaroslav jaroslav) | language
(yuri yury iurii yuriy juri yurii iouri iuri jurij yurij) | language
zinaida zinayida | language
(ann anne) anna hanna ganna hannah | language
(elena olena yelena) helen alena helena eleni elene | language
(catherine katherine kathryn katharine* cathryn* kathrine* katherin*) (ekaterina yekaterina kateryna katerina) katarina catalina caterina katja | language
(natalia nataliya natalya nataliia natalja natallia) natalie natasha | language
(maria mariya mariia marija) mary marie mariah | language
(irina iryna) irene irena | language
(svetlana svitlana) sviatlana | language
(tatiana tatyana tetiana tetyana tatsiana) | language
(yulia yuliya julia iuliia yuliia juliya julija) | language
(xenia ksenia kseniya ksenija) oksana aksana | language
olga olha volha | language
(karl carl) carlos charles carlo karel | language
enrique henry henri heinrich hendrik henrique enrico henryk | language
francisco francis francesco francois franz frantisek pancho paco | language
guillermo william wilhelm guillaume willem guglielmo | language
jaime james jacques giacomo diego santiago jacobo | language
(louis lewis) luis ludwig luigi luiz | language
(emmanuel emanuel) manuel manoel imanuel | language
martin marten martino marcin | language
antonio anthony anton antoine antoni antonios tony antonius | language
(eduard edouard) eduardo edward edoardo | language
(philip filip phillip*) felipe philippe philipp filippo | language
fernando ferdinand hernando fernand hernan | language
gabriel gavriel gavril | language
jorge jorje | pages
(rafael raphael) rafail | language
ricardo richard riccardo rikard | language
roberto robert | language
(tomas thomas) tomasz tommaso tom toma | language
vicente vincent vincenzo | language
(elizabeth elisabeth) eliza isabel elizaveta elisabeta | language
robert < bob rob bobby robbie bert* bobbie* > | short
william < bill will billy liam willy willie* > | short
richard < rick dick rich ricky richie* dickie* > | short
james < jim jimmy jamie jem* jimbo* > | short
john < johnny jack jackie* jock* johnnie* > | short
michael < mike mick mickey micky* mikey* mitch* > | short
thomas < tom tommy > | short
edward < ed eddie ted ned teddy* > | short
charles < charlie chuck chas* chaz* charley* > | short
joseph < joe joey jo* > pepe | short
anthony < tony ant* > | short
daniel < dan danny dani* > daniil danylo danila daniele | short
nicholas < nick nicky nico klaus* > | short
benjamin < ben benny benji* > binyamin veniamin benyamin | short
samuel < sam sammy > shmuel samuil | short
christopher < chris kit* topher* kris* > (christopher kristopher) cristobal christophe christoph | short
stephen < steve stevie* > | short
andrew < andy drew > | short
alexander < alex alec sasha sandy* sascha* xander* alek* sanya* aleks* lex* olek* > | short
margaret < maggie meg peggy marge* margie* madge* peg* rita* greta* daisy* meggie* > margarita margarida marguerite | short
katherine < kathy kate katie kath* kitty* kat* kay* > | short
elizabeth < liz lizzie beth betty bess* eliza* lisa* libby* betsy* liza* lizzy* elsie* > | short
patricia < pat patty tricia* trish* patsy* tish* > | short
jennifer < jen jenny jenna* > | short
deborah < deb debbie debs* > | short
ronald < ron ronnie > | short
lawrence < larry laurie* lars* > (lawrence laurence) | short
timothy < tim timmy > | short
jeffrey < jeff > (jeffrey geoffrey jeffery*) geoff | short
kenneth < ken kenny > | short
donald < don donnie > | short
raymond < ray > | short
frederick < fred freddy freddie* rick* > federico | short
gerald < gerry jerry > gerard | short
leonard < len lenny leo* > leonardo | short
matthew < matt matty* > | short
philip < phil pip* > phillip | short
vincent < vince vinny > | short
francisco < paco pancho curro* kiko* fran* cisco* chico* > | short
ignacio < nacho > | short
enrique < quique kike* > | short
guadalupe < lupe > | short
vladimir < vova volodya vlad* > | short
konstantin < kostya kostas* > | short
anatoly tolya | short
tatiana < tanya tania* > tatyana | short
ekaterina < katya katia* kate* > | short
natalia < natasha nat* talia* > natalya | short
anastasia < nastya stacy* ana* nastia* > | short
susan < sue susie suzy* > | short
rebecca < becky becca* bex* > | short
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
trdg trading trd | short
ind industries industry industrial inds | short
engg engineering | short
constr construction | short
inv investment investments invest | short
transp transport transportation | short
shpg shipping | short
chem chemical chemicals | short
mktg marketing | short
galina halyna halina galyna | language
zhanna janna schanna zanna zhana | language
khosrow khosro khosrau khosrov chosrau khusro khusrau | lists
riyad riyadh riad riyaz riaz | lists
raed raid rayed | lists
ziyad ziad zeyad zyad | lists
subhi sobhi subhy sobhy | lists
suhaib sohaib suhayb sohayb | lists
nizar nezar | lists
hisham hesham hicham hishem | lists
isam essam issam esam | lists
zuhair zouheir zoheir zuhayr zohair | lists
ghazi ghazy | lists
fawwaz fawaz faouaz | lists
muadh moaz muath moath mouaz | lists
marwan marouane merouane | lists
majdi magdi | lists
lutfi lotfi loutfi | lists
wael wail | lists
munir mounir moneer monir | lists
samih sameh | lists
hazim hazem | lists
ihab ehab | lists
iyad eyad | lists
tawfiq tawfik toufik taoufik | lists
shafiq shafik chafik | lists
rafiq rafik | lists
wissam wisam | lists
sabri sabry | lists
shukri shokri choukri | lists
ramzi ramzy | lists
hani hany | lists
rami ramy | lists
`
