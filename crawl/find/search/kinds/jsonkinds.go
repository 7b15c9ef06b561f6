package kinds

import (
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

var languages = []string{langTag, langLower, langPrimary, langRegion, langPrefix}

// preset is a search with known settings.
type preset struct {
	name, help, url string // url: the whole template
	header          string // takes the key
	needsKey        bool
	perMinute, day  int
	options         map[string]string
}

// presets are the ready settings, after the documentation of each API.
func presets() []preset {
	return []preset{
		{
			name: "yacy", help: "a YaCy peer of your own (yacysearch.json)", url: "http://localhost:8090/yacysearch.json?query={searchTerms}&startRecord={startIndex?}&maximumRecords={count?}&resource=global&lr={language?}",
			header: "Authorization", perMinute: 10, day: 1000,
			options: map[string]string{"items": "channels[0].items[]", "link": "link", "title": "title", "snippet": "description", "date": "pubDate", "count": "10", "first-result": "0", "language": langPrefix},
		},
		{
			name: "marginalia", help: "Marginalia, an index of the small web; a free key; results under CC-BY-NC-SA", url: "https://api2.marginalia-search.com/search?query={searchTerms}&count={count?}&page={startPage?}",
			header: "API-Key", needsKey: true, perMinute: 6, day: 200,
			options: map[string]string{"items": "results[]", "link": "url", "title": "title", "snippet": "description", "count": "20", "first-page": "1"},
		},
		{
			name: "brave", help: "Brave Search, an index of its own; a key under contract", url: "https://api.search.brave.com/res/v1/web/search?q={searchTerms}&count={count?}&offset={startPage?}&search_lang={language?}",
			header: "X-Subscription-Token", needsKey: true, perMinute: 30, day: 60,
			options: map[string]string{"items": "web.results[]", "link": "url", "title": "title", "snippet": "description", "date": "page_age", "count": "20", "first-page": "0", "last-page": "10", "language": langLower},
		},
		{
			name: "mwmbl", help: "Mwmbl, a free index that volunteers make", url: "https://api.mwmbl.org/search?s={searchTerms}",
			header: "Authorization", perMinute: 6, day: 200,
			options: map[string]string{"items": "[]", "link": "url", "title": "title[].value", "snippet": "extract[].value"},
		},
	}
}

// Kinds are the rows of this package in the table of kinds.
func JSONKinds() []search.Kind {
	kinds := []search.Kind{jsonKind(preset{
		name: "json", help: "any search that answers in JSON, by the address of a question and the places of its results", header: "Authorization", perMinute: 6, day: 200,
	})}
	for _, p := range presets() {
		kinds = append(kinds, jsonKind(p))
	}
	return kinds
}

// kind makes the row of p: its options are the defaults of the settings.
func jsonKind(p preset) search.Kind {
	k := search.Kind{
		Name: p.name, Help: p.help, URL: "the address of a question, such as https://search.example/api?q={searchTerms}&page={startPage?}", DefaultURL: p.url,
		PerMinute: p.perMinute, PerDay: p.day, TTL: search.DefaultTTL, KeyHeader: p.header, NeedsKey: p.needsKey, New: newJSON,
	}
	for _, o := range []search.Option{
		{Name: "items", Help: "place of the results in the answer, such as web.results[]", Required: p.options["items"] == ""},
		{Name: "link", Help: "place of the address in a result", Default: "url"},
		{Name: "title", Help: "place of the title in a result", Default: "title"},
		{Name: "snippet", Help: "place of the piece of text in a result", Default: "description"},
		{Name: "date", Help: "place of the date in a result"},
		{Name: "count", Help: "results on a page", Default: "10"},
		{Name: "first-page", Help: "number of the first page", Default: "1"},
		{Name: "first-result", Help: "number of the first result", Default: "1"},
		{Name: "last-page", Help: "how many pages there are at most; 0: no limit", Default: "0"},
		{Name: "language", Help: "form of {language}: tag, lower, primary, region or lang_", Default: langTag},
	} {
		if v, ok := p.options[o.Name]; ok {
			o.Default = v
		}
		k.Options = append(k.Options, o)
	}
	return k
}

// defaultHeader is the header field that takes the key of a kind.
func defaultHeader(name string) string {
	for _, k := range JSONKinds() {
		if k.Name == name {
			return k.KeyHeader
		}
	}
	return ""
}
