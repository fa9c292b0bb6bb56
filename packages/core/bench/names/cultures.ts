/** How people of one culture are named. Words are parted by spaces; `Latin=native` gives a word in its own script, `_` a space inside a name. */
export interface Culture {
  readonly name: string
  readonly men: string
  readonly women: string
  readonly families: string
  /** Two names of two people that differ in their ending or in a letter. */
  readonly near_given?: string
  /** Two families that look or sound alike. */
  readonly near_families?: string
  /** One name in two spellings that one person's papers mix. */
  readonly spellings?: string
  /** The father's names of men, and of women in the same places. */
  readonly fathers?: { readonly men: string; readonly women: string; readonly join?: string }
  readonly titles?: readonly [man: string, woman: string]
  readonly traits: ReadonlyArray<Trait>
}

/**
 * `family_first`: bills print the family name first. `two_families`: people bear their mother's family name too. `gendered`: women's family names end
 * otherwise. `second_given`: people bear a second given name. `syllables`: given names are made of two syllables. `single`: people bear one name.
 * `initials`: the father's name is an initial. `maiden`: women change their family name. `particles`: family names have particles.
 */
export type Trait =
  | "family_first"
  | "two_families"
  | "gendered"
  | "second_given"
  | "syllables"
  | "single"
  | "initials"
  | "maiden"
  | "particles"

