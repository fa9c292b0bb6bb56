// How signs are read in Japanese names, by their place, the likeliest reading first. Put together of what is usual; no list of people was copied.

/** Signs that family names begin with. */
export const familyBeginnings = `
大 o|小 ko o|中 naka chu|高 taka|山 yama|川 kawa|河 kawa ko|田 ta|石 ishi|木 ki|松 matsu|竹 take|武 take|杉 sugi|桜 sakura|梅 ume|藤 fuji to|佐 sa|加 ka|後 go|伊 i|近 kon chika|遠 en|安 an yasu a|吉 yoshi|福 fuku|森 mori|林 hayashi
原 hara|野 no|村 mura|上 ue kami|下 shimo|前 mae|西 nishi|東 higashi to|北 kita|南 minami|宮 miya|寺 tera|神 kami kan jin|島 shima|岡 oka|長 naga|永 naga|浅 asa|深 fuka|白 shira shiro|黒 kuro|赤 aka|青 ao|金 kane kana|古 furu ko
新 ara nii shin|荒 ara|今 ima|秋 aki|春 haru kasu|夏 natsu|水 mizu|清 kiyo shi|早 haya|平 hira|広 hiro|細 hoso|丸 maru|三 mi|二 ni futa|一 ichi|五 go|八 ya|千 chi|土 tsuchi do|井 i|池 ike|沢 sawa|滝 taki|浜 hama|江 e|津 tsu|渡 wata|堀 hori
坂 saka|柳 yanagi|柴 shiba|桑 kuwa|栗 kuri|桐 kiri|榎 eno|篠 shino|菅 suga kan|菊 kiku|萩 hagi|荻 ogi|草 kusa|花 hana|稲 ina|米 yone|塩 shio|塚 tsuka|城 jo shiro|関 seki|門 kado mon|戸 to|宇 u|内 uchi nai|奥 oku|尾 o|岩 iwa|岸 kishi|峰 mine
久 ku hisa|本 hon moto|矢 ya|鈴 suzu|鳥 tori|鶴 tsuru|亀 kame|熊 kuma|猪 i ino|馬 ba uma|牛 ushi|鹿 ka shika|増 masu|益 masu|豊 toyo|富 tomi|徳 toku|有 ari|相 ai|和 wa|日 hi|星 hoshi|月 tsuki|望 mochi|飯 ii|橋 hashi|笠 kasa|須 su|瀬 se
梶 kaji|椎 shii|樋 hi|横 yoko|市 ichi|町 machi|工 ku|児 ko|玉 tama|若 waka|角 kado sumi|片 kata|谷 tani ya|仲 naka|向 mukai|足 ashi|手 te|目 me|立 tachi|国 kuni|倉 kura|庄 sho|成 nari|志 shi|持 mochi|根 ne|畑 hata|羽 ha|船 funa|落 ochi
越 koshi|酒 saka|重 shige|間 ma|阿 a|雨 ame|風 kaza|香 ka|鬼 oni ki|麻 asa|緒 o|諸 moro|坪 tsubo|室 muro|宗 mune|常 tsune|幸 ko yuki|庭 niwa|弓 yumi|影 kage|恩 on|板 ita|枝 eda|柏 kashiwa|柿 kaki|植 ue|樫 kashi|比 hi|毛 mo|浦 ura|湯 yu
溝 mizo|甲 ka|由 yu|皆 mina|真 ma|砂 suna|磯 iso|窪 kubo|笹 sasa|筒 tsutsu|紀 ki|綿 wata|芝 shiba|芦 ashi|茂 mo|茅 kaya|菱 hishi|蒲 kama|虎 tora|見 mi|辰 tatsu|道 michi|那 na|針 hari|鎌 kama|阪 saka|雪 yuki|霜 shimo|館 tate|駒 koma|鴨 kamo
鷲 washi|鷹 taka|都 tsu|沼 numa|泉 izumi|湊 minato|保 ho yasu|生 iku|服 hat|名 na|里 sato|戎 ebi|蛭 hiru|嵯 sa|味 aji
`

