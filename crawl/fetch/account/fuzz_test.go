package account_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/account"
)

// Whatever stands in a file of cookies, reading it ends in a fault or in cookies that may
// stand in a header and go to their host only.
func FuzzCookies(f *testing.F) {
	f.Add(".a.example\tTRUE\t/\tTRUE\t0\tsid\tabc\n")
	f.Add("#HttpOnly_a.example\tFALSE\t/x\tTRUE\t4102444800\tsid\t\"a b\"\r\n# comment\n\n")
	f.Add("a.example\tTRUE\t\tFALSE\t-1\t\t\n")
	f.Add("\t\t\t\t\t\t")
	dir := f.TempDir()
	name := filepath.Join(dir, "accounts.yaml")
	if err := os.WriteFile(name, []byte("- host: '*.a.example'\n  cookies: c.txt\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(filepath.Join(dir, "c.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := account.Read(name, account.Options{})
		if err != nil {
			return
		}
		for _, host := range []string{"a.example", "b.a.example"} {
			if c := a.Fields(&url.URL{Scheme: "https", Host: host, Path: "/x"}).Get("Cookie"); strings.ContainsAny(c, "\r\n\x00") {
				t.Errorf("%q", c)
			}
		}
		if h := a.Fields(&url.URL{Scheme: "https", Host: "b.example", Path: "/"}); h != nil {
			t.Errorf("%v for another host", h)
		}
	})
}

// Whatever stands in a file of accounts, reading it ends in a fault or in accounts.
func FuzzRead(f *testing.F) {
	f.Add("- host: a.example\n  headers: {A: {env: X, before: y}}\n  http: true\n")
	f.Add("- host: '*.a.example'\n  login: {page: 'https://a.example/', form: 'form.x', fields: {a: b}}\n  session: s\n")
	f.Add("- &a [*a]")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		name := filepath.Join(dir, "accounts.yaml")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if a, err := account.Read(name, account.Options{}); err == nil && len(a.Hosts()) == 0 {
			t.Error("neither a fault nor an account")
		}
	})
}
