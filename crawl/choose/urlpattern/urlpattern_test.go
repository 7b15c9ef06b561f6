package urlpattern

import (
	"slices"
	"testing"
)

func TestTemplate(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"http://h.test/", "h.test/"},
		{"http://h.test", "h.test/"},
		{"http://h.test/about.html", "h.test/*.html"},
		{"http://h.test/2021/06/20/rain/", "h.test/#/#/#/*/"},
		{"http://h.test/2022/07/01/wind/", "h.test/#/#/#/*/"},
		{"http://h.test/wp/h/Hurricane_Ivan.htm", "h.test/wp/*/*.htm"},
		{"http://h.test/news/123.html", "h.test/news/#.html"},
		{"http://h.test/tags/%E5%8F%B0%E9%A3%8E/", "h.test/tags/*/"},
		{"http://h.test/post-12/comments/", "h.test/*/*/"},
		{"http://h.test/list?page=2&sort=date", "h.test/*?page&sort&"},
		{"http://h.test/docs/index.html", "h.test/docs/index.html"},
	} {
		if got := Of(tt.url); got != tt.want {
			t.Errorf("Of(%s) = %s, want %s", tt.url, got, tt.want)
		}
	}
}

func TestPrefixAndDepth(t *testing.T) {
	for _, tt := range []struct {
		url, one, two string
		depth         int
	}{
		{"http://h.test/", "h.test/", "h.test/", 1},
		{"http://h.test/a.html", "h.test/", "h.test/", 1},
		{"http://h.test/a/b.html", "h.test/a/", "h.test/a/", 2},
		{"http://h.test/a/b/c/d", "h.test/a/", "h.test/a/b/", 4},
	} {
		p := Split(tt.url)
		if p.Prefix(1) != tt.one || p.Prefix(2) != tt.two || p.Depth() != tt.depth {
			t.Errorf("%s: %s, %s, depth %d", tt.url, p.Prefix(1), p.Prefix(2), p.Depth())
		}
	}
}

func TestBelow(t *testing.T) {
	for _, tt := range []struct {
		parent, child string
		want          bool
	}{
		{"http://h.test/a/", "http://h.test/a/b", true},
		{"http://h.test/a", "http://h.test/a/b", true},
		{"http://h.test/a/index.html", "http://h.test/a/b", true},
		{"http://h.test/a/", "http://h.test/a/", false},
		{"http://h.test/a", "http://h.test/ab", false},
		{"http://h.test/", "http://h.test/a", false}, // all are below the root
		{"http://h.test/index.html", "http://h.test/a", false},
		{"http://h.test/a/", "http://g.test/a/b", false},
		{"http://h.test/a.html", "http://h.test/a.html/b", true},
	} {
		if got := Split(tt.child).Below(Split(tt.parent).Folder()); got != tt.want {
			t.Errorf("%s below %s: %v", tt.child, tt.parent, got)
		}
	}
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		in   string
		max  int
		want []string
	}{
		{"/2021/tropicalStorm_Ida-path.html", 9, []string{"2021", "tropical", "storm", "ida", "path", "html"}},
		{"台风利奇马 Lekima", 9, []string{"台风", "风利", "利奇", "奇马", "lekima"}},
		{"ABC台风x", 9, []string{"abc", "台风", "x"}},
		{"台", 9, nil},
		{"one two three", 2, []string{"one", "two"}},
		{"台风台风", 2, []string{"台风", "风台"}},
		{" -- ", 9, nil},
		{"", 9, nil},
	} {
		var got []string
		Words(tt.in, tt.max, func(w string) { got = append(got, w) })
		if !slices.Equal(got, tt.want) {
			t.Errorf("words(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPager(t *testing.T) {
	for _, tt := range []struct {
		url, anchor string
		want        bool
	}{
		{"http://h.test/list?page=2", "", true},
		{"http://h.test/list?a=b&paged=12", "", true},
		{"http://h.test/list?page=all", "", false},
		{"http://h.test/blog/page/3/", "", true},
		{"http://h.test/page/about", "", false},
		{"http://h.test/x", " 3 ", true},
		{"http://h.test/x", "2021", false}, // a year
		{"http://h.test/x", "Next", true},
		{"http://h.test/x", "OLDER Posts", true},
		{"http://h.test/x", "Brazil", false},
		{"http://h.test/x", "下一页", true},
		{"http://h.test/x", "Next week's weather", false},
	} {
		if got := Pager(Split(tt.url), tt.anchor); got != tt.want {
			t.Errorf("pager(%s, %q) = %v", tt.url, tt.anchor, got)
		}
	}
}

func TestIsHub(t *testing.T) {
	for _, tt := range []struct {
		url, anchor string
		want        bool
	}{
		{"http://h.test/archives/", "", true},
		{"http://h.test/tags", "", true},
		{"http://h.test/categories.html", "", true},
		{"http://h.test/%E5%BD%92%E6%A1%A3/", "", true},
		{"http://h.test/p/7", "归档", true},
		{"http://h.test/p/7", " Sitemap ", true},
		{"http://h.test/p/7", "NEWS", true}, {"http://h.test/p/7", "Topics", true}, {"http://h.test/p/7", "Posts", true},
		{"http://h.test/p/7", "Blog", true}, {"http://h.test/p/7", "sİtemap", true}, {"http://h.test/p/7", "İndex", true},
		{"http://h.test/p/7", "n", false}, {"http://h.test/p/7", "Tango", false}, {"http://h.test/p/7", "\xff", false},
		{"http://h.test/tags/storm/", "storm", false},
		{"http://h.test/p/7", "All the news that is fit to print", false},
		{"http://h.test/", "", false},
	} {
		if got := IsHub(tt.url, tt.anchor); got != tt.want {
			t.Errorf("IsHub(%s, %q) = %v", tt.url, tt.anchor, got)
		}
	}
}

func TestLanguageName(t *testing.T) {
	for s, want := range map[string]bool{"English": true, " 简体中文 ": true, "Englishman": false, "": false} {
		if IsLanguage(s) != want {
			t.Errorf("languageName(%q) = %v", s, !want)
		}
	}
}

func FuzzURLParts(f *testing.F) {
	f.Add("http://h.test/a/b.html?page=2", "下一页")
	f.Add("://?&=", "%zz")
	f.Add("http://h/%ff%E5/index.", "\xff\xfe")
	f.Fuzz(func(t *testing.T, u, anchor string) {
		p := Split(u)
		_ = p.Pattern()
		_ = p.Prefix(2)
		_ = p.Below(p.Folder())
		_ = IsHub(u, anchor)
		_ = Pager(p, anchor)
		n := 0
		Words(p.Decoded(), 8, func(w string) {
			if n++; w == "" {
				t.Error("an empty word")
			}
		})
		if n > 8 {
			t.Errorf("%d words", n)
		}
	})
}