/** Signs that family names end in. */
export const familyEndings = `
田 da ta|山 yama|川 kawa gawa|河 kawa|本 moto|村 mura|木 ki gi|野 no|井 i|口 guchi kuchi|島 shima jima|崎 saki zaki|藤 to do fuji|沢 sawa zawa|原 hara wara bara|橋 hashi bashi|上 ue kami gami|下 shita|中 naka|岡 oka|谷 tani ya gai|林 bayashi|森 mori
水 mizu|池 ike|江 e|浦 ura|浜 hama|津 tsu zu|瀬 se|部 be|辺 be nabe|越 koshi goshi|塚 tsuka zuka|坂 saka zaka|城 shiro gi jo|宮 miya|寺 tera dera|地 chi ji|場 ba|倉 kura gura|内 uchi nai|尾 o|子 ko|家 ya ie|屋 ya|石 ishi|岩 iwa|畑 hata|根 ne
吉 yoshi|永 naga|松 matsu|杉 sugi|柳 yanagi|条 jo|見 mi|生 o u|代 shiro yo|保 bo|佐 sa|賀 ga ka|間 ma|目 me|丸 maru|馬 ma ba|鳥 tori|取 tori|堀 hori bori|道 michi do|戸 to do|門 kado mon|方 kata gata|平 hira daira|積 zumi|関 zeki|泉 izumi|波 nami
名 na|置 oki|枝 eda|垣 gaki kaki|月 tsuki|立 tachi|葉 ba ha|良 ra|郷 go|竹 take|留 tome|路 ji|光 mitsu|富 tomi|友 tomo|信 nobu|盛 mori|安 yasu|住 zumi sumi|園 zono sono|沼 numa|淵 fuchi buchi|滝 taki|迫 sako|脇 waki|窪 kubo|久 hisa|巻 maki
幡 hata|羽 ha ba|形 kata gata|手 te de|斐 i|町 machi|端 hata bata|笠 kasa|納 no|縄 nawa|草 kusa|西 nishi|輪 wa|里 sato zato|重 shige e|鍋 nabe|雲 kumo gumo|飼 kai|高 taka|妻 zuma tsuma|嶺 mine|峰 mine|神 gami|守 mori|宗 mune|好 yoshi|倍 be|座 za
`

