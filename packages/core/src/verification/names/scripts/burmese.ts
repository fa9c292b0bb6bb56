/** Words of Burmese names: in Burmese letters, or `-` where they are not known here, then in the Latin spellings in use. */
const table = `
အောင် aung|ကျော် kyaw kyaww|မင်း min|ထွန်း htun tun|သိန်း thein|ဝင်း win wynn|စိုး soe so|မြင့် myint|ခင် khin|တင် tin|သန်း than|ညွန့် nyunt|လှ hla|မောင် maung mg|ဇော် zaw|နိုင် naing|ဖြိုး phyo phyoe|ရဲ ye yeh|သူရ thura
စန်း san|ဦး oo u|လှိုင် hlaing|လွင် lwin|ရွှေ shwe|အေး aye ay|သူ thu|ကြည် kyi kyee|ထက် htet htat|ဟန် han|မိုး moe mo|ဌေး htay hte|ငြိမ်း nyein|သက် thet|ဟိန်း hein|လတ် latt lat|ပိုင် paing|မျိုး myo|ကို ko|မ ma|ဒေါ် daw|ဖေ pe phay
ခိုင် khaing|ခန့် khant|ကျောက် kyauk|ကြီး gyi|ငယ် nge|စိန် sein|စောင်း saung|စော saw|စည်သူ sithu|ဆန်း hsan|ဇင် zin|ဇေယျာ zeya zayar zeyar|ညို nyo|ညီ nyi|တိုး toe|တုတ် htut|ထူး htoo|ထိုက် htike|ထိန် htein|နန္ဒာ nanda|နန်း nan|နု nu|နွယ် nwe nway
ပြည့် pyae pye|ပုံ pon|ဖုန်း phone|ဗိုလ် bo|ဘ ba|ဘို bho|မေ may|မြ mya|မြတ် myat|ရန် yan|ရာဇာ yarzar|ရည် yi yee|ရှိန် shein|လေး lay|လင်း linn lin|လဲ့ lei|ဝေ wai|ဝိုင်း waing|သီဟ thiha|သော် thaw|သောင်း thaung|သွယ် thwe|သွင် thwin|သီရိ thiri|အိ ei|အိမ် eain|အောက် ok|ဥ u
ဟုန်း hone|လုံ lone|ချို cho|ချမ်း chan|ချစ် chit|ခ kha|ကောင်း kaung|ဂျူး gyu|ဆွေ swe|ဇွဲ zwe|တေဇ teza tayza|ဒီ di|နေ nay|နိုင်း naine|ပေါ် paw|ဖိုး pho|ဖြူ phyu|မွန် mon|မူ mu|ယု yu|ယမင်း yamin|ရွှန်း shoon|လုလု lulu|သဇင် thazin|သင်း thin|သန့် thant|အုန်း ohn ohnn
`

/** One word each: its Burmese letters, then its Latin spellings. */
export const burmeseRows: ReadonlyArray<ReadonlyArray<string>> = table
  .trim()
  .split(/[|\n]/u)
  .map((row) => row.split(" "))

/** A word in Burmese letters → its Latin spellings. */
export const burmeseWords: ReadonlyMap<string, ReadonlyArray<string>> = new Map(burmeseRows.map(([own = "", ...latin]) => [own, latin]))
