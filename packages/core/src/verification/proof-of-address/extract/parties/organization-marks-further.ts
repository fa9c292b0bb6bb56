/** Legal forms, trades and authorities of further countries, in the manner of the first table. Words that stand in addresses are left out. */
export const furtherForms = `
    spol s r o|k s|v o s|š p|o p s|kkt|nonprofit kft|részvénytársaság|korlátolt felelősségű társaság|s c s|p f a|j d o o|d n o|jkp|k d|
    doo|dooel|sh p k|sh a|shpk|kolektivno|osaühing|aktsiaselts|korteriühistu|kü|mtü|sabiedrība ar ierobežotu atbildību|akciju sabiedrība|
    psia|uždaroji akcinė bendrovė|akcinė bendrovė|bendrija|všį|vši|vį|ehf|hf|ohf|slf|sf|hlutafélag|einkahlutafélag|ε π ε|ι κ ε|α ε β ε|
    μ ι κ ε|αε|επε|ικε|ανώνυμη εταιρεία|ltd şti|limited şirketi|anonim şirketi|kooperatifi|ооо|зао|муп|гуп|фгуп|тоо|прат|пат|кп|одо|чуп|
    руп|уп|оод|еоод|зад|дооел|доо|јкп|јп|ад|ακε|berhad|plt|pt|tbk|persero|perumda|perumdam|pdam|công ty tnhh|công ty cổ phần|công ty cp|
    tổng công ty|công ty|tập đoàn|co ltd|kabushiki kaisha|godo kaisha|合同会社|有限会社|有限责任公司|유한회사|บริษัท|จำกัด|public company limited|pcl|s a c|
    sac|s a a|saa|e i r l|s a b|s de r l|s a p i|c por a|s a e s p|e s p|cía ltda|c ltda|s a e|s a l|saoc|saog|wll|w l l|fzco|fze|fz llc|
    kscc|bsc|qpsc|sarlau|sarl au|eurl|pvt limited|private limited|pvt|proprietary limited|npc|soc ltd|cooperativa|cooperativa de|
    comunidad de propietarios|comunitat de propietaris|condomínio|condominio|copropriété|syndicat des copropriétaires|
    wspólnota mieszkaniowa|spółdzielnia mieszkaniowa|bytové družstvo|společenství vlastníků|společenství vlastníků jednotek|svj|
    spoločenstvo vlastníkov|társasház|lakásszövetkezet|asociația de proprietari|stambena zadruga|skupština stanara|
    dzīvokļu īpašnieku biedrība|daugiabučio namo savininkų bendrija|dnsb|húsfélag|húsfélagið|bostadsrättsförening|brf|borettslag|sameiet|
    ejerforening|andelsboligforening|asunto oy|taloyhtiö|осбб|тсж|тсн|етажна собственост|شركة|شركه|חברה|בע מ`

export const furtherSectors = `
    elekter|elektri|soojus|vesivärk|gaas|pank|kindlustus|sideteenused|elektrums|elektrība|siltums|siltumtīkli|ūdens|ūdensvads|gāze|banka|
    apdrošināšana|namu pārvalde|namsaimnieks|tīkls|energija|elektra|vanduo|vandenys|šilumos tinklai|šiluma|dujos|bankas|draudimas|ryšiai|
    *orka|orka|orkuveita|*veita|hitaveita|vatnsveita|rafveita|banki|*banki|tryggingar|vátryggingar|síminn|fjarskipti|*fjarskipti|
    elektrárny|elektrárne|energetika|energetická|plyn|plynárenská|plynárny|plynárne|vodárny|vodárne|vodovody|vodovody a kanalizace|
    vodárenská|vodárenská spoločnosť|teplárny|teplárna|tepláreň|spořitelna|sporiteľňa|*banka|pojišťovna|poisťovňa|technické služby|áram|
    áramszolgáltató|gáz|gázszolgáltató|vízmű|vízművek|távhő|takarék|takarékbank|takarékszövetkezet|biztosító|hulladékgazdálkodási|energie|
    electrica|furnizare|apă|apă canal|termoenergetica|banca|asigurări|salubritate|distribuție|elektroprivreda|elektrodistribucija|opskrba|
    vodovod|vodovod i kanalizacija|toplana|plinara|plin|čistoća|komunalac|komunalno|osiguranje|zavarovalnica|elektro|komunala|snaga|
    hranilnica|ujësjellës|водовод|водовод и канализација|електродистрибуција|електропривреда|топлана|топлификација|комуналац|банка|
    осигурање|телеком|осигуряване|застраховане|топлофикация|вик|водоснабдяване|електроразпределение|енерго|енергия|обленерго|энерго|
    энергосбыт|энергосбытовая|водоканал|теплосеть|теплоэнерго|тепломережа|тепло|газ|газмережі|банк|страхование|страхова компанія|
    страховая компания|телекомунікації|связь|ηλεκτρισμός|ενέργεια|αέριο|ύδρευσης|ύδρευση|δευα|δ ε υ α|ευδαπ|τράπεζα|ασφαλιστική|
    τηλεπικοινωνίες|elektrik|enerji|su ve kanalizasyon|su ve kanalizasyon idaresi|doğalgaz|bankası|sigorta|telekomünikasyon|iletişim|
    dağıtım|perakende satış|telekomunikasi|listrik|air minum|gas negara|asuransi|insurans|takaful|bank negara|telekom malaysia|cấp nước|
    viễn thông|bảo hiểm|eau potable|électricité et eau|eau et électricité|assainissement|banque populaire|البنك|تأمين|تأمينات|الكهرباء|
    الماء|الغاز|اتصالات|electric supply|electric supply company|electricity company|electricity distribution|power distribution|
    gas company|commercial bank|islamic bank|distribuidora eléctrica|luz|agua potable|alcantarillado|saneamiento|telecom|
    saneamento básico|companhia de água|kompania e ujit|argindar|urak|leictreachas|trydan|การไฟฟ้า|การประปา|ธนาคาร|ประกันภัย|โทรคมนาคม|חשמל|תאגיד מים|בנק|ביטוח`

