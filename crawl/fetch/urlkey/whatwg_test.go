package urlkey

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

// TestWHATWG holds addresses against the parser that browsers have (WHATWG URL
// 4.4). Where a key is something else on purpose, the comment says so.
func TestWHATWG(t *testing.T) {
	base, err := url.Parse("http://base.example/dir/page?q#f")
	if err != nil {
		t.Fatal(err)
	}
	secure, err := url.Parse("https://base.example/")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, want string }{
		// Leading and trailing C0 controls and spaces, tabs and line ends within.
		{"\x00\x1f http://a.example/ \x1f", "http://a.example/"},
		{"ht\ntp://a.ex\tample/x\r\ny", "http://a.example/xy"},
		{"\thttp:\n//a.example", "http://a.example/"},
		// The slashes of special schemes.
		{"http:\\\\a.example\\x\\..\\y", "http://a.example/y"},
		{"http:/\\/\\a.example/", "http://a.example/"},
		{"\\\\a.example\\x", "http://a.example/x"},
		{"/\\a.example/x", "http://a.example/x"},
		{"//a.example", "http://a.example/"},
		{"////a.example/x", "http://a.example/x"},
		{"https:a.example", "https://a.example/"},
		{"http:x", "http://base.example/dir/x"},
		{"http:/x", "http://base.example/x"},
		{"\\x", "http://base.example/x"},
		{"..\\x", "http://base.example/x"},
		// Who and where: credentials are not part of a key.
		{"http://user@a.example/", "http://a.example/"},
		{"http://user:pass@a.example:80/", "http://a.example/"},
		{"http://a.example@b.example/", "http://b.example/"},
		{"http://a.example%40b.example@c.example/", "http://c.example/"},
		{"http://:@a.example/", "http://a.example/"},
		{"http://a.example:080/", "http://a.example/"},
		{"http://a.example:/", "http://a.example/"},
		{"https://a.example:80/", "https://a.example:80/"},
		// Names that look like others become visible as punycode.
		{"http://аpple.example/", "http://xn--pple-43d.example/"},   // Cyrillic а
		{"http://bаnk.example/", "http://xn--bnk-6cd.example/"},     // the same
		{"http://gооgle.example/", "http://xn--ggle-55da.example/"}, // Cyrillic о
		{"http://ａ.example/", "http://a.example/"},
		{"http://a。example/", "http://a.example/"},
		{"http://faß.example/", "http://xn--fa-hia.example/"},
		{"http://ＧＯ.example/", "http://go.example/"},
		{"http://%61.example/", "http://a.example/"},
		{"http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"},
		{"http://a\u00adb.example/", "http://ab.example/"}, // a soft hyphen is not seen, and mapped to nothing
		{"http://☃.example/", "http://xn--n3h.example/"},
		// Paths.
		{"http://a.example/./x/../y/%2e/%2E%2e/z", "http://a.example/z"},
		{"http://a.example/x/.%2e", "http://a.example/"},
		{"http://a.example/..%2f..%2fetc", "http://a.example/..%2F..%2Fetc"},
		{"http://a.example/%7Ex%2d", "http://a.example/~x-"},
		{"http://a.example/x y", "http://a.example/x%20y"},
		{"http://a.example/%", "http://a.example/%25"}, // a browser keeps it; a server that decodes sees the same
		{"http://a.example/\u202egnp.exe", "http://a.example/%E2%80%AEgnp.exe"},
		{"http://a.example/\x7f", "http://a.example/%7F"},
		{"http://a.example/\xed\xa0\x80", "http://a.example/%ED%A0%80"}, // a lone surrogate, as bytes
		{"http://a.example/\xff", "http://a.example/%FF"},
		{"http://a.example/x%00y", "http://a.example/x%00y"},
		// Query and fragment.
		{"?", "http://base.example/dir/page"},
		{"?x#y", "http://base.example/dir/page?x"},
		{"#\\", "http://base.example/dir/page?q"},
		{"http://a.example?x=\\..\\", "http://a.example/?x=%5C..%5C"}, // a browser keeps the backslash
		{"http://a.example/#javascript:x", "http://a.example/"},
		{"http://a.example/?<\">' ", "http://a.example/?%3C%22%3E'"},
		// A colon does not make a scheme where a scheme cannot be.
		{"1:x", "http://base.example/dir/1:x"},
		{"/javascript:x", "http://base.example/javascript:x"},
		{"./data:x", "http://base.example/dir/data:x"},
		{"?javascript:x", "http://base.example/dir/page?javascript:x"},
		{"-x:y", "http://base.example/dir/-x:y"},
	} {
		got, err := Resolve(base, c.in)
		if err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.in, got, err, c.want)
			continue
		}
		if again, err := Canonical(got); err != nil || again != got {
			t.Errorf("%q: its key %q has the key %q, %v", c.in, got, again, err)
		}
	}
	if got, err := Resolve(secure, "//a.example/x"); err != nil || got != "https://a.example/x" {
		t.Errorf("//: %q, %v", got, err)
	}
}

