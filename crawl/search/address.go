package search

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Address is the canonical address of q to a source.
func Address(source string, q Query) string {
	v := url.Values{"op": {q.Op.String()}, "page": {strconv.Itoa(max(q.Page, 1))}}
	if q.Lang != "" {
		v.Set("lang", q.Lang)
	}
	if q.Text != "" {
		v.Set("q", q.Text)
	}
	if q.Target != "" {
		v.Set("target", q.Target)
	}
	if q.Since > 0 {
		v.Set("since", q.Since.String())
	}
	return crawl.SearchScheme + url.PathEscape(source) + "?" + v.Encode()
}

// ParseAddress reads what Address returned.
func ParseAddress(address string) (source string, q Query, err error) {
	rest, ok := strings.CutPrefix(address, crawl.SearchScheme)
	name, query, ok2 := strings.Cut(rest, "?")
	if !ok || !ok2 {
		return "", q, fmt.Errorf("search: %.80q is no address of a question", address)
	}
	if source, err = url.PathUnescape(name); err != nil {
		return "", q, err
	}
	v, err := url.ParseQuery(query)
	if err != nil {
		return "", q, err
	}
	q.Lang, q.Text, q.Target = v.Get("lang"), v.Get("q"), v.Get("target")
	for q.Op = 0; q.Op < NumOps && q.Op.String() != v.Get("op"); q.Op++ {
	}
	if q.Page, err = strconv.Atoi(v.Get("page")); err != nil || q.Op == NumOps {
		return "", q, fmt.Errorf("search: %.80q is no address of a question", address)
	}
	if s := v.Get("since"); s != "" {
		q.Since, err = time.ParseDuration(s)
	}
	return source, q, err
}
