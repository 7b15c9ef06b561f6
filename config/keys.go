package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Key is one setting.
type Key struct {
	Name    string   // as in flags and the YAML file
	Default any      // string, int, int64, float64, bool or time.Duration
	Usage   string   // one line for --help and `ontocrawl config`
	Group   string   // heading under which it is listed
	Values  []string // all values that it can have; nil: any of its type, or those of Sources.Values
	List    bool     // the flag may be given several times; its values are joined by commas
	Size    bool     // a number of bytes, which may have a unit ([ParseSize])
	Machine Power    // "": who edits jobs at the page may set it, too
}

// Power says what a setting reaches beyond a crawl, in English. Such a setting is set on the
// machine only, by flag, variable or file: who may save the file of jobs at the page must not
// change it.
type Power string

// The powers.
const (
	powerProgram  Power = "it says which program runs, and how"
	powerFile     Power = "it names a file or folder of the machine"
	powerVariable Power = "it names a variable of the machine"
	powerInside   Power = "it opens addresses that are not public"
	powerSpend    Power = "it says what is asked of a service with the key of the machine"
	powerProxy    Power = "it says through which machine all requests go"
)

// Env is the environment variable of the setting.
func (k Key) Env() string { return EnvName(k.Name) }

// EnvName is the environment variable of the setting called name.
func EnvName(name string) string {
	return EnvPrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// EnvPrefix begins every environment variable of ontocrawl.
const EnvPrefix = "ONTOCRAWL_"

// The groups of settings, in the order listed.
const (
	groupTopic      = "Topic"
	groupSimilarity = "Similarity of concepts (On-ITS eq 1-3)"
	groupJudge      = "Page relevance"
	groupSearch     = "Search"
	groupRun        = "Run"
	groupSources    = "Search sources (docs/discovery.md)"
	groupRefresh    = "Ask again (--refresh)"
	groupFilter     = "Links that are followed"
	groupKept       = "What is kept"
	groupFetch      = "Politeness and limits"
	groupRender     = "Browser (--render)"
	groupQuery      = "Questions (query, serve)"
	groupCluster    = "Cluster (node, crawl --cluster; docs/cluster.md)"
	groupMonitor    = "Monitoring jobs (watch, serve; docs/monitoring.md)"
	groupOutput     = "Output"
)

// GroupAnnotation is the annotation under which [Bind] notes the group of a flag.
const GroupAnnotation = "ontocrawl-group"

// Keys returns the table of all settings, in the order listed.
func Keys() []Key {
	return []Key{
		{Name: "topic", Default: "", Usage: "embedded topic (typhoon, rainstorm, earthquake, flood, drought ..., several joined by a comma), or with --ontology a concept by label, synonym, local name or IRI", Group: groupTopic},
		{Name: "ontology", Default: "", Usage: "ontology file in any syntax Protégé saves, or the name of an embedded one", Group: groupTopic, Machine: powerFile},
		{Name: "map", Default: "", Usage: "what properties of the ontology mean, for example \"影响: includes, hasGrade: ignore\"; also is-a, has-kind, synonym, included-by, core; or @FILE with such lines in YAML", Group: groupTopic, Machine: powerFile},
		{Name: "reason", Default: "auto", Usage: "Is-a that follows from the axioms of the ontology is inferred: auto (where classes are defined), on or off", Group: groupTopic, Values: []string{"auto", "on", "off"}},
		{Name: "core", Default: "auto", Usage: "which concepts are core: auto (if the topic bears the name of the ontology, those that the ontology marks; else the concept and its kinds) or concept (always the concept and its kinds)", Group: groupTopic, Values: []string{"auto", "concept"}},
		{Name: "keywords", Default: "", Usage: "instead of topic and ontology: words between commas that are the topic, all of weight 1 (ITS)", Group: groupTopic},
		{Name: "topics", Default: "", Usage: "topic directory: a YAML file of named topics, of which --topic chooses (docs/methods.md)", Group: groupTopic, Machine: powerFile},
		{Name: "topic-from", Default: "", Usage: "folder of sample documents (HTML, text, Markdown, PDF, DOCX, ODT) that the topic is taken from, mixed with topic or ontology if given", Group: groupTopic, Machine: powerFile},
		{Name: "lang", Default: "", Usage: "language of help, messages and names in the output: zh or en (default: from LC_ALL, LC_MESSAGES, LANG)", Group: groupTopic, Values: []string{"zh", "en"}},

		{Name: "tau", Default: 34.0, Usage: "distance at which the distance factor is 1/2", Group: groupSimilarity},
		{Name: "alpha", Default: 0.80, Usage: "weight of the distance factor IFDis", Group: groupSimilarity},
		{Name: "beta", Default: 0.04, Usage: "weight of the density factor IFDen", Group: groupSimilarity},
		{Name: "gamma", Default: 0.06, Usage: "weight of the depth factor IFDep", Group: groupSimilarity},
		{Name: "delta", Default: 0.03, Usage: "weight of the coincidence factor IFCoi", Group: groupSimilarity},
		{Name: "epsilon", Default: 0.07, Usage: "weight of the relation factor IFRel", Group: groupSimilarity},

		{Name: "judge", Default: "fielded", Usage: "rule of page relevance (docs/methods.md)", Group: groupJudge},
		{Name: "phi", Default: 0.0, Usage: "a page is relevant above this (0: the judge's calibrated threshold)", Group: groupJudge},
		{Name: "tag-weights", Default: "", Usage: "weights of words in title, headings, emphasis, anchors and body, between commas (On-ITS eq 5; only their ratios count); empty: the judge's own", Group: groupJudge},
		{Name: "taught", Default: "run", Usage: "what corrects verdicts: run (what marks taught this run, if ontocrawl teach --apply was called), off, or a file taught.json of another run", Group: groupJudge, Machine: powerFile},
		{Name: "judge-endpoint", Default: "", Usage: "service with an OpenAI-compatible /chat/completions that gives a second opinion of uncertain pages, such as http://localhost:11434/v1 (docs/endpoint.md)", Group: groupJudge, Machine: powerInside},
		{Name: "judge-model", Default: "", Usage: "model that judge-endpoint is asked for, such as qwen3:8b", Group: groupJudge, Machine: powerSpend},
		{Name: "judge-key-env", Default: "", Usage: "environment variable that holds the key of judge-endpoint", Group: groupJudge, Machine: powerVariable},
		{Name: "judge-queries", Default: 100, Usage: "ask judge-endpoint about at most so many pages in a run, answered or not", Group: groupJudge, Machine: powerSpend},
		{Name: "segmenter", Default: "hybrid", Usage: "Chinese word borders: hybrid (gse on pages that hit), trie (no gse), gse", Group: groupJudge, Values: []string{"hybrid", "trie", "gse"}},

		{Name: "strategy", Default: "tabu", Usage: "search (docs/methods.md)", Group: groupSearch},
		{Name: "linkrank", Default: "", Usage: "link ranker that scores links in place of the strategy's own (docs/methods.md)", Group: groupSearch},
		{Name: "seed", Default: int64(1), Usage: "seed of all randomness: the same seed walks the same trail", Group: groupSearch},

		{Name: "seeds", Default: "", Usage: "file of URLs to start from, one a line, # for comments", Group: groupRun, Machine: powerFile},
		{Name: "out", Default: "", Usage: "run folder: made if new, continued if it holds this run", Group: groupRun, Machine: powerFile},
		{Name: "web", Default: "", Usage: "crawl a stored web instead of the network: a folder with index.tsv and pages/, WARC files parted by commas, a folder of them, or a run folder", Group: groupRun, Machine: powerFile},
		{Name: "web-outside", Default: "dead", Usage: "web: what answers at hosts that the stored web does not have: live (made pages, failures, slow hosts, about as on the live web) or dead (nothing)", Group: groupRun, Values: []string{"live", "dead"}},
		{Name: "learn-from", Default: "", Usage: "run folder of the same topic: begin with what that run has learned of hosts, links and the topic (a run that goes on has it already)", Group: groupRun, Machine: powerFile},
		{Name: "max-pages", Default: 500, Usage: "stop after this many recorded pages; 0: no limit (the default if max-requests, until-dry or max-time is set)", Group: groupRun},
		{Name: "max-requests", Default: 0, Usage: "stop after this many requests, failures included; with --refresh those of this run; 0: no limit", Group: groupRun},
		{Name: "until-dry", Default: 0, Usage: "stop when so many requests in a row brought no find; a higher number lets the same command go on; 0: never", Group: groupRun},
		{Name: "max-time", Default: time.Duration(0), Usage: "stop each run after this time, such as 90m; what is being fetched then is still recorded if it comes within 10s; 0: no limit", Group: groupRun},
		{Name: "max-wait", Default: 5 * time.Minute, Usage: "stop when all that is left has to wait for its servers (Retry-After, delays) this long without an answer; the same command goes on later; 0: no limit", Group: groupRun},
		{Name: "memory", Default: "", Usage: "memory to keep to, such as 512MB: half of it for answers in flight, fetches wait for it (default: three quarters of the machine's or its control group's)", Group: groupRun},
		{Name: "workers", Default: 8, Usage: "fetches at a time", Group: groupRun},
		{Name: "frontier-memory", Default: 1024, Usage: "MB for what is known of waiting links; what is above it, of those least likely to be chosen, lies in the run folder; 0: no limit", Group: groupRun},
		{Name: "deterministic", Default: false, Usage: "apply results in the order chosen, so that a run can be repeated page by page; all wait then for a page that must be asked again", Group: groupRun},

		{Name: searchKey, Default: "", Usage: "search sources to ask for pages: names from the YAML mapping search, or KIND=URL such as searxng=http://localhost:8888; several between commas", Group: groupSources, List: true},
		{Name: "queries", Default: 100, Usage: "ask search sources at most so many questions in a run, answered or not", Group: groupSources},
		{Name: "search-lang", Default: "", Usage: "languages to ask search sources in, between commas, such as zh,en (zh-Hans and zh-Hant are two); all that the topic has words in, if empty", Group: groupSources, List: true},

		{Name: "refresh-min", Default: time.Hour, Usage: "crawl --refresh: least time between two visits of a page", Group: groupRefresh},
		{Name: "refresh-max", Default: 30 * 24 * time.Hour, Usage: "crawl --refresh: longest time between two visits of a page", Group: groupRefresh},
		{Name: "refresh-new", Default: 100, Usage: "crawl --refresh: new pages fetched beside those asked for again, at most", Group: groupRefresh},

		{Name: "sitemaps", Default: "auto", Usage: "sitemaps that robots.txt names and feeds that pages name: auto (a few of each host that proves useful) or none", Group: groupFilter, Values: []string{"auto", "none"}},
		{Name: "site-search", Default: "on", Usage: "the search forms of sites that prove useful, asked for a word of the topic, further ones as far as they bring relevant pages: on or off", Group: groupFilter, Values: []string{"on", "off"}},
		{Name: "patience", Default: 32, Usage: "requests that a site may cost beyond those that its new text pays for, before its links are left (crawler traps); 0: as many as it likes", Group: groupFilter},
		{Name: "max-links", Default: 10_000, Usage: "links taken from one page, in its order; 0: no limit", Group: groupFilter},
		{Name: "max-hosts", Default: 1000, Usage: "hosts, beside its own, to which links are taken from one page; 0: no limit", Group: groupFilter},
		{Name: "include", Default: "", Usage: "follow only links whose address matches this regular expression (RE2); seeds need not", Group: groupFilter},
		{Name: "exclude", Default: "", Usage: "do not follow links whose address matches this regular expression (RE2)", Group: groupFilter},
		{Name: "same-site", Default: false, Usage: "stay on the sites (registrable domains) of the seeds", Group: groupFilter},
		{Name: "filter", Default: "", Usage: "keep to domain names akin to those of the seeds: core-domain (by the Public Suffix List) or core-labels (by a list of labels)", Group: groupFilter, Values: Filters()},
		{Name: "filter-topic", Default: "", Usage: "filter: let links of pages on the topic pass all the same, by the paper's setting large (threshold 8) or small (.5)", Group: groupFilter, Values: []string{"large", "small"}},

		{Name: "warc", Default: "relevant", Usage: "answers kept as they came over the wire, in WARC files: none, relevant (pages) or all", Group: groupKept, Values: []string{"none", "relevant", "all"}},
		{Name: "keep-text", Default: "all", Usage: "texts of pages, kept to judge them again without fetching them: none or all", Group: groupKept, Values: []string{"none", "all"}},
		{Name: "warc-size", Default: int64(1_000_000_000), Usage: "size, such as 1GB, at which a WARC file is followed by the next", Group: groupKept, Size: true},
		{Name: "rotate-size", Default: int64(0), Usage: "size, such as 100MB, at which pages.jsonl goes on in a new file and the old one is compressed; 0: never", Group: groupKept, Size: true},

		{Name: "delay", Default: time.Second, Usage: "least time between two requests to one site (registrable domain), and to one address", Group: groupFetch},
		{Name: "per-host", Default: 1, Usage: "requests in flight at one site; more than 1 only with --delay 0s, on a server of your own", Group: groupFetch},
		{Name: "crawl-delay-cap", Default: 30 * time.Second, Usage: "obey a robots.txt Crawl-delay up to this; the longest delay of a slow server too", Group: groupFetch},
		{Name: "timeout", Default: time.Minute, Usage: "longest time for one fetch, redirects included", Group: groupFetch},
		{Name: "max-body", Default: int64(8 << 20), Usage: "largest decoded body, such as 8MiB; the rest is cut", Group: groupFetch, Size: true},
		{Name: "documents", Default: "on", Usage: "read PDF, DOCX and ODT as pages, too: on or off; PDF by pdftotext where it is installed", Group: groupFetch, Values: []string{"on", "off"}},
		{Name: "retries", Default: 2, Usage: "times a page is asked for again whose server was busy or broken for now (429, 5xx) or did not answer in time", Group: groupFetch},
		{Name: "max-redirects", Default: 10, Usage: "redirects followed for one URL", Group: groupFetch},
		{Name: "chain-cookies", Default: "on", Usage: "send the cookies that a chain of redirects sets to its later requests, and forget them at its end: on or off", Group: groupFetch, Values: []string{"on", "off"}},
		{Name: "contact", Default: "", Usage: "URL or mailto: address of yours, sent in the User-Agent so that site owners can reach you", Group: groupFetch},
		{Name: "proxy", Default: "", Usage: "http(s) URL of a proxy for all requests, without user and password; the proxy then resolves names, beyond our address check", Group: groupFetch, Machine: powerProxy},
		{Name: "proxy-auth-env", Default: "", Usage: "environment variable that holds user:password for the proxy", Group: groupFetch, Machine: powerVariable},
		{Name: "proxy-auth-file", Default: "", Usage: "file that holds user:password for the proxy, and nothing else", Group: groupFetch, Machine: powerFile},
		{Name: "accounts", Default: "", Usage: "YAML file of who you are at hosts that ask: header fields, cookies, log-in, with secrets by reference (docs/accounts.md)", Group: groupFetch, Machine: powerFile},
		{Name: "allow-private", Default: false, Usage: "allow loopback, private and other addresses that are not public", Group: groupFetch, Machine: powerInside},

		{Name: "render", Default: false, Usage: "read pages that hold scripts as a browser shows them, with a Chromium on this machine: about a second a page, and 450 MB of memory", Group: groupRender, Machine: powerProgram},
		{Name: "chrome", Default: "", Usage: "program of Chromium or Chrome for --render (default: found on PATH)", Group: groupRender, Machine: powerProgram},
		{Name: "chrome-no-sandbox", Default: false, Usage: "let --render run Chromium without its sandbox, as root must; better crawl as another user", Group: groupRender, Machine: powerProgram},

		{Name: "query-max-time", Default: 30 * time.Second, Usage: "end a question in SPARQL after this time; 0: no limit", Group: groupQuery},
		{Name: "query-max-rows", Default: 10_000, Usage: "refuse an answer in SPARQL of more rows", Group: groupQuery},

		{Name: "cluster-name", Default: "ontocrawl", Usage: "name of the cluster; clusters of different names can share a broker", Group: groupCluster},
		{Name: "cluster-nodes", Default: 3, Usage: "a crawl begins when so many nodes are there, and its parts are divided between them", Group: groupCluster},
		{Name: "parts", Default: 1, Usage: "the crawl is divided between the nodes in so many parts, 1 to 256, which decide by themselves and share one budget; for good", Group: groupCluster},
		{Name: "cluster-durable", Default: "node", Usage: "what a recorded page outlives: node, the process of its node; or cluster, the machine: then parts move between nodes", Group: groupCluster, Values: []string{"node", "cluster"}},
		{Name: "cluster-lost-after", Default: 10 * time.Minute, Usage: "how long a part waits for its node to come back before another one begins it anew; 0: for ever", Group: groupCluster},
		{Name: "cluster-ca", Default: "", Usage: "certificate, in PEM, of the authority that has signed those of all nodes; without it everything stays on this machine", Group: groupCluster, Machine: powerFile},
		{Name: "cluster-cert", Default: "", Usage: "certificate of this process, in PEM", Group: groupCluster, Machine: powerFile},
		{Name: "cluster-key", Default: "", Usage: "file of the key of cluster-cert, in PEM", Group: groupCluster, Machine: powerFile},

		{Name: "job-files", Default: "", Usage: "folders, between commas, in which files may lie that people name for jobs at the page, such as ontologies; all others are named in the file of jobs on the machine", Group: groupMonitor, List: true, Machine: powerFile},
		{Name: "receiver-hosts", Default: "", Usage: "hosts, between commas, that alerts may be sent to although their addresses are not public", Group: groupMonitor, List: true, Machine: powerInside},

		{Name: "metrics", Default: "", Usage: "address at which a crawl serves Prometheus metrics, /healthz and, if it is loopback, /debug/pprof/, for example localhost:9090; :9090 serves all who reach this machine", Group: groupOutput},
		{Name: "log-level", Default: "info", Usage: "debug, info, warn or error", Group: groupOutput, Values: []string{"debug", "info", "warn", "error"}},
		{Name: "log-format", Default: "text", Usage: "text or json", Group: groupOutput, Values: []string{"text", "json"}},
	}
}

// Filters are the names of --filter.
func Filters() []string { return []string{"core-domain", "core-labels"} }

// Bind defines flags for the named settings (all if none is named) on fs; MethodOption is a name, too.
func Bind(fs *pflag.FlagSet, names ...string) {
	if len(names) == 0 || slices.Contains(names, MethodOption) {
		f := fs.VarPF(new(optionValue), MethodOption, "", "option of the chosen judge, strategy or link ranker, such as tries=7; may be given again (\"ontocrawl methods\" lists them)")
		f.Annotations = map[string][]string{GroupAnnotation: {groupSearch}}
	}
	for _, k := range Keys() {
		if len(names) > 0 && !slices.Contains(names, k.Name) {
			continue
		}
		switch d := k.Default.(type) {
		case string:
			if k.List {
				fs.Var(new(listValue), k.Name, k.Usage)
				break
			}
			fs.String(k.Name, d, k.Usage)
		case int:
			fs.Int(k.Name, d, k.Usage)
		case int64:
			if k.Size {
				size := sizeValue(d)
				fs.Var(&size, k.Name, k.Usage)
				break
			}
			fs.Int64(k.Name, d, k.Usage)
		case float64:
			fs.Float64(k.Name, d, k.Usage)
		case bool:
			fs.Bool(k.Name, d, k.Usage)
		case time.Duration:
			fs.Duration(k.Name, d, k.Usage)
		default:
			// Unreachable while TestKeys passes; a programmer's slip, not input.
			panic(fmt.Sprintf("config: key %s has a default of type %T", k.Name, d)) // not translated: for the programmer
		}
		fs.Lookup(k.Name).Annotations = map[string][]string{GroupAnnotation: {k.Group}}
	}
}

// List returns the values of a setting that has several between commas.
func List(value string) (all []string) {
	for one := range strings.SplitSeq(value, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// sizeValue is a flag that takes a size.
type sizeValue int64

func (v *sizeValue) String() string { return strconv.FormatInt(int64(*v), 10) }

// Type is the name of the value in help texts.
func (v *sizeValue) Type() string { return "size" }

func (v *sizeValue) Set(s string) error {
	n, err := ParseSize(s)
	*v = sizeValue(n)
	return err
}

// listValue is a flag that may be given several times.
type listValue string

func (l *listValue) String() string { return string(*l) }

// Type is the name of the value in help texts.
func (l *listValue) Type() string { return "string" }

func (l *listValue) Set(s string) error {
	if *l != "" {
		s = string(*l) + "," + s
	}
	*l = listValue(s)
	return nil
}
