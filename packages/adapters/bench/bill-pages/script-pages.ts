import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { Blob, Buffer as Text, Face, Font, shape } from "harfbuzzjs"
import sharp from "sharp"
import { scriptFontsFor } from "../../src/report/script-fonts.ts"

/** Bills in scripts that the product cannot recognize in pictures, as their issuers would print them. All are invented. */
export const scriptPages = {
  japanese: [
    "東都電力株式会社",
    "電気料金請求書",
    "発行日 2026年11月5日",
    "〒150-0043 東京都渋谷区道玄坂二丁目10番7号",
    "さくらマンション 301号室",
    "佐藤 美咲 様",
    "ご使用期間 10月1日から10月31日まで",
    "お客様番号 4410 2287 91",
    "基本料金 1,518円",
    "電力量料金 6,240円",
    "再生可能エネルギー発電促進賦課金 412円",
    "請求金額 8,170円",
    "お支払期日までに最寄りの金融機関でお支払いください"
  ],
  arabic: [
    "شركة الكهرباء الوطنية",
    "فاتورة استهلاك الكهرباء",
    "تاريخ الفاتورة 5 نوفمبر 2026",
    "السيد أحمد عبد الله المنصوري",
    "شارع الملك فهد، مبنى رقم 12، شقة 4",
    "حي العليا، الرياض 12211",
    "المملكة العربية السعودية",
    "فترة الاستهلاك من 1 أكتوبر إلى 31 أكتوبر",
    "رقم الحساب 8830 2214",
    "قيمة الاستهلاك 214.50 ريال",
    "ضريبة القيمة المضافة 32.18 ريال",
    "المبلغ المستحق 246.68 ريال",
    "يرجى السداد قبل تاريخ الاستحقاق"
  ],
  devanagari: [
    "उत्तर विद्युत वितरण निगम लिमिटेड",
    "बिजली का बिल",
    "बिल की तारीख 5 नवंबर 2026",
    "श्री राजेश कुमार शर्मा",
    "मकान संख्या 118, गली नंबर 4",
    "शास्त्री नगर, मेरठ 250004",
    "उत्तर प्रदेश, भारत",
    "उपभोक्ता संख्या 3301 8842",
    "बिलिंग अवधि 1 अक्टूबर से 31 अक्टूबर",
    "ऊर्जा शुल्क 1,204.00 रुपये",
    "स्थायी शुल्क 110.00 रुपये",
    "कुल देय राशि 1,380.00 रुपये",
    "कृपया देय तिथि से पहले भुगतान करें"
  ],
  tamil: [
    "தமிழ்நாடு மின்சார வாரியம்",
    "மின் கட்டண ரசீது",
    "தேதி 5 நவம்பர் 2026",
    "திருமதி மீனாட்சி சுந்தரம்",
    "எண் 14, காந்தி தெரு",
    "மதுரை 625001, தமிழ்நாடு",
    "நுகர்வோர் எண் 7712 4401",
    "மின் பயன்பாடு 240 அலகுகள்",
    "மொத்த கட்டணம் 1,120.00 ரூபாய்",
    "கடைசி தேதிக்குள் செலுத்தவும்"
  ],
  korean: [
    "한빛전력공사",
    "전기요금 청구서",
    "발행일 2026년 11월 5일",
    "서울특별시 마포구 월드컵로 212, 302호",
    "김민서 귀하",
    "고객번호 0110 2238 44",
    "사용기간 10월 1일부터 10월 31일까지",
    "기본요금 1,600원",
    "전력량요금 32,400원",
    "부가가치세 3,400원",
    "청구금액 37,400원",
    "납부기한까지 납부하여 주시기 바랍니다"
  ],
  thai: [
    "การไฟฟ้าส่วนภูมิภาค",
    "ใบแจ้งค่าไฟฟ้า",
    "วันที่ 5 พฤศจิกายน 2569",
    "นางสาวสุภาพร ใจดี",
    "88/12 ถนนนิมมานเหมินท์ ตำบลสุเทพ",
    "อำเภอเมือง จังหวัดเชียงใหม่ 50200",
    "หมายเลขผู้ใช้ไฟฟ้า 0200 4418 7",
    "ค่าพลังงานไฟฟ้า 842.00 บาท",
    "ภาษีมูลค่าเพิ่ม 58.94 บาท",
    "รวมเงินที่ต้องชำระ 900.94 บาท",
    "โปรดชำระภายในวันที่กำหนด"
  ]
} as const satisfies Record<string, ReadonlyArray<string>>

const plainFont = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"))
const size = { width: 1240, height: 1754 }

interface Run {
  readonly face: Face
  text: string
}

const runsOf = (line: string, faceOf: (letter: string) => Face): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (const letter of line) {
    const last = runs[runs.length - 1]
    const face = letter === " " ? (last?.face ?? faceOf(letter)) : faceOf(letter)
    if (last?.face === face) last.text += letter
    else runs.push({ face, text: letter })
  }
  return runs
}

/** The outlines of a line of text from a place on, set by the rules of its script. */
const drawn = (line: string, x: number, y: number, height: number, faceOf: (letter: string) => Face): string => {
  const paths: Array<string> = []
  let at = x
  for (const { face, text } of runsOf(line, faceOf)) {
    const font = new Font(face)
    const scale = height / face.upem
    const said = new Text()
    said.addText(text)
    said.guessSegmentProperties()
    shape(font, said)
    const places = said.getGlyphPositions()
    for (const [index, { codepoint }] of said.getGlyphInfos().entries()) {
      const place = places[index]
      if (place === undefined) continue
      const origin = `translate(${at + place.xOffset * scale} ${y - place.yOffset * scale}) scale(${scale} ${-scale})`
      paths.push(`<path transform="${origin}" d="${font.glyphToPath(codepoint)}"/>`)
      at += place.xAdvance * scale
    }
  }
  return paths.join("")
}

/** A page of A4 at 150 dpi with these lines, as a sharp scan in PNG. */
export const pageInScript = async (lines: ReadonlyArray<string>): Promise<Uint8Array> => {
  const plain = new Face(new Blob(await readFile(plainFont)))
  const covered = new Set(plain.collectUnicodes())
  const fonts = await scriptFontsFor(lines, (code_point) => covered.has(code_point))
  const faces = new Map([...new Set(fonts.values())].map((font) => [font, new Face(new Blob(font.bytes))] as const))
  const faceOf = (letter: string) => {
    const font = fonts.get(letter)
    return (font === undefined ? undefined : faces.get(font)) ?? plain
  }
  const body = lines.map((line, index) => drawn(line, 120, 180 + index * 76, index < 2 ? 40 : 26, faceOf)).join("")
  const { height, width } = size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${body}</svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())
}
