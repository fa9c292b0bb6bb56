// Prints how often people of the general population alert: common given and family names of many countries with a birth date and a country, and names
// put together of listed ones. Run: bun packages/core/bench/screening-population.ts FOLDER [seed] [--misses]
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"
import { index } from "../src/verification/screening/engine/screening-index.ts"
import { chanceOf, makeNegatives, makeRecords, pick } from "./screening-generator.ts"
import { readRecords, sampleFolder } from "./screening-sample.ts"

/** Country: given names / family names, all of them among the most frequent there. */
const stock =
  `US: James Mary Robert Patricia Michael Jennifer William Linda Richard Susan / Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor
GB: Oliver Amelia Harry Isla Jack Emily George Ava Thomas Sophie / Evans Walker Wright Robinson Thompson Hughes Edwards Green Hall Clarke
DE: Lukas Anna Stefan Petra Jürgen Sabine Uwe Monika Klaus Heike / Müller Schmidt Schneider Fischer Weber Wagner Becker Schulz Hoffmann Koch
FR: Jean Marie Pierre Nathalie Philippe Isabelle Nicolas Sylvie Julien Camille / Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau
IT: Giuseppe Maria Antonio Giulia Marco Francesca Luca Chiara Paolo Elena / Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco
ES: Antonio Carmen Manuel Josefa Francisco Isabel David Laura Javier Ana / García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín
BR: José Ana João Francisca Paulo Adriana Carlos Juliana Lucas Márcia / Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes
MX: Juan Guadalupe Luis Verónica Miguel Leticia Jorge Rosa Fernando Gabriela / Hernández García Martínez López González Pérez Rodríguez Ramírez Flores Cruz
PL: Piotr Katarzyna Krzysztof Małgorzata Andrzej Agnieszka Tomasz Barbara Paweł Ewa / Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak
RU: Aleksandr Elena Sergey Olga Dmitry Natalia Andrey Svetlana Alexey Irina / Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov
UA: Oleksandr Olena Serhii Tetiana Andrii Iryna Volodymyr Oksana Ivan Nataliia / Melnyk Shevchenko Boiko Kovalenko Bondarenko Tkachenko Kravchenko Oliinyk Koval Polishchuk
TR: Mehmet Fatma Mustafa Ayşe Ahmet Emine Ali Hatice Hüseyin Zeynep / Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir
EG: Mohamed Fatma Ahmed Mona Mahmoud Nadia Mostafa Heba Khaled Dina / Hassan Ibrahim Mahmoud Abdelrahman Mansour Gamal Fathy Salem Soliman Farouk
MA: Youssef Khadija Rachid Fatima Hicham Zineb Karim Naima Said Samira / Alaoui Bennani Idrissi Benali Tazi Chraibi Berrada Lahlou Amrani Fassi
IR: Mohammad Fatemeh Ali Zahra Reza Maryam Mehdi Narges Amir Leila / Mohammadi Hosseini Ahmadi Karimi Moradi Rahimi Jafari Hashemi Rezaei Ebrahimi
PK: Muhammad Ayesha Usman Sana Bilal Hina Imran Nadia Faisal Saima / Khan Ahmed Malik Hussain Iqbal Butt Chaudhry Qureshi Sheikh Siddiqui
IN: Rahul Priya Amit Pooja Suresh Anjali Rajesh Kavita Vijay Deepa / Kumar Sharma Singh Patel Gupta Reddy Das Verma Yadav Nair
BD: Abdul Nasrin Kamal Rokeya Rafiq Shirin Jahangir Sultana Mizanur Farzana / Islam Hossain Rahman Akter Uddin Chowdhury Miah Sarkar Alam Haque
CN: Wei Fang Min Jing Lei Yan Qiang Li Jun Xiuying / Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou
KR: Minjun Seoyeon Jihoon Jiwoo Hyunwoo Minseo Donghyun Eunji Sungmin Yuna / Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim
JP: Hiroshi Yoko Takashi Keiko Kenji Yumi Daisuke Akiko Shota Haruka / Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato
VN: Minh Lan Tuan Huong Hung Hoa Dung Mai Thanh Linh / Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do
ID: Budi Siti Agus Dewi Joko Sri Bambang Ratna Eko Wati / Santoso Wijaya Susanto Setiawan Hidayat Kurniawan Saputra Nugroho Wibowo Gunawan
PH: Jose Maria Mark Angelica Jerome Kristine Ronald Jocelyn Allan Maricel / Santos Reyes Cruz Bautista Ocampo Garcia Mendoza Torres Castillo Flores
NG: Chinedu Ngozi Emeka Aisha Ibrahim Blessing Tunde Funmilayo Musa Chioma / Okafor Adeyemi Okonkwo Bello Eze Balogun Abubakar Nwosu Lawal Ogunleye
KE: John Mercy Peter Faith Joseph Grace David Esther Daniel Wanjiku / Mwangi Otieno Kamau Ochieng Kimani Njoroge Odhiambo Maina Mutua Kariuki
SE: Erik Anna Lars Eva Karl Karin Anders Kristina Johan Sara / Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson
GR: Giorgos Maria Dimitris Eleni Konstantinos Katerina Nikos Vasiliki Panagiotis Sofia / Papadopoulos Vlachos Angelopoulos Nikolaidis Georgiou Pappas Makris Dimitriou Karagiannis Oikonomou
IL: Moshe Sarah Yosef Rivka David Noa Avraham Tamar Yaakov Michal / Cohen Levi Mizrahi Peretz Biton Dahan Avraham Friedman Malka Azoulay
RS: Dragan Milica Milan Jelena Zoran Marija Nikola Ana Aleksandar Ivana / Jovanović Petrović Nikolić Marković Đorđević Stojanović Ilić Stanković Pavlović Milošević`
    .split("\n")
    .map((line) => line.split(/: | \/ /u))
    .map(([country = "", given = "", family = ""]) => ({ country, given: given.split(" "), family: family.split(" ") }))