export const furtherAuthorities = `
    obec|obecní úřad|město|městská část|městský úřad|úřad městské části|městys|magistrát města|krajský úřad|úřad práce|mestská časť|
    mestský úrad|miestny úrad|starostwo powiatowe|urząd dzielnicy|önkormányzata|közös önkormányzati hivatal|önkormányzati hivatal|
    községi önkormányzat|városi önkormányzat|járási hivatal|magyar államkincstár|primăria comunei|primăria municipiului|primăria orașului|
    consiliul local|direcția impozite|direcția de impozite|direcția fiscală|direcția taxe|opština|
    opštinska uprava|gradska uprava|grad zagreb|lokalna poreska administracija|poreska uprava|mestna občina|krajevna skupnost|bashkia|
    drejtoria|vallavalitsus|linnavalitsus|linnaosavalitsus|maksu ja tolliamet|sotsiaalkindlustusamet|novada pašvaldība|novada dome|
    pilsētas dome|pilsētas pašvaldība|valstspilsētas pašvaldība|pašvaldība|pagasta pārvalde|valsts ieņēmumu dienests|
    valsts sociālās apdrošināšanas aģentūra|savivaldybė|savivaldybės administracija|seniūnija|sodra|valstybinė mokesčių inspekcija|
    registrų centras|sveitarfélag|sveitarfélagið|hreppur|*hreppur|reykjavíkurborg|*kaupstaður|skatturinn|þjóðskrá|þjóðskrá íslands|
    sýslumaðurinn|sýslumaður|kommuna|δήμου|κεπ|εφκα|δημοτική επιχείρηση|κτηματολόγιο|büyükşehir belediyesi|belediye başkanlığı|belediyesi|
    vergi dairesi|kaymakamlığı|valiliği|muhtarlığı|nüfus müdürlüğü|ифнс|мфц|управа|селищна рада|сільська рада|виконавчий комітет|
    головне управління|столична община|кметство|дирекция местни данъци|нап|нои|општина|градска управа|пореска управа|
    локална пореска администрација|majlis|majlis perbandaran|majlis daerah|majlis bandaraya|dewan bandaraya|pejabat tanah|pejabat daerah|
    lembaga hasil|kementerian|jabatan|pemerintah kota|pemerintah kabupaten|pemerintah provinsi|badan pendapatan daerah|
    direktorat jenderal pajak|dinas|ủy ban nhân dân|ubnd|chi cục thuế|cục thuế|công an|bảo hiểm xã hội|municipalidad|
    municipalidad distrital|municipalidad provincial|alcaldía|alcaldía municipal|alcaldía distrital|gobernación|intendencia|
    gobierno autónomo|gad municipal|tesorería|trésorerie|trésorerie générale|perception de|direction régionale|direction des impôts|
    wilaya|جماعة|الجماعة|عمالة|ولاية|الخزينة|district assembly|municipal assembly|metropolitan assembly|town council|county government|
    city hall|municipal hall|village office|town office|city office|ward office|district office|municipal office|union council|
    development authority|cantonment board|water board|water and sewerage authority|town hall|pemerintahan desa|kantor pajak|
    kantor pelayanan pajak|ajuntament|ajuntament de|diputació|udala|udaletxea|concello|concello de|comhairle|comhairle contae|cyngor|
    cyngor sir|kunsill lokali|gemeng|sveitarstjórn|tribunal|eigenbetrieb|abfallwirtschaftsbetrieb|
    entsorgungsbetriebe|stadtreinigung|zweckverband|abwasserzweckverband|wasserzweckverband|abfallzweckverband|syndicat intercommunal|communauté de communes|
    communauté d agglomération|mancomunidad|gobierno autónomo descentralizado|pradeshiya sabha|urban council|municipal council|palli bidyut samity|
    union parishad|upazila parishad|nagar nigam|nagar palika|municipal corporation|atliekų tvarkymo centras|city government|provincial government|munisipaliteit|halmashauri|เทศบาล|องค์การบริหารส่วนตำบล|สำนักงานเขต|กรมสรรพากร|עיריית|מועצה אזורית|רשות המסים`
