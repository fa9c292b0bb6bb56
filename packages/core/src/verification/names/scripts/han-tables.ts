// Own tables of Han signs, all keyed by the simplified form to which every word is normalized. Readings are those that passports and lists print.

/** Traditional and Japanese forms, each followed by its simplified one. */
export const simplifiedPairs = `
習习 張张 陳陈 劉刘 楊杨 黃黄 趙赵 吳吴 孫孙 馬马 羅罗 鄭郑 謝谢 許许 鄧邓 韓韩 馮冯 蕭萧 蔣蒋 葉叶 蘇苏 呂吕 盧卢 鍾钟 鐘钟 譚谭 陸陆 賈贾 鄒邹 龍龙 顧顾 龔龚 萬万 錢钱 嚴严 歐欧 陽阳
莊庄 齊齐 魯鲁 韋韦 喬乔 賴赖 溫温 閻阎 聶聂 賀贺 湯汤 紀纪 龐庞 塗涂 鮑鲍 單单 關关 權权 諸诸 遲迟 寧宁 甯宁 連连 駱骆 畢毕 儲储 鄔邬 閔闵 欒栾 衛卫 竇窦 藍蓝 勞劳 闞阚 國国 華华 偉伟
強强 軍军 麗丽 東东 傑杰 濤涛 曉晓 紅红 蘭兰 鳳凤 雲云 飛飞 鵬鹏 輝辉 勝胜 榮荣 貴贵 寶宝 慶庆 義义 禮礼 愛爱 學学 廣广 興兴 業业 樂乐 澤泽 濱滨 賓宾 鋒锋 鋼钢 銘铭 錦锦 鎮镇 銀银 鐵铁
鈞钧 錫锡 鎖锁 瑩莹 瓊琼 瑤瑶 璽玺 環环 現现 貞贞 靜静 淨净 潔洁 潤润 瀾澜 灣湾 漢汉 滿满 濟济 淵渊 湧涌 溝沟 燦灿 燁烨 煥焕 爾尔 獻献 獎奖 獨独 猶犹 瑪玛 畫画 異异 盡尽 碩硕 確确 禎祯
禪禅 穎颖 積积 穩稳 競竞 筆笔 節节 範范 簡简 紹绍 經经 維维 綱纲 綺绮 緒绪 緯纬 縣县 績绩 繼继 續续 纓缨 聖圣 聰聪 聲声 聯联 職职 肅肃 脈脉 臨临 與与 舉举 艦舰 藝艺 蓮莲 蔭荫 薈荟 薩萨
處处 虛虚 號号 補补 製制 複复 見见 規规 視视 覺觉 親亲 觀观 計计 訊讯 訓训 記记 設设 訪访 評评 詠咏 詩诗 詳详 誌志 認认 語语 誠诚 說说 誼谊 調调 談谈 請请 論论 謀谋 謙谦 講讲 謹谨 證证
識识 譽誉 讀读 變变 讓让 豐丰 豔艳 負负 財财 貢贡 責责 貫贯 貳贰 買买 費费 貿贸 資资 賢贤 質质 賦赋 賜赐 賽赛 贊赞 贏赢 趕赶 躍跃 車车 軒轩 軟软 載载 輔辅 輕轻 輪轮 轉转 農农 辦办 進进
運运 過过 達达 遠远 適适 選选 遺遗 鄉乡 鄰邻 醫医 釋释 針针 鈴铃 鉉铉 鋪铺 鎬镐 鏡镜 鑒鉴 鑑鉴 長长 門门 開开 閃闪 間间 閣阁 陣阵 陰阴 際际 隊队 階阶 隨随 險险 隱隐 雙双 雜杂 離离 難难
電电 霧雾 靈灵 韻韵 響响 頂顶 項项 順顺 須须 預预 領领 頭头 題题 願愿 顯显 風风 飄飘 飯饭 養养 餘余 館馆 駿骏 驕骄 驗验 驚惊 魚鱼 鯉鲤 鶴鹤 鷹鹰 麥麦 齡龄 龜龟 勛勋 勳勋 務务 勵励 動动
區区 協协 卻却 厲厉 參参 員员 問问 啟启 喚唤 團团 園园 圖图 圓圆 堅坚 場场 塊块 塵尘 壯壮 壽寿 夢梦 奧奥 奪夺 妝妆 姍姗 娛娱 婦妇 嬌娇 嬋婵 嫻娴 實实 寬宽 將将 專专 尋寻 對对 導导 層层
屬属 島岛 峽峡 崢峥 嶺岭 嶽岳 帥帅 師师 帶带 幫帮 庫库 廟庙 廳厅 彌弥 彥彦 從从 復复 徵征 恆恒 悅悦 惡恶 愷恺 憲宪 懷怀 應应 戰战 戲戏 掃扫 揚扬 換换 損损 搖摇 擁拥 擇择 擊击 據据 擴扩
攝摄 敵敌 數数 斷断 於于 時时 晉晋 晝昼 暉晖 曆历 歷历 書书 會会 條条 棟栋 楓枫 樓楼 標标 樞枢 樹树 橋桥 機机 檢检 櫻樱 歡欢 歲岁 歸归 殘残 氣气 決决 沖冲 況况 涼凉 測测 渾浑 滅灭 滄沧
漸渐 潛潜 澀涩 灑洒 為为 無无 煙烟 熱热 營营 爭争 爺爷 牽牵 狀状 獅狮 獲获 產产 當当 療疗 發发 盤盘 監监 眾众 礎础 祐佑 祿禄 禦御 種种 稱称 窮穷 糧粮 純纯 級级 細细 終终 組组 結结 絕绝
給给 統统 絲丝 綠绿 網网 緊紧 線线 練练 總总 織织 聞闻 脫脱 腦脑 膽胆 舊旧 艱艰 葦苇 蒼苍 蓋盖 薔蔷 薦荐 藥药 術术 衝冲 裝装 襲袭 訂订 軌轨 辭辞 邊边 郵邮 酈郦 銳锐 錄录 鑰钥 闊阔 陝陕
雞鸡 頓顿 頡颉 頤颐 顏颜 飲饮 騰腾 驊骅 體体 鬆松 鳴鸣 鴻鸿 鵑鹃 鸞鸾 黨党 齋斋 債债 僑侨 億亿 儀仪 優优 傳传 兒儿 內内 兩两 冊册 劃划 劇剧 劍剑 創创 勁劲 廠厂 銷销 鋁铝 礦矿 碼码 價价
購购 備备 絡络 沢泽 広广 辺边 斎斋 斉齐 恵惠 徳德 竜龙 黒黑 関关 桜樱 浜滨 渋涩 実实 児儿 栄荣 亀龟 円圆 塩盐 応应 覚觉 楽乐 気气 帰归 暁晓 経经 軽轻 芸艺 県县 権权 顕显 厳严 郷乡 嶋岛
峯峰 冨富 髙高 﨑崎 嵜崎 眞真 巌岩 豊丰 鉄铁 発发 宮宫 岡冈 剛刚 徹彻 嵐岚 壱壹 弐贰
`

