package lexicon

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"":                "",
		"Typhoon":         "typhoon",
		"ＴＹＰＨＯＯＮ":         "typhoon",
		"颱風":              "台风",
		"臺風":              "台风",
		"台风":              "台风",
		"龍捲風":             "龙卷风",
		"乾旱":              "干旱",
		"颮線":              "飑线",
		"暴雨紅色預警信號":        "暴雨红色预警信号",
		"防汛抗洪搶險救災":        "防汛抗洪抢险救灾",
		"裏裡":              "里里",
		"著名":              "著名",
		"Ⅳ級":              "iv级",
		"５０㎜":             "50mm",
		"nin\u0303o":      "ni\u00f1o",
		"H\u0331":         "\u1e96",
		"ΤΥΦΏΝΑΣ τυφώνας": "τυφώνασ τυφώνασ",
		"ТАЙФУН":          "тайфун",
		"台\u200b\ufeff风":  "台风",
		"a\xffb":          "a\ufffdb",
		"태풍":              "태풍",
		"\u1110\u1162풍":   "태풍",
		"ﾀｲﾌｳ":            "タイフウ",
		"ﾀﾞ":              "ダ",
		"𝐓𝐲𝐩𝐡𝐨𝐨𝐧":         "typhoon",
		"a\x00b":          "a\x00b",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

// The table is one-way and in one step: none to itself, none to one that is folded on.
func TestSimplified(t *testing.T) {
	all := simplified()
	for from, to := range all {
		if from == to {
			t.Errorf("%c folds to itself", from)
		}
		if on, ok := all[to]; ok {
			t.Errorf("%c%c: %c is folded on, to %c", from, to, to, on)
		}
		for _, r := range []rune{from, to} {
			if r >= 1<<16 || classOf(r) != ideograph || norm.NFKC.String(string(r)) != string(r) {
				t.Errorf("%c%c: %c is not a plain Han character", from, to, r)
			}
		}
	}
	if len(all) < 3000 {
		t.Errorf("%d characters, want over 3000", len(all))
	}
	for _, list := range []string{ofOpenCC[strings.IndexByte(ofOpenCC, '\n'):], variants} {
		seen := map[rune]bool{}
		for _, pair := range strings.Fields(list) {
			rs := []rune(pair)
			if len(rs) != 2 || seen[rs[0]] {
				t.Errorf("%q is no pair, or its first character stands twice", pair)
			}
			seen[rs[0]] = true
		}
	}
}

// Everyday characters of traditional text. Those that simplified text has too stay, and 訏, whose simplified
// form lies outside of the basic plane.
func TestEverydayCharacters(t *testing.T) {
	for hant, hans := range map[string]string{
		"學術問題": "学术问题", "伴侶": "伴侣", "摺疊": "折叠", "入殮": "入殓", "訏": "訏", "鼴鼠": "鼹鼠", "囀": "啭", "薴": "苎",
		"狼藉": "狼藉", "著名": "著名", "餅乾": "饼干", "皇后": "皇后", "公里": "公里", "麵條": "面条", "頭髮": "头发", "發展": "发展",
	} {
		if got := Fold(hant); got != hans {
			t.Errorf("Fold(%s) = %s, want %s", hant, got, hans)
		}
	}
}

func TestFoldSentences(t *testing.T) {
	for _, c := range []struct{ hant, hans string }{
		{"中央氣象署發布海上陸上颱風警報、呼籲民眾嚴防強風豪雨", "中央气象署发布海上陆上台风警报、呼吁民众严防强风豪雨"},
		{"蘭嶼測得十七級陣風、花蓮縣山區累積雨量達九百毫米", "兰屿测得十七级阵风、花莲县山区累积雨量达九百毫米"},
		{"堤防潰決、沿岸農田遭洪水淹沒、數萬戶停電、鐵路及航班全線停駛", "堤防溃决、沿岸农田遭洪水淹没、数万户停电、铁路及航班全线停驶"},
		{"土石流衝毀橋樑與房屋、搶險隊員連夜疏散災民、轉移至臨時安置點", "土石流冲毁桥梁与房屋、抢险队员连夜疏散灾民、转移至临时安置点"},
		{"天文臺發出黑色暴雨警告信號、港鐵部份車站關閉、學校停課", "天文台发出黑色暴雨警告信号、港铁部份车站关闭、学校停课"},
		{"熱帶氣旋減弱為熱帶低壓後、殘餘環流仍為內陸帶來雷雨與濃霧", "热带气旋减弱为热带低压后、残余环流仍为内陆带来雷雨与浓雾"},
		{"寒潮來襲、低溫凍雨導致輸電線路結冰、專家籲請檢查供暖設備", "寒潮来袭、低温冻雨导致输电线路结冰、专家吁请检查供暖设备"},
	} {
		if got := Fold(c.hant); got != c.hans {
			t.Errorf("Fold(%s)\n got %s\nwant %s", c.hant, got, c.hans)
		}
		if got := Fold(c.hans); got != c.hans {
			t.Errorf("Fold(%s) = %s: simplified text must stay", c.hans, got)
		}
	}
}

// Every rune alone: folding is stable, in NFKC, and the streaming fold of the
// scan agrees with Fold.
func TestFoldEveryRune(t *testing.T) {
	if testing.Short() {
		t.Skip("a million runes, in one goroutine")
	}
	f := folding()
	var st step
	for r := rune(1); r <= utf8.MaxRune; r++ {
		s := string(r)
		once := Fold(s)
		if !norm.NFKC.IsNormalString(once) || Fold(once) != once {
			t.Errorf("%U: Fold = %+q is not stable (%+q)", r, once, Fold(once))
		}
		f.next(s, &st)
		if got := string(st.r[:st.n]); got != once || st.size != len(s) && utf8.ValidRune(r) {
			t.Errorf("%U: scan folds to %+q (%d bytes), Fold to %+q", r, got, st.size, once)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"颱風 Typhoon", "H\u0331", "e\u0301\u0327", "\u1110\u1162", "a\xff\xc3", "台\u200b風", "\x00", "ﾀﾞ"} {
		f.Add(s)
	}
	t := folding()
	f.Fuzz(func(tt *testing.T, s string) {
		once := Fold(s)
		if !utf8.ValidString(once) && !isASCII(s) {
			tt.Fatalf("Fold(%q) = %q is not UTF-8", s, once)
		}
		if twice := Fold(once); twice != once {
			tt.Fatalf("Fold(%q) = %q, twice %q", s, once, twice)
		}
		var st step
		for i := 0; i < len(s); i += st.size {
			if t.next(s[i:], &st); st.size <= 0 || st.n > maxFold {
				tt.Fatalf("next(%q) = %+v", s[i:], st)
			}
		}
	})
}
