package page

// The most common characters of running Chinese and Korean text. About seven of
// ten characters of any Chinese text are among them, in both scripts; text
// decoded by the wrong table hits them only by chance (under two of ten). Our
// own list; the order does not matter.
const (
	commonHanzi = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运站网页版首登录注册留言论坛博客图片新闻专用户最近更多链接评论发表关闭版权所有联系搜索音乐游戏帮助目录选择置编辑格菜单下载返回例类型模块" +
		"這個們來為國說時會對後過發裡從實無與長機關點業將兩間問應戰頭體見產經麼學現當沒動還進樣東聲員論處義幾認條氣題爾別變總電數報結務場計管資許統區隊決馬書則聽達強難權設記類據邊張該規萬術領確傳師觀讓識帶導爭運網頁錄註冊論壇圖專戶鏈評發關閉聯繫樂遊戲幫選擇編輯單載類於著什麼給話話語語請誰讀覺歡愛親兒開車買賣錢銀雜誌臺灣灣廣韓龍"

	commonHangul = "이다는을의에가고하지를은한로도어기사인리자나시대정서있해수보들일과스그아전라부으원제만것상연성주여니유장구동조게우안습내모때국면마적합없않입되세신공문트무비오와할진"
)

// commonCJK is the set of both.
var commonCJK = func() map[rune]bool {
	set := make(map[rune]bool, 1000)
	for _, r := range commonHanzi + commonHangul {
		set[r] = true
	}
	return set
}()
