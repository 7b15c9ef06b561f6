package searchtest

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// hostile is a result, and the link that may come of it.
type hostile struct {
	kinds.Result
	Want string // canonical key; "" if the result is left out
}

// hostileResults are results that nobody should follow as they are. home is the address of
// the source.
func hostileResults(home string) []hostile {
	result := func(url, want string) hostile {
		return hostile{kinds.Result{URL: url, Title: "t", Snippet: "s"}, want}
	}
	return []hostile{
		result("javascript:alert(1)", ""),
		result("data:text/html,<script>", ""),
		result("file:///etc/passwd", ""),
		result("ftp://ftp.example.org/x", ""),
		result("mailto:a@example.org", ""),
		result("https://user:secret@userinfo.example.org/x", "https://userinfo.example.org/x"),
		result("http://127.0.0.1/admin", ""),
		result("http://localhost:9200/_search", ""),
		result("http://[::1]/", ""),
		result("http://[fe80::1%25eth0]/", ""),
		result("http://10.0.0.1/", ""),
		result("http://2130706433/", ""),
		result("https://long.example.org/"+strings.Repeat("a", 64<<10), ""),
		result("https://bücher.example.org/", "https://xn--bcher-kva.example.org/"),
		result("https://xn--bcher-kva.example.org/", ""), // the same page
		result("https://duckduckgo.com/l/?uddg=https%3A%2F%2Ftracked.example.org%2Fpage&rut=abc", "https://tracked.example.org/page"),
		result("https://duckduckgo.com/l/?uddg=javascript%3Aalert(1)", ""),
		result("https://www.google.com/url?q=https://google-tracked.example.org/&sa=U", "https://google-tracked.example.org/"),
		result("https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9iaW5nLmV4YW1wbGUub3JnL3g", "https://bing.example.org/x"),
		result("https://www.baidu.com/link?url=opaque", ""),
		result("https://amp-example-org.cdn.ampproject.org/c/s/amp.example.org/story", "https://amp.example.org/story"),
		result("https://www.google.com/amp/s/amp2.example.org/story", "https://amp2.example.org/story"),
		result("https://webcache.googleusercontent.com/search?q=cache:AbC:https://cached.example.org/p", "https://cached.example.org/p"),
		result("https://web.archive.org/web/20260101000000/https://archived.example.org/p?a=1", "https://archived.example.org/p?a=1"),
		result("", ""),
		result("   ", ""),
		result("https://", ""),
		result("https:///nohost", ""),
		result(home+"/about", ""), // the source itself
		result("/relative", ""),
		{kinds.Result{URL: "https://empty.example.org/"}, "https://empty.example.org/"},
		{kinds.Result{URL: "https://pdf.example.org/a.pdf", Title: "a <b>bold</b>\u202egnp.exe <script>alert(1)</script>&lt;x&gt;", Snippet: "x\x1b[31m\u2066y\x00<img src=x onerror=alert(1)>" + strings.Repeat("长", 1000)}, "https://pdf.example.org/a.pdf"},
	}
}
