package config

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Key is one setting.
type Key struct {
	Name    string // as in flags and the YAML file
	Default any    // string, int, int64, float64, bool or time.Duration
	Usage   string // one line for --help and `ontocrawl config`
	Group   string // heading under which it is listed
}

// Env is the environment variable of the setting.
func (k Key) Env() string { return EnvName(k.Name) }

// EnvName is the environment variable of the setting called name.
func EnvName(name string) string {
	return EnvPrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// EnvPrefix begins every environment variable of ontocrawl.
const EnvPrefix = "ONTOCRAWL_"

// The groups of settings, in the order listed. What belongs to one method stands
// under that method.
const (
	groupTopic      = "Topic"
	groupSimilarity = "Similarity of concepts (On-ITS eq 1-3)"
	groupJudge      = "Page relevance"
	groupSearch     = "Search"
	groupTabu       = "Search: tabu"
	groupTabuOnITS  = "Search: tabu, on-its and its"
	groupOnITS      = "Search: on-its and its"
	groupAnnealing  = "Search: annealing and annealing-host"
	groupPriority   = "Link score: priority and pagerank (On-ITS eq 7-8)"
	groupRun        = "Run"
	groupRefresh    = "Ask again (--refresh)"
	groupFilter     = "Links that are followed"
	groupKept       = "What is kept"
	groupFetch      = "Politeness and limits"
	groupRender     = "Browser (--render)"
	groupOutput     = "Output"
)

// GroupAnnotation is the annotation under which [Bind] notes the group of a flag.
const GroupAnnotation = "ontocrawl-group"

// Keys returns the table of all settings, in the order listed.
func Keys() []Key {
	return []Key{
		{"topic", "", "embedded topic (typhoon, rainstorm, or both joined by a comma), or with --ontology a concept by label, synonym, local name or IRI", groupTopic},
		{"ontology", "", "ontology file in any syntax Protégé saves, or the name of an embedded one", groupTopic},
		{"map", "", "what properties of the ontology mean, for example \"影响: includes, hasGrade: ignore\"; also is-a, has-kind, synonym, included-by, core; or @FILE with such lines in YAML", groupTopic},
		{"keywords", "", "instead of topic and ontology: words between commas that are the topic, all of weight 1 (ITS)", groupTopic},
		{"topics", "", "topic directory: a YAML file of named topics, of which --topic chooses (docs/methods.md)", groupTopic},
		{"topic-from", "", "folder of sample documents (HTML, text, Markdown) that the topic is taken from, mixed with topic or ontology if given", groupTopic},
		{"lang", "", "language of names in the output: zh or en (default: from LC_ALL, LC_MESSAGES, LANG)", groupTopic},

		{"tau", 34.0, "distance at which the distance factor is 1/2", groupSimilarity},
		{"alpha", 0.80, "weight of the distance factor IFDis", groupSimilarity},
		{"beta", 0.04, "weight of the density factor IFDen", groupSimilarity},
		{"gamma", 0.06, "weight of the depth factor IFDep", groupSimilarity},
		{"delta", 0.03, "weight of the coincidence factor IFCoi", groupSimilarity},
		{"epsilon", 0.07, "weight of the relation factor IFRel", groupSimilarity},

		{"judge", "density", "rule of page relevance: " + strings.Join(Judges(), ", "), groupJudge},
		{"phi", 0.0, "a page is relevant above this (0: the judge's calibrated threshold)", groupJudge},
		{"tag-weights", "1,0.8,0.6,0.4,0.3", "weights of words in title, headings, emphasis, anchors and body, between commas (On-ITS eq 5); only their ratios count", groupJudge},
		{"segmenter", "hybrid", "Chinese word borders: hybrid (gse on pages that hit), trie (no gse), gse", groupJudge},

		{"strategy", "tabu", "search: " + strings.Join(Strategies(), ", ") + " (docs/methods.md)", groupSearch},
		{"linkrank", "", "what a link is worth, if not by the strategy's own reckoning: " + strings.Join(LinkRanks(), ", "), groupSearch},
		{"seed", int64(1), "seed of all randomness: the same seed walks the same trail", groupSearch},

		{"balance", 0.2, "tabu: share of moves that go to the least visited host", groupTabu},

		{"tenure", 5, "moves for which a page (on-its), a URL template or a place of a layout (tabu) stays tabu", groupTabuOnITS},
		{"tries", 5, "failures before on-its leaves a page, misses before tabu forbids a template or place", groupTabuOnITS},

		{"eta", 0.15, "on-its: a link qualifies above this priority", groupOnITS},
		{"chain", false, "on-its: go on from the accepted link instead of a random page", groupOnITS},
		{"work-copy", false, "on-its: a rejected link may be tried from the same page again later", groupOnITS},
		{"accept-random", false, "on-its: after a rejection move to a random link (the prose's rule)", groupOnITS},
		{"revisit", false, "on-its: drawn links must not be tabu either", groupOnITS},
		{"k-page", 1, "on-its: draw so many pages and stand on the best (1: as printed)", groupOnITS},
		{"k-link", 1, "on-its: draw so many links and try the best (1: as printed)", groupOnITS},

		{"temperature", 0.1, "annealing: temperature at first; it falls to a hundredth while max-pages are spent", groupAnnealing},
		{"proposals", 32, "annealing: draw so many links and propose the best (1: the plain rule)", groupAnnealing},

		{"omega", 0.6, "share of links against anchors in improved PageRank (eq 7)", groupPriority},
		{"d", 0.2, "jump weight of improved PageRank (eq 7)", groupPriority},
		{"mu1", 0.55, "weight of PageRank in the priority (eq 8)", groupPriority},
		{"mu2", 0.25, "weight of the linking pages' relevance in the priority (eq 8)", groupPriority},
		{"mu3", 0.20, "weight of the anchor's relevance in the priority (eq 8)", groupPriority},

		{"seeds", "", "file of URLs to start from, one a line, # for comments", groupRun},
		{"out", "", "run folder: made if new, continued if it holds this run", groupRun},
		{"web", "", "crawl a stored web instead of the network: a folder with index.tsv and pages/, WARC files parted by commas, a folder of them, or a run folder", groupRun},
		{"max-pages", 500, "stop after this many recorded pages", groupRun},
		{"workers", 8, "fetches at a time", groupRun},
		{"deterministic", false, "apply results in the order chosen, so that a run can be repeated page by page; all wait then for a page that must be asked again", groupRun},

		{"refresh-min", time.Hour, "crawl --refresh: least time between two visits of a page", groupRefresh},
		{"refresh-max", 30 * 24 * time.Hour, "crawl --refresh: longest time between two visits of a page", groupRefresh},
		{"refresh-new", 100, "crawl --refresh: new pages fetched beside those asked for again, at most", groupRefresh},

		{"sitemaps", "auto", "sitemaps that robots.txt names and feeds that pages name: auto (a few of each host that proves useful) or none", groupFilter},
		{"patience", 500, "pages of one shape of address on a host that say hardly anything new, none of them relevant, after which no more links of that shape are taken (traps); 0: never", groupFilter},
		{"include", "", "follow only links whose address matches this regular expression (RE2); seeds need not", groupFilter},
		{"exclude", "", "do not follow links whose address matches this regular expression (RE2)", groupFilter},
		{"same-site", false, "stay on the sites (registrable domains) of the seeds", groupFilter},
		{"filter", "", "keep to domain names akin to those of the seeds: core-domain (by the Public Suffix List) or core-labels (by a list of labels)", groupFilter},
		{"filter-topic", "", "filter: let links of pages on the topic pass all the same, by the paper's setting large (threshold 8) or small (.5)", groupFilter},

		{"warc", "relevant", "answers kept as they came over the wire, in WARC files: none, relevant (pages) or all", groupKept},
		{"warc-size", int64(1_000_000_000), "size in bytes at which a WARC file is followed by the next", groupKept},
		{"rotate-size", int64(0), "size in bytes at which pages.jsonl goes on in a new file and the old one is compressed; 0: never", groupKept},

		{"delay", time.Second, "least time between two requests to one site (registrable domain), and to one address", groupFetch},
		{"per-host", 1, "requests in flight at one site; more than 1 only with --delay 0s, on a server of your own", groupFetch},
		{"crawl-delay-cap", 30 * time.Second, "obey a robots.txt Crawl-delay up to this; the longest delay of a slow server too", groupFetch},
		{"timeout", time.Minute, "longest time for one fetch, redirects included", groupFetch},
		{"max-body", int64(8 << 20), "largest decoded body in bytes; the rest is cut", groupFetch},
		{"retries", 2, "times a page is asked for again whose server was busy or broken for now (429, 5xx) or did not answer in time", groupFetch},
		{"max-redirects", 10, "redirects followed for one URL", groupFetch},
		{"contact", "", "URL or mailto: address of yours, sent in the User-Agent so that site owners can reach you", groupFetch},
		{"proxy", "", "http(s) URL of a proxy for all requests; the proxy then resolves names, beyond our address check", groupFetch},
		{"allow-private", false, "allow loopback, private and other addresses that are not public", groupFetch},

		{"render", false, "read pages that hold scripts as a browser shows them, with a Chromium on this machine: about a second a page, and 450 MB of memory", groupRender},
		{"chrome", "", "program of Chromium or Chrome for --render (default: found on PATH)", groupRender},
		{"chrome-no-sandbox", false, "let --render run Chromium without its sandbox, as root must; better crawl as another user", groupRender},

		{"metrics", "", "address at which a crawl serves Prometheus metrics, /healthz and, if it is loopback, /debug/pprof/, for example localhost:9090; :9090 serves all who reach this machine", groupOutput},
		{"log-level", "info", "debug, info, warn or error", groupOutput},
		{"log-format", "text", "text or json", groupOutput},
	}
}

// Strategies are the names of --strategy, the default first. They are those of
// crawl/strategy, which this package does not know; cmd sees that they agree.
func Strategies() []string {
	return []string{"tabu", "on-its", "its", "annealing", "annealing-host", "tunnel", "best-first", "breadth-first"}
}

// LinkRanks are the names of --linkrank, likewise.
func LinkRanks() []string {
	return []string{"priority", "recipe", "uh", "teh", "tih", "amh", "rw", "rwb", "pagerank", "pagerank-classic",
		"pagerank-normal", "hits", "ipagerank", "content", "content-links", "shark", "layers"}
}

// Judges are the names of --judge, likewise, the default first.
func Judges() []string {
	return []string{"density", "present", "literal", "full-text", "boolean", "p-norm", "probabilistic", "centroid"}
}

// Filters are the names of --filter.
func Filters() []string { return []string{"core-domain", "core-labels"} }

// Bind defines flags for the named settings (all if none is named) on fs.
func Bind(fs *pflag.FlagSet, names ...string) {
	for _, k := range Keys() {
		if len(names) > 0 && !contains(names, k.Name) {
			continue
		}
		switch d := k.Default.(type) {
		case string:
			fs.String(k.Name, d, k.Usage)
		case int:
			fs.Int(k.Name, d, k.Usage)
		case int64:
			fs.Int64(k.Name, d, k.Usage)
		case float64:
			fs.Float64(k.Name, d, k.Usage)
		case bool:
			fs.Bool(k.Name, d, k.Usage)
		case time.Duration:
			fs.Duration(k.Name, d, k.Usage)
		default:
			// Unreachable while TestKeys passes; a programmer's slip, not input.
			panic(fmt.Sprintf("config: key %s has a default of type %T", k.Name, d))
		}
		fs.Lookup(k.Name).Annotations = map[string][]string{GroupAnnotation: {k.Group}}
	}
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
