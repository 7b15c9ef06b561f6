package search

import (
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Names of the settings that sources of all kinds have.
const (
	SettingURL       = "url"
	SettingPerMinute = "per-minute"
	SettingPerDay    = "per-day"
	SettingKeyEnv    = "key-env"
	SettingKeyHeader = "key-header"
)

// secretNames are names that people give to keys, without hyphens and underscores.
var secretNames = strings.Fields(`key apikey accesskey secretkey secret token accesstoken authtoken bearer auth authorization password passwd pwd
	subscriptionkey subscriptiontoken xapikey xsubscriptiontoken clientsecret`)

// isSecretName reports whether a setting or a parameter of that name holds a key.
func isSecretName(name string) bool {
	name = strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
	return slices.Contains(secretNames, name)
}

// WayOut says where a key belongs.
const WayOut = `put it in an environment variable and write its name: "key-env: MY_KEY"`

// Inline returns the settings of a source that is given as KIND=URL, or as KIND alone.
// The name of the source is made of both. where names the flag.
func Inline(text, where string) Settings {
	kind, address, given := strings.Cut(text, "=")
	s := Settings{Name: kind, Kind: kind, Where: where, Values: map[string]Value{}}
	if given {
		s.Values[SettingURL] = Value{address, where}
		s.Name = inlineName(kind, address)
	}
	return s
}

// Resolve returns the settings of the chosen sources: names of defined ones, or what
// [Inline] takes, between commas. where names the flag or variable that chose them.
func Resolve(chosen, where string, defined []Settings, kinds []Kind) ([]Settings, error) {
	var out []Settings
	for item := range strings.SplitSeq(chosen, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		i := slices.IndexFunc(defined, func(s Settings) bool { return s.Name == item })
		kind, _, inline := strings.Cut(item, "=")
		isKind := slices.ContainsFunc(kinds, func(k Kind) bool { return k.Name == kind })
		switch {
		case i >= 0:
			out = append(out, defined[i])
		case inline || isKind:
			out = append(out, Inline(item, where))
		case strings.Contains(item, "/"): // it may hold a key, and is not shown
			return nil, fault(where, "", english.Phrasef("an address alone is no source; write KIND=URL, such as searxng=http://localhost:8888"))
		default:
			return nil, unknownSource(item, where, defined, kinds)
		}
	}
	return out, nil
}

func unknownSource(item, where string, defined []Settings, kinds []Kind) error {
	var names, all []string
	for _, s := range defined {
		names = append(names, s.Name)
	}
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	switch near := near(item, append(slices.Clone(names), all...)); {
	case near != "":
		return fault(where, "", english.Phrasef("there is no source %.60q; did you mean %q?", item, near))
	case len(names) > 0:
		return fault(where, "", english.Phrasef("there is no source %.60q; the settings have %s", item, strings.Join(names, ", ")))
	}
	return fault(where, "", english.Phrasef("there is no source %.60q; give KIND=URL such as searxng=http://localhost:8888; kinds are %s", item, strings.Join(all, ", ")))
}

// Check checks settings without opening the sources or looking at keys. Its error is all
// faults, each a [*SettingError].
func Check(settings []Settings, kinds []Kind) error {
	var faults []error
	for _, s := range settings {
		k, err := s.kind(kinds)
		if err == nil {
			err = s.check(k)
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

var notName = lazyre.Compile(`[^a-z0-9]+`)

func inlineName(kind, address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = u.Host + u.Path // never a query or a user, which may hold a key
	}
	tail := strings.Trim(notName().ReplaceAllString(strings.ToLower(filepath.ToSlash(address)), "-"), "-")
	name := strings.TrimRight(kind+"-"+tail, "-")
	return strings.TrimRight(name[:min(len(name), 64)], "-")
}

// check completes s by the defaults of k and checks what all kinds have in common.
func (s *Settings) check(k *Kind) error {
	if !ValidName(s.Name) {
		return s.Errorf("", "%.80q cannot be the name of a source; use small letters, digits and hyphens, at most 64", s.Name)
	}
	values := map[string]Value{}
	for name, v := range s.Values {
		if err := s.known(k, name); err != nil {
			return err
		}
		values[name] = v
	}
	for _, o := range k.Options {
		if _, ok := values[o.Name]; !ok && o.Required {
			return s.Errorf("", "kind %s needs the setting %s: %s", k.Name, o.Name, english.Word(o.Help))
		} else if !ok && o.Default != "" {
			values[o.Name] = Value{o.Default, s.Where}
		}
	}
	s.Values = values
	for _, name := range []string{SettingPerMinute, SettingPerDay} {
		if _, err := s.Number(name, 0); err != nil {
			return err
		}
	}
	return s.checkURL(k)
}

// known reports whether k has the setting.
func (s *Settings) known(k *Kind, name string) error {
	var all []string
	if !k.Local {
		all = append(all, SettingPerMinute, SettingPerDay)
	}
	if k.KeyHeader != "" {
		all = append(all, SettingKeyEnv, SettingKeyHeader)
	}
	if k.URL != "" {
		all = append(all, SettingURL)
	}
	for _, o := range k.Options {
		all = append(all, o.Name)
	}
	switch {
	case slices.Contains(all, name):
		return nil
	case isSecretName(name):
		return fault(s.Values[name].Where, s.Name, english.Phrasef("%s: a key does not stand in the settings; %s", name, english.Word(WayOut)))
	}
	slices.Sort(all)
	hint := english.Phrasef("it has %s", strings.Join(all, ", "))
	if near := near(name, all); near != "" {
		hint = english.Phrasef("did you mean %q?", near)
	}
	return fault(s.Values[name].Where, s.Name, english.Phrasef("kind %s has no setting %.60q; %v", k.Name, name, hint))
}

// checkURL checks the setting url as far as all kinds agree on it.
func (s *Settings) checkURL(k *Kind) error {
	if k.URL == "" {
		return nil
	}
	v, ok := s.Values[SettingURL]
	if !ok || v.Text == "" {
		if k.DefaultURL == "" {
			return s.Errorf("", "kind %s needs the setting url: %s", k.Name, english.Word(k.URL))
		}
		v = Value{k.DefaultURL, s.Where}
	}
	s.Values[SettingURL] = v
	if k.Local {
		return nil
	}
	// What is wrong with the URL is said without the URL: it may hold a key.
	u, err := url.Parse(v.Text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return s.Errorf(SettingURL, "must be an http or https URL: %s", english.Word(k.URL))
	case u.User != nil:
		return s.Errorf(SettingURL, "holds a user or a password: a key does not stand in the settings; %s", english.Word(WayOut))
	}
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		name, value, _ := strings.Cut(part, "=")
		if name, err = url.QueryUnescape(name); err == nil && isSecretName(name) && value != KeyParameter && value != "" {
			hint := english.Phrasef("%s", "")
			if strings.Contains(v.Text, "{searchTerms}") {
				hint = english.Phrasef(", and in the URL %s=%s", name, KeyParameter)
			}
			return s.Errorf(SettingURL, "holds a key in %s=: a key does not stand in the settings; %s%v", name, english.Word(WayOut), hint)
		}
	}
	return nil
}

// KeyParameter stands in a URL for the key.
const KeyParameter = "{key}"

// Number reads a setting that is a whole number, 0 or more; def if it is not given.
func (s *Settings) Number(name string, def int) (int, error) {
	v, ok := s.Values[name]
	if !ok {
		return def, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(v.Text))
	if err != nil || n < 0 || n > 1_000_000_000 {
		return 0, s.Errorf(name, "is %.40q, but it must be a whole number, 0 or more", v.Text)
	}
	return n, nil
}

// near is the known name that a mistyped one probably means, "" if none is near.
func near(name string, known []string) (best string) {
	least := 4
	for _, k := range known {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), k); d < least && 2*d <= len(k) {
			best, least = k, d
		}
	}
	return best
}
