import { describe, expect, test } from "bun:test"
import { compareNames } from "@vouchkit/core/verification/proof-of-address/compare/names/name"

const pass = 0.9
const review = 0.75

const score = (holder: string | ReadonlyArray<string>, first: string, last: string, middle?: string): number =>
  compareNames(typeof holder === "string" ? [holder] : holder, { first_name: first, last_name: last, middle_name: middle }).score

describe("the same person", () => {
  test.each([
    ["John Smith", "John", "Smith"],
    ["SMITH John", "John", "Smith"],
    ["Smith, John", "John", "Smith"],
    ["Mr. John Smith Esq.", "John", "Smith"],
    ["Frau Dr. Anna Schmidt", "Anna", "Schmidt"],
    ["JUERGEN MUELLER", "Jürgen", "Müller"],
    ["Søren Kjærgaard", "Soeren", "Kjaergaard"],
    ["IŞIL KIRAÇ", "Isil", "Kirac"],
    ["Đặng Văn Lâm", "Lam", "Dang"],
    ["Jan Vandermeer", "Jan", "van der Meer"],
    ["Sean O Brien", "Sean", "O'Brien"],
    ["Khalid Alrashid", "Khalid", "Al-Rashid"],
    ["MARYANN EVANS", "Mary Ann", "Evans"],
    ["JOHNSMITH", "John", "Smith"],
    ["J0HN SM1TH", "John", "Smith"],
    ["Bob Smith", "Robert", "Smith"],
    ["J. Smith", "John", "Smith"],
    ["Juan García", "Juan", "García López"],
    ["Ekaterina Ivanov", "Ekaterina", "Ivanova"],
    ["Mohamed Hassan", "Muhammad", "Hassan"],
    ["Щербакова Юлия Сергеевна", "Iuliia", "Shcherbakova"],
    ["Παπαδόπουλος Γεώργιος", "Georgios", "Papadopoulos"],
    ["王伟", "Wei", "Wang"],
    ["TAN MEI HUA", "Mei Hua", "Tan"],
    ["MDM TAN SOO KHIM", "Soo Khim", "Tan"],
    ["TAN JIA YI GRACE", "Grace Jia Yi", "Tan"],
    ["PAN ZHI HAO", "Zhi Hao", "Pan"],
    ["Pan Jan Kowalski", "Jan", "Kowalski"],
    ["Tan Sri Azman Hashim", "Azman", "Hashim"],
    ["김민수", "Minsu", "Kim"]
  ])("%s passes for %s %s", (holder, first, last) => {
    expect(score(holder, first, last)).toBeGreaterThanOrEqual(pass)
  })

  test("a middle name may be missing on either side", () => {
    expect(score("John Smith", "John", "Smith", "Andrew")).toBe(1)
    expect(score("John Andrew Smith", "John", "Smith")).toBe(1)
  })

  test("an initial counts 0.85 of a given name", () => {
    expect(compareNames(["J Smith"], { first_name: "John", last_name: "Smith" }).components).toEqual({ given: 0.85, family: 1 })
  })

  test.each([["Jhon Smith"], ["Johm Smith"], ["John Smtih"]])("one slip of the pen is at least a review: %s", (holder) => {
    expect(score(holder, "John", "Smith")).toBeGreaterThanOrEqual(review)
  })
})

