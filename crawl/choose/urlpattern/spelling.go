package urlpattern

import (
	"slices"
	"strings"
)

// A Spelling is a way in which a site gives one page two addresses.
type Spelling uint8

// The spellings. Their order must not change: checkpoints hold their numbers.
const (
	Slash    Spelling = iota // a final slash, or none
	Scheme                   // http, or https
	WWW                      // with www., or without
	Index                    // /a/index.html, or /a/
	Tracking                 // where a reader came from: utm_source=, fbclid=
	Print                    // the page to print
	Mobile                   // the page for telephones
	Spellings
)

func (s Spelling) String() string {
	return [...]string{"final slash", "http or https", "www", "index page", "tracking", "print page", "mobile page"}[s]
}

// Respelled calls yield with each other address that a canonical URL has by one spelling alone: the
// plain one for all spellings, and for the first four the other one of a plain URL, too.
func Respelled(canonical string, yield func(s Spelling, other string)) {
	scheme, rest, ok := strings.Cut(canonical, "://")
	if !ok || scheme != "http" && scheme != "https" {
		return
	}
	address, query, asks := strings.Cut(rest, "?")
	if asks {
		query = "?" + query
	}
	host, path := address, "/"
	if i := strings.IndexByte(address, '/'); i >= 0 {
		host, path = address[:i], address[i:]
	}
	give := func(s Spelling, scheme, host, path, query string) { yield(s, scheme+"://"+host+path+query) }

	if p, had := strings.CutSuffix(path, "/"); had && p != "" {
		give(Slash, scheme, host, p, query)
	} else if !had && !strings.ContainsRune(path[strings.LastIndexByte(path, '/'):], '.') {
		give(Slash, scheme, host, path+"/", query)
	}
	if scheme == "http" {
		give(Scheme, "https", host, path, query)
	} else {
		give(Scheme, "http", host, path, query)
	}
	if h, had := strings.CutPrefix(host, "www."); had {
		give(WWW, scheme, h, path, query)
	} else if strings.Count(host, ".") <= 2 {
		give(WWW, scheme, "www."+host, path, query)
	}
	if dir, name := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]; isIndex(name) {
		give(Index, scheme, host, dir, query)
	} else if name == "" {
		give(Index, scheme, host, dir+"index.html", query)
	}
	plainer(query, path, host, func(s Spelling, host, path, query string) { give(s, scheme, host, path, query) })
}

// plainer gives the plain addresses of one that is tracked, to print or for telephones.
func plainer(query, path, host string, give func(s Spelling, host, path, query string)) {
	for _, s := range [...]struct {
		Spelling
		field func(key, value string) bool
	}{{Tracking, isTracking}, {Print, isPrint}, {Mobile, isMobile}} {
		if q, less := without(query, s.field); less {
			give(s.Spelling, host, path, q)
		}
	}
	if p, less := withoutFolder(path, "print"); less {
		give(Print, host, p, query)
	}
	for _, f := range [...]string{"amp", "mobile", "m"} {
		if p, less := withoutFolder(path, f); less {
			give(Mobile, host, p, query)
		}
	}
	for _, f := range [...]string{"m.", "mobile."} {
		if h, less := strings.CutPrefix(host, f); less {
			give(Mobile, h, path, query)
			give(Mobile, "www."+h, path, query)
		}
	}
}

// Respelling is the spelling by which alone two canonical URLs differ.
func Respelling(a, b string) (by Spelling, ok bool) {
	for _, pair := range [...][2]string{{a, b}, {b, a}} {
		Respelled(pair[0], func(s Spelling, other string) {
			if other == pair[1] && !ok {
				by, ok = s, true
			}
		})
	}
	return by, ok && a != b
}

func isIndex(name string) bool {
	name, ext, ok := strings.Cut(strings.ToLower(name), ".")
	return ok && (name == "index" || name == "default") && slices.Contains([]string{"html", "htm", "php", "asp", "aspx", "jsp", "shtml"}, ext)
}

func isTracking(key, _ string) bool {
	return strings.HasPrefix(key, "utm_") || slices.Contains([]string{"fbclid", "gclid", "msclkid", "mc_cid", "mc_eid", "igshid", "spm"}, key)
}

func isPrint(key, value string) bool {
	return key == "print" || key == "printable" || value == "print" && slices.Contains([]string{"view", "format", "output", "mode", "tmpl"}, key)
}

func isMobile(key, value string) bool {
	switch key {
	case "amp", "mobile":
		return true
	case "m":
		return value == "1"
	case "outputType", "view", "format":
		return value == "amp" || value == "mobile"
	}
	return false
}

// without returns a query, with its question mark, without some of its fields.
func without(query string, drops func(key, value string) bool) (rest string, less bool) {
	if query == "" {
		return query, false
	}
	var kept []string
	for kv := range strings.SplitSeq(query[1:], "&") {
		if k, v, _ := strings.Cut(kv, "="); drops(k, v) {
			less = true
			continue
		}
		kept = append(kept, kv)
	}
	if len(kept) == 0 {
		return "", less
	}
	return "?" + strings.Join(kept, "&"), less
}

// withoutFolder returns a path without a folder at its beginning or its end.
func withoutFolder(path, folder string) (rest string, less bool) {
	if rest, less = strings.CutPrefix(path, "/"+folder+"/"); less && rest != "" {
		return "/" + rest, true
	}
	if rest, less = strings.CutSuffix(path, "/"+folder+"/"); less && rest != "" {
		return rest + "/", true
	}
	if rest, less = strings.CutSuffix(path, "/"+folder); less && rest != "" {
		return rest, true
	}
	return path, false
}