/** Whole given names of one sign. */
export const givenSigns = `
誠 makoto sei|勝 masaru|茂 shigeru|稔 minoru|清 kiyoshi|昇 noboru sho|豊 yutaka|学 manabu|守 mamoru|進 susumu|実 minoru|勇 isamu yu|勉 tsutomu|努 tsutomu|敏 satoshi bin|聡 satoshi so|智 satoshi tomo|哲 satoshi tetsu|悟 satoru|覚 satoru|薫 kaoru|馨 kaoru|香 kaori|歩 ayumu ayumi
渉 wataru|亘 wataru|航 wataru ko|司 tsukasa|剛 tsuyoshi takeshi go|毅 tsuyoshi takeshi|猛 takeshi|健 ken takeshi|武 takeshi|隆 takashi|孝 takashi|崇 takashi|敬 takashi kei|貴 takashi|尊 takeru|保 tamotsu|忠 tadashi|正 tadashi masashi|匡 tadashi|義 tadashi|直 sunao nao|均 hitoshi
仁 hitoshi jin|久 hisashi|寿 hisashi|尚 hisashi sho|淳 jun atsushi|敦 atsushi|篤 atsushi|厚 atsushi|浩 hiroshi|宏 hiroshi|博 hiroshi|寛 hiroshi kan|弘 hiroshi|洋 hiroshi yo|広 hiroshi|裕 hiroshi yutaka yu|真 makoto shin|信 makoto shin|亮 ryo akira|涼 ryo|諒 ryo|遼 ryo haruka
明 akira|昭 akira|晃 akira ko|彰 akira sho|章 akira|晶 akira|暁 akira|光 hikaru akira|輝 hikaru akira|透 toru|徹 toru tetsu|亨 toru|治 osamu|修 osamu shu|理 osamu|靖 yasushi|康 yasushi ko|泰 yasushi|恭 yasushi|潔 kiyoshi|賢 ken satoshi|優 yu masaru suguru|克 masaru|卓 taku suguru
傑 suguru|翼 tsubasa|翔 sho kakeru|駆 kakeru|樹 tatsuki itsuki|蓮 ren|陸 riku|海 kai umi|空 sora|大 dai hiroshi|望 nozomi nozomu|希 nozomi|恵 megumi kei|愛 ai|藍 ai|葵 aoi|碧 aoi midori|緑 midori|翠 midori|梓 azusa|泉 izumi|楓 kaede|桜 sakura|静 shizuka|忍 shinobu|純 jun|順 jun
潤 jun|遥 haruka|瞳 hitomi|円 madoka|舞 mai|唯 yui|結 yui|梢 kozue|操 misao|肇 hajime|元 hajime gen|一 hajime|創 hajime so|要 kaname|満 mitsuru|充 mitsuru|巌 iwao|勲 isao|功 isao|力 tsutomu chikara|譲 yuzuru|環 tamaki|昌 masashi|雅 masashi miyabi|将 sho masashi|栄 sakae
繁 shigeru|滋 shigeru|秀 hide shigeru|英 ei suguru|豪 go|玄 gen|源 gen|啓 kei satoshi|圭 kei|慧 kei satoshi|嵐 arashi|龍 ryu|竜 ryu|隼 shun hayato|駿 shun|俊 shun|瞬 shun|怜 rei ryo|玲 rei|凛 rin|鈴 rin suzu|蘭 ran|徳 noboru toku|稜 ryo|悠 yu haruka|拓 taku hiraku|巧 takumi
匠 takumi sho|岳 gaku takeshi|陽 yo akira|晴 haru|登 noboru|弥 wataru|丈 jo takeshi|衛 mamoru|護 mamoru|宰 tsukasa|聖 sei kiyoshi|節 takashi|整 hitoshi|等 hitoshi|肇 hajime|幹 miki|幸 sachi yuki ko|雪 yuki|花 hana|蛍 hotaru|渚 nagisa|岬 misaki|咲 saki|萌 moe|桃 momo|茜 akane|縁 yukari
`