/** Family names, single signs and pairs: pinyin first, then the Cantonese, Hokkien, Korean and Vietnamese readings in use. */
export const familyReadings = `
习 xi|乔 qiao kiu|赖 lai|俞 yu|柳 liu yoo ryu|申 shen shin sin|张 zhang cheung chang|温 wen|倪 ni|房 fang|童 tong|耿 geng|岳 yue|齐 qi|施 shi|洪 hong hung|梅 mei mui
葛 ge|樊 fan|牛 niu|鲁 lu|路 lu|祁 qi|伍 wu ng|庄 zhuang chong|翁 weng yung|韦 wei|王 wang wong|李 li lee|刘 liu lau|陈 chen chan tan|杨 yang yeung
黄 huang wong hwang|赵 zhao chiu cho|吴 wu ng|周 zhou chow|徐 xu chui|孙 sun suen|马 ma|朱 zhu chu|胡 hu wu|林 lin lam lim|郭 guo kwok|何 he ho|高 gao ko|罗 luo law
郑 zheng cheng chong|梁 liang leung|谢 xie tse|宋 song sung|唐 tang tong|许 xu hui ho|邓 deng tang|韩 han hon|冯 feng fung|曹 cao tso|彭 peng pang|曾 zeng tsang
萧 xiao siu|田 tian tin|董 dong tung|潘 pan poon|袁 yuan yuen|蔡 cai choi tsai|蒋 jiang chiang|余 yu yue|于 yu|杜 du to|叶 ye yip|程 cheng ching|魏 wei ngai
苏 su so|吕 lu lui|丁 ding ting|任 ren yam|沈 shen sum|姚 yao yiu|卢 lu lo|姜 jiang kang|崔 cui choi choe|钟 zhong chung|谭 tan tam|陆 lu luk|汪 wang|范 fan|石 shi
廖 liao liu|贾 jia ka|夏 xia ha|付 fu|方 fang fong|白 bai pak paek|邹 zou chau|孟 meng|熊 xiong hung|秦 qin chun|邱 qiu yau|江 jiang kong|尹 yin yoon yun|薛 xue sit
阎 yan|段 duan|雷 lei lui|侯 hou hau|龙 long lung|史 shi|陶 tao|黎 li lai|贺 he|顾 gu koo|毛 mao|郝 hao|龚 gong|邵 shao siu|万 wan|覃 qin|武 wu|钱 qian chin|戴 dai tai
严 yan yim|欧 ou au|莫 mo mok|孔 kong hung|向 xiang heung|单 shan|仇 qiu|解 xie|查 zha|朴 piao park pak|金 jin kim|安 an ahn|全 quan jeon chon|权 quan kwon
尤 you yau|欧阳 ouyang auyeung|司马 sima|诸葛 zhuge|上官 shangguan|司徒 situ szeto|辛 xin shin|郁 yu|曲 qu|池 chi ji|柴 chai|冷 leng|鲍 bao|纪 ji|宁 ning|连 lian lien
骆 luo lok|毕 bi|闵 min|卫 wei|蓝 lan|劳 lao lo|汤 tang tong|庞 pang|左 zuo|古 gu koo|简 jian kan|涂 tu|游 you yau|屈 qu wat|盛 sheng|祝 zhu|管 guan|焦 jiao|巴 ba
甘 gan kam|关 guan kwan|丛 cong|苗 miao|车 che cha|辜 gu koo|符 fu|殷 yin|康 kang hong|褚 chu|詹 zhan chim|翟 zhai chak|谷 gu kuk|奚 xi|昌 chang|明 ming
玄 xuan hyun hyon|卞 bian byun pyon|南宫 nangong namgung|皇甫 huangfu hwangbo|慕容 murong|令狐 linghu|夏侯 xiahou|东方 dongfang|公孙 gongsun|鲜于 xianyu sonu|独孤 dugu
尉迟 yuchi|长孙 zhangsun
`

