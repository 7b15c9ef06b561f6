package urlkey

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// scheme, host, port
		{"http://example.com", "http://example.com/"},
		{"HTTP://EXAMPLE.com/A", "http://example.com/A"},
		{"https://example.com:443/", "https://example.com/"},
		{"http://example.com:80", "http://example.com/"},
		{"http://example.com:/x", "http://example.com/x"},
		{"https://example.com:80/", "https://example.com:80/"},
		{"http://example.com:0080/", "http://example.com/"},
		{"http://example.com:8080/", "http://example.com:8080/"},
		{"http://example.com./a", "http://example.com/a"},
		{"http://user:pw@example.com/", "http://example.com/"},
		{"http://a_b.example.com/", "http://a_b.example.com/"},
		{"http://台风.中国/路径", "http://xn--kprq61n.xn--fiqs8s/%E8%B7%AF%E5%BE%84"},
		{"http://%E5%8F%B0%E9%A3%8E.%E4%B8%AD%E5%9B%BD/", "http://xn--kprq61n.xn--fiqs8s/"},
		{"http://BÜCHER.example/", "http://xn--bcher-kva.example/"},
		{"http://ｅｘａｍｐｌｅ．com/", "http://example.com/"},
		{"http://[2001:DB8::0:1]:80/x", "http://[2001:db8::1]/x"},
		{"http://192.168.0.1:81/", "http://192.168.0.1:81/"},
		// slashes and white space as browsers take them
		{"  http://example.com/a \n", "http://example.com/a"},
		{"http://exa\nmple.com/a\tb", "http://example.com/ab"},
		{"http:\\\\example.com\\a\\b", "http://example.com/a/b"},
		{"http:example.com/a", "http://example.com/a"},
		{"http:/example.com/a", "http://example.com/a"},
		{"http:////example.com/a", "http://example.com/a"},
		{"http://example.com//a//b/", "http://example.com//a//b/"},
		// dot segments
		{"http://example.com/a/./b/../c", "http://example.com/a/c"},
		{"http://example.com/../../a", "http://example.com/a"},
		{"http://example.com/a/..", "http://example.com/"},
		{"http://example.com/a/%2E%2e/b", "http://example.com/b"},
		{"http://example.com/a/.", "http://example.com/a/"},
		// percent-encoding
		{"http://example.com/%7Euser/%41", "http://example.com/~user/A"},
		{"http://example.com/%e5%8f%b0", "http://example.com/%E5%8F%B0"},
		{"http://example.com/台风?q=暴雨", "http://example.com/%E5%8F%B0%E9%A3%8E?q=%E6%9A%B4%E9%9B%A8"},
		{"http://example.com/a b", "http://example.com/a%20b"},
		{"http://example.com/a%20b?c+d%20e", "http://example.com/a%20b?c+d%20e"},
		{"http://example.com/100%", "http://example.com/100%25"},
		{"http://example.com/%zz%4", "http://example.com/%25zz%254"},
		{"http://example.com/a%2Fb", "http://example.com/a%2Fb"},
		{"http://example.com/a%2fb%3F%23", "http://example.com/a%2Fb%3F%23"},
		{"http://example.com/Constructivism_(art).htm", "http://example.com/Constructivism_(art).htm"},
		{"http://example.com/%28art%29", "http://example.com/%28art%29"},
		{"http://example.com/<a>\"{b}|c^`", "http://example.com/%3Ca%3E%22%7Bb%7D%7Cc%5E%60"},
		{"http://example.com/a[]?b[]=1", "http://example.com/a[]?b[]=1"},
		{"http://example.com/a'b!*;c=1,2:@$&", "http://example.com/a'b!*;c=1,2:@$&"},
		{"http://example.com/a\xff", "http://example.com/a%FF"},
		{"http://example.com/?a\\b", "http://example.com/?a%5Cb"},
		{"http://example.com/%00", "http://example.com/%00"},
		// fragment
		{"http://example.com/a#b?c", "http://example.com/a"},
		{"http://example.com#x", "http://example.com/"},
		// query
		{"http://example.com?a=1", "http://example.com/?a=1"},
		{"http://example.com/?", "http://example.com/"},
		{"http://example.com/?b=2&a=1", "http://example.com/?b=2&a=1"},
		{"http://example.com/?a=1&&b", "http://example.com/?a=1&&b"},
		{"http://example.com/?a=/../b", "http://example.com/?a=/../b"},
		{"http://example.com/?a=%2f&b=%41", "http://example.com/?a=%2F&b=A"},
		// what only tracks
		{"http://example.com/?utm_source=x&id=7&utm_medium=y", "http://example.com/?id=7"},
		{"http://example.com/?UTM_Source=x", "http://example.com/"},
		{"http://example.com/?fbclid=1&gclid=2&spm=a.b", "http://example.com/"},
		{"http://example.com/?spmx=1", "http://example.com/?spmx=1"},
		{"http://example.com/a;jsessionid=0A1B.node?x=1", "http://example.com/a?x=1"},
		{"http://example.com/a;JSESSIONID=1;v=2/b", "http://example.com/a;v=2/b"},
		{"http://example.com/a/..;jsessionid=1/b", "http://example.com/b"},
		{"http://example.com/?r=;jsessionid=1", "http://example.com/?r=;jsessionid=1"},
	} {
		got, err := Canonical(c.in)
		if err != nil || got != c.want {
			t.Errorf("Canonical(%q) = %q, %v; want %q", c.in, got, err, c.want)
			continue
		}
		if again, err := Canonical(got); again != got || err != nil {
			t.Errorf("Canonical(%q) = %q, %v: not idempotent", got, again, err)
		}
	}
}

