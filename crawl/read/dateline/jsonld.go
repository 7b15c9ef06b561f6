package dateline

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

const (
	maxJSON  = 512 << 10 // bytes of a script
	maxDepth = 8         // of nested objects
)

// formPublished finds the date in broken JSON, which JSON-LD often is.
var formPublished = lazyre.Compile(`"(datePublished|pubDate)"\s*:\s*"([^"]{4,60})"`)

// jsonLD reads JSON-LD. pubDate is the name in Baidu's cambrian.jsonld.
func (x *finder) jsonLD(script string) {
	if len(script) > maxJSON {
		return
	}
	var v any
	if json.Unmarshal([]byte(script), &v) != nil {
		if m := formPublished().FindStringSubmatch(script); m != nil {
			x.add(rankJSONLD, "json-ld "+m[1], m[2])
		}
		return
	}
	x.node(v, 0)
}

// node looks for a page or an article at the top and in its main entity, but
// not in lists of others.
func (x *finder) node(v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, w := range v[:min(len(v), 50)] {
			x.node(w, depth+1)
		}
	case map[string]any:
		rank := rankJSONLDOther
		if isArticle(v["@type"]) || v["pubDate"] != nil {
			rank = rankJSONLD
		}
		for _, key := range []string{"datePublished", "pubDate"} {
			if s, ok := v[key].(string); ok {
				x.add(rank, "json-ld "+key, s)
			}
		}
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
			x.node(v[key], depth+1)
		}
	}
}

// isArticle reports the types of schema.org that are published texts.
func isArticle(t any) bool {
	switch t := t.(type) {
	case string:
		t = t[strings.LastIndexAny(t, "/:")+1:]
		return strings.HasSuffix(t, "Article") || strings.HasSuffix(t, "Posting") || t == "Report" || t == "SpecialAnnouncement"
	case []any:
		return slices.ContainsFunc(t, isArticle)
	}
	return false
}
