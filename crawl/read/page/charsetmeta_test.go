package page

import (
	"strings"
	"testing"
)

// A page too short to be guessed is read by its own declaration, where the header's leaves holes.
func TestMetaKnowsBetter(t *testing.T) {
	const gbk, latin, koi8 = "\xcc\xa8\xb7\xe7", "temp\xeate", "\xdb\xd4\xcf\xd2\xcd"
	for _, tt := range []struct{ header, meta, text, name, want string }{
		{"text/html; charset=utf-8", "gbk", gbk, "gb18030", "台风"},
		{"text/html; charset=utf-8", "gb2312", gbk, "gb18030", "台风"},
		{"text/html; charset=utf-8", "iso-8859-1", latin, "windows-1252", "tempête"},
		{"text/html; charset=utf-8", "koi8-r", koi8, "koi8-r", "шторм"},
		{"text/html; charset=gbk", "utf-8", "台风", "utf-8", "台风"},
		{"text/html; charset=utf-8", "utf-8", "台风", "utf-8", "台风"},
	} {
		text, name, err := decode([]byte("<meta charset="+tt.meta+"><p>"+tt.text), tt.header)
		if err != nil || name != tt.name || !strings.HasSuffix(string(text), "<p>"+tt.want) {
			t.Errorf("%s, meta %s: %q as %s, %v; want %s", tt.header, tt.meta, text, name, err, tt.want)
		}
	}
}
