package page

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Bounds of structured data (JSON-LD 1.1). Nobody sees it, so a page may hold any
// amount of it.
const (
	maxStructured      = 256 << 10 // bytes of a script element
	maxStructuredDepth = 16
)

// isStructured reports the type of script elements that hold data: JSON-LD, or the state of
// the page.
func isStructured(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	kind = strings.TrimSpace(kind)
	return strings.EqualFold(kind, "application/ld+json") || strings.EqualFold(kind, "application/json")
}

// structured reads a script element with data: its breadcrumb, which broken data has not,
// and what it says of the page.
func (b *builder) structured(src string) {
	b.keepData(src)
	if b.dataTrail != nil || len(src) > maxStructured || !strings.Contains(src, "BreadcrumbList") {
		return
	}
	var data any
	if json.Unmarshal([]byte(src), &data) == nil {
		b.dataTrail = dataTrail(data, 0)
	}
}

// dataTrail finds the first BreadcrumbList of schema.org.
func dataTrail(data any, depth int) []crumb {
	if depth > maxStructuredDepth {
		return nil
	}
	switch v := data.(type) {
	case []any:
		for _, e := range v {
			if trail := dataTrail(e, depth+1); trail != nil {
				return trail
			}
		}
	case map[string]any:
		if hasType(v["@type"], "BreadcrumbList") {
			return listItems(v["itemListElement"])
		}
		for _, key := range []string{"@graph", "breadcrumb", "mainEntity", "mainEntityOfPage", "isPartOf"} {
			if trail := dataTrail(v[key], depth+1); trail != nil {
				return trail
			}
		}
	}
	return nil
}

// hasType reports whether the types of a node, one or a list, contain want.
func hasType(types any, want string) bool {
	switch v := types.(type) {
	case string:
		return v == want || strings.HasSuffix(v, "schema.org/"+want)
	case []any:
		return slices.ContainsFunc(v, func(t any) bool { return t == want })
	}
	return false
}

// listItems returns the names of a list's items by their position; nil if there
// are too many.
func listItems(list any) []crumb {
	items, ok := list.([]any)
	if !ok {
		items = []any{list}
	}
	if len(items) > maxTrail {
		return nil
	}
	type placed struct {
		crumb
		position float64
	}
	var all []placed
	for _, e := range items {
		item, _ := e.(map[string]any)
		position, _ := item["position"].(float64)
		c := dataCrumb(item)
		for _, named := range appendCrumb(nil, c.name, c.href) {
			all = append(all, placed{named, position})
		}
	}
	slices.SortStableFunc(all, func(x, y placed) int { return cmp.Compare(x.position, y.position) })
	var out []crumb
	for _, p := range all {
		out = append(out, p.crumb)
	}
	return out
}

// dataCrumb reads a ListItem: its name stands in it or in its item, which is an
// address or a node.
func dataCrumb(item map[string]any) (c crumb) {
	c.name, _ = item["name"].(string)
	switch v := item["item"].(type) {
	case string:
		c.href = v
	case map[string]any:
		c.href, _ = v["@id"].(string)
		if url, ok := v["url"].(string); ok && c.href == "" {
			c.href = url
		}
		if name, ok := v["name"].(string); ok && c.name == "" {
			c.name = name
		}
	}
	c.name = visible(html.UnescapeString(c.name))
	return c
}

// visible drops what is not seen of a text outside of the markup: control and
// direction characters. White space is collapsed.
func visible(s string) string {
	s = strings.Map(func(r rune) rune {
		space, gone := invisible(r)
		switch {
		case space:
			return ' '
		case gone, r < ' ' && r != '\n' && r != '\t' && r != '\r' && r != '\f', r == 0x7f:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return collapse(s)
}
