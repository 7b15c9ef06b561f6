package search_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

func TestAddress(t *testing.T) {
	for _, x := range []struct {
		source string
		q      search.Query
		want   string
	}{
		{"own", search.Query{Text: "台风 登陆", Lang: "zh-Hans", Concepts: []string{"x"}}, "search:own?op=kw&lang=zh-Hans&page=1&q=%E5%8F%B0%E9%A3%8E+%E7%99%BB%E9%99%86"},
		{"own", search.Query{Text: "  a \t b\n", Target: "ignored"}, "search:own?op=kw&page=1&q=a+b"},
		{"own", search.Query{Text: "a&b=c?#", Page: 3, Since: 24 * time.Hour}, "search:own?op=kw&since=24h0m0s&page=3&q=a%26b%3Dc%3F%23"},
		{"cc", search.Query{Op: search.HostPages, Target: "a.example", Text: "ignored"}, "search:cc?op=host&page=1&q=a.example"},
		{"cc", search.Query{Op: search.Backward, Target: "https://a.example/?x=1", Page: -7, Since: -1}, "search:cc?op=back&page=1&q=https%3A%2F%2Fa.example%2F%3Fx%3D1"},
		{"own", search.Query{Text: "a", Since: time.Hour, Round: 20_787}, "search:own?op=kw&since=1h0m0s&round=20787&page=1&q=a"},
		{"own", search.Query{Text: "a", Round: -3}, "search:own?op=kw&page=1&q=a"},
		{"own", search.Query{Text: "a", Lang: "e&n", Page: 1 << 40}, "search:own?op=kw&page=1000&q=a"},
	} {
		if got := search.Address(x.source, x.q); got != x.want {
			t.Errorf("%s\nwant %s", got, x.want)
		}
		source, q, err := search.ParseAddress(x.want)
		if again := search.Address(source, q); err != nil || again != x.want || source != x.source || q.Op != x.q.Op {
			t.Errorf("%s: %s, %+v, %v", x.want, source, q, err)
		}
	}
	for _, bad := range []string{"", "search:", "search:own", "search:own?", "search:?op=kw&page=1&q=a", "search:Own?op=kw&page=1&q=a", "search:own?op=kw&page=1", "search:own?op=kw&q=a&page=1",
		"search:own?op=kw&page=01&q=a", "search:own?op=kw&page=1&q=%zz", "search:own?op=xx&page=1&q=a", "search:own?op=kw&page=1&q=a&key=secret", "search:own?page=1&op=kw&q=a",
		"search:own?op=kw&page=1&q=a++b", "search:own?op=kw&page=1001&q=a", "http://own?op=kw&page=1&q=a", "search:own?op=kw&since=0s&page=1&q=a", "search:own?op=kw&round=0&page=1&q=a", "search:own?op=kw&round=07&page=1&q=a"} {
		if _, q, err := search.ParseAddress(bad); !errors.Is(err, search.ErrAddress) {
			t.Errorf("%q: %+v, %v", bad, q, err)
		}
	}
}

// FuzzAddress: any question has an address that is read back as the same address, and
// what is read is written again.
func FuzzAddress(f *testing.F) {
	f.Add("own", uint8(0), "台风 登陆", "zh-Hans", 2, int64(time.Hour), "search:own?op=kw&lang=zh&page=1&q=a")
	f.Add("a-b.c_1", uint8(2), "\xff\x00%2B+&", "", -1, int64(-1), "search:own?op=rel&page=9&q=http%3A%2F%2Fa%2F")
	f.Add("x", uint8(3), strings.Repeat("长", 3000), "x-klingon", 5000, int64(1), "search:x?op=kw&since=1ns&page=1&q=")
	f.Fuzz(func(t *testing.T, source string, op uint8, text, lang string, page int, since int64, address string) {
		q := search.Query{Op: search.Op(op % search.NumOps), Text: text, Target: text, Lang: lang, Page: page, Since: time.Duration(since)}
		if search.ValidName(source) {
			a := search.Address(source, q)
			s, again, err := search.ParseAddress(a)
			if err != nil || s != source || search.Address(s, again) != a || strings.ContainsAny(a, " \n") {
				t.Errorf("%q: %q, %+v, %v", a, s, again, err)
			}
		}
		if s, q, err := search.ParseAddress(address); err == nil && search.Address(s, q) != address {
			t.Errorf("%q is read as %+v", address, q)
		}
	})
}
