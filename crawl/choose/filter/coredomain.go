package filter

import (
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// CoreDomains is the domain-name link filter of Wen, Chen, Yuan and Zhu (2014).
// The core of a domain name is the part that its owner chose (weather of
// www.weather.com.cn). A link passes if its domain name has a core of a seed (the
// paper keeps the cores in a trie). So weather.com passes if
// weather.com.cn is a seed, which is more than [sites] allows and less than the
// whole web. A topic stage may let refused links pass.
//
// There are two ways to find the core. By the Public Suffix List it is the
// label before the public suffix. By labels, the paper's way, all labels of a
// list (www, com, cn, ...) are removed and every remaining one is a core; then
// sina of sina.example.com counts too, and a label missing from the list
// becomes a core by mistake. Our copy of the paper does not show the list;
// [Labels] holds what the paper's examples need.
type CoreDomains struct {
	cores    map[string]bool
	byLabels bool
	topic    *TopicStage
	Tally    Tally

	page  *crawl.Page // the page asked about last,
	score float64     // and its score
}

// TopicStage holds the parameters of the topic stage. The links of a page pass
// if its Score reaches Threshold.
type TopicStage struct {
	Content, Title float64 // weight of a mention in the text, and in the title
	Variety        float64 // d: gain with each further concept
	Threshold      float64
}

// The paper prints two settings, TopicLarge and TopicSmall. They are not one
// rule in two scales: the weights of the second are a tenth of the first's, its
// threshold a sixteenth. In the first one's scale the second needs 5 where the
// first needs 8, so it lets more pass.
func TopicLarge() *TopicStage {
	return &TopicStage{Content: 1, Title: 3, Variety: .2, Threshold: 8}
}

// TopicSmall is the second printed setting.
func TopicSmall() *TopicStage {
	return &TopicStage{Content: .1, Title: .3, Variety: .2, Threshold: .5}
}

// Labels are removed from both ends of a domain name to find its core.
func Labels() []string {
	return []string{
		"www", "www1", "www2", "www3", "wap", "m", "mobile", "web", "home", "en", "cn", "zh",
		"news", "bbs", "blog", "blogs", "forum", "mail", "ftp", "img", "video", "search", "sports", "finance",
		"com", "net", "org", "edu", "gov", "mil", "ac", "co", "int", "info", "biz", "name", "tv", "cc", "me",
		"us", "uk", "hk", "tw", "jp", "de", "fr", "ca", "au", "eu", "ru", "kr", "sg", "mo", "in",
	}
}

// CoreOptions are the options of [NewCoreDomains]. The zero value uses the
// Public Suffix List, without a topic stage.
type CoreOptions struct {
	ByLabels bool
	Topic    *TopicStage
}

// NewCoreDomains returns the filter for the cores of the seeds' domain names.
func NewCoreDomains(seeds []crawl.Link, opt CoreOptions) *CoreDomains {
	c := &CoreDomains{cores: map[string]bool{}, byLabels: opt.ByLabels, topic: opt.Topic}
	for i := range seeds {
		host, _, _ := parts(seeds[i].URL)
		for _, core := range c.coresOf(host) {
			c.cores[core] = true
		}
	}
	return c
}

// coresOf returns the cores of a host. An IP address is its own core.
func (c *CoreDomains) coresOf(host string) []string {
	n := hostName(host)
	if n == "" {
		return nil
	}
	if _, err := netip.ParseAddr(strings.Trim(n, "[]")); err == nil {
		return []string{n}
	}
	if !c.byLabels {
		domain, err := publicsuffix.EffectiveTLDPlusOne(n)
		if err != nil {
			return []string{n} // localhost, or a public suffix itself
		}
		core, _, _ := strings.Cut(domain, ".")
		return []string{core}
	}
	listed := Labels()
	var cores []string
	for label := range strings.SplitSeq(n, ".") {
		if label != "" && !slices.Contains(listed, label) {
			cores = append(cores, label)
		}
	}
	if len(cores) == 0 {
		return []string{n} // no label is left of news.cn: the whole name
	}
	return cores
}

// Allow implements crawl.Filter.
func (c *CoreDomains) Allow(l *crawl.Link, from *crawl.Page) (reason string) {
	c.Tally.Links++
	host, _, _ := parts(l.URL)
	if slices.ContainsFunc(c.coresOf(host), func(core string) bool { return c.cores[core] }) {
		return ""
	}
	if c.topic != nil && from != nil && c.scoreOf(from) >= c.topic.Threshold {
		c.Tally.ByTopic++
		return ""
	}
	c.Tally.Refused++
	return "core domain"
}

// scoreOf is Score of the page that holds the link, cached, since a page's
// links come one after the other.
func (c *CoreDomains) scoreOf(p *crawl.Page) float64 {
	if c.page != p {
		c.page, c.score = p, c.topic.Score(p)
	}
	return c.score
}

// Score is the printed score of a page,
//
//	(SUM ct w_ct + SUM tl w_tl) (1 + d (num-1))
//
// with ct and tl the mentions of the topic's words in the text and in the
// title, and num the number of different concepts among them.
func (s TopicStage) Score(p *crawl.Page) float64 {
	content, title := 0, 0
	seen := make(map[int32]bool)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		for j := range b.Mentions {
			m := &b.Mentions[j]
			seen[m.Entry] = true
			switch {
			case m.Inside: // its place is counted
			case b.Title:
				title++
			default:
				content++
			}
		}
	}
	return (float64(content)*s.Content + float64(title)*s.Title) * (1 + s.Variety*float64(len(seen)-1))
}

// Tally counts what a filter did.
type Tally struct {
	Links   int // asked about
	Refused int
	ByTopic int // passed by the topic stage alone
}

// TLP is the share of links that passed, 0..1; 0 before the first. The papers
// give the share refused, 1 - TLP.
func (t Tally) TLP() float64 {
	if t.Links == 0 {
		return 0
	}
	return float64(t.Links-t.Refused) / float64(t.Links)
}