/** Japanese family names and common given names with their readings; the parts of a name written without a space are found by the first. */
export const japaneseFamilyReadings = `
佐藤 sato|铃木 suzuki|高桥 takahashi|田中 tanaka|渡边 watanabe|渡部 watanabe watabe|伊藤 ito|山本 yamamoto|中村 nakamura|小林 kobayashi|加藤 kato|吉田 yoshida|山田 yamada
佐佐木 sasaki|佐々木 sasaki|山口 yamaguchi|松本 matsumoto|井上 inoue|木村 kimura|林 hayashi|斋藤 saito|齐藤 saito|清水 shimizu|山崎 yamazaki yamasaki|森 mori|阿部 abe|安倍 abe
安部 abe|池田 ikeda|桥本 hashimoto|山下 yamashita|石川 ishikawa|中岛 nakajima nakashima|前田 maeda|藤田 fujita|后藤 goto|後藤 goto|小川 ogawa|冈田 okada|长谷川 hasegawa
村上 murakami|近藤 kondo|石井 ishii|坂本 sakamoto|远藤 endo|藤井 fujii|青木 aoki|福田 fukuda|三浦 miura|西村 nishimura|藤原 fujiwara|太田 ota|松田 matsuda|原田 harada|冈本 okamoto
中野 nakano|中川 nakagawa|小野 ono|田村 tamura|竹内 takeuchi|金子 kaneko|和田 wada|中山 nakayama|石田 ishida|上田 ueda|森田 morita|原 hara|柴田 shibata|酒井 sakai
工藤 kudo|横山 yokoyama|宫崎 miyazaki|宫本 miyamoto|内田 uchida|高木 takagi|安藤 ando|谷口 taniguchi|大野 ono|丸山 maruyama|今井 imai|河野 kono
小山 koyama|武田 takeda|上野 ueno|杉山 sugiyama|千叶 chiba|菊地 kikuchi|菊池 kikuchi|久保 kubo|松井 matsui|野口 noguchi|松尾 matsuo|木下 kinoshita|野村 nomura|佐野 sano
市川 ichikawa|小松 komatsu|岛田 shimada|水野 mizuno|高野 takano|樱井 sakurai|西田 nishida|五十岚 igarashi|川口 kawaguchi|北村 kitamura|新井 arai|安田 yasuda
川崎 kawasaki|平野 hirano|东 azuma higashi|本田 honda|大西 onishi|麻原 asahara|德川 tokugawa|丰田 toyota toyoda|织田 oda|岸田 kishida|石破 ishiba|菅 suga kan|小泉 koizumi
大塚 otsuka|关 seki|重信 shigenobu|赤木 akagi|田边 tanabe|泽田 sawada|黑田 kuroda|滨田 hamada|荒木 araki|服部 hattori|土屋 tsuchiya|上原 uehara|神田 kanda|辻 tsuji|冈崎 okazaki
早川 hayakawa|久保田 kubota|大久保 okubo|小野寺 onodera|宇都宫 utsunomiya|小笠原 ogasawara|佐久间 sakuma|日比野 hibino|长谷部 hasebe|小早川 kobayakawa|小野田 onoda|小田切 odagiri|西园寺 saionji
`
export const japaneseGivenReadings = `
太郎 taro|一郎 ichiro|次郎 jiro|二郎 jiro|三郎 saburo|四郎 shiro|五郎 goro|健 ken takeshi|健一 kenichi|健二 kenji|健太 kenta|宏 hiroshi|浩 hiroshi|博 hiroshi|诚 makoto
隆 takashi|茂 shigeru|稔 minoru|明 akira|清 kiyoshi|正 tadashi|实 minoru|进 susumu|修 osamu|武 takeshi|刚 tsuyoshi takeshi|彻 toru|淳 jun atsushi|学 manabu|优 yu
翔 sho|大辅 daisuke|和夫 kazuo|一夫 kazuo|幸子 sachiko|惠子 keiko|和子 kazuko|洋子 yoko|裕子 yuko hiroko|花子 hanako|美咲 misaki|由美子 yumiko|智津夫 chizuo|彰晃 shoko|房子 fusako
晋三 shinzo|纯一郎 junichiro|文雄 fumio|义伟 yoshihide|信长 nobunaga|家康 ieyasu|秀吉 hideyoshi|真一 shinichi|裕仁 hirohito
`