describe("different people", () => {
  test.each([
    ["Mario Silva", "Maria", "Silva"],
    ["Jane Smith", "John", "Smith"],
    ["Daniela Costa", "Daniel", "Costa"],
    ["Tim Price", "Tom", "Price"],
    ["Li Na", "Ming", "Li"],
    ["TAN WEI MIN", "Wei Ling", "Tan"],
    ["LING WEI TAN", "Wei Ming", "Tan"],
    ["Jean Luc Moreau", "Jean Paul", "Moreau"],
    ["P Smith", "John", "Smith"],
    ["John Baker", "John", "Smith"],
    ["Juan García Pérez", "Juan", "García López"],
    ["Amit Patil", "Amit", "Patel"],
    ["Jón Jónsson", "Jón", "Jónsdóttir"],
    ["Smith", "John", "Smith"],
    ["John", "John", "Smith"],
    ["John Smith Ltd", "John", "Smith"],
    ["Estate of John Smith", "John", "Smith"],
    ["Юрий Волков", "Dmitry", "Sokolov"]
  ])("%s stays below review for %s %s", (holder, first, last) => {
    expect(score(holder, first, last)).toBeLessThan(review)
  })

  test("another family name caps the score at 0.70", () => {
    expect(score("John Baker", "John", "Smith")).toBeLessThanOrEqual(0.7)
  })

  test("father and son are told apart when both carry a mark, and reviewed when one does", () => {
    const son = { full_name: "John Smith Jr" }
    expect(compareNames(["John Smith Sr"], son).score).toBeLessThan(review)
    expect(compareNames(["John Smith Jr."], son).score).toBe(1)
    const unmarked = compareNames(["John Smith"], son).score
    expect(unmarked).toBeGreaterThanOrEqual(review)
    expect(unmarked).toBeLessThan(pass)
  })

  test("two different middle names are reviewed", () => {
    const found = score("John Andrew Smith", "John", "Smith", "Brian")
    expect(found).toBeGreaterThanOrEqual(review)
    expect(found).toBeLessThan(pass)
  })

  test("a bill in care of that very name is reviewed, and in care of another one fails", () => {
    const own = compareNames(["c/o John Smith"], { first_name: "John", last_name: "Smith" })
    expect([own.score >= review && own.score < pass, own.doubtful]).toEqual([true, true])
    expect(score("c/o Peter Brown", "John", "Smith")).toBeLessThan(review)
    expect(score("John Smith c/o Peter Brown", "John", "Smith")).toBe(1)
  })

  test("consonants of a script without vowels never pass by themselves", () => {
    const found = compareNames(["محمد حسن"], { first_name: "Mohamed", last_name: "Hassan" })
    expect(found.score).toBeGreaterThanOrEqual(review)
    expect(found.score).toBeLessThan(pass)
    expect(found.transliterated).toBe(true)
  })
})

describe("holders", () => {
  test.each([
    ["Mr & Mrs J A Smith", "John"],
    ["Mr J and Mrs M Smith", "Mary"],
    ["Mr J and Mrs M Smith", "John"],
    ["John & Mary Smith", "Mary"],
    ["Sr. Juan y Sra. Mary Smith", "Mary"],
    ["Herr John und Frau Mary Smith", "John"],
    ["M. et Mme John Smith", "John"]
  ])("%s holds %s Smith jointly", (holder, first) => {
    const found = compareNames([holder], { first_name: first, last_name: "Smith" })
    expect(found.score).toBeGreaterThanOrEqual(pass)
    expect(found.joint_holder).toBe(true)
  })

  test("a third person does not hold jointly", () => {
    expect(score("John and Mary Smith", "Peter", "Smith")).toBeLessThan(review)
  })

  test("the best of several holders counts", () => {
    const found = compareNames(["Peter Brooks", "John Smith"], { first_name: "John", last_name: "Smith" })
    expect(found.score).toBe(1)
    expect(found.joint_holder).toBe(true)
  })

  test("one person printed twice is not a joint holder", () => {
    expect(compareNames(["John Smith", "MR J SMITH"], { first_name: "John", last_name: "Smith" }).joint_holder).toBe(false)
  })

  test("y inside a Spanish family name joins nobody", () => {
    expect(compareNames(["José Ortega y Gasset"], { first_name: "José", last_name: "Ortega y Gasset" })).toMatchObject({
      score: 1,
      joint_holder: false
    })
  })

  test("no holder and no reference score 0", () => {
    expect(compareNames([], { first_name: "John", last_name: "Smith" }).score).toBe(0)
    expect(compareNames(["John Smith"], { first_name: "", last_name: "" }).score).toBe(0)
  })

  test("the 20th holder is read and the 21st is not", () => {
    const others = Array.from({ length: 19 }, () => "Peter Brooks")
    expect(score([...others, "John Smith"], "John", "Smith")).toBe(1)
    expect(score([...others, "Peter Brooks", "John Smith"], "John", "Smith")).toBeLessThan(review)
  })

  test("only the first 500 characters of a name are read", () => {
    expect(score(`${" ".repeat(490)}John Smith`, "John", "Smith")).toBe(1)
    expect(score(`${" ".repeat(500)}John Smith`, "John", "Smith")).toBe(0)
  })
})

describe("a single name", () => {
  test("matches wherever it was entered", () => {
    expect(score("Suharto", "", "Suharto")).toBe(1)
    expect(score("Suharto", "Suharto", "")).toBe(1)
    expect(score("Hartono", "", "Suharto")).toBeLessThan(review)
  })
})
