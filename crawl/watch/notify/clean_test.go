package notify

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile are titles as a page might have them to harm who reads of it.
var hostile = []string{
	"Typhoon\r\nBcc: victim@example.org\r\n\r\nhello",
	"\x1b]0;owned\x07\x1b[2J title",
	"\u009b31m red",
	"file\u202Egnp.exe",
	"</title><script>alert(1)</script>",
	"]]><x>&amp;&#x0;",
	"=?utf-8?q?=0D=0ABcc=3A_x=40example.org?=",
	"a\u2028b\u2029c\x00d\x85e",
	"bad \xff\xfe bytes",
	strings.Repeat("长", 5000),
	"", " \t\n",
}

func TestLine(t *testing.T) {
	tests := []struct{ in, want string }{
		{"  two\n words\t", "two words"},
		{"a\x1b[31mb", "a [31mb"},
		{"a\u202eb\u2066c", "a b c"},
		{"bad \xff", "bad \uFFFD"},
		{"台风“海葵”", "台风“海葵”"},
		{"1234567890", "1234567890"},
		{"12345678901", "123456789…"},
	}
	for _, tt := range tests {
		if got := line(tt.in, 10); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := line(s, 50)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > 50 || strings.ContainsFunc(got, obeyed) {
			t.Errorf("%q: %q", s, got)
		}
		if again := line(got, 50); again != got {
			t.Errorf("%q: cleaned again it is %q", got, again)
		}
		text, err := jsonLine(map[string]string{"s": s})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(strings.TrimSuffix(string(text), "\n"), obeyed) {
			t.Errorf("%q: JSON %q", s, text)
		}
		var back map[string]string
		if err := json.Unmarshal(text, &back); err != nil || back["s"] != strings.ToValidUTF8(s, "\uFFFD") && utf8.ValidString(s) {
			t.Errorf("%q: back from JSON %q, %v", s, back["s"], err)
		}
	})
}
