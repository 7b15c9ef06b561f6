package search

import (
	"errors"
	"net/url"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrForm is wrapped by the errors of Fill: the search cannot be asked for the words.
var ErrForm = errors.New("sitesearch: no usable search")

// Fill returns the canonical key under which a search answers for words. It fails if the
// words cannot be said in the encoding of the search, and if its address holds
// [crawl.SearchTerms] not once, or before its path.
func FillForm(s crawl.SiteSearch, words string) (key string, err error) {
	before, after, ok := strings.Cut(s.URL, crawl.SearchTerms)
	if !ok || strings.Contains(after, crawl.SearchTerms) || strings.Count(before, "/") < 3 {
		return "", english.Errorf("%w: %.80q", ErrForm, s.URL)
	}
	if s.Charset != "" {
		enc, err := htmlindex.Get(s.Charset)
		if err != nil {
			return "", english.Errorf("%w: %.40q: %w", ErrForm, s.Charset, err)
		}
		if words, err = enc.NewEncoder().String(words); err != nil {
			return "", english.Errorf("%w: %w", ErrForm, err)
		}
	}
	escaped := url.QueryEscape(words)
	if !strings.Contains(before, "?") {
		escaped = url.PathEscape(words)
	}
	if key, err = urlkey.Canonical(before + escaped + after); err != nil {
		return "", english.Errorf("%w: %w", ErrForm, err)
	}
	return key, nil
}
