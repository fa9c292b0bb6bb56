// Names and name words whose Latin spelling no rule can find, since their vowels are not written. Own list, from the commonest names of
// the published sanctions lists of the UN, and from common knowledge of Arabic, Persian and Hebrew names.
const words = `
محمد muhammad|احمد ahmad|محمود mahmud|حامد hamid|حمد hamad|علی ali|حسن hassan|حسین hussein|عمر omar umar|عثمان othman usman|خالد khalid|سعید said|سعد saad
عبد abd|عبدالله abdullah|عبدالرحمن abdulrahman|عبدالرحمان abdulrahman|عبدالعزیز abdulaziz|عبدالکریم abdulkarim|عبدالقادر abdulqadir|عبدالحمید abdulhamid|عبدالسلام abdulsalam
عبدالملک abdulmalik|عبدالمجید abdulmajid|عبدالرزاق abdulrazzaq|عبدالغفار abdulghaffar|عبدالجبار abduljabbar|عبدالمنعم abdulmunim|عبدالحق abdulhaq|عبدالواحد abdulwahid|عبدالرؤوف abdulrauf
الله allah|بن bin|ابن ibn|بنت bint|ابو abu|ابی abu|ابا abu|ام umm|ابراهیم ibrahim|اسماعیل ismail|اسحاق ishaq|یوسف yusuf|یعقوب yaqub|موسی musa|عیسی isa|داود dawud|سلیمان sulaiman
یحیی yahya|زکریا zakaria|ایوب ayyub|یونس yunus|هارون harun|ادریس idris|مصطفی mustafa|مرتضی murtaza|رضا reza|مهدی mahdi|هادی hadi|جعفر jafar|صادق sadiq|باقر baqir|کاظم kazim|عباس abbas|حیدر haidar
ناصر nasir|منصور mansur|نصر nasr|صالح salih|سالم salim|سلیم salim|سلمان salman|سامی sami|سمیر samir|رشید rashid|رشاد rashad|طارق tariq|طاهر tahir|ظاهر zahir|زاهر zahir|ماهر mahir|جمال jamal|جمیل jamil|کمال kamal|کامل kamil|جلال jalal|بلال bilal|هلال hilal
ولید walid|فیصل faisal|فهد fahd|سلطان sultan|امیر amir|عامر amir|عمار ammar|عمرو amr|انور anwar|اکرم akram|اشرف ashraf|اسامه osama|اسامة osama|ایمن ayman|ایاد iyad|زیاد ziyad|زید zaid|فؤاد fuad|مراد murad|جهاد jihad|عماد imad|عصام isam|هشام hisham|حسام husam|بسام bassam|غسان ghassan|عدنان adnan|حمدان hamdan|رمضان ramadan|شعبان shaban|رجب rajab|خمیس khamis|جمعه juma|جمعة juma
مبارک mubarak|بشار bashar|بشیر bashir|حافظ hafiz|قاسم qasim|هاشم hashim|حاتم hatim|کریم karim|رحیم rahim|حکیم hakim|حلیم halim|نبیل nabil|نعیم naim|حبیب habib|لطیف latif|شریف sharif|عارف arif|یاسر yasir|یاسین yasin|طه taha|عادل adil|فاضل fadil|مجید majid|ماجد majid|حمید hamid|وحید wahid|فرید farid|سید sayyid|سیّد sayyid|میر mir
فاطمه fatima|فاطمة fatima|عائشه aisha|عائشة aisha|خدیجه khadija|خدیجة khadija|زینب zainab|مریم maryam|سعاد suad|لیلی layla|امینه amina|امینة amina
ریاض riyad|رائد raed|صبحی subhi|صهیب suhaib|نزار nizar|غازی ghazi|معاذ muadh|زهیر zuhair|فواز fawwaz|مروان marwan|مجدی majdi|لطفی lutfi|وائل wael|منیر munir|سامح samih|حازم hazim|ایهاب ihab|توفیق tawfiq|شفیق shafiq|رفیق rafiq|وسام wissam|صبری sabri|شکری shukri|رمزی ramzi|هانی hani|رامی rami
خان khan|گل gul|شاه shah|اخوند akhund|ملا mullah|حقانی haqqani|آغا agha|اغا agha|حاجی haji|نجیب najib|رحمن rahman|رحمان rahman|عزیز aziz|غلام ghulam|جان jan|دین din|الدین aldin|نور nur|ضیاء zia|شمس shams|بدر badr|سیف saif|فخر fakhr|نظام nizam|صلاح salah|علاء alaa|محیی muhyi|مولوی mawlawi
פ p|כהן cohen|לוי levi levy|יצחק yitzhak isaac|יעקב yaakov jacob|אברהם avraham abraham|משה moshe|דוד david|יוסף yosef joseph|שלמה shlomo|חיים chaim haim|מרים miriam|שרה sarah|רחל rachel|אסתר esther|תמר tamar|בן ben|בר bar
`

/** Folded word of an abjad → Latin spellings with vowels. */
export const commonAbjadWords: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  words
    .trim()
    .split(/[|\n]/)
    .map((row) => row.trim().split(" "))
    .map(([word = "", ...latin]) => [word, latin])
)