func TestCanonicalErrors(t *testing.T) {
	for in, want := range map[string]error{
		"":                          errScheme,
		"example.com/a":             errScheme,
		"/a":                        errScheme,
		"//example.com/":            errScheme,
		"ftp://example.com/":        errScheme,
		"file:///etc/passwd":        errScheme,
		"javascript:alert(1)":       errScheme,
		"JaVa\nScript:alert(1)":     errScheme,
		"data:text/html,<p>":        errScheme,
		"mailto:a@example.com":      errScheme,
		"tel:+1":                    errScheme,
		"http://":                   ErrURL,
		"http://?a":                 ErrURL,
		"http://exa mple.com/":      ErrURL,
		"http://a..b/":              ErrURL,
		"http://example.com:99999/": ErrURL,
		"http://example.com:x/":     ErrURL,
		"http://[::1":               ErrURL,
		"http://[fe80::1%25eth0]/":  ErrURL,
		"http://a%00b/":             ErrURL,
		"http://" + strings.Repeat("a", 300) + "/":       ErrURL,
		"http://example.com/" + strings.Repeat("a", 9e3): ErrURL,
		"http://example.com/" + strings.Repeat("a", 1e6): ErrURL,
	} {
		if got, err := Canonical(in); !errors.Is(err, want) {
			t.Errorf("Canonical(%.60q) = %q, %v; want %v", in, got, err, want)
		}
	}
}

func TestResolve(t *testing.T) {
	base, _ := url.Parse("https://example.com/a/b/c?q=1")
	for _, c := range []struct{ href, want string }{
		{"d", "https://example.com/a/b/d"},
		{"./d/", "https://example.com/a/b/d/"},
		{"../d", "https://example.com/a/d"},
		{"../../../d", "https://example.com/d"},
		{"/d", "https://example.com/d"},
		{"//other.org/d", "https://other.org/d"},
		{"///other.org/d", "https://other.org/d"},
		{"\\\\other.org\\d", "https://other.org/d"},
		{"?p=2", "https://example.com/a/b/c?p=2"},
		{"", "https://example.com/a/b/c?q=1"},
		{"#top", "https://example.com/a/b/c?q=1"},
		{"http://other.org", "http://other.org/"},
		{"https:d", "https://example.com/a/b/d"},
		{"http:d", "http://d/"},
		{"12:30.html", "https://example.com/a/b/12:30.html"},
		{"台风.html", "https://example.com/a/b/%E5%8F%B0%E9%A3%8E.html"},
		{" d e.html ", "https://example.com/a/b/d%20e.html"},
		{"d?x=http://other.org/", "https://example.com/a/b/d?x=http://other.org/"},
		{"d;jsessionid=5", "https://example.com/a/b/d"},
	} {
		if got, err := Resolve(base, c.href); err != nil || got != c.want {
			t.Errorf("Resolve(%q) = %q, %v; want %q", c.href, got, err, c.want)
		}
	}
	for _, href := range []string{"javascript:void(0)", "data:,x", "mailto:x@y.z", "https:javascript:x"} {
		if got, err := Resolve(base, href); !errors.Is(err, errScheme) {
			t.Errorf("Resolve(%q) = %q, %v; want ErrScheme", href, got, err)
		}
	}
}

