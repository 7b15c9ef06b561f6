package yamlread

import (
	"math"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Duration reads a duration of at least low, as Go writes it or with days: 90s, 10m,
// 12h, 7d, 1d12h.
func (w *Reader) Duration(n *yaml.Node, what string, low time.Duration) time.Duration {
	d, err := ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || d < low {
		w.Fault(n, "%s is %s, but it must be a duration such as 90s, 10m, 12h or 7d, and %v or more", what, Quoted(n), low)
		return low
	}
	return d
}

const day = 24 * time.Hour

// ParseDuration reads a duration as Go writes it, or with days before it: 90s, 12h, 7d,
// 1d12h.
func ParseDuration(s string) (time.Duration, error) {
	var days time.Duration
	if before, after, ok := strings.Cut(s, "d"); ok {
		n, err := strconv.ParseUint(before, 10, 32)
		if err != nil || n > uint64(math.MaxInt64/day)/2 {
			return 0, english.Errorf("%q is no number of days", before)
		}
		if days = time.Duration(n) * day; after == "" {
			return days, nil
		}
		s = after
	}
	d, err := time.ParseDuration(s)
	if err == nil && d > math.MaxInt64-days {
		return 0, english.Errorf("%q is too long", s)
	}
	return days + d, err
}

var sizePattern = lazyre.Compile(`^([0-9]+(?:\.[0-9]+)?) ?([KMGT]?)(i?)B?$`)

// Size reads a number of bytes: 500MB, 2.5GB (decimal), 1GiB (binary).
func (w *Reader) Size(n *yaml.Node, what string) int64 {
	bytes, ok := parseSize(n.Value)
	if n.Kind != yaml.ScalarNode || !ok {
		w.Fault(n, "%s is %s, but it must be a size such as 500MB, 20GB or 1GiB", what, Quoted(n))
	}
	return bytes
}

func parseSize(s string) (int64, bool) {
	m := sizePattern().FindStringSubmatch(s)
	if m == nil || m[3] != "" && m[2] == "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0, false
	}
	unit := 1000.0
	if m[3] != "" {
		unit = 1024
	}
	x *= math.Pow(unit, float64(strings.Index("KMGT", m[2])+1)*float64(len(m[2])))
	return int64(x), x < math.MaxInt64
}

// Zone reads a time zone of the IANA database.
func (w *Reader) Zone(n *yaml.Node, what string) *time.Location {
	s, ok := w.Text(n, what)
	if !ok {
		return nil
	}
	z, err := time.LoadLocation(s)
	if err != nil || s == "" {
		w.Fault(n, "%s is %s, which is no time zone; write one as in Asia/Shanghai, Europe/Berlin, UTC, or Local for this machine's", what, Quoted(n))
		return nil
	}
	return z
}

// URL reads an absolute http or https URL.
func (w *Reader) URL(n *yaml.Node, what string) (string, bool) {
	return w.valid(n, what, IsURL, english.Phrasef("which is no http or https URL"))
}

func IsURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// URLs reads URLs that are crawled. A user and a password in one are left out.
func (w *Reader) URLs(n *yaml.Node, what string) []string { return All(w, n, what, w.publicURL) }

func (w *Reader) publicURL(n *yaml.Node, what string) (string, bool) {
	s, ok := w.URL(n, what)
	return w.Public(n, what, s), ok
}

// Public returns url without user and password, and warns if it had one: the crawler logs
// in nowhere.
func (w *Reader) Public(n *yaml.Node, what, url string) string {
	if redact.Has(url) {
		w.WarnAt(n.Line, "%s: the user and password of %s are left out; the crawler logs in nowhere", what, redact.Text(url))
	}
	return redact.Strip(url)
}

var namePattern = lazyre.Compile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// Name reads a name that can be the name of a folder.
func (w *Reader) Name(n *yaml.Node, what string) string {
	s, _ := w.valid(n, what, IsName, english.Phrasef("but it must be letters, digits, - and _, at most 64, not beginning with - or _"))
	return s
}

// IsName reports whether s can be the name of a folder.
func IsName(s string) bool { return namePattern().MatchString(s) }

var envPattern = lazyre.Compile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Env reads the name of an environment variable that holds a secret.
func (w *Reader) Env(n *yaml.Node, what string) string {
	s, ok := w.Text(n, what)
	switch {
	case !ok:
	case !envPattern().MatchString(s):
		// The value is not repeated: it may be the secret itself.
		w.Fault(n, "%s takes the name of an environment variable, not what it holds", what)
	case w.LookupEnv != nil:
		if v, set := w.LookupEnv(s); !set || v == "" {
			w.Fault(n, "%s: the environment variable %s is not set", what, s)
		}
	}
	return s
}

// SecretFile reads the name of a file that holds a secret, relative to the folder of the
// file that is read.
func (w *Reader) SecretFile(n *yaml.Node, what string) string {
	s, ok := w.Text(n, what)
	if !ok || s == "" {
		w.Fault(n, "%s takes the name of a file that holds a secret", what)
		return ""
	}
	if !filepath.IsAbs(s) {
		s = filepath.Join(filepath.Dir(w.File), s)
	}
	if _, err := os.Stat(s); err != nil && w.LookupEnv != nil {
		w.Fault(n, "%s: %v", what, err)
	}
	return s
}

// Beside reads the name of a file, relative to the folder of the file that is read.
func (w *Reader) Beside(n *yaml.Node, what string) string {
	s, ok := w.Text(n, what)
	switch {
	case !ok || s == "":
		w.Fault(n, "%s takes the name of a file", what)
		return ""
	case filepath.IsAbs(s):
		return s
	}
	return filepath.Join(filepath.Dir(w.File), s)
}

// LocalPath reads a path within the folder of the jobs. foreign says what is wrong if something else stands there already.
func (w *Reader) LocalPath(n *yaml.Node, what string, foreign func(path string) error) string {
	s, ok := w.Text(n, what)
	switch {
	case !ok:
	case !filepath.IsLocal(s) || filepath.Clean(s) == ".":
		w.Fault(n, "%s is %s, but it must be a file within the folder of the jobs, such as alerts.xml", what, Quoted(n))
	default:
		w.Local = append(w.Local, Local{s, n.Line, foreign})
	}
	return s
}

// Address reads a host with a port.
func (w *Reader) Address(n *yaml.Node, what string) string {
	s, ok := w.Text(n, what)
	host, port, err := net.SplitHostPort(s)
	if ok && (err != nil || host == "" || port == "" || strings.Contains(s, "@")) {
		w.Fault(n, "%s is %.60q, but it must be host:port, such as mail.example.org:587", what, redact.Value(s))
	}
	return s
}

// Mailbox reads a mail address.
func (w *Reader) Mailbox(n *yaml.Node, what string) (string, bool) {
	return w.valid(n, what, func(s string) bool {
		_, err := mail.ParseAddress(s)
		return err == nil && !strings.ContainsAny(s, "\r\n")
	}, english.Phrasef("which is no mail address"))
}
