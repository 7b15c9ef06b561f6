package search

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Deps holds what [Open] needs beside settings.
type Deps struct {
	Kinds []Kind // kinds.All()
	// Dir is the folder of counts and answers, which Open makes; mostly Dir in a run folder.
	Dir          string
	LookupEnv    func(string) (string, bool) // nil: os.LookupEnv
	UserAgent    string                      // with which sources are asked
	Contact      string                      // in UserAgent
	AllowPrivate bool                        // results may lie at addresses that are not public
	Proxy        func(*http.Request) (*url.URL, error)
	Log          *slog.Logger // nil: slog.Default()
	// MaxWait is how long a question waits for the pause between requests before it fails
	// with an [Error] of kind Quota; 0 is one minute, negative: not at all.
	MaxWait time.Duration
	Now     func() time.Time // nil: time.Now
}

// Dir is the name of the folder of counts and answers in a run folder.
const Dir = "asked"

// answersDir is the folder of kept answers in Deps.Dir.
const answersDir = "answers"

// indexSuffix ends the name of the folder of what a source derives from files.
const indexSuffix = ".index"

// Sources are the sources of the settings, in order.
type Sources struct{ list []*Asker }

// Open makes the sources. Its error joins all faults of the settings, each a
// [*SettingError], or is the folder's.
func Open(settings []Settings, d Deps) (*Sources, error) {
	if d.LookupEnv == nil {
		d.LookupEnv = os.LookupEnv
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	d.Log = cmp.Or(d.Log, slog.Default())
	d.MaxWait = cmp.Or(d.MaxWait, time.Minute)
	answers := filepath.Join(d.Dir, answersDir)
	if err := os.MkdirAll(answers, 0o755); err != nil {
		return nil, english.Errorf("search: folder of counts and answers: %w", err)
	}
	for _, dir := range []string{d.Dir, answers} {
		if err := sweep(dir, DefaultTTL, d.Now()); err != nil {
			return nil, english.Errorf("search: folder of counts and answers: %w", err)
		}
	}
	all := &Sources{}
	var faults []error
	seen := map[string]string{}
	for _, s := range settings {
		if where, ok := seen[s.Name]; ok {
			faults = append(faults, s.Errorf("", "there is a source of that name already, at %s", where))
			continue
		}
		seen[s.Name] = s.Where
		a, err := open(s, &d)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all.list = append(all.list, a)
	}
	if len(faults) > 0 {
		return nil, errors.Join(append(faults, all.Close())...)
	}
	return all, nil
}

// All returns the sources in the order of the settings.
func (s *Sources) All() []*Asker { return slices.Clone(s.list) }

// Get returns the source of that name, nil if there is none.
func (s *Sources) Get(name string) *Asker {
	for _, a := range s.list {
		if a.name == name {
			return a
		}
	}
	return nil
}

// Close closes all sources.
func (s *Sources) Close() error {
	var errs []error
	for _, a := range s.list {
		errs = append(errs, a.Close())
	}
	return errors.Join(errs...)
}

// open makes one source.
func open(s Settings, d *Deps) (*Asker, error) {
	k, err := s.kind(d.Kinds)
	if err != nil {
		return nil, err
	}
	s.Values = maps.Clone(s.Values)
	if err := s.check(k); err != nil {
		return nil, err
	}
	env := Env{Dir: filepath.Join(d.Dir, s.Name+indexSuffix), UserAgent: d.UserAgent, Contact: d.Contact, AllowPrivate: d.AllowPrivate, Proxy: d.Proxy, Log: d.Log}
	if env.Key, err = s.key(k, d.LookupEnv); err != nil {
		return nil, err
	}
	a := &Asker{name: s.Name, kind: k.Name, log: d.Log,
		cache: cache{dir: filepath.Join(d.Dir, answersDir), ttl: min(k.TTL, DefaultTTL), source: s.identity(), now: d.Now}}
	if !k.Local {
		perMinute, _ := s.Number(SettingPerMinute, k.PerMinute) // check has seen them
		perDay, _ := s.Number(SettingPerDay, k.PerDay)
		if a.turns, err = newTurns(d.Dir, s.Name, perMinute, perDay, d.MaxWait, d.Log, d.Now); err != nil {
			return nil, err
		}
		env.Turn, env.Hold = a.turns.take, a.turns.say
	}
	if a.inner, err = k.New(s, env); err != nil {
		return nil, err
	}
	return a, nil
}

// kind finds the kind of s.
func (s *Settings) kind(kinds []Kind) (*Kind, error) {
	names := make([]string, len(kinds))
	for i := range kinds {
		if names[i] = kinds[i].Name; names[i] == s.Kind {
			return &kinds[i], nil
		}
	}
	if s.Kind == "" {
		return nil, s.Errorf("", "has no kind; there are %s", strings.Join(names, ", "))
	}
	hint := english.Phrasef("there are %s", strings.Join(names, ", "))
	if near := near(s.Kind, names); near != "" {
		hint = english.Phrasef("did you mean %q?", near)
	}
	return nil, s.Errorf("", "unknown kind %.40q; %v", s.Kind, hint)
}

// identity says what s asks and how, without what changes no answer.
func (s *Settings) identity() string {
	var b strings.Builder
	b.WriteString(s.Kind)
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if !slices.Contains([]string{SettingPerMinute, SettingPerDay, SettingKeyEnv, SettingKeyHeader}, name) {
			fmt.Fprintf(&b, " %s=%q", name, s.Values[name].Text)
		}
	}
	return b.String()
}

// keyName is the form of the name of a variable. A key that somebody wrote in its place
// mostly has another, so that it is refused without being shown.
var keyName = lazyre.Compile(`^[A-Z_][A-Z0-9_]{0,63}$`)

// key reads the key of s from its variable.
func (s *Settings) key(k *Kind, lookup func(string) (string, bool)) (Key, error) {
	name := s.Text(SettingKeyEnv)
	switch {
	case name == "" && k.NeedsKey:
		return Key{}, s.Errorf("", "kind %s needs a key; %s", k.Name, english.Word(WayOut))
	case name == "":
		return Key{}, nil
	case !keyName().MatchString(name):
		return Key{}, s.Errorf(SettingKeyEnv, "must be the name of an environment variable, in capital letters; the key itself does not stand in the settings")
	}
	text, ok := lookup(name)
	text = strings.TrimSpace(text)
	switch {
	case !ok || text == "":
		return Key{}, s.Errorf(SettingKeyEnv, "names the environment variable %s, which is not set; set it to the key", name)
	case !httpguts.ValidHeaderFieldValue(text):
		return Key{}, s.Errorf(SettingKeyEnv, "names the environment variable %s, which holds a character that no header field can have", name)
	}
	if h := s.Text(SettingKeyHeader); h != "" && !httpguts.ValidHeaderFieldName(h) {
		return Key{}, s.Errorf(SettingKeyHeader, "is %.40q, which is no name of a header field", h)
	}
	return Key{text}, nil
}
