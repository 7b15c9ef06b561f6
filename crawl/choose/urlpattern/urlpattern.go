// Package urlpattern says what a URL and an anchor show by their form: the pattern
// of a URL, its folders and words, and whether a link leads to a list of pages.
package urlpattern

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Parts is a canonical URL, split.
type Parts struct{ Host, Path, Query string }

// Split splits a canonical URL without parsing it anew.
func Split(canonical string) (p Parts) {
	_, rest, ok := strings.Cut(canonical, "://")
	if !ok {
		rest = canonical
	}
	rest, p.Query, _ = strings.Cut(rest, "?")
	p.Host, p.Path = rest, "/"
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		p.Host, p.Path = rest[:i], rest[i:]
	}
	return p
}

// Pattern is the URL without its numbers and without the name of its last segment,
// so that all pages that a host makes from one form have one pattern. Checkpoints
// hold hashes of patterns.
func (p Parts) Pattern() string {
	var b strings.Builder
	b.WriteString(p.Host)
	segments := strings.Split(strings.Trim(p.Path, "/"), "/")
	for i, s := range segments {
		b.WriteByte('/')
		if i == len(segments)-1 {
			b.WriteString(namePattern(s))
		} else {
			b.WriteString(folderPattern(s))
		}
	}
	if strings.HasSuffix(p.Path, "/") && len(p.Path) > 1 {
		b.WriteByte('/')
	}
	if p.Query != "" {
		b.WriteByte('?')
		for kv := range strings.SplitSeq(p.Query, "&") {
			k, _, _ := strings.Cut(kv, "=")
			b.WriteString(k)
			b.WriteByte('&')
		}
	}
	return b.String()
}

func namePattern(s string) string {
	ext := ""
	if i := strings.LastIndexByte(s, '.'); i > 0 && len(s)-i <= 6 {
		s, ext = s[:i], s[i:]
	}
	switch {
	case s == "" || s == "index":
		return s + ext
	case isNumber(s):
		return "#" + ext
	}
	return "*" + ext
}

