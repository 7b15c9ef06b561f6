package config

import (
	"fmt"
	"math"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Validate checks every value, and those that depend on each other. It returns all
// faults as [Errors], each a [*ValueError]. It does not know the values that other
// packages define (Sources.Values).
func (c *Config) Validate() error { return c.validate(nil) }

func (c *Config) validate(values map[string][]string) error {
	v := validator{c: c}
	v.known(values)
	for _, check := range []func(*validator){
		c.SimilaritySettings.check, c.JudgeSettings.check, c.StrategySettings.check, c.FilterSettings.check,
		c.RunSettings.check, c.RefreshSettings.check, c.FetchSettings.check, c.QuerySettings.check, c.ClusterSettings.check,
	} {
		check(&v)
	}
	v.check(!c.Render || c.Web == "", "render", c.Render, "false with web: a stored web does not hold what scripts ask for")
	v.check(c.Metrics == "" || listenAddress(c.Metrics), "metrics", fmt.Sprintf("%q", c.Metrics), "an address to listen on, such as localhost:9090 or :9090")
	if len(v.errs) == 0 {
		return nil
	}
	return v.errs
}

// tagGroups is how many groups of tags have a weight (On-ITS eq 5).
const tagGroups = 5

// ParseTagWeights reads the weights of the tag groups: title, headings, emphasis,
// anchors, body.
func ParseTagWeights(s string) (w [tagGroups]float64, err error) {
	parts := strings.Split(s, ",")
	if len(parts) != tagGroups {
		return w, english.Errorf("%d weights, not %d", len(parts), tagGroups)
	}
	for i, p := range parts {
		w[i], err = strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || !(w[i] > 0 && w[i] <= 1000) {
			return w, english.Errorf("%q is no weight", p)
		}
	}
	return w, nil
}

type validator struct {
	c    *Config
	errs Errors
}

func (v *validator) check(ok bool, key string, value any, reason string) {
	if !ok {
		v.errs = append(v.errs, &ValueError{Key: key, Value: value, From: v.c.From[key], Reason: reason})
	}
}

// checkf is check with a reason that has arguments.
func (v *validator) checkf(ok bool, key string, value any, format string, args ...any) {
	if !ok {
		v.errs = append(v.errs, &ValueError{key, value, v.c.From[key], fmt.Sprintf(format, args...), english.Phrasef(format, args...)})
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
	ok, shown, all := slices.Contains(names, value), fmt.Sprintf("%q", value), strings.Join(names, ", ")
	if best := nearest(value, names); best != "" {
		v.checkf(ok, key, shown, "one of %s (did you mean %q?)", all, best)
	} else {
		v.checkf(ok, key, shown, "one of %s", all)
	}
}

func (v *validator) unit(key string, x float64) {
	v.check(x >= 0 && x <= 1, key, x, "between 0 and 1")
}

func (v *validator) atLeast(key string, x, least int) {
	v.checkf(x >= least, key, x, "%d or more", least)
}

// pattern checks a regular expression, in the syntax of RE2.
func (v *validator) pattern(key, value string) {
	_, err := regexp.Compile(value)
	v.check(err == nil && len(value) <= 1000, key, fmt.Sprintf("%.60q", value), "a regular expression (RE2 syntax) of at most 1000 bytes")
}

// sumsToOne checks weights of a mean: none is negative, and their sum is 1. The
// error names the first weight that is not a default.
func (v *validator) sumsToOne(keys []string, xs []float64) {
	sum, at := 0.0, 0
	for i, x := range xs {
		v.check(x >= 0 && x <= 1, keys[i], x, "between 0 and 1")
		sum += x
		if v.c.From[keys[at]].Kind == "default" && v.c.From[keys[i]].Kind != "default" {
			at = i
		}
	}
	v.checkf(math.Abs(sum-1) <= 1e-9, keys[at], xs[at],
		"such that %s add up to 1 (now %.6g)", strings.Join(keys, " + "), sum)
}

func contactOK(s string) bool {
	u, err := url.Parse(s)
	if s == "" || err != nil || strings.ContainsAny(s, " \t\r\n()<>\"") {
		return s == ""
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
