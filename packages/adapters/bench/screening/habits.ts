// Habits of romanization, as rules that a clerk of the region or of another one follows, with names to follow them on. They are written from how
// names of these languages are transcribed, not from what the engine does with them.
import { bareRecord, type ListRecord } from "@vouchkit/core/verification/screening/record"
import { type Chance, pick } from "../../../core/bench/screening-generator.ts"

export const habits = ["arabic", "persian", "slavic", "spanish", "indian", "chinese"] as const
export type Habit = (typeof habits)[number]

/** From → what it may become. The longest are tried first at each place of a word; `^` and `$` bind to its ends. */
const rules: Readonly<Record<Habit, string>> = {
  arabic:
    "kh>h,ch gh>g dh>d,z th>t,s sh>ch q>k,g,gh k>q,c j>dj,g g>j w>ou u>ou,o,oo o>u ou>u oo>u,ou ee>i,e i>e,ee,y e>i y>i ai>ay,ei,ae ei>ai,ey au>aw,ou aw>au,ou ah$>a,eh a$>ah,e ss>s mm>m dd>d z>dh,s iy>i,y h>kh ll>l nn>n",
  persian:
    "gh>q,g q>gh,k kh>k,h zh>j j>zh v>w w>v o>u,oo u>o,oo ou>o,u oo>u i>ee,y ee>i a>aa aa>a eh$>e,a e$>eh ei>ey,ay ey>ei,ay z>s,zz sh>ch,s h>kh y>i,ee e>a,i",
  slavic:
    "kh>h,ch h>kh,g g>h zh>j,z sh>ch,s shch>sch,sh,stch ch>tch,c ts>tz,c c>ts v>w ov$>off,ow ev$>eff,ew w>v y>i,j i>y,j iy$>y,i,ij ii$>iy,y yu>iu,ju iu>yu ya>ia,ja ia>ya ye>e,je ^e>ye ks>x x>ks e>ie,ye o>a ka>ca ko>co z>s,zs",
  spanish:
    "b>v v>b ce>se ci>si,see z>s,c s>z,ss ll>l,y,j j>h,kh h>kh,j qu>k c>k ca>ka co>ko cu>ku ie>ye,e i>y,ee y>i gu>gw,g ñ>n,ny rr>r ch>tch,sh x>j,ks o>u u>oo,w e>i d>dh",
  indian:
    "ee>i i>ee,y oo>u u>oo v>w,b w>v bh>b,bb b>bh dh>d d>dh th>t t>th kh>k k>kh,c gh>g g>gh sh>s s>sh chh>ch ch>chh j>z z>j a>aa aa>a y>i ksh>x,kch ya>ia e>ay,a ey>ay,i ph>f,p tt>t nn>n mm>m",
  chinese:
    "zh>ch,j x>hs,sh q>ch,k j>ch b>p d>t g>k p>b z>ts,dz ch>q c>ts ^r>j ong>ung ian>ien yan>yen ui>uei uo>o,ou iu>iou,ew ao>au,aw ou>ow ai>ay i>ee,y u>oo,w"
}

const parsed = new Map(
  habits.map((habit) => [
    habit,
    rules[habit]
      .split(" ")
      .map((rule) => rule.split(">"))
      .map(([from = "", to = ""]) => ({ from: new RegExp(from, "yu"), plain: from, to: to.split(",") }))
      .sort((one, other) => other.plain.length - one.plain.length)
  ])
)

/** The word with the rules of the habit followed at each place with this likelihood. */
const respeltWord = (word: string, habit: Habit, likelihood: number, chance: Chance): string => {
  let made = ""
  for (let at = 0; at < word.length; ) {
    const rule = (parsed.get(habit) ?? []).find(({ from }) => {
      from.lastIndex = at
      return from.test(word)
    })
    const length = (rule?.plain ?? "").replace(/[\^$]/gu, "").length
    // What is not respelt is taken over whole: the letters of a digraph are one sound.
    const taken = Math.max(1, length)
    made += rule === undefined || chance() >= likelihood ? word.slice(at, at + taken) : pick(rule.to, chance)
    at += taken
  }
  return made
}

/** A name with its longest word respelt throughout and the others here and there. */
export const respelt = (name: string, habit: Habit, chance: Chance): string => {
  const words = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/gu, "")
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "")
  return words.map((word) => respeltWord(word, habit, word === longest ? 0.45 : 0.1, chance)).join(" ")
}

