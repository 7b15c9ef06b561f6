package message

import (
	"errors"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// TestRecorded: a text that was kept in English is shown as the error would be that it comes from.
func TestRecorded(t *testing.T) {
	texts := map[string]string{
		"search %s: %s": "搜索 %s：%s", "search %s: %s: %v": "搜索 %s：%s：%v", "unavailable": "不可用", "status %d: %v": "状态 %d：%v",
		"%v; it asks for a pause of %s": "%v；它要求暂停 %s", "too many requests": "请求过多",
		"%d of %d kept in %q":     "在 %[3]q 中保留了 %[2]d 个中的 %[1]d 个",
		"%s: %s":                  "不会用到：%s%s",
		"%.1f %% of it are there": "有 %.1f %%",
	}
	p := &Printer{lang: "zh", texts: texts}
	pause := english.Phrasef("%v; it asks for a pause of %s", english.Phrasef("too many requests"), "2s")
	whole := english.Errorf("search %s: %s: %v", "own", english.Word("unavailable"), english.Errorf("status %d: %v", 429, pause))
	for _, err := range []error{whole, errors.New("too many requests"), english.Errorf("%d of %d kept in %q", 3, 7, "a b"), english.Errorf("%.1f %% of it are there", 12.5)} {
		if got, want := p.Recorded(err.Error()), p.Error(err); got != want || got == err.Error() {
			t.Errorf("%q is shown as %q, want %q", err.Error(), got, want)
		}
	}
	for _, s := range []string{"", "x", "own: down", "status a1: b", "search : unavailable: x", "status 7: ", "%d", "%", "% of 3 kept in"} {
		if got := p.Recorded(s); got != s {
			t.Errorf("%q is shown as %q", s, got)
		}
	}
	if got := (*Printer)(nil).Recorded("unavailable"); got != "unavailable" {
		t.Errorf("in English: %q", got)
	}
	if got := p.Recorded("status 1: status 2: %s%d"); got != "状态 1：状态 2：%s%d" {
		t.Errorf("a text with verbs is shown as %q", got)
	}
}

// TestRecordedForms: every form of the catalogue finds the arguments of what it made.
func TestRecordedForms(t *testing.T) {
	for key := range translations("zh") {
		f, ok := formOf(key)
		if !ok {
			continue
		}
		var text string
		for i, piece := range f.pieces {
			if text += piece; i < len(f.digits) {
				text += "7"
			}
		}
		if args, ok := f.match(text); !ok || len(args) != len(f.digits) {
			t.Errorf("%q does not know %q", key, text)
		}
	}
}

// FuzzRecorded: any text of others is shown, without a panic.
func FuzzRecorded(f *testing.F) {
	p := New("zh")
	f.Add("search own: unavailable: status 429: too many requests; it asks for a pause of 2s")
	f.Add("%s%!d(")
	f.Fuzz(func(t *testing.T, s string) {
		if s != "" && p.Recorded(s) == "" {
			t.Errorf("%q is lost", s)
		}
	})
}
