import type { NormalizedAddress } from "./address-segments.ts"

/** Names of services that rent mailboxes, forward mail or lend an address, as they stand in addresses (normalized). */
export const mailServices = new RegExp(
  `(?<!\\p{L})(?:${[
    "regus",
    "wework",
    "servcorp",
    "mail ?boxes ?etc",
    "mbe \\p{Nd}{3,5}",
    "(?:the )?ups store",
    "fedex office",
    "postnet",
    "pak ?mail",
    "postal annex",
    "postal connections",
    "earth class mail",
    "anytime mailbox",
    "ipostal ?1",
    "postscan ?mail",
    "traveling mailbox",
    "virtual ?post ?mail",
    "us global mail",
    "davinci virtual",
    "opus virtual offices?",
    "alliance virtual",
    "instant offices",
    "registered agents? inc",
    "northwest registered agents?",
    "harvard business services",
    "legalzoom",
    "incfile",
    "stripe atlas",
    "the hoxton mix",
    "hoxton mix",
    "1st formations",
    "uk ?postbox",
    "scan my post",
    "companies made simple",
    "your virtual office london",
    "rapid formations",
    "clevver ?mail",
    "dropscan",
    "digitalkasten",
    "se ?domicilier",
    "legalplace",
    "kancelaria wirtualna",
    "shipito",
    "myus",
    "stackry",
    "planet express",
    "borderlinx",
    "aramex shop ?(?:and|&) ?ship"
  ].join("|")})(?!\\p{L})`,
  "u"
)

/** Street addresses known to be lent to thousands of companies and mail customers: number, street and a word that places it. */
const mailDrops: ReadonlyArray<readonly [address: RegExp, place: RegExp]> = [
  [/\b71 ?- ?75 shelton st/u, /london|wc2h/u],
  [/\b20 ?- ?22 wenlock r/u, /london|n1 7gu/u],
  [/\b(?:128|124|152 ?- ?160) city r/u, /london|ec1v/u],
  [/\b27 old gloucester st/u, /london|wc1n/u],
  [/\b(?:85|167 ?- ?169) great portland st/u, /london|w1w/u],
  [/\b86 ?- ?90 paul st/u, /london|ec2a/u],
  [/\b7 bell yard/u, /london|wc2a/u],
  [/\b63 ?- ?66 hatton garden/u, /london|ec1n/u],
  [/\b1209 n?(?:orth)? ?orange st/u, /wilmington/u],
  [/\b(?:251|2711) (?:little falls|centerville)/u, /wilmington/u],
  [/\b8 the green/u, /dover/u],
  [/\b16192 coastal h/u, /lewes/u],
  [/\b2035 sunset lake/u, /newark/u],
  [/\b30 n(?:orth)? gould st/u, /sheridan/u],
  [/\b1309 coffeen/u, /sheridan/u],
  [/\b1603 capitol/u, /cheyenne/u],
  [/\b5830 e(?:ast)? 2nd st/u, /casper/u],
  [/\b7901 4th st/u, /petersburg/u],
  [/\b5900 balcones/u, /austin/u]
]

/** Whether the address is one of those widely lent as a business or mailing address. */
export const isMailDrop = ({ lines }: NormalizedAddress): boolean => {
  const whole = lines.join(" ")
  return mailDrops.some(([address, place]) => address.test(whole) && place.test(whole))
}