const folder = sampleFolder()
const seed = Number(process.argv[3] ?? "1") || 1
const sample = await readRecords(folder)
const chance = chanceOf(seed)
const pad = (part: number): string => String(part).padStart(2, "0")
const birth = (): string =>
  `${1945 + Math.floor(chance() * 60)}-${pad(1 + Math.floor(chance() * 12))}-${pad(1 + Math.floor(chance() * 28))}`
const population = Array.from({ length: 6_000 }, (_, place): ScreeningQuery => {
  const { country, family, given } = stock[place % stock.length] ?? { country: "US", given: ["James"], family: ["Smith"] }
  // A third of the people give a second name or a second family name.
  const [first, second] =
    chance() < 0.33 ? [`${pick(given, chance)} ${pick(given, chance)}`, pick(family, chance)] : [pick(given, chance), pick(family, chance)]
  return { name: `${first} ${second}`, type: "person", date_of_birth: birth(), countries: [country] }
})
const recombined = makeNegatives(sample, 3_000, 400 + seed).flatMap(({ kind, query }) => (kind === "recombined" ? [query] : []))

for (const [title, records] of [
  ["the sample", sample],
  ["a made list", [...sample, ...makeRecords(sample, 43_000, 7 + seed)]]
] as const) {
  const screening = index(records)
  console.log(`\n### ${title} (${records.length} records, seed ${seed})\n\n| people | N | alerts |\n| --- | ---: | ---: |`)
  for (const [kind, queries] of [
    ["of the general population", population],
    ["of the general population, name alone", population.map(({ name }) => ({ name, type: "person" as const }))],
    ["recombined", recombined]
  ] as const) {
    const alerts = queries.flatMap((query) =>
      screening
        .search(query)
        .hits.slice(0, 1)
        .map((hit) => ({ query, hit }))
    )
    console.log(`| ${kind} | ${queries.length} | ${((100 * alerts.length) / queries.length).toFixed(2)} % |`)
    if (!process.argv.includes("--misses")) continue
    for (const { hit, query } of alerts.slice(0, 25))
      console.log(
        `  ${JSON.stringify(query)} ~ ${hit.score.toFixed(2)} ${hit.explanation.matched_name} ${hit.explanation.words.map((word) => `${word.query}~${word.listed} ${word.how} ${word.similarity.toFixed(2)}`).join(", ")} ${JSON.stringify(hit.explanation.qualifiers)}`
      )
  }
}
