package config

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// TopicSettings say what a topic is made of.
type TopicSettings struct {
	Topic     string `mapstructure:"topic"`
	Ontology  string `mapstructure:"ontology"`
	Map       string `mapstructure:"map"`
	Reason    string `mapstructure:"reason"`
	Core      string `mapstructure:"core"`
	Keywords  string `mapstructure:"keywords"`
	Topics    string `mapstructure:"topics"`
	TopicFrom string `mapstructure:"topic-from"`

	// Rules is Map, rule by rule. Load brings Map into one form, whether it was a
	// flag, a YAML mapping or a file of its own.
	Rules []rule `mapstructure:"-"`
}

// SimilaritySettings are the parameters of the similarity of concepts.
type SimilaritySettings struct {
	Tau     float64 `mapstructure:"tau"`
	Alpha   float64 `mapstructure:"alpha"`
	Beta    float64 `mapstructure:"beta"`
	Gamma   float64 `mapstructure:"gamma"`
	Delta   float64 `mapstructure:"delta"`
	Epsilon float64 `mapstructure:"epsilon"`
}

func (c *SimilaritySettings) check(v *validator) {
	v.check(c.Tau > 0 && !math.IsInf(c.Tau, 0), "tau", c.Tau, "above 0")
	v.sumsToOne([]string{"alpha", "beta", "gamma", "delta", "epsilon"},
		[]float64{c.Alpha, c.Beta, c.Gamma, c.Delta, c.Epsilon})
}

// JudgeSettings say how pages are judged.
type JudgeSettings struct {
	Judge      string  `mapstructure:"judge"`
	Phi        float64 `mapstructure:"phi"`
	TagWeights string  `mapstructure:"tag-weights"`
	Taught     string  `mapstructure:"taught"`
	Segmenter  string  `mapstructure:"segmenter"`

	JudgeEndpoint string `mapstructure:"judge-endpoint"`
	JudgeModel    string `mapstructure:"judge-model"`
	JudgeKeyEnv   string `mapstructure:"judge-key-env"`
	JudgeQueries  int    `mapstructure:"judge-queries"`
}

func (c *JudgeSettings) check(v *validator) {
	v.unit("phi", c.Phi)
	_, err := ParseTagWeights(c.TagWeights)
	v.check(err == nil || c.TagWeights == "", "tag-weights", fmt.Sprintf("%.60q", c.TagWeights), "five numbers above 0 and at most 1000 between commas: for title, headings, emphasis, anchors and body")
	v.check(!redact.Has(c.JudgeEndpoint), "judge-endpoint", redact.Text(c.JudgeEndpoint), "without user and password; judge-key-env names the variable that holds the key")
	v.check(c.JudgeEndpoint == "" || webURL(c.JudgeEndpoint) && !strings.ContainsAny(c.JudgeEndpoint, "?#"), "judge-endpoint", redact.Value(c.JudgeEndpoint), "an http or https URL such as http://localhost:11434/v1")
	v.check((c.JudgeEndpoint == "") == (c.JudgeModel == ""), "judge-model", fmt.Sprintf("%.60q", c.JudgeModel), "set if judge-endpoint is, and only then")
	v.check(c.JudgeKeyEnv == "" || variable().MatchString(c.JudgeKeyEnv), "judge-key-env", redact.Mark, "the name of a variable, not what it holds")
	v.atLeast("judge-queries", c.JudgeQueries, 0)
}

// StrategySettings say in which order links are tried.
type StrategySettings struct {
	Strategy string `mapstructure:"strategy"`
	LinkRank string `mapstructure:"linkrank"`
	Seed     int64  `mapstructure:"seed"`
	Sitemaps string `mapstructure:"sitemaps"`

	SiteSearch string `mapstructure:"site-search"`

	Patience int `mapstructure:"patience"`
}

func (c *StrategySettings) check(v *validator) {
	v.atLeast("patience", c.Patience, 0)
}

// FilterSettings say which links may be followed.
type FilterSettings struct {
	SameSite    bool   `mapstructure:"same-site"`
	Include     string `mapstructure:"include"`
	Exclude     string `mapstructure:"exclude"`
	Filter      string `mapstructure:"filter"`
	FilterTopic string `mapstructure:"filter-topic"`
	MaxLinks    int    `mapstructure:"max-links"`
	MaxHosts    int    `mapstructure:"max-hosts"`
}

func (c *FilterSettings) check(v *validator) {
	v.pattern("include", c.Include)
	v.pattern("exclude", c.Exclude)
	v.atLeast("max-links", c.MaxLinks, 0)
	v.atLeast("max-hosts", c.MaxHosts, 0)
	v.check(c.FilterTopic == "" || c.Filter != "", "filter-topic", fmt.Sprintf("%q", c.FilterTopic), "left out, or filter set")
}

