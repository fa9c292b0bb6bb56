import { wordSet } from "../words/word-set.ts"

/**
 * Names that very many people bear, by rough frequency. A list of 1,000 names cannot know what is common in the world; these keep
 * a small list from treating them as rare. From published national name statistics; ours in selection.
 */
export const veryCommonNames = wordSet(`
muhammad ali ahmad hassan hussein maria jose juan john james william david michael robert mary anna ivan vladimir sergei alexander kim lee park li wang zhang chen liu singh kaur kumar khan nguyen garcia rodriguez martinez hernandez lopez gonzalez perez sanchez smith jones johnson brown
abd abdullah ibrahim omar yusuf mahmud said luis carlos antonio francisco jesus manuel pedro
`)
export const commonNames = wordSet(`
aaron adam adrian alan albert alfredo alice amanda amy ana andre andrea andres andrei angela angel anthony ashley barbara benjamin brandon brian bruce bryan carlos carmen carol catherine charles christian christina christine christopher claudia cynthia daniel deborah dennis diana diego donald donna dorothy douglas edward elena elizabeth emily emma enrique eric ernesto eugene eva fernando frances frank fernando gabriel gary george gerald gloria gregory guillermo hector heather helen henry hugo irina jack jacob jaime janet jason javier jean jeffrey jennifer jeremy jessica joan joe jonathan jorge joseph joshua joyce juana judith julia julio justin karen katherine kathleen keith kenneth kevin kimberly larry laura lawrence linda lisa lucas luisa marco marcos margaret mario marie marta martha mark martin matthew megan melissa michelle miguel monica nancy natalia nathan nicholas nicole nikolai olga oscar pablo pamela patricia patrick paul paula peter philip rachel rafael ralph ramon raul rebecca ricardo richard roberto roger ronald rosa roy ruben russell ruth ryan samantha samuel sandra sara sarah scott sean sergio sharon sophia stephanie stephen steven susan teresa terry theresa thomas timothy tyler victor victoria virginia walter wayne zachary
adil amir amin anwar aziz bakr bilal faisal fatima habib hamid hamza haidar jafar jamal karim khalid mahdi majid malik mansur mustafa nabil nasir osama othman qasim rahman rashid reza salah salih salim saad samir sayyid sharif sulaiman tariq walid yahya yasin zaid zainab abbas akbar asad hadi haji hakim ismail isa jalal kamal kazim latif mujahid musa nur rahim rauf sadiq shah umar wali zahir
aleksei anatoly boris dmitry evgeny georgy grigory igor konstantin leonid maxim mikhail oleg pavel petr roman stanislav stepan valentin valery vasily viktor vitaly vladislav yuri andreevich aleksandrovich alexandrovich ivanovich nikolaevich vladimirovich sergeevich sergeyevich viktorovich petrovich mikhailovich yurievich dmitrievich alekseevich anatolievich vasilievich
ivanov petrov popov smirnov kuznetsov volkov sidorov fedorov morozov novikov pavlov
williams davis miller wilson anderson thomas taylor moore jackson white harris clark lewis robinson walker young allen king wright hill green adams nelson baker hall campbell mitchell carter roberts phillips evans turner parker collins edwards stewart morris murphy cook rogers morgan cooper reed bailey bell kelly howard ward cox richardson wood watson brooks bennett gray hughes price myers long foster
ramirez torres flores rivera gomez diaz reyes morales cruz ortiz gutierrez chavez ramos ruiz alvarez mendoza vargas castillo jimenez moreno romero herrera medina aguilar vasquez castro mendez guzman fernandez valencia rojas silva santos pereira ferreira costa oliveira souza alves
huang zhao wu zhou xu sun ma zhu hu guo he lin luo zheng liang xie tang feng yu dong xiao cheng cao deng fu shen peng pan yuan jiang cai jia ding wei ye tian choi jung cho kang yoon jang lim han oh seo shin kwon hwang song chol jong yong myong chan hyok sung chung hong ri pak
sharma patel gupta ram raj devi begum hossain islam rahman uddin akhtar malik iqbal tran le pham hoang tan wong chan lim ng cheung lam
muller schmidt schneider fischer weber meyer wagner becker hoffmann hansen johansen olsen larsen andersen pedersen nielsen jensen
`)
