package config

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Config is every setting in force. The tags are the names of [Keys].
type Config struct {
	Topic    string `mapstructure:"topic"`
	Ontology string `mapstructure:"ontology"`
	Map      string `mapstructure:"map"`
	Lang     string `mapstructure:"lang"`

	Tau     float64 `mapstructure:"tau"`
	Alpha   float64 `mapstructure:"alpha"`
	Beta    float64 `mapstructure:"beta"`
	Gamma   float64 `mapstructure:"gamma"`
	Delta   float64 `mapstructure:"delta"`
	Epsilon float64 `mapstructure:"epsilon"`

	Judge      string  `mapstructure:"judge"`
	Phi        float64 `mapstructure:"phi"`
	TagWeights string  `mapstructure:"tag-weights"`
	Segmenter  string  `mapstructure:"segmenter"`

	Strategy string  `mapstructure:"strategy"`
	Eta      float64 `mapstructure:"eta"`
	Omega    float64 `mapstructure:"omega"`
	D        float64 `mapstructure:"d"`
	Mu1      float64 `mapstructure:"mu1"`
	Mu2      float64 `mapstructure:"mu2"`
	Mu3      float64 `mapstructure:"mu3"`
	Tenure   int     `mapstructure:"tenure"`
	Tries    int     `mapstructure:"tries"`
	Seed     int64   `mapstructure:"seed"`

	LinkRank    string  `mapstructure:"linkrank"`
	Keywords    string  `mapstructure:"keywords"`
	Topics      string  `mapstructure:"topics"`
	TopicFrom   string  `mapstructure:"topic-from"`
	Temperature float64 `mapstructure:"temperature"`
	Proposals   int     `mapstructure:"proposals"`

	Balance      float64 `mapstructure:"balance"`
	Chain        bool    `mapstructure:"chain"`
	WorkCopy     bool    `mapstructure:"work-copy"`
	AcceptRandom bool    `mapstructure:"accept-random"`
	Revisit      bool    `mapstructure:"revisit"`
	KPage        int     `mapstructure:"k-page"`
	KLink        int     `mapstructure:"k-link"`

	Seeds    string `mapstructure:"seeds"`
	Out      string `mapstructure:"out"`
	Web      string `mapstructure:"web"`
	MaxPages int    `mapstructure:"max-pages"`

	RefreshMin time.Duration `mapstructure:"refresh-min"`
	RefreshMax time.Duration `mapstructure:"refresh-max"`
	RefreshNew int           `mapstructure:"refresh-new"`

	Workers       int    `mapstructure:"workers"`
	Deterministic bool   `mapstructure:"deterministic"`
	SameSite      bool   `mapstructure:"same-site"`
	Sitemaps      string `mapstructure:"sitemaps"`
	Patience      int    `mapstructure:"patience"`
	Include       string `mapstructure:"include"`
	Exclude       string `mapstructure:"exclude"`
	Filter        string `mapstructure:"filter"`
	FilterTopic   string `mapstructure:"filter-topic"`
	WARC          string `mapstructure:"warc"`
	WARCSize      int64  `mapstructure:"warc-size"`
	RotateSize    int64  `mapstructure:"rotate-size"`

	Delay         time.Duration `mapstructure:"delay"`
	PerHost       int           `mapstructure:"per-host"`
	CrawlDelayCap time.Duration `mapstructure:"crawl-delay-cap"`
	Timeout       time.Duration `mapstructure:"timeout"`
	MaxBody       int64         `mapstructure:"max-body"`
	MaxRedirects  int           `mapstructure:"max-redirects"`
	Retries       int           `mapstructure:"retries"`
	Contact       string        `mapstructure:"contact"`
	Proxy         string        `mapstructure:"proxy"`
	AllowPrivate  bool          `mapstructure:"allow-private"`

	Render          bool   `mapstructure:"render"`
	Chrome          string `mapstructure:"chrome"`
	ChromeNoSandbox bool   `mapstructure:"chrome-no-sandbox"`

	Metrics   string `mapstructure:"metrics"`
	LogLevel  string `mapstructure:"log-level"`
	LogFormat string `mapstructure:"log-format"`

	// Rules is Map, rule by rule. Load brings Map into one form, whatever form
	// it was given in, and whatever file it was in.
	Rules []Rule `mapstructure:"-"`

	// From says where each value came from, by name.
	From map[string]Source `mapstructure:"-"`
}

