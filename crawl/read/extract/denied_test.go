package extract

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDenied: what stands before an event denies it by its end.
func TestDenied(t *testing.T) {
	for before, want := range map[string]bool{
		"": false, "no ": true, "there were no ": true, "the casino ": false, "it was without any ": true, "there were no reports of ": true,
		"无": true, "没有人员": true, "尚无任何人员 ": true, "未造成任何 人员": true, "人员": false, "no storm and ": false, "café no ": true, "éno": true,
	} {
		if got := denied(before); got != want {
			t.Errorf("%q: %v", before, got)
		}
	}
	pattern := regexp.MustCompile(`(?:没有|未造成|无|未出现|未有|尚无|\bno|\bwithout any|no reports of)(?:人员|任何| )*$`)
	pieces := []string{"没有", "未造成", "无", "no", "without any", "no reports of", "人员", "任何", " ", "a", "é", "_", "1"}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "pieces"), "")
		if denied(s) != pattern.MatchString(s) {
			t.Fatalf("%q: %v", s, denied(s))
		}
	})
}

// TestEventInEveryLine: a page without a full stop costs its length.
func TestEventInEveryLine(t *testing.T) {
	x, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := fold(strings.Repeat("flood in the town ", 50_000))
	if got := x.findWords(f, Span{0, len(f.s)}, nil, nil); len(got) != 50_000 {
		t.Errorf("%d words", len(got))
	}
}