const countries: Readonly<Record<Habit, ReadonlyArray<string>>> = {
  arabic: ["IQ", "SY", "SA", "LY", "EG", "YE", "LB", "JO", "DZ", "TN", "MA", "SD", "KW", "QA", "AE"],
  persian: ["IR", "AF"],
  slavic: ["RU", "UA", "BY", "RS", "BA"],
  spanish: ["CO", "MX", "VE", "CU", "ES", "PA", "PE", "EC", "GT", "HN"],
  indian: ["IN", "LK", "NP"],
  chinese: ["CN", "TW", "HK"]
}

/** Whether names of the record are likely to be written by this habit. */
export const hasHabit = (record: ListRecord, habit: Habit): boolean =>
  record.countries.some((country) => countries[habit].includes(country))

interface Names {
  readonly given: ReadonlyArray<string>
  readonly family: ReadonlyArray<string>
}
const namesOf = (given: string, family: string): Names => ({ given: given.split(" "), family: family.split(" ") })

/** Names of people, most of them on no list. */
const stock: Readonly<Record<Habit, Names>> = {
  arabic: namesOf(
    "Abdulhakim Muntasir Ghassan Jawad Sufyan Muhannad Shukri Taysir Lutfi Badreddin Nuruddin Haitham Muayyad Zuhair Qutaiba Yaqdhan Shihab Khaldun Ubaida Mundhir",
    "Qasrawi Khatib Tamimi Shammari Ghazzawi Bukhari Hamdani Juburi Dulaimi Zubaidi Masri Trabelsi Benhaddou Khalidi Zahawi Ubaydi Qahtani Mutairi Rashidi Kuwari Ghannouchi Khashoggi Tikriti Harthi Ghamdi"
  ),
  persian: namesOf(
    "Khosrow Behrouz Farhad Jamshid Ardeshir Shahriar Esfandiar Houshang Kiumars Siavash Manouchehr Golnaz Zhaleh Mojtaba Gholamreza Ebrahim Javad Khodadad Parviz Nowruz",
    "Rafsanjani Ghorbani Khorasani Zarghami Bakhtiari Qalibaf Mousavi Farrokhzad Khodabandeh Yazdanpanah Ghasemlou Zanganeh Shojaei Vahidi Karroubi Dehghani Moghaddam Hashemi Rouhani Sadeghian"
  ),
  slavic: namesOf(
    "Svyatoslav Yaroslav Vyacheslav Gennadiy Arkadiy Valeriy Zakhar Timofey Lyubov Zhanna Yevdokiya Bogdan Rostislav Kazimir Tikhon Khariton Evdokim Platon Makar Zoya",
    "Zhukovskiy Khrushchev Shcherbakov Tsvetkov Yakushev Khodorkovskiy Chernyshenko Kovalchuk Bezukhov Pugachev Yefremov Zhirinovskiy Vyshinskiy Gorchakov Shevardin Mishchenko Lukyanov Tsarapkin Yezhov Khabarov"
  ),
  spanish: namesOf(
    "Guillermo Baltazar Eusebio Casimiro Ezequiel Joaquin Hipolito Xavier Genoveva Yolanda Evaristo Heriberto Wenceslao Ignacio Fulgencio Horacio Belisario Jacinto Celestino Virgilio",
    "Echeverria Villavicencio Quiñones Zambrano Cevallos Arizmendi Bojorquez Huizache Valdivieso Cabezas Goicoechea Izquierdo Jaramillo Llorente Mosquera Barahona Quijano Villaseñor Henriquez Ocheita"
  ),
  indian: namesOf(
    "Krishnamurthy Venkatesh Lakshmi Subramaniam Jagdish Bhaskar Dheeraj Vijayalakshmi Harshvardhan Siddharth Raghunath Chandrashekhar Gopichand Vishwanath Yashwant Mukesh Dhananjay Ashutosh Bhupinder Kishore",
    "Chaturvedi Bhattacharya Mukherjee Deshmukh Kulkarni Jayawardene Rajapaksha Dhaliwal Choudhary Agnihotri Vishwakarma Banerjee Ghoshal Shekhawat Wickramasinghe Thiruvengadam Bhatnagar Khandelwal Jhunjhunwala Tripathi"
  ),
  chinese: namesOf(
    "Xiaoping Zhengguang Qingsong Jianguo Zhongxian Weidong Guofeng Xueqin Yongkang Boxiong Caihou Zhiqiang Dongsheng Ruihuan Jiechi Huiqing Tianbao Qichen Zemin Guangxian",
    "Zhuang Xiong Qiang Zheng Ouyang Zhuge Xiahou Shangguan Jiang Qiao Zhong Chu Geng Zeng Duan Dai Gong Xuan Qiu Xie"
  )
}