// Source is where a value came from.
type Source struct {
	Kind string // "default", "file", "environment" or "flag"
	Name string // file:line, variable or flag; empty for a default
}

// String is how a source is named in messages.
func (s Source) String() string {
	switch s.Kind {
	case "file", "environment", "flag":
		return s.Name
	}
	return "default"
}

// ValueError is a setting whose value cannot be.
type ValueError struct {
	Key    string
	Value  any
	From   Source
	Reason string // what it must be
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s: %s is %v, but it must be %s", e.From, e.Key, e.Value, e.Reason)
}

// Validate checks every value by itself and those that must fit together. It
// returns all faults joined, each a [*ValueError]. It does not know the values that
// other packages define (Sources.Values).
func (c *Config) Validate() error { return c.validate(nil) }

func (c *Config) validate(values map[string][]string) error {
	v := validator{c: c}
	v.known(values)
	v.atLeast("patience", c.Patience, 0)
	v.pattern("include", c.Include)
	v.pattern("exclude", c.Exclude)
	v.check(c.FilterTopic == "" || c.Filter != "", "filter-topic", fmt.Sprintf("%q", c.FilterTopic), "left out, or filter set")
	v.check(c.Temperature > 0 && !math.IsInf(c.Temperature, 0), "temperature", c.Temperature, "above 0")
	v.atLeast("proposals", c.Proposals, 1)
	v.check(c.WARCSize >= 1024, "warc-size", c.WARCSize, "1024 bytes or more")
	v.check(c.RotateSize == 0 || c.RotateSize >= 1024, "rotate-size", c.RotateSize, "0 or 1024 bytes or more")
	v.check(c.Tau > 0 && !math.IsInf(c.Tau, 0), "tau", c.Tau, "above 0")
	v.sumsToOne([]string{"alpha", "beta", "gamma", "delta", "epsilon"},
		[]float64{c.Alpha, c.Beta, c.Gamma, c.Delta, c.Epsilon})
	v.sumsToOne([]string{"mu1", "mu2", "mu3"}, []float64{c.Mu1, c.Mu2, c.Mu3})
	v.unit("phi", c.Phi)
	_, err := ParseTagWeights(c.TagWeights)
	v.check(err == nil, "tag-weights", fmt.Sprintf("%.60q", c.TagWeights), "five numbers above 0 and at most 1000 between commas: for title, headings, emphasis, anchors and body")
	v.unit("eta", c.Eta)
	v.unit("omega", c.Omega)
	v.unit("d", c.D)
	v.atLeast("tenure", c.Tenure, 1)
	v.atLeast("tries", c.Tries, 1)
	v.unit("balance", c.Balance)
	v.atLeast("k-page", c.KPage, 1)
	v.atLeast("k-link", c.KLink, 1)
	v.atLeast("max-pages", c.MaxPages, 1)
	v.check(c.RefreshMin >= 0, "refresh-min", c.RefreshMin, "0s or more")
	v.check(c.RefreshMax >= c.RefreshMin, "refresh-max", c.RefreshMax, fmt.Sprintf("refresh-min (%v) or more", c.RefreshMin))
	v.atLeast("refresh-new", c.RefreshNew, 0)
	v.check(c.Workers >= 1 && c.Workers <= 1000, "workers", c.Workers, "1 to 1000")
	v.check(c.Delay >= 0, "delay", c.Delay, "0s or more")
	v.check(c.PerHost >= 1 && c.PerHost <= 1000, "per-host", c.PerHost, "1 to 1000")
	v.check(c.PerHost <= 1 || c.Delay == 0, "per-host", c.PerHost, "1 unless delay is 0s: more at a time and a pause between them contradict each other")
	v.check(c.CrawlDelayCap >= 0, "crawl-delay-cap", c.CrawlDelayCap, "0s or more")
	v.check(c.Timeout > 0, "timeout", c.Timeout, "above 0s")
	v.check(c.MaxBody >= 1024, "max-body", c.MaxBody, "1024 bytes or more")
	v.atLeast("max-redirects", c.MaxRedirects, 0)
	v.atLeast("retries", c.Retries, 0)
	v.check(contactOK(c.Contact), "contact", c.Contact, "an http(s) URL or a mailto: address")
	v.check(!c.Render || c.Web == "", "render", c.Render, "false with web: a stored web does not hold what scripts ask for")
	v.check(c.Metrics == "" || listenAddress(c.Metrics), "metrics", fmt.Sprintf("%q", c.Metrics), "an address to listen on, such as localhost:9090 or :9090")
	v.check(c.Proxy == "" || webURL(c.Proxy), "proxy", c.Proxy, "an http or https URL such as http://127.0.0.1:8080")
	return errors.Join(v.errs...)
}

