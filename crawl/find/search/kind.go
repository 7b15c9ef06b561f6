package search

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Kind is a row of the table of kinds (crawl/find/search/kinds): what can be asked, and how.
type Kind struct {
	Name string // as settings name it
	Help string // one line about it
	// URL says what the setting url is of this kind; "" if it has none. DefaultURL stands
	// in for it; with neither default nor Optional the setting must be given.
	URL        string
	DefaultURL string
	// Local kinds read files of this machine: they have no quota and take no turns.
	Local bool
	// PerMinute and PerDay are the quota unless settings give another; 0 is no limit.
	PerMinute, PerDay int
	// TTL is how long an answer is used again; 0: it is not kept.
	TTL time.Duration
	// KeyHeader is the header field that takes the key, unless the setting key-header
	// gives another. "" if the kind takes no key. A kind with NeedsKey is not opened
	// without one.
	KeyHeader string
	NeedsKey  bool
	Options   []Option // settings that only this kind has
	New       func(Settings, Env) (Opened, error)
}

// Opened is a source that a Kind has made, and what it can do beside; nil if it cannot.
type Opened struct {
	Source
	// Prepare finds the answers about targets (URLs or hosts), so that Ask has them: for a
	// source for which many cost hardly more than one, such as files that are read from end
	// to end.
	Prepare func(ctx context.Context, targets []string) error
	Close   func() error // lets go of what the source holds open
}

// DefaultTTL is how long answers of most kinds are used again.
const DefaultTTL = 7 * 24 * time.Hour

// Option is a setting of a kind.
type Option struct {
	Name     string
	Help     string
	Default  string
	Required bool
}

// Settings are the settings of one source.
type Settings struct {
	Name  string // of the source
	Kind  string // name of its Kind
	Where string // the place of the source in the settings, for errors: "ontocrawl.yaml:12"
	// Values are the settings by name. Open fills in the defaults of the Kind, and puts
	// "url" in one form.
	Values map[string]Value
}

// Value is a setting with its place.
type Value struct{ Text, Where string }

// Text returns the setting of that name, "" if there is none.
func (s *Settings) Text(name string) string { return s.Values[name].Text }

// Errorf returns an error about a setting, or about the whole source if name is "".
func (s *Settings) Errorf(name, format string, args ...any) error {
	where := s.Where
	if w := s.Values[name].Where; w != "" {
		where = w
	}
	if name == "" {
		return fault(where, s.Name, english.Phrasef(format, args...))
	}
	return fault(where, s.Name, english.Phrasef("%s %v", name, english.Phrasef(format, args...)))
}

func fault(where, source string, why english.Phrase) *SettingError {
	return &SettingError{Where: where, Source: source, Text: why.String(), why: why}
}

// SettingError reports a fault in the settings of a source. It never holds a key.
type SettingError struct {
	Where  string // file and line, flag or variable
	Source string // its name; "" if there is none yet
	Text   string // what is wrong, and the way out

	why english.Phrase // Text in any language; zero if it has English only
}

// Error implements error.
func (e *SettingError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *SettingError) Message() english.Phrase {
	if e.Source == "" {
		return english.Phrasef("%s: search: %s", e.Where, e.why.Or(e.Text))
	}
	return english.Phrasef("%s: search %s: %s", e.Where, e.Source, e.why.Or(e.Text))
}

// Env holds what a source gets beside its settings.
type Env struct {
	UserAgent    string // of all requests
	Contact      string // of the user, as it stands in UserAgent; "" if there is none
	Key          Key
	Dir          string // folder for what a source derives from files; it need not exist
	AllowPrivate bool   // results may lie at addresses that are not public
	// Proxy, if not nil, chooses the proxy of a request. A source on this machine is asked
	// without one.
	Proxy func(*http.Request) (*url.URL, error)
	// Transport, if not nil, takes the place of the network; for tests.
	Transport http.RoundTripper
	Log       *slog.Logger
	// Turn waits until a request may be sent, and counts it. It is called before each
	// request. Its error is to be returned as it is.
	Turn func(context.Context) error
	// Hold says that the source wants no request before until.
	Hold func(until time.Time)
}

// Key is a secret. It is the zero Key if the source needs none. However it is printed
// or encoded, it does not show.
type Key struct{ text string }

// NewKey returns the key with that text.
func NewKey(text string) Key { return Key{text} }

// Reveal returns the text of the key, to be sent to its source and nowhere else.
func (k Key) Reveal() string { return k.text }

// hiddenKey is shown in place of a key.
const hiddenKey = "[key]"

// String returns "[key]".
func (k Key) String() string { return hiddenKey }

// Format implements [fmt.Formatter] for all verbs.
func (k Key) Format(f fmt.State, _ rune) { io.WriteString(f, hiddenKey) } //nolint:errcheck // a fmt.State

// MarshalText implements [encoding.TextMarshaler].
func (k Key) MarshalText() ([]byte, error) { return []byte(hiddenKey), nil }

// LogValue implements [slog.LogValuer].
func (k Key) LogValue() slog.Value { return slog.StringValue(hiddenKey) }
