package robots

import (
	"strings"
	"testing"
	"time"
)

// TestAllowed: cases of RFC 9309 and of what site owners write; every verdict
// was worked out by hand from the RFC's text.
func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		name, file, target string
		want               bool
	}{
		// An empty or useless file.
		{"empty file", "", "/a", true},
		{"nothing but a comment", "# Disallow: /", "/a", true},
		{"html instead", "<html><body>Not found. User agents: none</body></html>", "/a", true},
		{"binary", "\x00\x01\xff\xfe\n\x00", "/a", true},

		// Groups, 2.2.1.
		{"star", "User-agent: *\nDisallow: /a", "/ab", false},
		{"ours before star", "User-agent: *\nDisallow: /\nUser-agent: ontocrawl\nDisallow: /x", "/a", true},
		{"ours before star, own rule", "User-agent: ontocrawl\nDisallow: /x\nUser-agent: *\nDisallow: /", "/x", false},
		{"ours without rules allows all", "User-agent: *\nDisallow: /\n\nUser-agent: ontocrawl\n", "/a", true},
		{"case of the name", "USER-AGENT: OntoCrawl\nDISALLOW: /", "/a", false},
		{"with a version", "User-agent: ontocrawl/2.1\nDisallow: /", "/a", false},
		{"longer name is another", "User-agent: ontocrawler\nDisallow: /", "/a", true},
		{"shorter name is another", "User-agent: onto\nDisallow: /", "/a", true},
		{"digits belong to a name", "User-agent: ontocrawl2\nDisallow: /", "/a", true},
		{"two agents, one group", "User-agent: other\nUser-agent: ontocrawl\nDisallow: /a", "/a", false},
		{"groups of one agent are joined", "User-agent: ontocrawl\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: ontocrawl\nDisallow: /c", "/c", false},
		{"groups of one agent are joined, first", "User-agent: ontocrawl\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: ontocrawl\nDisallow: /c", "/a", false},
		{"others' rules are not ours", "User-agent: ontocrawl\nDisallow: /a\nUser-agent: x\nDisallow: /b", "/b", true},
		{"groups of star are joined", "User-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /b", "/b", false},
		{"rules before any agent", "Disallow: /\nUser-agent: *\nAllow: /a", "/b", true},
		{"empty line within a group", "User-agent: *\n\nDisallow: /a", "/a", false},
		{"sitemap within a group, 2.2.4", "User-agent: ontocrawl\nSitemap: https://e.example/s.xml\nUser-agent: x\nDisallow: /a", "/a", false},
		{"crawl-delay does not end a group", "User-agent: ontocrawl\nCrawl-delay: 3\nUser-agent: x\nDisallow: /a", "/a", false},
		{"star with words", "User-agent: * # all\nDisallow: /a", "/a", false},
		{"no agent name", "User-agent:\nDisallow: /a", "/a", true},

		// Lines.
		{"CRLF", "User-agent: *\r\nDisallow: /a\r\n", "/a", false},
		{"CR", "User-agent: *\rDisallow: /a\r", "/a", false},
		{"byte order mark", "\xef\xbb\xbfUser-agent: *\nDisallow: /a", "/a", false},
		{"spaces", "  User-agent :  *  \n\tDisallow\t:\t/a  ", "/a", false},
		{"comment after a rule", "User-agent: *\nDisallow: /a # the shop", "/a", false},
		{"comment that cuts a path", "User-agent: *\nDisallow: /a#b", "/ab", false},
		{"missing colon", "User-agent *\nDisallow /a", "/a", false},
		{"a sentence is no record", "User-agent: *\nDisallow all of it", "/a", true},
		{"misspelt", "Useragent: *\nDissallow: /a", "/a", false},
		{"colon in the path", "User-agent: *\nDisallow: /a:b", "/a:b", false},

		// Longest match, 2.2.2.
		{"longest allows", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true},
		{"longest disallows", "User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b/c", false},
		{"order is no matter", "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", true},
		{"equal: allow", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true},
		{"equal: allow, other order", "User-agent: *\nAllow: /a\nDisallow: /a", "/a", true},
		{"RFC example 5.2", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/", "/a/b.gif", false},
		{"RFC example 5.2, page", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/", "/publications/b.gif", true},
		{"RFC example 5.2, neither", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/", "/other", true},
		{"RFC example 5.3", "User-agent: ontocrawl\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/disallowed.gif", false},
		{"empty disallow", "User-agent: *\nDisallow:", "/a", true},
		{"empty disallow beside another", "User-agent: *\nDisallow:\nDisallow: /a", "/a", false},
		{"empty allow allows nothing", "User-agent: *\nAllow:\nDisallow: /", "/a", false},
		{"all", "User-agent: *\nDisallow: /", "/", false},
		{"case of a path", "User-agent: *\nDisallow: /A", "/a", true},
		{"prefix, not segment", "User-agent: *\nDisallow: /fish", "/fishheads/yum.html", false},
		{"folder only", "User-agent: *\nDisallow: /fish/", "/fish", true},
		{"without slash matches nothing", "User-agent: *\nDisallow: a", "/a", true},
		{"query", "User-agent: *\nDisallow: /a?b=1", "/a?b=1&c=2", false},
		{"query is part of the target", "User-agent: *\nDisallow: /a$", "/a?b", true},

		// Wildcards.
		{"star in the middle", "User-agent: *\nDisallow: /a/*/c", "/a/b/b/c/d", false},
		{"star matches nothing too", "User-agent: *\nDisallow: /a*c", "/ac", false},
		{"star must find its end", "User-agent: *\nDisallow: /a*c", "/ab", true},
		{"trailing star is no matter", "User-agent: *\nDisallow: /fish*", "/fish.html", false},
		{"star at the start", "User-agent: *\nDisallow: *.php", "/x/index.php?a", false},
		{"two stars", "User-agent: *\nDisallow: /*/**/x", "/a/b/x", false},
		{"end", "User-agent: *\nDisallow: /*.php$", "/x/index.php", false},
		{"end does not match a query", "User-agent: *\nDisallow: /*.php$", "/x/index.php?a", true},
		{"end needs the last one", "User-agent: *\nDisallow: /*b$", "/abcb", false},
		{"home only", "User-agent: *\nDisallow: /\nAllow: /$", "/", true},
		{"home only, others", "User-agent: *\nDisallow: /\nAllow: /$", "/a", false},
		{"dollar within is a character", "User-agent: *\nDisallow: /a$b", "/a$b", false},
		{"escaped star is a character, 2.2.3", "User-agent: *\nDisallow: /file-with-a-%2A.html", "/file-with-a-*.html", false},
		{"escaped star is no wildcard", "User-agent: *\nDisallow: /a%2A", "/ab", true},
		{"escaped dollar", "User-agent: *\nDisallow: /a%24", "/a$c", false},
		{"longer by its wildcard", "User-agent: *\nAllow: /page\nDisallow: /*.htm", "/page.htm", false},

		// Percent encoding, 2.2.2.
		{"Chinese raw against escaped", "User-agent: *\nDisallow: /暴雨", "/%E6%9A%B4%E9%9B%A8/1", false},
		{"Chinese escaped against raw", "User-agent: *\nDisallow: /%E6%9A%B4%E9%9B%A8", "/暴雨", false},
		{"lower-case digits", "User-agent: *\nDisallow: /%e6%9a%b4", "/%E6%9A%B4", false},
		{"unreserved", "User-agent: *\nDisallow: /%7Ejoe", "/~joe", false},
		{"unreserved, other way", "User-agent: *\nDisallow: /~joe", "/%7ejoe", false},
		{"slash is reserved", "User-agent: *\nDisallow: /a%2Fb", "/a/b", true},
		{"slash is reserved, itself", "User-agent: *\nDisallow: /a%2fb", "/a%2Fb", false},
		{"space", "User-agent: *\nDisallow: /a b", "/a%20b", false},
		{"broken escape", "User-agent: *\nDisallow: /100%", "/100%", false},
		{"RFC table", "User-agent: *\nDisallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", false},
		{"RFC table, %62", "User-agent: *\nDisallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false},

		// The file itself.
		{"robots.txt is always allowed", "User-agent: *\nDisallow: /", "/robots.txt", true},
		{"robots.txt elsewhere is not", "User-agent: *\nDisallow: /", "/a/robots.txt", false},
		{"target without slash", "User-agent: *\nDisallow: /$", "", false},
	} {
		if got := Parse([]byte(c.file)).For("ontocrawl").Allowed(c.target); got != c.want {
			t.Errorf("%s: Allowed(%q) = %v in\n%s", c.name, c.target, got, c.file)
		}
	}
}

func TestZeroValuesAllow(t *testing.T) {
	if !new(File).For("x").Allowed("/") || !new(Rules).Allowed("/a") {
		t.Error("a zero value forbids")
	}
}

func TestSitemaps(t *testing.T) {
	for file, want := range map[string]string{
		"": "", "User-agent: *\nDisallow: /": "",
		"Sitemap: https://a.example/s.xml":                                               "https://a.example/s.xml",
		"sitemap:a\nUser-agent: x\nSITEMAP : b # note\nDisallow: /\nSitemap:\nsitemap c": "a b c",
		"\xef\xbb\xbfSitemap: http://b.example/地图.xml\r\n":                               "http://b.example/地图.xml",
	} {
		if got := strings.Join(Parse([]byte(file)).Sitemaps(), " "); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}

func TestDelay(t *testing.T) {
	for _, c := range []struct {
		file string
		want time.Duration
	}{
		{"", 0},
		{"User-agent: *\nCrawl-delay: 10", 10 * time.Second},
		{"User-agent: *\nCrawl-delay: 0.5\nDisallow: /a", 500 * time.Millisecond},
		{"User-agent: *\nDisallow: /a\nCrawl-delay: 2", 2 * time.Second},
		{"User-agent: *\nCrawl-delay: 10\nUser-agent: ontocrawl\nDisallow: /", 0},
		{"User-agent: slow\nCrawl-delay: 10\nUser-agent: *\nDisallow: /a", 0},
		{"User-agent: a\nUser-agent: ontocrawl\nCrawl-delay: 7", 7 * time.Second},
		{"User-agent: *\nCrawl-delay: -3", 0},
		{"User-agent: *\nCrawl-delay: soon", 0},
		{"User-agent: *\nCrawl-delay: NaN", 0},
		{"User-agent: *\nCrawl-delay: 1e300", 1<<63 - 1},
		{"User-agent: *\nCrawl-delay: Inf", 1<<63 - 1},
		{"Crawl-delay: 9\nUser-agent: *\nDisallow: /a", 0},
	} {
		if got := Parse([]byte(c.file)).For("ontocrawl").Delay(); got != c.want {
			t.Errorf("%q: %v, want %v", c.file, got, c.want)
		}
	}
}

// TestMaxSize: a rule within the first 500 KiB counts, one beyond does not,
// and the one that is cut is not mistaken for a shorter one.
func TestMaxSize(t *testing.T) {
	head := "User-agent: *\nDisallow: /early\n"
	fill := strings.Repeat("#"+strings.Repeat("x", 1022)+"\n", MaxSize/1024)
	file := head + fill[:MaxSize-len(head)-len("Disallow: /private")-1] + "\nDisallow: /private/area\nDisallow: /late\n"
	r := Parse([]byte(file)).For("ontocrawl")
	for target, want := range map[string]bool{"/early": false, "/late": true, "/privateer": true, "/private/area": true} {
		if r.Allowed(target) != want {
			t.Errorf("Allowed(%s) = %v", target, !want)
		}
	}
	if !Parse([]byte(strings.Repeat("x", 2*MaxSize))).For("a").Allowed("/") {
		t.Error("a single endless line forbids")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nAllow: /%E6%9A%B4\nCrawl-delay: 3", "/a%2")
	f.Add("\xef\xbb\xbfuser-agent:x\r\ndisallow:/\x00*", "/暴雨?a=*&b=$")
	f.Add("Disallow\nUser-agent\n: : :\n%%%", "%")
	f.Fuzz(func(t *testing.T, file, target string) {
		r := Parse([]byte(file)).For("ontocrawl")
		got := r.Allowed(target)
		if again := r.Allowed(normalize(target, false)); again != got {
			t.Errorf("Allowed(%q) = %v, normalised %v", target, got, again)
		}
		if !r.Allowed("/robots.txt") || r.Delay() < 0 {
			t.Error("robots.txt forbidden or a negative delay")
		}
		if all := Parse([]byte(file + "\nUser-agent: ontocrawl\nAllow: /\n")).For("ontocrawl"); len(all.rules) == 0 {
			t.Error("a rule at the end is lost")
		}
	})
}

// FuzzMatch compares the matcher with the plainest one there is.
func FuzzMatch(f *testing.F) {
	f.Add("/a*b*c$", "/aXbXcXc")
	f.Add("*", "/")
	f.Add("/*/x", "/a/b/x")
	f.Fuzz(func(t *testing.T, pattern, target string) {
		if len(pattern) > 20 || len(target) > 40 || pattern == "" {
			return
		}
		r := compile(false, pattern)
		target = normalize(target, false)
		body, end := strings.CutSuffix(pattern, "$")
		if got, want := r.match(target), naive(normalize(body, true), target, end); got != want {
			t.Errorf("match(%q, %q) = %v", pattern, target, got)
		}
	})
}

func naive(pattern, s string, end bool) bool {
	if pattern == "" {
		return !end || s == ""
	}
	if pattern[0] == '*' {
		for i := 0; i <= len(s); i++ {
			if naive(pattern[1:], s[i:], end) {
				return true
			}
		}
		return false
	}
	return s != "" && s[0] == pattern[0] && naive(pattern[1:], s[1:], end)
}

func BenchmarkAllowed(b *testing.B) {
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for i := range 200 {
		file.WriteString("Disallow: /*/section" + strings.Repeat("x", i%7) + "/*.php$\n")
	}
	r := Parse([]byte(file.String())).For("ontocrawl")
	b.ReportAllocs()
	for b.Loop() {
		r.Allowed("/2024/07/26/taifeng/denglu-1234.html?from=list")
	}
}
