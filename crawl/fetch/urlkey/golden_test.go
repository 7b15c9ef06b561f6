package urlkey

import "testing"

// TestGoldenKeys: keys stand in journals, run folders and archives. A change of
// one of them makes a crawl forget its pages.
func TestGoldenKeys(t *testing.T) {
	for in, want := range map[string]string{
		"http://example.com":                             "http://example.com/",
		"HTTPS://Example.COM:443/A/b":                    "https://example.com/A/b",
		"http://example.com:80/":                         "http://example.com/",
		"http://example.com:8080":                        "http://example.com:8080/",
		"https://example.com:80/x":                       "https://example.com:80/x",
		"http://example.com./a":                          "http://example.com/a",
		"http://user:secret@example.com/":                "http://example.com/",
		"http://example.com/a/./b/../c//d":               "http://example.com/a/c//d",
		"http://example.com/a?":                          "http://example.com/a",
		"http://example.com/a?b=1&a=2#top":               "http://example.com/a?b=1&a=2",
		"http://example.com/?utm_source=x&id=7&fbclid=y": "http://example.com/?id=7",
		"http://example.com/a;jsessionid=0F?x=1":         "http://example.com/a?x=1",
		"http://example.com/%7euser/%e4%b8%ad%2f%3F":     "http://example.com/~user/%E4%B8%AD%2F%3F",
		"http://example.com/100%":                        "http://example.com/100%25",
		"http://example.com/a b\"<>|^`{}":                "http://example.com/a%20b%22%3C%3E%7C%5E%60%7B%7D",
		"http://example.com\\a\\b?c\\d":                  "http://example.com/a/b?c%5Cd",
		"http://台风.中国/路径?查询=值":                           "http://xn--kprq61n.xn--fiqs8s/%E8%B7%AF%E5%BE%84?%E6%9F%A5%E8%AF%A2=%E5%80%BC",
		"http://bücher.example/":                         "http://xn--bcher-kva.example/",
		"http://BÜCHER.example/ÄÖ":                       "http://xn--bcher-kva.example/%C3%84%C3%96",
		"http://straße.example/":                         "http://xn--strae-oqa.example/",
		"http://xn--bcher-kva.example/":                  "http://xn--bcher-kva.example/",
		"http://www.中国气象局.cn:8080/预报":                    "http://www.xn--fiqs8sqpec5sk81b.cn:8080/%E9%A2%84%E6%8A%A5",
		"http://[2001:DB8:0:0::1]:80/":                   "http://[2001:db8::1]/",
		"http://[::ffff:192.0.2.1]:81/":                  "http://[::ffff:192.0.2.1]:81/",
		"http://192.0.2.1/":                              "http://192.0.2.1/",
		"http://a_b.example/":                            "http://a_b.example/",
		"  http://example.com/x\t\n":                     "http://example.com/x",
	} {
		if got, err := Canonical(in); err != nil || got != want {
			t.Errorf("Canonical(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}