const nameOf = (habit: Habit, chance: Chance): string => {
  const { family, given } = stock[habit]
  const words = [pick(given, chance), pick(family, chance)]
  return habit === "chinese" ? words.toReversed().join(" ") : chance() < 0.6 ? [pick(given, chance), ...words].join(" ") : words.join(" ")
}

/** Listed people of the habit whose names are put together from the even places of its stock. */
export const peopleOf = (habit: Habit, count: number, chance: Chance): ReadonlyArray<ListRecord> =>
  Array.from({ length: count }, (_, place) =>
    bareRecord({
      list: "people",
      edition: "made",
      uid: `${habit}:${place}`,
      type: "person",
      names: [{ full: nameOf(habit, chance), kind: "primary", parts: null, script: null, language: null }],
      countries: [countries[habit][0] ?? "IQ"]
    })
  )

/** Plain everyday names of the region, on no list of these. */
const everyday: Readonly<Record<Habit, Names>> = {
  arabic: namesOf(
    "Nabil Adel Tamer Wael Sherif Rami Fadi Hazem Bassel Mazen Lina Dalia Hala Rasha Nour Ziad Hadi Karim Imad Anas",
    "Mansour Nassar Haddad Khoury Saleh Darwish Shahin Salameh Zaher Najjar Shaker Fares Habib Rizk Sabbagh Ayoub Attar Barakat Kanaan Maalouf"
  ),
  persian: namesOf(
    "Arash Babak Kamran Mehran Nima Omid Payam Reza Saman Shahin Azadeh Leila Mina Nasrin Parisa Roya Sara Shirin Yasmin Zahra",
    "Ahmadi Amini Bahrami Ebrahimi Fallah Ghaderi Heidari Jafari Kazemi Lotfi Mahdavi Naderi Omidi Parsa Rahimi Sharifi Tavakoli Vaziri Yousefi Zamani"
  ),
  slavic: namesOf(
    "Alina Artem Daria Denis Ekaterina Gleb Ilya Kirill Ksenia Larisa Marina Nikita Olga Polina Ruslan Svetlana Tatiana Vadim Yana Yulia",
    "Belov Bykov Denisov Egorov Filippov Gusev Ilyin Karpov Lebedev Makarov Nikitin Orlov Polyakov Romanov Sokolov Tarasov Ushakov Vlasov Yakovlev Zaitsev"
  ),
  spanish: namesOf(
    "Adriana Beatriz Carlos Daniela Esteban Felipe Graciela Ismael Javier Lorena Marcelo Natalia Octavio Patricia Ricardo Susana Tomas Veronica Wilfredo Ximena",
    "Acosta Benitez Cabrera Dominguez Espinoza Figueroa Gallardo Herrera Ibarra Juarez Lozano Maldonado Navarro Ojeda Paredes Quintero Robles Salazar Trujillo Zuniga"
  ),
  indian: namesOf(
    "Aarav Ananya Deepak Divya Gaurav Ishaan Kavita Manish Meera Neha Nikhil Pooja Priya Rahul Rohit Sandeep Sneha Sunil Vikram Vivek",
    "Agarwal Bose Chopra Das Fernando Gandhi Iyer Joshi Kapoor Mehta Menon Nair Pillai Rao Reddy Saxena Shetty Sinha Thakur Verma"
  ),
  chinese: namesOf(
    "Hao Jing Lei Ming Na Ping Qi Rui Tao Xin Yan Yi Jiahui Mengyao Haoran Yuxuan Zihan Xinyi Wenjie Shuyi",
    "Bai Cui Du Fang Gao Han Ji Kong Lu Mao Nie Ou Pei Qin Ren Shi Tang Wan Xia Yin"
  )
}

/** A person of the region who is not listed. */
export const strangerOf = (habit: Habit, chance: Chance): string => {
  const { family, given } = everyday[habit]
  const words = [pick(given, chance), ...(chance() < 0.3 ? [pick(given, chance)] : []), pick(family, chance)]
  return habit === "chinese" ? [words.at(-1), ...words.slice(0, -1)].join(" ") : words.join(" ")
}
