package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// searchesOf parses markup in three ways and returns what each finds.
func searchesOf(t *testing.T, form string) map[string][]crawl.SiteSearch {
	t.Helper()
	found := map[string][]crawl.SiteSearch{}
	for name, body := range map[string]string{
		"one pass": "<html><body><p>x</p>" + form + "<p>y",
		"tree":     "<html><body><p>x</p>" + form + "<table>x</table>",
		"tokens":   "<html><body><p>x</p>" + form + strings.Repeat("<div>", 700) + "y",
	} {
		p, err := Parse(&crawl.Response{URL: "https://a.example/d/", Final: "https://a.example/d/", ContentType: "text/html; charset=utf-8", Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		found[name] = p.Searches
	}
	return found
}

// TestSearchForms: a form that searches the site is kept, any other is left alone.
func TestSearchForms(t *testing.T) {
	const u = "https://a.example"
	for _, x := range []struct{ form, want string }{
		{`<form action=/s><input name=q></form>`, u + "/s?q={searchTerms}"},
		{`<form action="/?x=1" method=GET role=search><input type=search name=zz><input type=submit name=go></form>`, u + "/?zz={searchTerms}"},
		{`<form action="find" class="site-search"><input type=hidden name="lang" value="zh &{}"><input name=w><input type=checkbox name=c></form>`, u + "/d/find?lang=zh+%26%7B%7D&w={searchTerms}"},
		{`<form action="//a.example/s"><div><input type=text name=keyword><button>Go</button></div></form>`, u + "/s?keyword={searchTerms}"},
		{`<form action="/q?a=b#top"><select name=s><option>1</select><input name=q></form>`, u + "/q?q={searchTerms}"},
		{`<form action="/gb" accept-charset="GBK, utf-8"><input name=q></form>`, u + "/gb?q={searchTerms} gbk"},
		{`<form action="/1"><input name=q></form><form action="/2"><input name=q></form><form action="/1"><input name=q></form>`, u + "/1?q={searchTerms} " + u + "/2?q={searchTerms}"},
		{`<form action=/s method=post><input name=q></form>`, ""},
		{`<form action=/s method=dialog><input name=q></form>`, ""},
		{`<form action=/login role=search><input name=q><input type=password name=p></form>`, ""},
		{`<form action=/s><input name=q><input type=file name=f></form>`, ""},
		{`<form action=/s><input name=q><input name=city></form>`, ""},
		{`<form action=/s><input type=email name=q></form>`, ""},
		{`<form action=/news><input name=email></form>`, ""},
		{`<form action=/s><input></form>`, ""},
		{`<form><input name=q></form>`, ""},
		{`<form action=""><input name=q></form>`, ""},
		{`<form action="//google.example/search"><input name=q></form>`, ""},
		{`<form action="javascript:find()"><input name=q></form>`, ""},
		{`<form action="http://u:p@a.example/s"><input name=q></form>`, "http://a.example/s?q={searchTerms}"},
		{`<form action="ftp://a.example/s"><input name=q></form>`, ""},
		{`<form action=/s><input name=q><input type=hidden name=csrf value=` + strings.Repeat("x", 300) + `></form>`, ""},
		{`<form action=/s><input name=q>` + strings.Repeat(`<input type=checkbox name=c>`, 100_000) + `</form>`, ""},
		{`<form action=/s><input name=q>` + strings.Repeat(`<input type=hidden name=h>`, 20) + `</form>`, ""},
		{`<form action=/s></form><input name=q>`, ""},
		{`<input name=q>`, ""},
	} {
		for how, found := range searchesOf(t, x.form) {
			var got []string
			for _, s := range found {
				got = append(got, strings.TrimSpace(s.URL+" "+s.Charset))
			}
			if d := cmp.Diff(x.want, strings.Join(got, " ")); d != "" {
				t.Errorf("%s: %.100s (-want +got):\n%s", how, x.form, d)
			}
		}
	}
	for how, found := range searchesOf(t, strings.Repeat(`<form action=/s><input name=q></form>`, 100)) {
		if len(found) != 1 {
			t.Errorf("%s: a hundred forms alike are %d", how, len(found))
		}
	}
	var many strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&many, "<form action=/%d><input name=q></form>", i)
	}
	for how, found := range searchesOf(t, many.String()) {
		if len(found) != maxSearches {
			t.Errorf("%s: %d searches, want %d", how, len(found), maxSearches)
		}
	}
}

// TestSearchCharset: the words are sent in the encoding of the page.
func TestSearchCharset(t *testing.T) {
	p, err := Parse(&crawl.Response{URL: "http://a.example/", ContentType: "text/html; charset=gb2312", Body: []byte("<form action=/s><input name=q></form>\xcc\xa8\xb7\xe7")})
	want := []crawl.SiteSearch{{URL: "http://a.example/s?q={searchTerms}", Charset: "gb18030"}}
	if d := cmp.Diff(want, p.Searches); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// TestSearchDescription: an OpenSearch description of the own host is used where there is
// no form.
func TestSearchDescription(t *testing.T) {
	const link = `<link rel="search" type="application/opensearchdescription+xml" href="%s" title=x>`
	for _, x := range []struct{ head, want string }{
		{fmt.Sprintf(link, "/os.xml"), "https://a.example/os.xml"},
		{fmt.Sprintf(link, "/os.xml") + fmt.Sprintf(link, "/other.xml"), "https://a.example/os.xml"},
		{fmt.Sprintf(link, "https://b.example/os.xml"), ""},
		{fmt.Sprintf(link, "javascript:x"), ""},
		{`<link rel=search type=text/html href=/s>`, ""},
		{`<link rel=alternate type=application/opensearchdescription+xml href=/s>`, ""},
	} {
		p, err := Parse(&crawl.Response{URL: "https://a.example/", ContentType: "text/html", Body: []byte("<head>" + x.head + "</head><p>x")})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range p.Searches {
			got += s.Description + s.URL
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", x.head, got, x.want)
		}
	}
	p, err := Parse(&crawl.Response{URL: "https://a.example/", ContentType: "text/html", Body: []byte(fmt.Sprintf(link, "/os.xml") + "<form action=/s><input name=q></form>")})
	if err != nil || len(p.Searches) != 1 || p.Searches[0].Description != "" {
		t.Errorf("%v, %+v: the form saves a request", err, p.Searches)
	}
}