/** Signs of given names of several signs. */
export const givenParts = `
郎 ro|太 ta|夫 o|雄 o yu|男 o|一 ichi kazu|二 ji|三 zo mitsu sabu|次 ji tsugu|治 ji haru|司 ji shi|志 shi|彦 hiko|之 yuki no|介 suke|助 suke|輔 suke|佑 yu suke|也 ya|哉 ya|矢 ya|人 to hito|斗 to|翔 sho to|樹 ki|希 ki|紀 nori ki|規 nori ki|則 nori|典 nori|憲 ken nori|範 nori|徳 nori toku|教 nori
法 nori|明 aki ake|昭 aki sho|晃 aki ko|彰 aki sho|章 aki sho|秋 aki|亮 ryo aki|朗 ro|朋 tomo|友 tomo yu|智 tomo sato|知 tomo chi|和 kazu|寿 toshi hisa ju|敏 toshi|俊 toshi shun|利 toshi ri|年 toshi|隆 taka ryu|孝 taka ko|貴 taka ki|高 taka|崇 taka|敬 taka kei|広 hiro|弘 hiro ko|博 hiro|浩 hiro ko
裕 hiro yu|宏 hiro ko|洋 hiro yo|寛 hiro kan|大 dai hiro|正 masa sho|雅 masa|昌 masa|政 masa|将 masa sho|真 ma shin masa|勝 katsu masa|克 katsu|義 yoshi|吉 kichi yoshi|良 yoshi ryo|好 yoshi|芳 yoshi|美 mi yoshi|喜 ki yoshi|由 yu|秀 hide shu|英 hide ei|栄 ei|永 ei|茂 shige|重 shige|繁 shige
成 nari shige|信 nobu shin|伸 nobu shin|延 nobu|宣 nobu|康 yasu ko|泰 yasu tai|靖 yasu|保 yasu ho|安 yasu a|恭 yasu kyo|武 take|健 ken take|剛 go take|岳 take gaku|達 tatsu|辰 tatsu|竜 ryu tatsu|龍 ryu tatsu|哲 tetsu|鉄 tetsu|徹 tetsu|勇 yu isa|幸 yuki ko sachi|行 yuki|雪 yuki|道 michi|通 michi
光 mitsu ko|満 mitsu|清 kiyo|聖 sei kiyo|久 hisa ku|尚 nao hisa|直 nao|春 haru|晴 haru|陽 yo haru|賢 ken|謙 ken|研 ken|建 ken|圭 kei|慶 kei yoshi|啓 kei|恵 e kei|景 kei|順 jun|純 jun|淳 jun atsu|潤 jun|敦 atsu|篤 atsu|厚 atsu|誠 sei|修 shu|周 shu|宗 mune so|壮 so|聡 so|蒼 so|颯 so
拓 taku|卓 taku|琢 taku|悠 yu haru|祐 yu|優 yu|有 yu ari|結 yu|夕 yu|遥 haru|遼 ryo|涼 ryo|諒 ryo|蓮 ren|廉 ren|凛 rin|倫 rin|留 ru|瑠 ru|流 ru|璃 ri|里 ri sato|理 ri|梨 ri|莉 ri|香 ka|佳 ka yoshi|加 ka|嘉 ka yoshi|華 ka hana|花 ka hana|夏 ka natsu|果 ka|歌 ka|奈 na|菜 na|那 na|名 na|南 na
子 ko|江 e|枝 e|絵 e|衣 e i|代 yo|世 yo se|葉 yo ha|実 mi|未 mi|海 mi kai|見 mi|咲 saki sa|沙 sa|紗 sa|早 sa|佐 sa|彩 aya|綾 aya|文 fumi bun|史 fumi shi|郁 iku|育 iku|生 o ki|麻 ma asa|茉 ma|万 ma|舞 mai|愛 ai mana a|千 chi|津 tsu|都 to|月 tsuki zuki|空 sora|陸 riku|隼 haya|駿 shun|暁 aki|輝 teru ki
照 teru|進 shin|新 shin|慎 shin|晋 shin|仁 hito jin|紘 hiro ko|耕 ko|公 ko kimi|君 kimi|功 ko|航 ko|豪 go|悟 go|吾 go|五 go|四 shi|七 nana|八 hachi|九 ku|十 ju|百 momo|桃 momo|萌 moe|桜 sakura|梅 ume|松 matsu|竹 take|菊 kiku|鈴 suzu|静 shizu|節 setsu|弥 ya|野 no|乃 no|伊 i|依 i|宇 u|匡 masa
誉 yo|嗣 tsugu shi|継 tsugu|貞 sada|定 sada|忠 tada|唯 yui|祥 sho|匠 sho|昇 sho|平 hei|兵 hei|衛 e|門 mon|蔵 zo|造 zo|作 saku|朔 saku|市 ichi|逸 itsu|暢 nobu|礼 rei|玲 rei|怜 rei|麗 rei|令 rei|路 ro|亜 a|朱 shu|珠 ju|樹 ju|瑞 mizu|水 mizu|澄 sumi|穂 ho|帆 ho|歩 ho|豊 toyo|登 to|富 tomi
猪 i|虎 tora|熊 kuma|鶴 tsuru zuru|亀 kame|丸 maru|若 waka|蘭 ran|藍 ai|緒 o|織 ori|音 ne oto|心 mi|羽 ha|陽 hi|日 hi|昌 sho|基 moto|元 moto gen|素 moto|国 kuni|邦 kuni|州 kuni|城 ki|臣 omi|巳 mi|己 mi ki|左 sa|右 u|京 kyo|恒 tsune|常 tsune|庸 tsune|経 tsune|兼 kane|金 kane|鐘 kane
`
