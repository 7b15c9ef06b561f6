package extract

import (
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzExtract reads any text in any way: no panic, and every span is a part of the text, in whole
// characters if the text is UTF-8.
func FuzzExtract(f *testing.F) {
	for _, s := range []string{
		"台风“摩羯”9月6日16时20分在海南文昌登陆，风速62米/秒，气压950毫米，4人死亡。", "第９９９号颱風，３１月９９日２５時，-1人死亡，1e9级",
		"Typhoon Yagi killed 226 people on Sept. 31 at 25:61 p.m., $9999999999999999999999 in losses", "十十十十百千万亿亿人死亡 一年年月月日日",
		"今（今（今（日）", "8日8日至9日至10日", "\xff\xfe台\xe5风", "İstanbul ﬁre ǅ K", "",
	} {
		f.Add(s, int64(1725580800))
		f.Add(s, int64(-62135596800))
	}
	x, err := New(Options{Terms: []Term{{Label: "台风", Class: "urn:x"}, {Label: "é", Class: "urn:y"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, at int64) {
		if at > 253402300799 || at < -62135596800 {
			return
		}
		m := x.Extract(text, time.Unix(at, 0).UTC())
		check := func(s Span) {
			if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
				t.Fatalf("span %v of %d bytes", s, len(text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.Start:s.End]) {
				t.Fatalf("%q is cut within a character", text[s.Start:s.End])
			}
		}
		for _, v := range m.Times {
			check(v.Span)
			if v.Resolved() && !v.To.After(v.From) {
				t.Fatalf("%q: %v to %v", text[v.Start:v.End], v.From, v.To)
			}
		}
		for _, v := range m.Places {
			check(v.Span)
		}
		for _, v := range m.Quantities {
			check(v.Span)
			if v.Value < 0 || v.Unit == "" || v.Kind == "" {
				t.Fatalf("%+v", v)
			}
		}
		for _, v := range m.Warnings {
			check(v.Span)
		}
		for _, v := range m.Words {
			check(v.Span)
		}
		for _, v := range m.Storms {
			check(v.Span)
		}
	})
}