func TestHost(t *testing.T) {
	for in, want := range map[string]string{
		"http://example.com/":          "example.com",
		"https://example.com:8080/a/b": "example.com:8080",
		"http://[::1]:81/":             "[::1]:81",
		"http://example.com?a":         "example.com",
		"example.com":                  "",
		"":                             "",
	} {
		if got := Host(in); got != want {
			t.Errorf("Host(%q) = %q, want %q", in, got, want)
		}
	}
}

// Law: a key is its own key, whatever it was made from.
func TestCanonicalIdempotent(t *testing.T) {
	part := rapid.SampledFrom([]string{
		"a", "B", "/", "//", ".", "..", "/../", "%", "%2", "%2F", "%2e", "%41", "%e5", "?", "&", "=", "#", ";", ";jsessionid=",
		"utm_a=1", "spm", "台", "ü", " ", "\\", "\t", "@", ":", "[", "]", "\x00", "\xff", "+", "'", "|", "example.com",
	})
	rapid.Check(t, func(t *rapid.T) {
		s := "http://h.example" + strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")
		checkKey(t, s)
	})
}

// Law: what the short cut for plain paths leaves as it stands is a key.
func TestPlainPath(t *testing.T) {
	base, _ := url.Parse("https://example.com/a/b/c?q=1")
	part := rapid.SampledFrom([]string{"/", "a", "B", ".", "..", "-", "_", "~", "1", "//", "index.html", "?", "%41", ";", "é"})
	rapid.Check(t, func(t *rapid.T) {
		href := "/" + strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "parts"), "")
		if !IsPlainPath(href) {
			return
		}
		if k, err := Resolve(base, href); err != nil || k != "https://example.com"+href {
			t.Fatalf("Resolve(%q) = %q, %v", href, k, err)
		}
	})
	if !IsPlainPath("/posts/2021/08/typhoon.html") || !IsPlainPath("/") || IsPlainPath("") || IsPlainPath("a") {
		t.Error("plain paths")
	}
}

func checkKey(t interface{ Fatalf(string, ...any) }, s string) {
	k, err := Canonical(s)
	if err != nil {
		return
	}
	again, err := Canonical(k)
	if err != nil || again != k {
		t.Fatalf("Canonical(%q) = %q, of which the key is %q, %v", s, k, again, err)
	}
	u, err := url.Parse(k)
	if err != nil || u.Host != Host(k) || !IsASCII(k) || strings.ContainsAny(k, " #\\") {
		t.Fatalf("Canonical(%q) = %q: not a plain URL (%v)", s, k, err)
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"http://example.com/a?b#c", "http:\\\\a\\..\\b", "//x", "http://台风.中国/%", "http://[::1]:80/;jsessionid=1?utm_x"} {
		f.Add(s)
	}
	base, _ := url.Parse("http://example.com/a/b")
	f.Fuzz(func(t *testing.T, s string) {
		checkKey(t, s)
		if k, err := Resolve(base, s); err == nil {
			checkKey(t, k)
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	base, _ := url.Parse("https://example.com/a/b/c")
	for b.Loop() {
		Resolve(base, "/posts/2021/08/09/typhoon.html")
	}
}

// TestIsKey: what is taken for its own key is.
func TestIsKey(t *testing.T) {
	slow := func(s string) (string, error) {
		u, err := parse(nil, s)
		if err != nil {
			return "", err
		}
		return key(new(url.URL).ResolveReference(u))
	}
	rapid.Check(t, func(t *rapid.T) {
		host := rapid.StringMatching(`[a-z0-9.-]{1,8}`).Draw(t, "host")
		path := rapid.StringMatching(`([/a-zA-Z0-9.~!$&'()*+,=:@_-]|%[0-9A-Fa-f]{2}|[;?#% ]){0,12}`).Draw(t, "path")
		s := rapid.SampledFrom([]string{"http://", "https://", "HTTP://"}).Draw(t, "scheme") + host + "/" + path
		if !isKey(s) {
			return
		}
		if k, err := slow(s); err != nil || k != s {
			t.Errorf("%q: %q, %v", s, k, err)
		}
	})
	for s, want := range map[string]bool{
		"http://a.b/c/%E6%9A%B4.htm": true, "http://a.b/Typhoon_(storm),_2007": true, "https://a.b/": true,
		"http://a.b/%41": false, "http://a.b/%e6": false, "http://a.b/c?d": false, "http://a.b//c": false,
		"http://A.b/": false, "http://a.b:80/": false, "http://a.b/c/../d": false, "http://a.b/;jsessionid=1": false,
	} {
		if isKey(s) != want {
			t.Errorf("isKey(%q) = %v", s, !want)
		}
	}
}
