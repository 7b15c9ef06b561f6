package page

import (
	"bytes"
	"math"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// sampleSize is the length of the part of a body used to guess, from its first
// byte beyond ASCII: some thousand characters are enough.
const sampleSize = 8 << 10

// plausible is the share of common characters among n that a believable
// decoding has. Right decodings of running text reach 0.6, of menus and tables
// 0.3. Wrong ones stay below 0.2, but a few bytes can hit a common character by
// chance.
func plausible(n int) float64 { return 0.2 + 0.6/math.Sqrt(float64(n)) }

// candidates are the multi-byte encodings that can be recognised by decoding
// errors and by how common the resulting characters are. The statistical
// detectors of browsers do the same with larger tables (Li and Momoi 2001, "A
// composite approach to language/encoding detection").
var candidates = []struct {
	name     string
	enc      encoding.Encoding
	japanese bool // kana speak for it
}{
	{"gb18030", simplifiedchinese.GB18030, false},
	{"big5", traditionalchinese.Big5, false},
	{"shift_jis", japanese.ShiftJIS, true},
	{"euc-jp", japanese.EUCJP, true},
	{"euc-kr", korean.EUCKR, false},
}

// guess names the encoding of bytes that are not valid UTF-8 and have no
// declaration. If no candidate fits it is windows-1252, the default of the
// WHATWG standard.
func guess(body []byte) (encoding.Encoding, string) {
	sample := sampleOf(body)
	if mostlyUTF8(sample) {
		return encoding.Nop, "utf-8"
	}
	best, at := 0.0, -1
	for i, c := range candidates {
		if s, n := commonness(c.enc, sample, c.japanese); s > best && s > plausible(n) {
			best, at = s, i
		}
	}
	if at < 0 {
		return charmap.Windows1252, "windows-1252"
	}
	return candidates[at].enc, candidates[at].name
}

// contradicts reports whether the bytes clearly show a wrong declaration:
// another candidate decodes to common characters, the declared one does not.
func contradicts(name string, enc encoding.Encoding, body []byte) (encoding.Encoding, string, bool) {
	switch name {
	case "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp":
		if s, n := commonness(enc, sampleOf(body), name == "shift_jis" || name == "euc-jp"); s > plausible(n) {
			return nil, "", false
		}
	case "windows-1252":
	default:
		return nil, "", false // no candidate recognises these encodings, so none can contradict them
	}
	other, otherName := guess(body)
	if otherName == name || otherName == "windows-1252" {
		return nil, "", false
	}
	return other, otherName, true
}

// sampleOf returns the part of body to look at.
func sampleOf(body []byte) []byte {
	i := bytes.IndexFunc(body, func(r rune) bool { return r >= utf8.RuneSelf })
	if i < 0 {
		return nil
	}
	body = body[i:]
	if len(body) > sampleSize {
		body = body[:sampleSize]
	}
	return body
}

// mostlyUTF8 reports whether nearly all bytes beyond ASCII are UTF-8: a page
// with a few damaged characters is still UTF-8.
func mostlyUTF8(sample []byte) bool {
	good, bad := 0, 0
	for len(sample) > 0 {
		r, n := utf8.DecodeRune(sample)
		switch {
		case r == utf8.RuneError && n == 1 && utf8.FullRune(sample):
			bad++
		case n > 1:
			good++
		}
		sample = sample[n:]
	}
	return good > 0 && good >= 20*bad
}

// commonness decodes the sample. It returns the share of its characters beyond
// ASCII that are common in the language of the encoding, and their number. An
// error costs more than a common character gains. Punctuation is neutral.
func commonness(enc encoding.Encoding, sample []byte, japanese bool) (share float64, total int) {
	text, err := enc.NewDecoder().Bytes(sample)
	if err != nil {
		return 0, 0
	}
	common, errors := 0, 0
	for _, r := range string(text) {
		switch {
		case r < 0x80, r >= 0x3000 && r < 0x3040, r >= 0xFF00 && r < 0xFF61:
			// ASCII, CJK punctuation and full-width forms do not count
		case r == utf8.RuneError, r >= 0xE000 && r < 0xF900:
			errors++ // unassigned code points are decoded to the private use area
			total++
		case r >= 0x3040 && r < 0x3100:
			total++
			if japanese {
				common++
			}
		default:
			total++
			if commonCJK[r] {
				common++
			}
		}
	}
	if total == 0 {
		return 0, 0
	}
	return (float64(common) - 3*float64(errors)) / float64(total), total
}

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
