// Names in the spellings of the romanization standards and in their own scripts: one of each person's spellings is listed, among the names of a
// made list, and every other one is searched for. Run: bun packages/core/bench/screening-systems.ts FOLDER [seed] [--misses]
import { index } from "../src/verification/screening/engine/screening-index.ts"
import { bareRecord } from "../src/verification/screening/record.ts"
import { chanceOf, makeRecords } from "./screening-generator.ts"
import { readRecords, sampleFolder } from "./screening-sample.ts"

/** Standard or script of each column, then one person a line. Spellings are those of the standards, written out by hand. */
const tables: Readonly<Record<string, string>> = {
  russian: `own|icao_9303|bgn_pcgn|iso_9|german|french
Юрий Щербаков|Iurii Shcherbakov|Yuriy Shcherbakov|Ûrij Ŝerbakov|Juri Schtscherbakow|Iouri Chtcherbakov
Евгений Чайковский|Evgenii Chaikovskii|Yevgeniy Chaykovskiy|Evgenij Čajkovskij|Jewgeni Tschaikowski|Evgueni Tchaïkovski
Алексей Хрущёв|Aleksei Khrushchev|Aleksey Khrushchëv|Aleksej Hruŝëv|Alexei Chruschtschow|Alexeï Khrouchtchev
Яна Жукова|Iana Zhukova|Yana Zhukova|Âna Žukova|Jana Schukowa|Iana Joukova
Вячеслав Ющенко|Viacheslav Iushchenko|Vyacheslav Yushchenko|Vâčeslav Ûŝenko|Wjatscheslaw Juschtschenko|Viatcheslav Iouchtchenko
Григорий Явлинский|Grigorii Iavlinskii|Grigoriy Yavlinskiy|Grigorij Âvlinskij|Grigori Jawlinski|Grigori Iavlinski
Сергей Цветаев|Sergei Tsvetaev|Sergey Tsvetayev|Sergej Cvetaev|Sergei Zwetajew|Sergueï Tsvetaïev
Михаил Ходорковский|Mikhail Khodorkovskii|Mikhail Khodorkovskiy|Mihail Hodorkovskij|Michail Chodorkowski|Mikhaïl Khodorkovski
Жанна Ельцина|Zhanna Eltsina|Zhanna Yeltsina|Žanna Elʹcina|Schanna Jelzina|Janna Eltsina
Илья Дьячков|Ilia Diachkov|Ilya Dyachkov|Ilʹâ Dʹâčkov|Ilja Djatschkow|Ilia Diatchkov`,
  ukrainian: `own|national_2010|iso_9|from_russian|german
Олексій Гончаренко|Oleksii Honcharenko|Oleksìj Gončarenko|Aleksey Goncharenko|Oleksij Hontscharenko
Володимир Зелінський|Volodymyr Zelinskyi|Volodimir Zelìnsʹkij|Vladimir Zelinskiy|Wolodymyr Selinskyj
Євген Їжакевич|Yevhen Yizhakevych|Êvgen Ïžakevič|Yevgeniy Izhakevich|Jewhen Jischakewytsch
Юлія Тимошенчук|Yuliia Tymoshenchuk|Ûlìâ Timošenčuk|Yuliya Timoshenchuk|Julija Tymoschentschuk
Сергій Щегольков|Serhii Shchehol'kov|Sergìj Ŝegolʹkov|Sergey Shchegol'kov|Serhij Schtschehol'kow
Микола Грушевський|Mykola Hrushevskyi|Mikola Gruševsʹkij|Nikolay Grushevskiy|Mykola Hruschewskyj`,
  chinese: `own|pinyin|wade_giles|jyutping_or_hong_kong|traditional
张志强|Zhang Zhiqiang|Chang Chih-ch'iang|Cheung Chi Keung|張志強
陈晓明|Chen Xiaoming|Ch'en Hsiao-ming|Chan Hiu Ming|陳曉明
黄建华|Huang Jianhua|Huang Chien-hua|Wong Kin Wah|黃建華
李国平|Li Guoping|Li Kuo-p'ing|Lee Kwok Ping|李國平
周俊杰|Zhou Junjie|Chou Chün-chieh|Chow Chun Kit|周俊傑
谢文辉|Xie Wenhui|Hsieh Wen-hui|Tse Man Fai|謝文輝
郑玉珍|Zheng Yuzhen|Cheng Yü-chen|Cheng Yuk Chun|鄭玉珍
许家荣|Xu Jiarong|Hsü Chia-jung|Hui Ka Wing|許家榮
曹永康|Cao Yongkang|Ts'ao Yung-k'ang|Tso Wing Hong|曹永康
吴德海|Wu Dehai|Wu Te-hai|Ng Tak Hoi|吳德海
邓世昌|Deng Shichang|Teng Shih-ch'ang|Tang Sai Cheong|鄧世昌
朱庆龙|Zhu Qinglong|Chu Ch'ing-lung|Chu Hing Lung|朱慶龍`,
  korean: `own|revised|mccune_reischauer|usual
김정일|Gim Jeongil|Kim Chŏng-il|Kim Jong Il
최룡해|Choe Ryonghae|Ch'oe Ryong-hae|Choe Ryong Hae
박영철|Bak Yeongcheol|Pak Yŏng-ch'ŏl|Park Young Chul
이명수|I Myeongsu|Yi Myŏng-su|Lee Myung Soo
정경택|Jeong Gyeongtaek|Chŏng Kyŏng-t'aek|Jong Kyong Thaek
조용원|Jo Yongwon|Cho Yong-wŏn|Cho Yong Won
강순남|Gang Sunnam|Kang Sun-nam|Kang Sun Nam
윤병권|Yun Byeonggwon|Yun Pyŏng-kwŏn|Yoon Byung Kwon
노광철|No Gwangcheol|No Kwang-ch'ŏl|No Kwang Chol
신태호|Sin Taeho|Sin T'ae-ho|Shin Tae Ho`,
  japanese: `own|hepburn|kunrei|passport|kana
大野聡|Ōno Satoshi|Ôno Satosi|Ohno Satoshi|オオノ サトシ
藤井雄一|Fujii Yūichi|Huzii Yûiti|Fujii Yuichi|フジイ ユウイチ
土田修造|Tsuchida Shūzō|Tutida Syûzô|Tsuchida Shuzo|ツチダ シュウゾウ
千葉純子|Chiba Junko|Tiba Zyunko|Chiba Junko|チバ ジュンコ
庄司辰男|Shōji Tatsuo|Syôzi Tatuo|Shoji Tatsuo|ショウジ タツオ
篠田建市|Shinoda Ken'ichi|Sinoda Ken'iti|Shinoda Kenichi|シノダ ケンイチ
高山清司|Takayama Kiyoshi|Takayama Kiyosi|Takayama Kiyoshi|タカヤマ キヨシ
中条秀則|Chūjō Hidenori|Tyûzyô Hidenori|Chujo Hidenori|チュウジョウ ヒデノリ`,
  arabic: `own|ala_lc|english|french
خالد عبد الرحمن الفواز|Khālid ʻAbd al-Raḥmān al-Fawwāz|Khalid Abdulrahman Al Fawwaz|Khaled Abderrahmane Al Faouaz
يوسف محمد القرضاوي|Yūsuf Muḥammad al-Qaraḍāwī|Yousef Mohammed Al-Qaradawi|Youssef Mohamed El Karadaoui
أيمن الظواهري|Ayman al-Ẓawāhirī|Aiman Al Zawahri|Aymane Ez-Zaouahiri
جمال بلحاج|Jamāl Balḥājj|Jamal Belhaj|Djamel Belhadj
عبد الحكيم الخويلدي|ʻAbd al-Ḥakīm al-Khuwaylidī|Abdul Hakim Al Khuwailidi|Abdelhakim El Khouildi
حسين الشهرستاني|Ḥusayn al-Shahristānī|Hussein Al Shahristani|Hocine Chahrestani
صالح الرقب|Ṣāliḥ al-Raqab|Saleh Al Raqab|Salah Er-Rakab
ثامر العجيلي|Thāmir al-ʻUjaylī|Thamer Al Ujaili|Tamer El Adjili
مصطفى بوشقور|Muṣṭafá Būshaqūr|Mustafa Abushagur|Mostapha Bouchagour
وليد جنبلاط|Walīd Junbulāṭ|Waleed Junblat|Oualid Joumblatt
غسان كنفاني|Ghassān Kanafānī|Ghasan Kanafani|Ghassane Kanafani
ضياء الدين شريف|Ḍiyāʼ al-Dīn Sharīf|Diauddin Sharif|Diaeddine Cherif`,
  persian: `own|ala_lc|english|german
محمود احمدی‌نژاد|Maḥmūd Aḥmadīnizhād|Mahmoud Ahmadinejad|Mahmud Ahmadinedschad
قاسم سلیمانی|Qāsim Sulaymānī|Ghasem Soleimani|Ghassem Soleymani
محسن فخری‌زاده|Muḥsin Fakhrīzādah|Mohsen Fakhrizadeh|Mohsen Fachrisadeh
غلامعلی رشید|Ghulāmʻalī Rashīd|Gholamali Rashid|Gholam-Ali Raschid
حسین سلامی|Ḥusayn Salāmī|Hossein Salami|Hussein Salami
اسماعیل قاآنی|Ismāʻīl Qāʼānī|Esmail Ghaani|Esmail Qaani
پرویز فتاح|Parvīz Fattāḥ|Parviz Fatah|Parwis Fattah
ژاله خجسته|Zhālah Khujastah|Zhaleh Khojasteh|Schaleh Chodschasteh`,
  hebrew: `own|iso_259|usual|academy
יוסף גלבוע|Yosep̄ Gilboaʻ|Joseph Gilboa|Yosef Gilboa
יצחק שמיר|Yiṣḥaq Šamir|Yitzhak Shamir|Yitsẖak Shamir
חיים הרצוג|Ḥayyim Herṣog|Chaim Herzog|Hayim Hertsog
שמעון פרס|Šimʻon Peres|Shimon Peres|Shimʻon Peres
משה כץ|Mošeh Kaṣ|Moshe Katz|Moshe Kats
צבי אלימלך|Ṣevi ʼElimelekh|Zvi Elimelech|Tsvi Elimelekh`,
  greek: `own|iso_843|bgn|usual
Γεώργιος Παπανδρέου|Geṓrgios Papandréou|Yeoryios Papandhreou|George Papandreou
Αλέξανδρος Χατζηδάκης|Aléxandros Chatzīdákīs|Alexandros Khatzidhakis|Alexander Hadjidakis
Ευάγγελος Βενιζέλος|Euángelos Venizélos|Evangelos Venizelos|Evangelos Venizelos
Δημήτρης Κουφοντίνας|Dīmḗtrīs Koufontínas|Dhimitris Koufondinas|Dimitris Koufodinas
Χριστόδουλος Ξηρός|Christódoulos Xīrós|Khristodhoulos Xiros|Christodoulos Xiros
Σάββας Μπουζάκης|Sávvas Mpouzákīs|Savvas Bouzakis|Savas Bouzakis`,
  georgian: `own|national_2002|iso_9984|usual
თარხან ბათირაშვილი|Tarkhan Batirashvili|T'arxan Bat'irašvili|Tarhan Batirachvili
მიხეილ სააკაშვილი|Mikheil Saak'ashvili|Mixeil Saakašvili|Mikhail Saakashvili
ბიძინა ივანიშვილი|Bidzina Ivanishvili|Biżina Ivanišvili|Bidzina Ivanichvili
შალვა ჯავახიძე|Shalva Javakhidze|Šalva Javaxiże|Chalva Djavakhidze
გურამ ჭყონდიდელი|Guram Ch'q'ondideli|Guram Čqondideli|Guram Chkondideli`,
  armenian: `own|iso_9985|bgn|usual
Նիկոլ Փաշինյան|Nikol P'ašinyan|Nikol P'ashinyan|Nikol Pashinian
Սերժ Սարգսյան|Serž Sargsyan|Serzh Sargsyan|Serge Sarkisian
Գագիկ Ծառուկյան|Gagik Çaṙukyan|Gagik Tsarrukyan|Gagik Tsarukian
Հրանտ Բագրատյան|Hrant Bagratyan|Hrant Bagratyan|Hrand Bagratian
Վազգեն Մանուկյան|Vazgen Manukyan|Vazgen Manukyan|Vasgen Manoukian`
}

