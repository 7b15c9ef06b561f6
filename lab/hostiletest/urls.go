package hostiletest

import (
	"fmt"
	"net/http"
	"strings"
)

// urls attack with addresses; each site is a page of such links, and what they
// lead to is such a page.
func urls() []Site {
	of := func(links func(h *Host, n int64) []string) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			html(w)
			for _, u := range links(h, h.Count.Add(1)) {
				fmt.Fprintf(w, "<a href=\"%s\">Typhoon landfall and storm surge</a>\n", u)
			}
		})
	}
	fixed := func(links ...string) func(*Host) http.Handler {
		return of(func(*Host, int64) []string { return links })
	}
	return []Site{
		{Name: "url-private", What: "links to addresses that are not public, in every spelling", Short: true, HTTP: of(func(h *Host, _ int64) []string { return private(h.Name) })},
		{Name: "url-64k", What: "links of 64 kB, each another", HTTP: of(func(_ *Host, n int64) (all []string) {
			for i := range 50 {
				all = append(all, fmt.Sprintf("/%d/%d/%s", n, i, strings.Repeat("typhoon/", 8000)))
			}
			return all
		})},
		{Name: "url-2k", What: "a thousand links of 2 kB on every page", HTTP: of(func(_ *Host, n int64) (all []string) {
			for i := range 1000 {
				all = append(all, fmt.Sprintf("/%d/%d/%s", n, i, strings.Repeat("storm-", 330)))
			}
			return all
		})},
		{Name: "url-userinfo", What: "users and passwords before the host", HTTP: of(func(h *Host, n int64) []string {
			return []string{fmt.Sprintf("http://%s@%s/%d", h.Neighbour, h.domain(), n), fmt.Sprintf("http://user:%s@%s/", strings.Repeat("p", 10000), h.domain()), "http://@@@@" + h.domain() + "/", "http://a%40b:c%3a@" + h.domain() + "/"}
		})},
		{Name: "url-idn", What: "host names of homographs, joiners and wrong punycode", HTTP: of(func(h *Host, n int64) []string {
			return []string{"http://nеighbour-of-" + h.Name + ".example/", "http://xn--of-" + h.Name + ".example/", "http://xn--a-ecp.ru/", "http://" + strings.Repeat("ß", 63) + ".example/",
				"http://a\u200db.example/", "http://台风.example/", "http://xn--" + strings.Repeat("9", 59) + ".example/", "http://\u202eexample/", "http://" + strings.Repeat("a", 64) + ".example/", "http://" + strings.Repeat("a.", 130) + "example/"}
		})},
		{Name: "url-ports", What: "ports 0, 22, 65536, -1, none, letters", HTTP: of(func(h *Host, _ int64) []string {
			var all []string
			for _, p := range []string{"0", "22", "25", "6379", "65535", "65536", "-1", "", "80a", "99999999999999999999", "0080", "８０"} {
				all = append(all, "http://"+h.domain()+":"+p+"/")
			}
			return all
		})},
		{Name: "url-dots", What: "dot segments in every spelling", HTTP: of(func(_ *Host, n int64) []string {
			return []string{strings.Repeat("../", 5000) + "etc/passwd", strings.Repeat("%2e%2e/", 1000), strings.Repeat("./", 5000), strings.Repeat("a/../", 5000) + fmt.Sprint(n), "/..%2f..%2f", "/.//.//..///", "/..;/..;/", strings.Repeat("/", 10000)}
		})},
		{Name: "url-percent", What: "percent signs, cut, doubled, of NUL and line breaks", HTTP: of(func(_ *Host, n int64) []string {
			return []string{"/%", "/%zz", "/%00", "/%0d%0aHost:%20127.0.0.1", "/" + strings.Repeat("%25", int(n%3000)), "/%c0%ae%c0%ae/", "/%u0041", "/?%=%&&&=" + fmt.Sprint(n), "/" + strings.Repeat("%E5%8F%B0", 500)}
		})},
		{Name: "url-parameters", What: "a hundred thousand parameters, in another order each time", HTTP: of(func(_ *Host, n int64) []string {
			return []string{"/?" + strings.Repeat(fmt.Sprintf("a%d=b&", n), 10000), "/?" + strings.Repeat("&", 100_000), "/?" + strings.Repeat(fmt.Sprintf("p%d&", n+1), 100), fmt.Sprintf("/?b=%d&a=1", n), fmt.Sprintf("/?a=1&b=%d", n)}
		})},
		{Name: "url-fragments", What: "a hundred thousand fragments, and paths behind #!", HTTP: of(func(_ *Host, n int64) (all []string) {
			for i := range 30_000 {
				all = append(all, fmt.Sprintf("#%d-%d", n, i), fmt.Sprintf("/#!/%d/%d", n, i), fmt.Sprintf("#:~:text=%d", i))
			}
			return all
		})},
		{Name: "url-schemes", What: "schemes that are none, half, or of other programs", HTTP: fixed("http:", "http:/", "http://", "http:///x", "://x", "HTTP://x", "tel:1", "mailto:a@b", "blob:http://x", "intent://x", "ws://x", "\x01http://127.0.0.1/url-schemes", "h\nt\ttp://127.0.0.1/url-schemes", "feed://x/", "webcal://x/", "magnet:?x", strings.Repeat("a", 10000)+":x")},
		{Name: "url-spellings", What: "one page in thousands of spellings", HTTP: of(func(h *Host, n int64) (all []string) {
			for i := range 2000 {
				name := []byte(h.domain())
				for k := range name {
					if (i>>(k%11))&1 == 1 && name[k] >= 'a' && name[k] <= 'z' {
						name[k] -= 32
					}
				}
				all = append(all, fmt.Sprintf("http://%s%s:80/%s?utm_source=%d", name, strings.Repeat(".", i%2), strings.Repeat("./", i%7), i), fmt.Sprintf("/;jsessionid=%d", i), fmt.Sprintf("/?PHPSESSID=%d-%d", n, i))
			}
			return all
		})},
		{Name: "url-backslash", What: "backslashes, tabs, line breaks and quotes in links", HTTP: of(func(h *Host, n int64) []string {
			return []string{"\\\\127.0.0.1\\" + h.Name, "/\\127.0.0.1/" + h.Name, "/\t/127.0.0.1/" + h.Name, " \n http://127.0.0.1/" + h.Name + " ", "/a b\nc\r\n" + fmt.Sprint(n), "/&quot;&gt;&lt;script&gt;", "/\x1b]52;c;x\x07" + fmt.Sprint(n), "/\u2028\u202e" + fmt.Sprint(n), "/'; DROP TABLE pages; --", "/=cmd|'/C calc'!A1"}
		})},
		{Name: "url-neighbour-spellings", What: "its neighbour's pages in thousands of spellings that are other pages", HTTP: of(func(h *Host, n int64) (all []string) {
			for i := range 2000 {
				all = append(all, fmt.Sprintf("http://%s/typhoon/%d?ref=%d-%d", h.Neighbour, i%neighbourPages, n, i))
			}
			return all
		})},
		{Name: "url-neighbour-dead", What: "five thousand links to pages that its neighbour does not have", HTTP: of(func(h *Host, n int64) (all []string) {
			for i := range 5000 {
				all = append(all, fmt.Sprintf("http://%s/typhoon/landfall-storm-surge-%d-%d", h.Neighbour, n, i))
			}
			return all
		})},
		{Name: "url-neighbour-names", What: "links to thousands of subdomains of its neighbour that answer nothing", HTTP: of(func(h *Host, n int64) (all []string) {
			for i := range 2000 {
				all = append(all, fmt.Sprintf("http://n%d-%d.%s:81/typhoon", n, i, h.Neighbour))
			}
			return all
		})},
	}
}