export const cultures: ReadonlyArray<Culture> = [
  {
    name: "English",
    men: "Edmund Gareth Rupert Harvey Clifton Desmond Alistair Mortimer Leopold Barnaby Quentin Roland",
    women: "Harriet Beatrice Cordelia Winifred Rosalind Imogen Philippa Gwendoline Tabitha Marianne Constance Henrietta",
    families: "Thornbury Haldane Wetherby Ashcombe Pemberton Langridge Stockwell Fairbank Holloway Cartwright Ravenscroft Digby",
    near_given: "Paul-Paula Daniel-Danielle Robert-Roberta Frederic-Frederica Carl-Carla Simon-Simone Martin-Martina Eric-Erica",
    near_families: "Thompson-Thomson Clarke-Clerk Philips-Philps Wilkins-Wilkens Barton-Burton Marsh-March Hayward-Haywood",
    spellings: "Katherine-Catherine Stephen-Steven Geoffrey-Jeffrey Anne-Ann",
    titles: ["Mr", "Mrs"],
    traits: ["second_given", "maiden"]
  },
  {
    name: "German",
    men: "Jürgen Günther Thorsten Burkhard Volker Detlef Lothar Götz Eckhard Jörg Reinhold Sönke",
    women: "Käthe Hildegard Liesbeth Anneliese Mechthild Ursula Roswitha Dörte Brunhilde Irmgard Waltraud Jördis",
    families: "Schäfer Grünwald Böttcher Hoffmeister Kühnert Bäumler Rößler Drechsler Lüdtke Wagenknecht Möbius Kirchhoff",
    near_given:
      "Christian-Christiane Gabriel-Gabriele Stefan-Stefanie Michael-Michaela Andreas-Andrea Bernhard-Bernharda Hermann-Hermine Josef-Josefa",
    near_families: "Miller-Müller Moller-Müller Meyer-Meier Schmidt-Schmitt Bauer-Baur Kramer-Krämer Vogel-Vogl Lange-Lang",
    titles: ["Herr", "Frau"],
    traits: ["second_given", "maiden"]
  },
  {
    name: "Dutch",
    men: "Joost Wouter Sander Maarten Gijs Koen Rutger Diederik Jelle Thijs Bram Siebe",
    women: "Marieke Annelies Femke Sanne Tineke Lotte Wietske Hanneke Jolanda Mirjam Elske Nienke",
    families:
      "van_der_Velde de_Ruiter van_Oosterhout ter_Braak van_den_Heuvel de_Groot van_Leeuwen van_der_Linden de_Wit van_Dongen ten_Cate van_Rijn",
    near_given: "Jan-Janna Pieter-Pietra Wim-Wima Johan-Johanna Hendrik-Hendrika Willem-Willemien",
    near_families: "Jansen-Janssen Visser-Vissers Smit-Smits Bakker-Backer Kuiper-Kuipers Mulder-Molder",
    titles: ["Dhr.", "Mevr."],
    traits: ["second_given", "particles"]
  },
  {
    name: "Nordic",
    men: "Håkon Søren Björn Mikkel Åke Torbjørn Einar Jesper Göran Sigurd Øyvind Rasmus",
    women: "Ingrid Åsa Solveig Märta Ragnhild Gunnhild Kirsten Bodil Hjördis Sigrid Tove Annika",
    families: "Lindström Bjørnstad Østergaard Håkansson Kjellberg Sjögren Nygård Dahlgren Rønning Åkerman Vestergaard Holmqvist",
    near_given: "Jon-Jonna Hans-Hanse Mikael-Mikaela Erik-Erika Henrik-Henrika Daniel-Daniela",
    near_families: "Hansen-Hanssen Nilsson-Nielsen Olsson-Olsen Karlsson-Larsson Persson-Pettersson Johnsen-Johansen",
    titles: ["Herr", "Fru"],
    traits: ["second_given", "maiden"]
  },
  {
    name: "French",
    men: "Étienne Benoît Gaël Jérôme Aurélien Cédric Thibault Mathieu Loïc Rémi Gaspard Yannick",
    women: "Élodie Hélène Océane Maëlle Clémence Solène Mathilde Noémie Aurore Ségolène Apolline Capucine",
    families: "Lefèvre Beauchêne Desmarais Géraud Bélanger Fontenelle Chevallier Delacroix Roussel Montigny Vauquelin Barthélemy",
    near_given:
      "René-Renée Frédéric-Frédérique Pascal-Pascale Gabriel-Gabrielle Michel-Michèle Emmanuel-Emmanuelle Joël-Joëlle Daniel-Danièle",
    near_families: "Dupont-Dupond Martin-Martine Girard-Gérard Renaud-Renault Michel-Michaud Legrand-Lebrand",
    titles: ["M.", "Mme"],
    traits: ["second_given", "maiden"]
  },
  {
    name: "Spanish and Portuguese",
    men: "Íñigo Rodrigo Joaquín Tomás Afonso Nuno Álvaro Gonzalo Duarte Sebastián Vicente Tiago",
    women: "Inés Remedios Consuelo Beatriz Leonor Catarina Rocío Amparo Graça Mercedes Yolanda Benedita",
    families: "Ibáñez Quintero Bermúdez Carvalho Figueiredo Echeverría Montoya Peñalver Magalhães Zamorano Teixeira Urrutia",
    near_given:
      "Mario-María Julio-Julia Antonio-Antonia Francisco-Francisca Gabriel-Gabriela Fernando-Fernanda Daniel-Daniela Manuel-Manuela",
    near_families: "Gómez-Gomes López-Lopes Pérez-Peres Silva-Silvas Rodríguez-Rodrigues Muñoz-Muniz",
    titles: ["Sr.", "Sra."],
    traits: ["two_families"]
  },
  {
    name: "Italian",
    men: "Niccolò Fabrizio Gianluca Raffaele Ottavio Tommaso Ermanno Salvatore Ludovico Gaetano Corrado Vittorio",
    women: "Ginevra Ornella Fiammetta Loredana Benedetta Rosalba Mirella Graziella Ilaria Carmela Donatella Viviana",
    families: "Bellucci D'Ambrosio Cattaneo Fumagalli Giordano Mastroianni Pellegrini Santoro Tagliaferri De_Benedetti Quaranta Ventura",
    near_given:
      "Andrea-Andreina Paolo-Paola Francesco-Francesca Carlo-Carla Daniele-Daniela Michele-Michela Simone-Simona Gabriele-Gabriella",
    near_families: "Rossi-Russo Ferrari-Ferrara Conti-Conte Romano-Romani Martini-Martino Rinaldi-Rinaldo",
    titles: ["Sig.", "Sig.ra"],
    traits: ["second_given"]
  },
  {
    name: "Polish and Czech",
    men: "Zdzisław Bogumił Tomáš Radosław Přemysl Wojciech Oldřich Leszek Ctibor Mirosław Vratislav Grzegorz",
    women: "Małgorzata Jadwiga Božena Zdeňka Grażyna Wiesława Květa Halina Blanka Urszula Drahomíra Bronisława",
    families: "Wiśniewski Zieliński Dąbrowski Kamiński Lewandowski Szymański Kozłowski Jasiński Malinowski Górski Sadowski Rutkowski",
    near_given:
      "Stanisław-Stanisława Jan-Jana Michal-Michala Władysław-Władysława Bronisław-Bronisława Pavel-Pavla Petr-Petra Czesław-Czesława",
    near_families: "Nowak-Nowacki Kowal-Kowalczyk Wójcik-Wojciech Mazur-Mazurek Dvořák-Dvořáček Zając-Zajic",
    titles: ["Pan", "Pani"],
    traits: ["gendered", "second_given", "maiden"]
  },
  {
    name: "Russian and Ukrainian",
    men: "Dmitrii=Дмитрий Sergei=Сергей Alexei=Алексей Nikolai=Николай Grigorii=Григорий Fyodor=Фёдор Igor=Игорь Timofei=Тимофей Vadim=Вадим Arkadii=Аркадий Ruslan=Руслан Leonid=Леонид",
    women:
      "Tatiana=Татьяна Natalia=Наталья Svetlana=Светлана Galina=Галина Liudmila=Людмила Ksenia=Ксения Zinaida=Зинаида Oksana=Оксана Raisa=Раиса Marina=Марина Alla=Алла Taisia=Таисия",
    families:
      "Kuznetsov=Кузнецов Sokolov=Соколов Vorobyov=Воробьёв Zhukov=Жуков Shchukin=Щукин Tsvetkov=Цветков Gorbachev=Горбачёв Yermolov=Ермолов Khrushchev=Хрущёв Matveev=Матвеев Chernov=Чернов Afanasiev=Афанасьев",
    near_given: "Valentin-Valentina Evgenii-Evgeniia Aleksandr-Aleksandra Viktor-Viktoria Pavel-Pavla Ivan-Ivanna",
    near_families: "Popov-Popovych Petrenko-Petrov Bondar-Bondarenko Morozov-Moroz Lysenko-Lysak Karpov-Karpenko",
    fathers: {
      men: "Petrovich=Петрович Andreevich=Андреевич Ivanovich=Иванович Borisovich=Борисович Mikhailovich=Михайлович Olegovich=Олегович",
      women: "Petrovna=Петровна Andreevna=Андреевна Ivanovna=Ивановна Borisovna=Борисовна Mikhailovna=Михайловна Olegovna=Олеговна"
    },
    traits: ["gendered", "family_first"]
  },
  {
    name: "Greek",
    men: "Stavros=Σταύρος Panagiotis=Παναγιώτης Christos=Χρήστος Theodoros=Θεόδωρος Evangelos=Ευάγγελος Spyridon=Σπυρίδων Athanasios=Αθανάσιος Leonidas=Λεωνίδας",
    women:
      "Kalliopi=Καλλιόπη Despoina=Δέσποινα Vasiliki=Βασιλική Angeliki=Αγγελική Paraskevi=Παρασκευή Chrysoula=Χρυσούλα Fotini=Φωτεινή Eirini=Ειρήνη",
    families:
      "Karagiannis=Καραγιάννης Mitropoulos=Μητρόπουλος Vlachos=Βλάχος Theodorakis=Θεοδωράκης Stamatiou=Σταματίου Angelidis=Αγγελίδης Makris=Μακρής Zervas=Ζέρβας",
    near_given: "Georgios-Georgia Alexandros-Alexandra Christos-Christa Stefanos-Stefania",
    near_families: "Georgiou-Georgiadis Ioannou-Ioannidis Nikolaou-Nikolaidis",
    traits: []
  },
  {
    name: "Turkish",
    men: "Çağrı Ömer Gökhan Şükrü Barış Yiğit Tuğrul Oğuz Kıvanç Erdoğan Süleyman İlhan",
    women: "Ayşegül Şebnem Gülşen Özlem Çiğdem Tuğba Nurgül İpek Hülya Yıldız Gönül Sevinç",
    families: "Yıldırım Öztürk Çelik Karadağ Şimşek Güneş Aydoğan Büyükkaya Erdoğdu Kılıç Taşkın Doğruyol",
    near_given: "Emin-Emine Halit-Halide Nuri-Nuriye Şükrü-Şükran Cemal-Cemile Naci-Naciye Rasim-Rasime Selim-Selime",
    near_families: "Yılmaz-Yılmazer Kaya-Kayan Demir-Demirel Çetin-Çetiner Koç-Koçak Arslan-Aslan",
    titles: ["Sayın", "Sayın"],
    traits: ["second_given", "maiden"]
  },
  {
    name: "Arabic",
    men: "Tariq=طارق Nabil=نبيل Mansour=منصور Faisal=فيصل Jamal=جمال Zuhair=زهير Samir=سمير Walid=وليد Hisham=هشام Bassam=بسام Marwan=مروان Ziyad=زياد",
    women:
      "Fatima=فاطمة Zainab=زينب Salma=سلمى Maryam=مريم Hanan=حنان Rasha=رشا Wafaa=وفاء Lubna=لبنى Najwa=نجوى Suhair=سهير Ghada=غادة Huda=هدى",
    families:
      "Haddad=حداد Khoury=خوري Mansouri=منصوري Sabbagh=صباغ Najjar=نجار Darwish=درويش Hamdan=حمدان Shaheen=شاهين Barakat=بركات Qasim=قاسم Zaidan=زيدان Rahmani=رحماني",
    near_given: "Karim-Karima Amin-Amina Jamil-Jamila Rashid-Rashida Khalid-Khalida Said-Saida Nadir-Nadira Latif-Latifa",
    near_families: "Hassan-Hussein Hamdan-Hamad Saleh-Salman Khalil-Khalid",
    spellings: "Mohammed-Muhammad Yousef-Yusuf Hussein-Hussain Ahmed-Ahmad Ibrahim-Ebrahim Omar-Umar",
    fathers: { men: "Ali Hamza Bilal Idris Nuh Anwar", women: "Ali Hamza Bilal Idris Nuh Anwar", join: "bin" },
    traits: ["particles"]
  },
  {
    name: "Persian",
    men: "Behrouz=بهروز Dariush=داریوش Farhad=فرهاد Kamran=کامران Mehrdad=مهرداد Siavash=سیاوش Shahram=شهرام Houshang=هوشنگ",
    women: "Golnaz=گلناز Mahnaz=مهناز Parvin=پروین Shirin=شیرین Nasrin=نسرین Farzaneh=فرزانه Simin=سیمین Roxana=رکسانا",
    families: "Rostami=رستمی Tehrani=تهرانی Shirazi=شیرازی Kazemi=کاظمی Moradi=مرادی Bahrami=بهرامی Golzar=گلزار Farahani=فراهانی",
    near_given: "Farzan-Farzaneh Jamshid-Jamshida Rasoul-Rasoula Naser-Nasrin Vahid-Vahideh Saman-Samaneh",
    near_families: "Karimi-Karami Hosseini-Hassani Ahmadi-Mahmoudi Akbari-Asghari Sadeghi-Sadeghian Rahimi-Rahmani",
    traits: []
  },
  {
    name: "Hebrew",
    men: "Yaakov=יעקב Shlomo=שלמה Avraham=אברהם Mordechai=מרדכי Yitzhak=יצחק Gideon=גדעון",
    women: "Rivka=רבקה Shoshana=שושנה Tamar=תמר Yehudit=יהודית Miriam=מרים Batya=בתיה",
    families: "Rosenberg=רוזנברג Mizrahi=מזרחי Katz=כץ Shapira=שפירא Goldstein=גולדשטיין Peretz=פרץ",
    near_given: "Daniel-Daniela Gabriel-Gabriela Yosef-Yosefa Ariel-Ariela Eli-Elia Michael-Michaela",
    near_families: "Levi-Levin Segal-Siegel Friedman-Fridberg Berman-Berger Adler-Edler",
    traits: []
  },
  {
    name: "Indian",
    men: "Arvind=अरविन्द Mukesh=मुकेश Hemant=हेमन्त Naveen=नवीन Girish=गिरीश Pankaj=पंकज Tushar=तुषार Vinod=विनोद",
    women: "Kavita=कविता Sushma=सुषमा Rekha=रेखा Pallavi=पल्लवी Meenakshi=मीनाक्षी Archana=अर्चना Shobha=शोभा Madhuri=माधुरी",
    families:
      "Chaturvedi=चतुर्वेदी Agarwal=अग्रवाल Deshmukh=देशमुख Tripathi=त्रिपाठी Saxena=सक्सेना Bhandari=भंडारी Malhotra=मल्होत्रा Kulkarni=कुलकर्णी",
    near_given: "Suresh-Suresha Kamal-Kamala Anil-Anila Vimal-Vimala Mohan-Mohana Sunil-Sunila Ram-Rama Nirmal-Nirmala",
    near_families: "Patel-Patil Verma-Varman Joshi-Doshi Shah-Shaw Mehta-Mehra",
    titles: ["Shri", "Smt."],
    traits: ["second_given"]
  },
  {
    name: "Sikh",
    men: "Gurpreet Harjit Manpreet Kuldeep Jaswinder Balbir Amrit Sukhdev Paramjit Ranjit",
    women: "Navdeep Simranjit Kiranjot Rajwinder Harleen Jasleen Baljeet Prabhjot Satwant Inderjit",
    families: "Dhillon Sandhu Grewal Sidhu Bajwa Gill-i Ahluwalia Brar Khaira Randhawa",
    near_given: "Jaspal-Jaspa Harpreet-Hardeep Manjit-Manjot Balwant-Balwinder Kirpal-Kirpa",
    near_families: "Singh-Kaur Sandhu-Sindhu Gill-Gillan Dhaliwal-Dhariwal Sohal-Sahota",
    traits: []
  },
  {
    name: "South Indian",
    men: "Karthik Senthil Murugan Dinesh Aravind Balaji Prakash Ganesan Sivakumar Rajendran",
    women: "Lakshmi Kavitha Revathi Malathi Saraswathi Vasantha Selvi Padma Gayathri Kalpana",
    families: "Ramasamy Palaniappan Subbaiah Krishnamurthy Natarajan Chidambaram Annamalai Thiruvengadam Govindan Ponnusamy",
    near_given: "Kumar-Kumari Selvan-Selvi Arun-Aruna Chandran-Chandra Vijayan-Vijaya Anand-Ananda",
    near_families: "Raman-Ramanan Iyer-Iyengar",
    traits: ["initials"]
  },
  {
    name: "Bengali",
    men: "Rahim=রহিম Jahangir=জাহাঙ্গীর Shafiqul=শফিকুল Anisur=আনিসুর Mizanur=মিজানুর Habibur=হাবিবুর Kamrul=কামরুল Tofazzal=তোফাজ্জল",
    women: "Nasima=নাসিমা Shirina=শিরিনা Rokeya=রোকেয়া Sufia=সুফিয়া Moushumi=মৌসুমী Taslima=তাসলিমা Jahanara=জাহানারা Hasina=হাসিনা",
    families: "Chowdhury=চৌধুরী Talukder=তালুকদার Sarkar=সরকার Bhuiyan=ভূঁইয়া Mollah=মোল্লা Biswas=বিশ্বাস Howlader=হাওলাদার Sikder=সিকদার",
    near_given: "Rahim-Rahima Salim-Salima Nasir-Nasira Jamil-Jamila Shahid-Shahida Halim-Halima Karim-Karima Rashid-Rashida",
    near_families: "Rahman-Rahim Islam-Aslam Uddin-Ahmed Hossain-Hasan Khatun-Begum",
    spellings: "Mohammad-Md",
    traits: []
  },
  {
    name: "Chinese",
    men: "Jianguo=建国 Zhiqiang=志强 Haoran=浩然 Mingyuan=明远 Guangming=光明 Wenbo=文博 Yongjun=永军 Tianyi=天一 Dehua=德华 Shaofeng=少峰",
    women: "Xiaoli=晓丽 Yulan=玉兰 Meiling=美玲 Qiuyue=秋月 Shuzhen=淑珍 Huifang=惠芳 Lihua=丽华 Jiayi=佳怡 Yaqin=雅琴 Fenglan=凤兰",
    families: "Zhang=张 Liu=刘 Huang=黄 Zhou=周 Xu=徐 Sun=孙 Guo=郭 Tang=唐 Deng=邓 Pan=潘",
    near_given: "Xiaoming-Xiaohong Jianguo-Jianhua Weidong-Weiming Meiling-Meihua Zhigang-Zhiqiang Lili-Lina",
    near_families: "Zhang-Zheng Chen-Cheng Wang-Huang Liu-Luo Jiang-Zhang Lin-Liang",
    traits: ["family_first", "syllables"]
  },
  {
    name: "Japanese",
    men: "Kenji=健二 Takashi=隆 Hiroshi=浩 Daisuke=大輔 Shigeru=茂 Makoto=誠 Kazuo=和夫 Yusuke=祐介 Naoki=直樹 Satoru=悟",
    women: "Yoshiko=良子 Keiko=恵子 Haruka=遥 Misaki=美咲 Tomoko=智子 Ayumi=歩 Nanami=七海 Sachiko=幸子 Chie=千恵 Emiko=恵美子",
    families:
      "Yamamoto=山本 Kobayashi=小林 Nakamura=中村 Matsumoto=松本 Shimizu=清水 Ishikawa=石川 Hasegawa=長谷川 Murakami=村上 Fujiwara=藤原 Okada=岡田",
    near_given: "Kenji-Kenichi Hiroshi-Hiroki Yuki-Yuka Mariko-Maiko Kazuo-Kazuko Takashi-Takeshi",
    near_families: "Suzuki-Suzuka Ito-Ota Nakamura-Nakayama Ishida-Ishii Kato-Kita",
    traits: ["family_first"]
  },
  {
    name: "Korean",
    men: "Minsu=민수 Jihoon=지훈 Sangwoo=상우 Hyunjin=현진 Dongwook=동욱 Youngsoo=영수 Seojun=서준 Kyungho=경호 Taeyang=태양 Jinhyuk=진혁",
    women: "Soyeon=소연 Hyejin=혜진 Eunji=은지 Yuna=유나 Miyoung=미영 Jiwon=지원 Sunhee=선희 Boram=보람 Nari=나리 Kyunghee=경희",
    families: "Kim=김 Park=박 Choi=최 Jung=정 Kang=강 Yoon=윤 Jang=장 Shin=신 Kwon=권 Hwang=황",
    near_given: "Minsu-Minji Jihoon-Jihye Sangwoo-Sangmin Hyunjin-Hyunsoo Eunji-Eunjung Youngsoo-Younghee",
    near_families: "Kang-Gong Jung-Jang Shim-Shin Yoo-Yoon Han-Hong Cho-Choi",
    spellings: "Minsoo-Minsu Jihun-Jihoon",
    traits: ["family_first", "syllables"]
  },
  {
    name: "Vietnamese",
    men: "Minh_Quân Hữu_Nghĩa Đức_Anh Quang_Hải Thành_Long Văn_Tùng Công_Phượng Xuân_Trường Tiến_Dũng Bảo_Khánh",
    women: "Thị_Hương Ngọc_Ánh Thu_Hà Thị_Mai Kim_Liên Bích_Thủy Phương_Thảo Thị_Lan Mỹ_Duyên Hồng_Nhung",
    families: "Nguyễn Phạm Hoàng Vũ Đặng Bùi Đỗ Hồ Ngô Dương",
    near_given: "Văn_An-Văn_Anh Thị_Lan-Thị_Liên Minh_Quân-Minh_Quang Đức_Anh-Đức_An Thu_Hà-Thu_Hằng",
    near_families: "Trần-Trịnh Lê-Lý Phạm-Phan Vũ-Võ Đinh-Đặng Hoàng-Hồng",
    traits: ["family_first"]
  },
  {
    name: "Indonesian",
    men: "Sukarman Widodo Suparman Hartanto Kusnadi Mulyono Subagyo Prasetyo Wahyudi Sutrisno Haryanto Sumarno",
    women: "Sulastri Wahyuni Suharti Kartini Purwanti Murniati Setyawati Rahayu Lestari Handayani Sumarni Kusumawati",
    families: "Nugroho Setiawan Santoso Gunawan Wibowo Saputra Hidayat Kurniawan Siregar Wijaya Simanjuntak Pratama",
    near_given: "Sumarno-Sumarni Sutrisno-Sutrisna Suharto-Suharti Wahyu-Wahyuni Kusno-Kusna Suparman-Suparmin",
    near_families: "Setiawan-Setiawati Gunawan-Gunadi Santoso-Susanto Hidayat-Hidayati Kurnia-Kurniati",
    traits: ["single"]
  },
  {
    name: "Thai",
    men: "Somchai=สมชาย Prasert=ประเสริฐ Anan=อนันต์ Wichai=วิชัย Chaiwat=ชัยวัฒน์ Kittisak=กิตติศักดิ์ Surachai=สุรชัย Narong=ณรงค์",
    women: "Siriporn=ศิริพร Malee=มาลี Wanida=วนิดา Suda=สุดา Kanya=กัญญา Pimchanok=พิมพ์ชนก Ratana=รัตนา Orathai=อรทัย",
    families:
      "Srisawat=ศรีสวัสดิ์ Chaiyaporn=ไชยพร Wongsakul=วงศ์สกุล Rattanakosin=รัตนโกสินทร์ Jaidee=ใจดี Thongchai=ธงชัย Boonmee=บุญมี Suwannarat=สุวรรณรัตน์",
    near_given: "Somchai-Somsak Wichai-Wichit Siriporn-Siriwan Suda-Sudarat Anan-Anong",
    near_families: "Srisuk-Srisai Thongdee-Thongchai Boonmee-Boonma Wongsa-Wongsiri Chaiyo-Chaiya Suksan-Sukjai",
    traits: []
  }
]