// RunSettings say where a crawl starts, how far it goes and where it is kept.
type RunSettings struct {
	Seeds         string        `mapstructure:"seeds"`
	Out           string        `mapstructure:"out"`
	Web           string        `mapstructure:"web"`
	LearnFrom     string        `mapstructure:"learn-from"`
	WebOutside    string        `mapstructure:"web-outside"`
	MaxPages      int           `mapstructure:"max-pages"`
	MaxRequests   int           `mapstructure:"max-requests"`
	UntilDry      int           `mapstructure:"until-dry"`
	MaxTime       time.Duration `mapstructure:"max-time"`
	MaxWait       time.Duration `mapstructure:"max-wait"`
	Memory        string        `mapstructure:"memory"`
	Workers       int           `mapstructure:"workers"`
	Parts         int           `mapstructure:"parts"`
	FrontierMB    int           `mapstructure:"frontier-memory"`
	Deterministic bool          `mapstructure:"deterministic"`
	Retries       int           `mapstructure:"retries"`
	WARC          string        `mapstructure:"warc"`
	WARCSize      int64         `mapstructure:"warc-size"`
	KeepText      string        `mapstructure:"keep-text"`
	RotateSize    int64         `mapstructure:"rotate-size"`
}

func (c *RunSettings) check(v *validator) {
	v.atLeast("max-pages", c.MaxPages, 0)
	v.atLeast("max-requests", c.MaxRequests, 0)
	v.atLeast("until-dry", c.UntilDry, 0)
	v.check(c.MaxTime >= 0, "max-time", c.MaxTime, "0s or more")
	v.check(c.MaxWait >= 0, "max-wait", c.MaxWait, "0s or more")
	v.check(c.Memory == "" || c.MemoryBytes() >= leastMemory, "memory", fmt.Sprintf("%.40q", c.Memory), "a size of 64MB or more, such as 512MB or 2GiB")
	v.check(c.FrontierMB >= 0 && c.FrontierMB <= 1<<20, "frontier-memory", c.FrontierMB, "0 to 1048576")
	v.check(c.Workers >= 1 && c.Workers <= 1000, "workers", c.Workers, "1 to 1000")
	v.check(c.Parts >= 1 && c.Parts <= mostParts, "parts", c.Parts, "1 to 256")
	v.atLeast("retries", c.Retries, 0)
	v.check(c.WARCSize >= 1024, "warc-size", c.WARCSize, "1024 bytes or more")
	v.check(c.RotateSize == 0 || c.RotateSize >= 1024, "rotate-size", c.RotateSize, "0 or 1024 bytes or more")
}

// mostParts is cluster.MostParts: what a crawl can be divided into.
const mostParts = 256

// leastMemory is the least that a crawl of few pages can work with.
const leastMemory = 64_000_000

// MemoryBytes is Memory in bytes; 0 if it is not set or no size.
func (c *RunSettings) MemoryBytes() int64 {
	n, err := ParseSize(c.Memory)
	if err != nil {
		return 0
	}
	return n
}

// SearchSettings say which search sources are asked for pages.
type SearchSettings struct {
	// Search is the sources to ask: names and KIND=URL, between commas. "" is none.
	Search string `mapstructure:"search"`

	// Queries is the greatest number of questions of a run.
	Queries int `mapstructure:"queries"`

	// SearchLang is the languages to ask in, between commas. "" is all.
	SearchLang string `mapstructure:"search-lang"`

	// SearchSources are the sources that the YAML file defines, in order. They are asked
	// only if Search names them.
	SearchSources []searchSource `mapstructure:"-"`
}

// RefreshSettings say when recorded pages are asked for again.
type RefreshSettings struct {
	RefreshMin time.Duration `mapstructure:"refresh-min"`
	RefreshMax time.Duration `mapstructure:"refresh-max"`
	RefreshNew int           `mapstructure:"refresh-new"`
}

func (c *RefreshSettings) check(v *validator) {
	v.check(c.RefreshMin >= 0, "refresh-min", c.RefreshMin, "0s or more")
	v.checkf(c.RefreshMax >= c.RefreshMin, "refresh-max", c.RefreshMax, "refresh-min (%v) or more", c.RefreshMin)
	v.atLeast("refresh-new", c.RefreshNew, 0)
}

// FetchSettings say how the network is asked.
type FetchSettings struct {
	Delay         time.Duration `mapstructure:"delay"`
	PerHost       int           `mapstructure:"per-host"`
	CrawlDelayCap time.Duration `mapstructure:"crawl-delay-cap"`
	Timeout       time.Duration `mapstructure:"timeout"`
	MaxBody       int64         `mapstructure:"max-body"`
	Documents     string        `mapstructure:"documents"`
	MaxRedirects  int           `mapstructure:"max-redirects"`
	ChainCookies  string        `mapstructure:"chain-cookies"`
	Contact       string        `mapstructure:"contact"`
	Proxy         string        `mapstructure:"proxy"`
	ProxyAuthEnv  string        `mapstructure:"proxy-auth-env"`
	ProxyAuthFile string        `mapstructure:"proxy-auth-file"`
	Accounts      string        `mapstructure:"accounts"`
	AllowPrivate  bool          `mapstructure:"allow-private"`
}

