package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// charsets attack the reader of text.
func charsets() []Site {
	one := func(name, what, contentType, first, middle string, times int) Site {
		return Site{Name: name, What: what, HTTP: repeat(contentType, first, middle, times, "")}
	}
	han := "台风于凌晨登陆，风暴潮淹没港口，台风红色预警仍未解除。"
	return []Site{
		one("han-8mb", "8 MB of Chinese without a space", "text/html; charset=utf-8", begin, han, 100_000),
		one("han-one-word", "8 MB of one Chinese word", "text/html; charset=utf-8", begin, "台风", 1_300_000),
		one("han-ambiguous", "8 MB of Chinese that divides in many ways", "text/html; charset=utf-8", begin+han, "中国人民大学生活动中心", 240_000),
		one("han-rare", "8 MB of rare Chinese characters", "text/html; charset=utf-8", begin+han, "𠀀𠮷𪚥龘㐀", 400_000),
		{Name: "han-page", What: "one small Chinese page of the topic", HTTP: page("text/html; charset=utf-8", begin+han)},
		one("charset-lie", "UTF-8 named UTF-16, GBK, windows-1252 and nothing that exists", "text/html; charset=utf-16be", begin+"<meta charset=gbk><meta charset=x-evil>", han, 1000),
		one("utf-16-odd", "UTF-16 of an odd length with lone surrogates", "text/html; charset=utf-16le", "\xff\xfe<\x00p\x00>\x00", "\x00\xd8\x00\xd8t\x00y\x00", 300_000),
		one("utf-7", "UTF-7 with a script in it", "text/html; charset=utf-7", begin, "+ADw-script+AD4-alert(1)+ADw-/script+AD4- typhoon ", 10_000),
		one("utf-32", "UTF-32", "text/html; charset=utf-32", "\xff\xfe\x00\x00", "t\x00\x00\x00", 500_000),
		one("iso-2022-jp", "ISO-2022-JP with escapes without end", "text/html; charset=iso-2022-jp", begin, "\x1b$B\x1b(B\x1b(J", 400_000),
		one("iso-2022-kr", "ISO-2022-KR and HZ, which browsers refuse", "text/html; charset=iso-2022-kr", begin, "\x1b$)C\x0e\x0f~{~}", 300_000),
		one("nuls", "NULs between all letters", "text/html; charset=utf-8", begin, "t\x00y\x00p\x00h\x00o\x00o\x00n\x00 ", 400_000),
		one("invalid-utf-8", "overlong and cut UTF-8", "text/html; charset=utf-8", begin, "\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf\xff\xfe\xed\xa0\x80typhoon ", 300_000),
		one("bidi", "bidirectional overrides in titles and links", "text/html; charset=utf-8", "<title>\u202e\u2066noohpyt\x1b]52;c;x\x07</title>"+story, "<a href=/\u202ex>\u202e\u202d\u2066typhoon</a>", 50_000),
		one("combining", "a letter with millions of combining marks", "text/html; charset=utf-8", begin+"t", "\u0301\u0489\u0335", 1_200_000),
		one("emoji", "families of emoji joined without end", "text/html; charset=utf-8", begin, "👩\u200d👩\u200d👧\u200d👦\u200d", 250_000),
		one("compat", "ligatures that grow when they are normalized", "text/html; charset=utf-8", begin, "\ufdfa\ufb03㍿", 800_000),
		one("cases", "letters that grow when their case is changed", "text/html; charset=utf-8", begin, "ŉİßΐᾷﬃ", 550_000),
		one("gb18030", "GB18030 of four bytes, cut", "text/html; charset=gb18030", begin, "\x81\x30\x81\x30\xfe\x39\xfe", 700_000),
		one("big5-mixed", "Big5 and GBK in one page", "text/html; charset=big5", begin, "\xa5x\xad\xb7\xcc\xa8\xb7\xe7 ", 300_000),
		{Name: "charset-changes", What: "another charset for each page, some in a meta at the end of 8 MB", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			n := h.Count.Add(1)
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "%s%s%s", begin, link(fmt.Sprintf("/%d", n)), link(fmt.Sprintf("/%d", n+1)))
			if n < 5 {
				io.WriteString(w, strings.Repeat(han, 90_000)) //nolint:errcheck // the client may have gone
			}
			fmt.Fprintf(w, "<meta charset=%s>", []string{"utf-7", "koi8-r", "shift_jis", "gb18030", "x-user-defined", "replacement"}[n%6])
		})},
	}
}