const folder = sampleFolder()
const seed = Number(process.argv[3] ?? "1") || 1
const sample = await readRecords(folder)
const made = [...sample, ...makeRecords(sample, 43_000, 7 + seed)]
const chance = chanceOf(seed)
const people = Object.entries(tables).flatMap(([language, table]) => {
  const [head = "", ...lines] = table.split("\n")
  const columns = head.split("|")
  return lines.map((line, place) => {
    const spellings = line.split("|")
    // Any column but the script itself may be what the list prints.
    const listed = 1 + Math.floor(chance() * (spellings.length - 1))
    return { language, columns, spellings, listed, uid: `${language}:${place}` }
  })
})

for (const way of ["a Latin spelling is listed", "the own script is listed"] as const) {
  const listedOf = ({ listed }: (typeof people)[number]): number => (way === "the own script is listed" ? 0 : listed)
  const screening = index([
    ...made,
    ...people.map((person) =>
      bareRecord({
        list: "systems",
        edition: "made",
        uid: person.uid,
        type: "person",
        names: [{ full: person.spellings[listedOf(person)] ?? "", kind: "primary", parts: null, script: null, language: null }]
      })
    )
  ])
  console.log(
    `\n### ${way} (${screening.size} records, seed ${seed})\n\n| language | N | found | of these asked in the own script |\n| --- | ---: | ---: | ---: |`
  )
  const all = people.flatMap((person) =>
    person.spellings.flatMap((name, column) => {
      if (column === listedOf(person) || name === person.spellings[listedOf(person)]) return []
      const { hits } = screening.search({ name, type: "person" })
      return [{ person, name, column, found: hits.some(({ uid }) => uid === person.uid) }]
    })
  )
  const share = (of: typeof all): string =>
    of.length === 0 ? "" : `${((100 * of.filter(({ found }) => found).length) / of.length).toFixed(1)} % of ${of.length}`
  for (const language of Object.keys(tables)) {
    const of = all.filter(({ person }) => person.language === language)
    console.log(`| ${language} | ${of.length} | ${share(of)} | ${share(of.filter(({ column }) => column === 0))} |`)
  }
  console.log(`| all | ${all.length} | ${share(all)} | ${share(all.filter(({ column }) => column === 0))} |`)
  if (!process.argv.includes("--misses")) continue
  for (const { column, name, person } of all.filter(({ found }) => !found)) {
    const [near] = screening.search({ name, type: "person" }, { threshold: 0.3, limit: 500 }).hits.filter(({ uid }) => uid === person.uid)
    const words = near?.explanation.words.map((word) => `${word.query}~${word.listed} ${word.similarity.toFixed(2)}`).join(", ")
    console.log(
      `  ${person.columns[column]} ${name} / ${person.columns[listedOf(person)]} ${person.spellings[listedOf(person)]}: ${near?.score.toFixed(2)} ${words}`
    )
  }
}