// variable is the name of an environment variable.
var variable = lazyre.Compile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (c *FetchSettings) check(v *validator) {
	v.check(c.Delay >= 0, "delay", c.Delay, "0s or more")
	v.check(c.PerHost >= 1 && c.PerHost <= 1000, "per-host", c.PerHost, "1 to 1000")
	v.check(c.PerHost <= 1 || c.Delay == 0, "per-host", c.PerHost, "1 unless delay is 0s: more at a time and a pause between them contradict each other")
	v.check(c.CrawlDelayCap >= 0, "crawl-delay-cap", c.CrawlDelayCap, "0s or more")
	v.check(c.Timeout > 0, "timeout", c.Timeout, "above 0s")
	v.check(c.MaxBody >= 1024, "max-body", c.MaxBody, "1024 bytes or more")
	v.atLeast("max-redirects", c.MaxRedirects, 0)
	v.check(contactOK(c.Contact), "contact", c.Contact, "an http(s) URL or a mailto: address")
	v.check(!redact.Has(c.Contact), "contact", redact.Text(c.Contact), "without user and password: every site is told it")
	v.check(c.Proxy == "" || webURL(c.Proxy), "proxy", redact.Value(c.Proxy), "an http or https URL such as http://127.0.0.1:8080")
	v.check(c.ProxyAuthEnv == "" || c.ProxyAuthFile == "", "proxy-auth-env", c.ProxyAuthEnv, "left out if proxy-auth-file is set")
	v.check(c.ProxyAuthEnv == "" || variable().MatchString(c.ProxyAuthEnv), "proxy-auth-env", redact.Mark, "the name of a variable, not what it holds")
	v.check(c.ProxyAuthEnv+c.ProxyAuthFile == "" || c.Proxy != "", "proxy", `""`, "set if proxy-auth-env or proxy-auth-file is")
}

// RenderSettings are the settings of the browser that renders pages.
type RenderSettings struct {
	Render          bool   `mapstructure:"render"`
	Chrome          string `mapstructure:"chrome"`
	ChromeNoSandbox bool   `mapstructure:"chrome-no-sandbox"`
}

// QuerySettings bound questions in SPARQL.
type QuerySettings struct {
	QueryMaxTime time.Duration `mapstructure:"query-max-time"`
	QueryMaxRows int           `mapstructure:"query-max-rows"`
}

func (c *QuerySettings) check(v *validator) {
	v.atLeast("query-max-rows", c.QueryMaxRows, 1)
	v.check(c.QueryMaxTime >= 0, "query-max-time", c.QueryMaxTime, "0s or more")
}

// ClusterSettings say which cluster a process belongs to.
type ClusterSettings struct {
	ClusterName      string        `mapstructure:"cluster-name"`
	ClusterNodes     int           `mapstructure:"cluster-nodes"`
	ClusterDurable   string        `mapstructure:"cluster-durable"`
	ClusterLostAfter time.Duration `mapstructure:"cluster-lost-after"`
	ClusterCA        string        `mapstructure:"cluster-ca"`
	ClusterCert      string        `mapstructure:"cluster-cert"`
	ClusterKey       string        `mapstructure:"cluster-key"`
}

// leastLost is node.LeastLost: before that the node may still be asking.
const leastLost = 30 * time.Second

// isClusterName reports whether a cluster can be called so.
func isClusterName(name string) bool {
	const may = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	return len(name) >= 1 && len(name) <= 30 && strings.Trim(name, may) == ""
}

func (c *ClusterSettings) check(v *validator) {
	v.check(isClusterName(c.ClusterName), "cluster-name", fmt.Sprintf("%.40q", c.ClusterName), "1 to 30 letters, digits, - and _")
	v.check(c.ClusterNodes >= 1 && c.ClusterNodes <= mostParts, "cluster-nodes", c.ClusterNodes, "1 to 256")
	v.check(c.ClusterLostAfter == 0 || c.ClusterLostAfter >= leastLost, "cluster-lost-after", c.ClusterLostAfter, "0s or 30s and more")
	some, all := c.ClusterCA+c.ClusterCert+c.ClusterKey != "", c.ClusterCA != "" && c.ClusterCert != "" && c.ClusterKey != ""
	v.check(!some || all, "cluster-ca", fmt.Sprintf("%.100q", c.ClusterCA), "set together with cluster-cert and cluster-key, or none of them")
}

// MonitorSettings say what people who edit jobs at the page may reach.
type MonitorSettings struct {
	JobFiles      string `mapstructure:"job-files"`
	ReceiverHosts string `mapstructure:"receiver-hosts"`
}

// OutputSettings say what is shown, and how.
type OutputSettings struct {
	Lang      string `mapstructure:"lang"`
	Metrics   string `mapstructure:"metrics"`
	LogLevel  string `mapstructure:"log-level"`
	LogFormat string `mapstructure:"log-format"`
}
