import anyAscii from "any-ascii"

// Family names whose reading differs from that of the sign elsewhere, and the Cantonese, Hokkien, Korean and Vietnamese ones in use.
const families: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  "习 xi|習 xi|乔 qiao|喬 qiao kiu|赖 lai|賴 lai|俞 yu|柳 liu yoo ryu|申 shen shin sin|张 zhang|温 wen|溫 wen|倪 ni|房 fang|童 tong|耿 geng|岳 yue|齐 qi|齊 qi|施 shi|洪 hong hung|梅 mei mui|葛 ge|樊 fan|牛 niu|鲁 lu|魯 lu|路 lu|祁 qi|伍 wu ng|庄 zhuang chong|莊 zhuang chong|翁 weng yung|韦 wei|韋 wei|王 wang wong|李 li lee|张 zhang cheung|張 zhang cheung chang|刘 liu lau|劉 liu lau|陈 chen chan|陳 chen chan tan|杨 yang yeung|楊 yang yeung|黄 huang wong hwang|黃 huang wong hwang|赵 zhao chiu cho|趙 zhao chiu cho|吴 wu ng|吳 wu ng|周 zhou chow|徐 xu chui|孙 sun suen|孫 sun suen|马 ma|馬 ma|朱 zhu chu|胡 hu wu|林 lin lam lim|郭 guo kwok|何 he ho|高 gao ko|罗 luo law|羅 luo law|郑 zheng cheng chong|鄭 zheng cheng chong|梁 liang leung|谢 xie tse|謝 xie tse|宋 song sung|唐 tang tong|许 xu hui|許 xu hui ho|邓 deng tang|鄧 deng tang|韩 han hon|韓 han hon|冯 feng fung|馮 feng fung|曹 cao tso|彭 peng pang|曾 zeng tsang|萧 xiao siu|蕭 xiao siu|田 tian tin|董 dong tung|潘 pan poon|袁 yuan yuen|蔡 cai choi tsai|蒋 jiang chiang|蔣 jiang chiang|余 yu yue|于 yu|杜 du to|叶 ye yip|葉 ye yip|程 cheng ching|魏 wei ngai|苏 su so|蘇 su so|吕 lu lui|呂 lu lui|丁 ding ting|任 ren yam|沈 shen sum|姚 yao yiu|卢 lu lo|盧 lu lo|姜 jiang kang|崔 cui choi choe|钟 zhong chung|鍾 zhong chung|谭 tan tam|譚 tan tam|陆 lu luk|陸 lu luk|汪 wang|范 fan|石 shi|廖 liao liu|贾 jia ka|賈 jia ka|夏 xia ha|付 fu|方 fang fong|白 bai pak paek|邹 zou chau|孟 meng|熊 xiong hung|秦 qin chun|邱 qiu yau|江 jiang kong|尹 yin yoon yun|薛 xue sit|阎 yan|段 duan|雷 lei lui|侯 hou hau|龙 long lung|龍 long lung|史 shi|陶 tao|黎 li lai|贺 he|顾 gu koo|顧 gu koo|毛 mao|郝 hao|龚 gong|邵 shao siu|万 wan|覃 qin|武 wu|钱 qian chin|戴 dai tai|严 yan yim|嚴 yan yim|欧 ou au|歐 ou au|莫 mo mok|孔 kong hung|向 xiang heung|单 shan|仇 qiu|解 xie|查 zha|朴 piao park pak|金 jin kim|安 an ahn|全 quan jeon chon|权 quan kwon|權 quan kwon|尤 you yau|欧阳 ouyang auyeung|歐陽 ouyang auyeung|司马 sima|司馬 sima|诸葛 zhuge|諸葛 zhuge|上官 shangguan|司徒 situ szeto"
    .split("|")
    .map((row) => row.split(" "))
    .map(([sign = "", ...latin]) => [sign, latin])
)

/** Latin spellings of a word of Han signs: the usual ones of a family name, then pinyin without tones. */
export const readHan = (word: string): ReadonlyArray<string> => {
  const pinyin = anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z]/gu, "")
  return [...new Set([...(families.get(word) ?? []), pinyin])].filter((text) => text !== "").slice(0, 4)
}

/** A whole name of two to four signs without spaces, taken apart into the family name and the given one; any other word stays whole. */
export const splitHan = (word: string): ReadonlyArray<string> => {
  const signs = [...word]
  if (signs.length < 2 || signs.length > 4) return [word]
  const double = signs.slice(0, 2).join("")
  if (signs.length > 2 && families.has(double)) return [double, signs.slice(2).join("")]
  if (signs.length < 4 && families.has(signs[0] ?? "")) return [signs[0] ?? "", signs.slice(1).join("")]
  return [word]
}
