package session

import (
	"io"
	"log/slog"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/account"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// Spec says what a crawl is made of. Topic is required, and Seeds or Search. The zero value
// of every other field stands for the default that its comment names.
type Spec struct {
	Topic *topic.Topic
	// Seeds are the pages, sitemaps and feeds to start from; see crawl/find/seed. They
	// matter to a new run only: a run that goes on remembers its own.
	Seeds []crawl.Link

	Judge    Judge
	Strategy Strategy
	Filter   Filter
	Fetch    Fetch
	Search   Search
	Folder   Folder

	// Endpoint is a service that is asked for a second opinion of uncertain pages; nil: none is.
	Endpoint *Endpoint

	// Documents reads PDF, DOCX and ODT as pages. nil: they are not even fetched.
	Documents *document.Converter

	// Refused reports a host of which nothing is fetched, not even to go on a redirect; nil:
	// there is none. Unlike what Filter leaves out, it may change from run to run, and it holds
	// for recorded pages and links that wait, too.
	Refused func(host string) bool

	// LearnFrom is the folder of an earlier run for the same topic. A new run begins with
	// what that one has learned of the web and of the topic. A run that goes on has it
	// already, and ignores the field. "": learn from none.
	LearnFrom string

	// Refresh asks again for the recorded pages that are due. Now is set by Open.
	Refresh strategy.RefreshParams
	// RefreshRecorded turns Refresh on if the folder holds pages already.
	RefreshRecorded bool

	// Options are the engine's, but zero Retries stand for 2 and zero MaxSilent for
	// 10; negative values stand for none. Open sets Refresh and Program.
	Options engine.Options

	// FrontierMemory is how many bytes of what is known of waiting links are in memory,
	// about; the rest lies in the folder. Two runs with the same value and nothing else
	// different walk the same trail, and as long as nothing has to be spilled the value
	// makes no difference. 0 stands for 1 GB, a negative value for no limit.
	FrontierMemory int64

	// LimitGC lets Run set Go's memory limit a little above what the crawl needs, and give
	// pages of the program's file back that it needs no longer.
	// The limit belongs to the whole process, and holds until Close.
	LimitGC bool

	// CrashReports lets Open keep Go's report of a crash (a panic, no memory) beside the
	// journal, until Close. It proves that the process was not killed from outside, so a
	// page that kills it is found out one death sooner. The report belongs to the whole
	// process.
	CrashReports bool

	// Cache is shared by sessions that make the same things; see [Cache]. nil: nothing is shared.
	Cache *Cache

	peer *peer // what a part of a divided crawl shares with the others; nil for all others

	Version string       // of the program, for run.yaml, WARC files and the User-Agent
	Logger  *slog.Logger // nil means slog.Default()
}

// Judge says how pages are judged.
type Judge struct {
	Name      string                    // one of crawl/judge/relevance's; "": the topic's, else the usual one
	Phi       float64                   // threshold, 0..1; 0: the topic's, else the judge's
	Groups    *[crawl.NumGroups]float64 // weights of the tag groups; nil: the judge's own
	Segmenter string                    // of Chinese text, one of semsim/lexicon's; "": hybrid
	// Taught is whose correction corrects the verdicts (crawl/judge/teach): TaughtRun, which "" means,
	// TaughtOff, or a file.
	Taught  string `yaml:",omitempty"`
	NoLearn bool   // learn nothing from the pages of the crawl but what hosts repeat
}

// Endpoint is a service with an OpenAI-compatible /chat/completions (crawl/judge/endpoint).
type Endpoint struct {
	URL     string // such as http://localhost:11434/v1
	Model   string
	Key     string // "": none is sent
	Queries int    // greatest number of questions of a run; 0: 100
}

// The values of Judge.Taught that are no files.
const (
	TaughtRun = "run" // the one that the run folder has, if it has one
	TaughtOff = "off" // none
)

// Strategy says in which order links are tried.
type Strategy struct {
	Name       string          // one of crawl/choose/strategy's; "": the default strategy
	LinkRank   string          // "": the strategy's own
	Params     strategy.Params // the zero value stands for strategy.Defaults
	Patience   int             // of the trap guard, in requests; 0 stands for 32, negative for no guard
	NoSitemaps bool            // ask for no sitemaps and feeds but those among the seeds
	// NoSiteSearch asks no site's own search for words of the topic.
	NoSiteSearch bool `yaml:",omitempty"`
	// Joint are the policies that make the strategy one of several parts of a crawl. nil: the
	// crawl is not divided.
	Joint []strategy.Policy `yaml:"-"`
	// Use, if not nil, is the strategy. Then the other fields do not count: it is
	// neither guarded against traps nor given sitemaps.
	Use crawl.Strategy
}

// Filter says which links may be followed at all.
type Filter struct {
	SameSite         bool   // stay on the registrable domains of the seeds
	Include, Exclude string // regular expressions (RE2) of URLs; "": none
	Core             string // keep to domain names akin to the seeds': "core-domain" or "core-labels"
	CoreTopic        string // with Core, let links of pages on topic pass: "large" or "small"
	Documents        bool   `yaml:"-"` // links to documents pass; Open sets it
}

// Fetch says where answers come from: the network, unless Web or Use is set.
type Fetch struct {
	// Options are the network's. Zero values stand for the defaults, negative ones for
	// none. Open sets Version, KeepExchanges and Documents, and of Polite State and Resume.
	fetch.Options
	// Wrap, if not nil, makes a fetcher around the client of the network: crawl/fetch/render
	// has one that shows pages as a browser does. Close closes it before the client.
	Wrap func(*fetch.Client) (crawl.Fetcher, io.Closer, error)
	// Accounts, if not nil, reads who the crawler is at hosts that ask (crawl/fetch/account). It
	// is called when the session opens; a stored web needs none.
	Accounts func() (*account.Accounts, error)
	Web      string // a stored web, a run folder, or WARC files between commas
	// WebOutside lets hosts that the stored web lacks answer, too: see
	// crawl/fetch/replay. Web must be a folder with an index.
	WebOutside bool
	Use        crawl.Fetcher // not nil: this one; Close does not close it
	Pacer      crawl.Pacer   // of Use; nil: hosts never wait
	Crowded    func() bool   // answers wait for memory in Use (engine.Engine.Crowded); nil: none ever does
}

// Search says which search engines may be asked. They are asked when no known link is good
// enough, so that a crawl needs no seeds.
type Search struct {
	// Open opens the sources, when the session does, which closes what comes with them. nil:
	// nothing is asked.
	Open    func() ([]SearchSource, io.Closer, error)
	Queries int           // greatest number of questions of the whole crawl; 0: 100
	Ops     search.Ops    // operators to use; 0: keyword, related and backward
	Langs   []string      // languages of the words that are asked for ([query.Plan]); none: all that the topic has
	Since   time.Duration // ask for what is not older; 0: for everything
	Chooser query.Chooser // of the operator of a question; "": Thompson sampling
	Round   int           // the round of the questions; questions of an earlier round may be asked again
	Steady  bool          // ask also while links are good enough, now and then
	// Budget, if not nil, returns Queries from the journal of the crawl so far.
	Budget func(crawl.Journal) (int, error)
}

// SearchSource is a source and its name in the settings.
type SearchSource struct {
	Name string
	search.Source
}

// defaultQueries is the budget of questions where none is given.
const defaultQueries = 100

// Folder is where a run is kept.
type Folder struct {
	// Dir is the folder. "": the crawl is kept in memory and ends with the process. It chooses
	// the same pages then, but leaves nothing: no journal, texts, WARC files, memory.bin or
	// progress.
	Dir        string
	Fresh      bool  // throw away what the folder holds, and start over
	RotateSize int64 // bytes of pages.jsonl before it is parted; 0: never

	Archive     Archive
	KeepText    KeepText
	ArchiveSize int64 // bytes of a WARC file before the next begins; 0: 1 GB

	// Settings are written to run.yaml. A later run with others is refused, save
	// for those in Free, by their paths: "settings.contact". Nil: Judge, Strategy
	// and Filter of the Spec, and what its Topic was made of, by the names of the command line.
	// A later version may add settings: one that the folder does not know must be
	// as in Defaults. Without Settings zero fields stay as the run began.
	Settings map[string]any
	Free     []string
	Defaults map[string]any
	// Kept are settings that nobody gave and that stay as the run began. Open logs them once.
	Kept []Kept
	Demo bool // is written to run.yaml: the run is a demonstration

	// Cleared, if not nil, is called while Fresh clears the folder, to delete what
	// the program itself keeps there.
	Cleared func(dir string) error
}

// Kept is a setting that stays as a run began, as a line of a file of settings, and the line of its
// default.
type Kept struct{ Setting, Default string }

// SpecError reports a part of a [Spec] that is wrong.
type SpecError struct {
	Part string // "judge", "strategy", "filter", "fetch", "web", "search", "learn-from" or "taught"
	Err  error
}

func (e *SpecError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *SpecError) Unwrap() error { return e.Err }

// wrong marks err as caused by a part of the Spec.
func wrong(part string, err error) error {
	if err == nil {
		return nil
	}
	return &SpecError{part, err}
}

// The defaults of a Spec that no other package knows.
const (
	defaultFrontierMemory int64 = 1 << 30
	defaultPatience             = 32
	defaultRetries              = 2
	// MaxSilent attempts in a row without any answer end a run by default: the
	// network is down. With the engine's pauses that is some ten seconds after the
	// last one.
	MaxSilent = 10
)

// orDefault is x, or d if x is zero, or none if x is negative.
func orDefault(x, d int) int {
	if x == 0 {
		return d
	}
	return max(x, 0)
}