// tagGroups is how many groups of tags have a weight (On-ITS eq 5).
const tagGroups = 5

// ParseTagWeights reads the weights of the tag groups: title, headings, emphasis,
// anchors, body.
func ParseTagWeights(s string) (w [tagGroups]float64, err error) {
	parts := strings.Split(s, ",")
	if len(parts) != tagGroups {
		return w, fmt.Errorf("%d weights, not %d", len(parts), tagGroups)
	}
	for i, p := range parts {
		w[i], err = strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || !(w[i] > 0 && w[i] <= 1000) {
			return w, fmt.Errorf("%q is no weight", p)
		}
	}
	return w, nil
}

type validator struct {
	c    *Config
	errs []error
}

func (v *validator) check(ok bool, key string, value any, reason string) {
	if !ok {
		v.errs = append(v.errs, &ValueError{key, value, v.c.From[key], reason})
	}
}

// known checks the settings that have a list of values. One whose default is
// empty may be empty.
func (v *validator) known(values map[string][]string) {
	set := v.c.Values()
	for _, k := range Keys() {
		names := append(k.Values, values[k.Name]...)
		if value, ok := set[k.Name].(string); ok && len(names) > 0 && value != k.Default {
			v.oneOf(k.Name, value, names)
		}
	}
}

func (v *validator) oneOf(key, value string, names []string) {
	reason := "one of " + strings.Join(names, ", ")
	if best := nearest(value, names); best != "" {
		reason += fmt.Sprintf(" (did you mean %q?)", best)
	}
	v.check(slices.Contains(names, value), key, fmt.Sprintf("%q", value), reason)
}

func (v *validator) unit(key string, x float64) {
	v.check(x >= 0 && x <= 1, key, x, "between 0 and 1")
}

func (v *validator) atLeast(key string, x, least int) {
	v.check(x >= least, key, x, fmt.Sprintf("%d or more", least))
}

// pattern checks a regular expression, in the syntax of RE2.
func (v *validator) pattern(key, value string) {
	_, err := regexp.Compile(value)
	v.check(err == nil && len(value) <= 1000, key, fmt.Sprintf("%.60q", value), "a regular expression (RE2 syntax) of at most 1000 bytes")
}

// sumsToOne checks weights of a mean: none negative, together 1. The fault is
// laid at the first weight that is not a default.
func (v *validator) sumsToOne(keys []string, xs []float64) {
	sum, at := 0.0, 0
	for i, x := range xs {
		v.check(x >= 0 && x <= 1, keys[i], x, "between 0 and 1")
		sum += x
		if v.c.From[keys[at]].Kind == "default" && v.c.From[keys[i]].Kind != "default" {
			at = i
		}
	}
	v.check(math.Abs(sum-1) <= 1e-9, keys[at], xs[at],
		fmt.Sprintf("such that %s add up to 1 (now %.6g)", strings.Join(keys, " + "), sum))
}

func contactOK(s string) bool {
	if s == "" {
		return true
	}
	if strings.ContainsAny(s, " \t\r\n()<>\"") {
		return false
	}
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	return webURL(s) || u.Scheme == "mailto" && strings.Contains(u.Opaque, "@")
}

func listenAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	n, portErr := strconv.ParseUint(port, 10, 16)
	return err == nil && portErr == nil && n <= math.MaxUint16
}

func webURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// Values returns every setting by its name, durations as text ("1s").
func (c *Config) Values() map[string]any {
	values := make(map[string]any)
	v := reflect.ValueOf(*c)
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("mapstructure")
		if name == "-" {
			continue
		}
		x := v.Field(i).Interface()
		if d, ok := x.(time.Duration); ok {
			x = d.String()
		}
		values[name] = x
	}
	return values
}

// Environ returns the settings that came from the environment, as NAME=value.
func (c *Config) Environ() []string {
	env := []string{}
	values := c.Values()
	for _, k := range Keys() {
		if c.From[k.Name].Kind == "environment" {
			env = append(env, fmt.Sprintf("%s=%v", k.Env(), values[k.Name]))
		}
	}
	return env
}
