package notify

import (
	"cmp"
	"crypto/x509"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Options holds what a Worker needs besides its outbox. Zero fields have defaults.
type Options struct {
	Dir   string // the folder of the jobs: files of receivers, the dead-letter file, the lock
	Clock monitor.Clock
	Log   *slog.Logger
	// Secret returns a secret by its name in a receiver's settings; by default the
	// environment variable of that name.
	Secret func(name string) (string, bool)
	// Receivers are needed although no rule may name them: the operators.
	Receivers []monitor.Receiver
	Lang      string         // of mails and feeds: "zh", else English
	Zone      *time.Location // of times in them; UTC
	Hosts     []string       // that receivers may have although their addresses are not public
	Roots     *x509.CertPool // authorities of mail servers; nil: the system's

	Timeout  time.Duration // of one try; 20 s
	Shortest time.Duration // back-off after the first failure; 5 s
	Longest  time.Duration // back-off at most; 15 min
	GiveUp   time.Duration // a notification that failed for so long is given up; 72 h
	Chance   func() float64
	Client   *http.Client // for webhooks; redirects are not followed
}

// withDefaults returns o with the defaults of its zero fields.
func (o Options) withDefaults() Options {
	o.Clock = cmp.Or(o.Clock, monitor.Clock(monitor.SystemClock{}))
	o.Timeout = cmp.Or(o.Timeout, 20*time.Second)
	o.Shortest = cmp.Or(o.Shortest, 5*time.Second)
	o.Longest = cmp.Or(o.Longest, 15*time.Minute)
	o.GiveUp = cmp.Or(o.GiveUp, 72*time.Hour)
	o.Client = cmp.Or(o.Client, newClient(o.Hosts))
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Secret == nil {
		o.Secret = os.LookupEnv
	}
	if o.Chance == nil {
		o.Chance = rand.Float64
	}
	return o
}

// DeadLetters is the file in the folder of the jobs for notifications that were given
// up, one JSON object a line.
const DeadLetters = "dead-letters.jsonl"