// TestSchemesRefused: nothing but http and https, however it is written.
func TestSchemesRefused(t *testing.T) {
	base, err := url.Parse("http://base.example/")
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{
		"javascript", "data", "file", "ftp", "ftps", "mailto", "tel", "sms", "ws", "wss", "gopher", "blob", "about", "view-source",
		"chrome", "jar", "vbscript", "intent", "magnet", "ed2k", "thunder", "weixin", "ldap", "dict", "smb", "ssh", "git", "filesystem", "x+y-z.1",
	} {
		for _, in := range []string{
			scheme + ":x", strings.ToUpper(scheme) + "://a.example/", " \x00\x1f" + scheme + ":x", scheme[:1] + "\t" + scheme[1:] + "\n:x",
			scheme + ":\\\\a.example", scheme + ":", scheme + "://", scheme + ":http://a.example/",
		} {
			if got, err := Resolve(base, in); !errors.Is(err, errScheme) {
				t.Errorf("%q: %q, %v", in, got, err)
			}
		}
	}
	for _, in := range []string{
		"http://", "http:///", "http://@/", "http://:80/", "http://a.example:65536/", "http://a.example:-1/", "http://a.example:8 0/", "http://[::1", "http://[x]/",
		"http://a<b/", "http://a>b/", "http://a^b/", "http://a|b/", "http://a%b/", "http://a%00.example/", "http://%2f/", "http://a\u200e..example/", "http://xn--/",
		"http://a.example:80:80/", "http://" + strings.Repeat("a.", 200) + "example/",
	} {
		if got, err := Resolve(base, in); err == nil {
			t.Errorf("%q became %q", in, got)
		}
	}
}

// FuzzResolve: whatever is resolved is http(s), has a plain host, no fragment and
// no credentials, and is its own key.
func FuzzResolve(f *testing.F) {
	for _, s := range []string{"http://a.example/x?y#z", "//u:p@a.example:80\\x", "..\\..//x", "ht\ntp:/\t/a", "http://аpple.example/%2e%2E/", "javascript:x", "?a=%u", "http://[::1]:81/", ";jsessionid=1/.."} {
		f.Add(s, "http://base.example/dir/page?q")
	}
	f.Fuzz(func(t *testing.T, href, from string) {
		base, err := url.Parse(from)
		if err != nil || base.Host == "" {
			return
		}
		key, err := Resolve(base, href)
		if err != nil {
			return
		}
		u, err := url.Parse(key)
		if err != nil {
			t.Fatalf("%q: key %q: %v", href, key, err)
		}
		if u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Host == "" || Host(key) != u.Host {
			t.Fatalf("%q: key %q", href, key)
		}
		for i := range len(key) {
			if c := key[i]; c <= ' ' || c >= 0x7f || c == '\\' || c == '"' || c == '<' || c == '>' {
				t.Fatalf("%q: key %q holds %q", href, key, c)
			}
		}
		if again, err := Canonical(key); again != key || err != nil {
			t.Fatalf("%q: key %q has the key %q, %v", href, key, again, err)
		}
	})
}
