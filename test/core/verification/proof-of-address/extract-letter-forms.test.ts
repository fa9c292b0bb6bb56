import { describe, expect, test } from "bun:test"
import { isTitleLine, nameLikeness, personsNamed } from "@vouchkit/core/verification/proof-of-address/extract/parties/person-name"

const lines: ReadonlyArray<readonly [printed: string, name: string]> = [
  ["Kepada Yth. Budi Santoso", "Budi Santoso"],
  ["Dr. Horváth-Kiss Péter részére", "Horváth-Kiss Péter"],
  ["Domnul Szilágyi Árpád-Levente", "Szilágyi Árpád-Levente"],
  ["hr Aare Rebane", "Aare Rebane"],
  ["Sayın Hüseyin Emre Karaosmanoğlu", "Hüseyin Emre Karaosmanoğlu"],
  ["κ. Εμμανουήλ Χατζηδάκη του Γεωργίου", "Εμμανουήλ Χατζηδάκη"],
  ["Κ. Παπαδόπουλος", "Κ. Παπαδόπουλος"],
  ["Nives Bršić, dipl. iur.", "Nives Bršić"],
  ["Pavel Dvořák, CSc.", "Pavel Dvořák"],
  ["Rahmat Hidayat, S.H., M.Kn.", "Rahmat Hidayat"],
  ["Kính gửi: Ông Nguyễn Văn An", "Nguyễn Văn An"],
  ["Gosp. Tomislav Šarić", "Tomislav Šarić"],
  ["г-н Иван Петров", "Иван Петров"],
  ["Господину Марку Јовановићу", "Марку Јовановићу"],
  ["Ponas Jonas Kazlauskas", "Jonas Kazlauskas"],
  ["Mehmet Yılmaz Bey", "Mehmet Yılmaz"],
  ["คุณสมชาย ใจดี", "สมชาย ใจดี"],
  ["Rajendran a/l Subramaniam", "Rajendran a/l Subramaniam"],
  ["Mark Anthony dela Cruz", "Mark Anthony dela Cruz"],
  ["Hajiya Aisha Bello Abubakar", "Aisha Bello Abubakar"],
  ["ga. Barbara Novak Kovačič", "Barbara Novak Kovačič"],
  ["g. Janez Novak", "Janez Novak"],
  ["G. Janez Novak", "G. Janez Novak"],
  ["I Gusti Ayu Putu Lestari", "I Gusti Ayu Putu Lestari"],
  ["Tuan Anh Nguyen", "Tuan Anh Nguyen"]
]

describe("a name is read without the forms of address and the degrees around it", () => {
  for (const [printed, name] of lines) {
    test(printed, () => {
      expect(personsNamed(printed)).toEqual([name])
      expect(nameLikeness(printed)).toBeGreaterThan(0)
    })
  }
})

describe("a line of forms of address alone is no name", () => {
  for (const line of [
    "Gosp.",
    "Către,",
    "Kepada Yth.",
    "Vážený pan",
    "Kính gửi:",
    "SAYIN",
    "Προς",
    "До",
    "Кому",
    "Señora",
    "Ponas",
    "Godātais kungs"
  ]) {
    test(line, () => expect(isTitleLine(line)).toBe(true))
  }
})