func folderPattern(s string) string {
	switch {
	case isNumber(s):
		return "#"
	case len(s) == 1 || strings.ContainsAny(s, "0123456789%"):
		return "*"
	}
	return s
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// Prefix returns host and the first n folders of the path.
func (p Parts) Prefix(n int) string {
	end := 1
	for range n {
		i := strings.IndexByte(p.Path[end:], '/')
		if i < 0 {
			break
		}
		end += i + 1
	}
	return p.Host + p.Path[:end]
}

// Depth is the number of slashes of the path.
func (p Parts) Depth() int { return strings.Count(p.Path, "/") }

// Folder is the path that the sub-pages of a page share: the path itself, without a
// file name that means the folder. "" for the root.
func (p Parts) Folder() string {
	dir := p.Path
	if i := strings.LastIndexByte(dir, '/'); strings.HasPrefix(dir[i+1:], "index.") {
		dir = dir[:i+1]
	}
	if !strings.HasSuffix(dir, "/") {
		dir += "/"
	}
	if dir == "/" {
		return ""
	}
	return p.Host + dir
}

// Below reports whether p lies under a folder as folder returns it.
func (p Parts) Below(folder string) bool {
	return folder != "" && len(folder) < len(p.Host)+len(p.Path) &&
		strings.HasPrefix(folder, p.Host) && strings.HasPrefix(p.Path, folder[len(p.Host):])
}

// Words calls yield with the lower-case words of a text, at most limit. Words end
// where neither letter nor digit follows, and within camelCase; a run of Chinese
// characters gives its pairs.
func Words(s string, limit int, yield func(string)) {
	start, n := -1, 0
	var last rune
	lastAt := 0
	emit := func(end int) {
		if start >= 0 && n < limit {
			yield(strings.ToLower(s[start:end]))
			n++
		}
		start = -1
	}
	for i, r := range s {
		switch {
		case n >= limit:
			return
		case script.Han(r):
			if !script.Han(last) {
				emit(i)
			} else if n < limit {
				yield(s[lastAt : i+utf8.RuneLen(r)])
				n++
			}
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			emit(i)
		case start < 0:
			start = i
		case unicode.IsUpper(r) && unicode.IsLower(last):
			emit(i)
			start = i
		}
		last, lastAt = r, i
	}
	emit(len(s))
}

// Decoded is path and query as a person reads them.
func (p Parts) Decoded() string {
	s := p.Path
	if p.Query != "" {
		s += "?" + p.Query
	}
	if d, err := url.PathUnescape(s); err == nil && utf8.ValidString(d) {
		return d
	}
	return s
}

// IsPager reports whether a link, by its URL or its anchor, leads to a further page
// of a list.
func IsPager(canonical, anchor string) bool { return Pager(Split(canonical), anchor) }

// Pager is IsPager of a URL that was split.
func Pager(p Parts, anchor string) bool {
	for kv := range strings.SplitSeq(p.Query, "&") {
		if k, v, _ := strings.Cut(kv, "="); (k == "page" || k == "paged" || k == "p") && isNumber(v) {
			return true
		}
	}
	if _, after, ok := strings.Cut(p.Path, "/page/"); ok {
		n, _, _ := strings.Cut(after, "/")
		if isNumber(strings.TrimSuffix(n, ".html")) {
			return true
		}
	}
	return PagerName(anchor)
}

// PagerName reports whether an anchor alone says so.
func PagerName(anchor string) bool {
	anchor = strings.TrimSpace(anchor)
	if len(anchor) > len("older posts") || anchor != "" && anchor[0]|0x20 >= 'a' && anchor[0]|0x20 <= 'z' && anchor[0]|0x20 != 'n' && anchor[0]|0x20 != 'o' {
		return false // most are, or begin otherwise
	}
	switch a := strings.ToLower(anchor); a {
	case "next", "next page", "older", "older posts", "下一页", "下一頁", "下页", "下頁":
		return true
	default:
		return isNumber(a) && len(a) <= 3
	}
}

// IsHub reports whether a link, by the last segment of its URL or by a short
// anchor, calls itself a list of pages: an archive, a tag page, a site map. Such
// pages are the quickest way to learn what a host holds.
func IsHub(canonical, anchor string) bool {
	p := Split(canonical)
	path := strings.TrimSuffix(p.Decoded(), "/")
	if i := strings.IndexByte(path, '?'); i >= 0 {
		path = path[:i]
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return hubWord(name) || HubName(anchor)
}

// HubName reports whether a short anchor alone says so.
func HubName(anchor string) bool {
	return len(anchor) <= 12*utf8.UTFMax && utf8.RuneCountInString(anchor) <= 12 && hubWord(strings.TrimSpace(anchor))
}

// InHub reports whether a folder of the URL, or its name, calls itself a list of
// pages: /tags/storms, /archive/2021.
func (p Parts) InHub() bool {
	path, _, _ := strings.Cut(p.Decoded(), "?")
	for folder := range strings.SplitSeq(path, "/") {
		if hubWord(folder) {
			return true
		}
	}
	return false
}

func hubWord(s string) bool {
	if len(s) < 2 || s[0]|s[1] < utf8.RuneSelf && !strings.Contains("ar ta to si po bl in ne ca", string([]byte{s[0] | 0x20, s[1] | 0x20})) {
		return false // most begin otherwise
	}
	s = strings.ToLower(s[:min(len(s), 32)]) // none of them is as long
	switch s {
	case "archive", "archives", "tag", "tags", "topic", "topics", "sitemap", "posts", "blog", "index", "news",
		"归档", "歸檔", "标签", "標籤", "分类", "分類", "目录", "目錄", "专题", "專題", "列表", "文章",
		"所有文章", "全部文章", "文章归档", "文章列表", "文章分类", "文章分類", "文章歸檔":
		return true
	}
	return strings.HasPrefix(s, "categor")
}

// IsLanguage reports whether an anchor is the name of a language, as in a menu of
// translations.
func IsLanguage(anchor string) bool {
	anchor = strings.TrimSpace(anchor)
	if len(anchor) > 2*len("bahasa indonesia") {
		return false // most are; a name takes no more in capitals
	}
	switch strings.ToLower(anchor) {
	case "english", "en", "deutsch", "français", "español", "italiano", "português", "nederlands", "polski",
		"türkçe", "русский", "العربية", "日本語", "한국어", "ไทย", "tiếng việt", "bahasa indonesia",
		"中文", "简体中文", "繁體中文", "繁体中文", "简体", "繁體", "繁体", "正體中文", "中文版", "英文", "英文版", "zh", "zh-cn", "zh-tw":
		return true
	}
	return false
}

// Of returns the pattern of a URL.
func Of(canonical string) string { return Split(canonical).Pattern() }
