package crawlcmd

import (
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// sourceFlags are sitemaps and feeds to start from. Like the lines of a seeds file
// they belong to one crawl, so they are not settings.
type sourceFlags struct {
	sitemaps, feeds []string
}

func (f *sourceFlags) bind(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.sitemaps, "sitemap", nil, "URL of a sitemap or sitemap index to start from; may be given again")
	fs.StringArrayVar(&f.feeds, "feed", nil, "URL of an RSS, Atom or JSON feed to start from; may be given again")
}

// links are the sources as seeds, after those that the words of the command line name.
func (f *sourceFlags) links(words []string) (links []crawl.Link, err error) {
	for _, w := range words {
		named, err := seed.Word(w)
		if err != nil {
			return nil, err
		}
		if len(named) == 0 {
			return nil, english.Errorf("%q is no address of a page, such as https://weather.example/, and no file of addresses", term.Clip(w, 80))
		}
		links = append(links, named...)
	}
	for _, s := range []struct {
		flag string
		kind crawl.LinkKind
		urls []string
	}{{"sitemap", crawl.LinkSitemap, f.sitemaps}, {"feed", crawl.LinkFeed, f.feeds}} {
		for _, url := range s.urls {
			l, err := seed.Link(url)
			if err != nil {
				return nil, english.Errorf("--%s: %q is no http or https URL", s.flag, term.Clip(url, 80))
			}
			l.Kind = s.kind
			links = append(links, l)
		}
	}
	return links, nil
}