/** Korean syllable, then the signs of given names that are read as it. */
export const koreanReadings = `
정正政静贞廷晶鼎|은恩银殷|일一日|성成圣星诚盛性|영英永荣泳映|철哲铁澈喆|호浩虎好镐昊|수秀洙守寿水|민民敏旻玟|준俊准骏|진真镇珍振进|현贤铉显玄炫|희熙姬喜希|경京庆景敬|혜惠慧|근根槿谨|미美|숙淑|순顺纯舜|자子慈|옥玉|남南男|동东栋|명明命|국国|용龙勇容|해海|상相尚祥|재在载宰
태泰太|석石锡硕|원元源远|종钟宗|주柱珠周|창昌苍|학学鹤|한汉翰|형亨炯|화花华和|훈勋训|건建健|광光广|규奎圭|기基起奇|길吉|대大|덕德|도道|만万|문文|범凡范|병炳秉丙|복福|봉奉峰凤|빈彬斌|삼三|선善先宣|설雪|식植|신信新|연妍莲延|예艺礼|우宇佑友|욱旭|운云|웅雄|윤润允
인仁寅|임任|장长章|제济|조祚|지智志知|찬灿赞|천天千|춘春|충忠|평平|하夏河|행幸|향香|홍洪红弘|환焕桓|효孝|김金|박朴|이李
`
