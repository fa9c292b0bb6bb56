/** Family names that look alike and belong to different families: each row is one set of them. */
export const confusableFamilies = `
brown braun|chan chen chang chin chung cheng chong cheung zhang zheng jiang|lee li le lu liu luo lo loh low lau law|wang wong huang hwang whang|kim kam kin|lim lin ling liang leung|tan tang tran tam dang|ng ngo ong|wu woo hu xu yu su zhu|khan kahn kuhn|singh sinha sing|patel patil
johnson johnston johnstone johansen johansson jonsson jonsdottir|hansen hanson hanssen johansen|jensen jansen janssen|martin martins marin martinez martini|garcia garza|gomez gomes|lopez lopes|perez peres|rossi russo rosso|ferrari ferraro ferrara|costa costas|silva silver salva|gupta guptan|sharma verma varma|shah sha|das dass|ray roy rao raj
smith smithers|clark|morris morrison norris|harris harrison|robinson robertson roberts|richards richardson|stevens stevenson|thomas thompson|williams williamson wilson|adams adamson|davis davidson|peters peterson petersen|andrews anderson andersen|baker barker becker|cook cooper|hall hill hull hale|king ring|moore more|wood ward|cole coles|ross rose|reed|kelly|ryan bryan|grant grand
`
