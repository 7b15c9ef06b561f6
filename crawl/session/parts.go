package session

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/filter"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/dateline"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// NewJudge is the reader and scorer of pages for a topic.
func NewJudge(t *topic.Topic, opt Judge) (*relevance.Judge, error) {
	lex, err := lexicon.New(relevance.TermsOf(t.Vector), lexicon.Options{Segmenter: opt.Segmenter, Dictionary: t.Dictionary})
	if err != nil {
		return nil, wrong("judge", err)
	}
	o := relevance.Options{Judge: cmp.Or(opt.Name, t.Judge), Phi: cmp.Or(opt.Phi, t.Phi), Groups: opt.Groups}
	if opt.NoLearn {
		o.Learn = relevance.LearnNone
	}
	j, err := relevance.New(t.Vector, lex, o)
	return j, wrong("judge", err)
}

// calibrate reads the threshold that people's answers gave to the run in the folder, if it is
// one of the judge that opt names and the settings have none.
func (s *Session) calibrate() error {
	spec := &s.spec
	if spec.Folder.Dir == "" || spec.Folder.Fresh || spec.Judge.Phi != 0 {
		return nil
	}
	name := judgeName(spec)
	phi, err := rundir.CalibratedPhi(spec.Folder.Dir, name)
	if err != nil {
		return wrong("judge", err)
	}
	if phi != 0 {
		s.log.Info("the threshold is the one that this run was calibrated to", "phi", phi, "judge", name)
	}
	s.calibrated = phi
	return nil
}

// judgeName is the judge that spec names, or that is used without.
func judgeName(spec *Spec) string {
	return cmp.Or(spec.Judge.Name, spec.Topic.Judge, relevance.Names()[0])
}

// NewJudge is the judge of this session for a topic: one with the threshold that the run was
// calibrated to, unless opt has one.
func (s *Session) NewJudge(t *topic.Topic, opt Judge) (*relevance.Judge, error) {
	return s.judgeBy(NewJudge, t, opt)
}

// openJudge is the judge that the session opens with. Those of the parts of one process share
// what never changes.
func (s *Session) openJudge() (*relevance.Judge, error) {
	if p := s.spec.peer; p != nil {
		return s.judgeBy(p.judges.of, s.spec.Topic, s.spec.Judge)
	}
	if c := s.spec.Cache; c != nil {
		return s.judgeBy(c.Judge, s.spec.Topic, s.spec.Judge)
	}
	return s.NewJudge(s.spec.Topic, s.spec.Judge)
}

func (s *Session) judgeBy(newJudge func(*topic.Topic, Judge) (*relevance.Judge, error), t *topic.Topic, opt Judge) (*relevance.Judge, error) {
	opt.Phi = cmp.Or(opt.Phi, s.calibrated)
	j, err := newJudge(t, opt)
	if err != nil {
		return nil, err
	}
	if s.taught != nil {
		j.CorrectBy(s.taught)
	}
	j.SecondBy(s.opinions)
	return j, nil
}

// judges makes judges, of which those by the same settings share the labels of the topic and all
// else that never changes. It may be used concurrently.
type judges struct {
	mu    sync.Mutex
	first map[judgeKey]*relevance.Judge // they judge nothing themselves
}

// judgeKey holds all from which a judge is made.
type judgeKey struct {
	topic  *topic.Topic
	Judge  // Groups is nil
	groups [crawl.NumGroups]float64
	own    bool // groups are set
}

// of returns a judge as NewJudge does.
func (s *judges) of(t *topic.Topic, opt Judge) (*relevance.Judge, error) {
	key := judgeKey{topic: t, Judge: opt, own: opt.Groups != nil}
	if key.own {
		key.groups, key.Groups = *opt.Groups, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first[key] == nil {
		j, err := NewJudge(t, opt)
		if err != nil {
			return nil, err
		}
		if s.first == nil {
			s.first = map[judgeKey]*relevance.Judge{}
		}
		s.first[key] = j
	}
	return s.first[key].Untaught(), nil
}

// PageReader reads pages and marks the words of a topic in them and in links, and says
// which words of it to search for on pages of a language. A judge is one.
type PageReader interface {
	crawl.Reader
	MarkLinks(*crawl.Page)
	SearchWords(lang string) []string
}

// NewReader reads pages as j does, and sitemaps, feeds and answers of search engines besides. It dates the
// pages that mention the topic, and adds links to what their sites' own search answers,
// unless opt says otherwise. Documents are read by docs; nil: they are not.
func NewReader(j PageReader, opt Strategy, docs *document.Converter) crawl.Reader {
	pages := document.Reader{Pages: dateline.Reader{Pages: j}, Documents: docs}
	var all crawl.Reader = &source.Reader{Pages: pages, Mark: j.MarkLinks}
	if !opt.NoSiteSearch {
		all = &search.SiteReader{Pages: all, Words: j.SearchWords}
	}
	return &search.Reader{Pages: all, Mark: j.MarkLinks}
}

// NewReader is the reader of this session's pages, for another judge.
func (s *Session) NewReader(j PageReader) crawl.Reader {
	return NewReader(j, s.spec.Strategy, s.spec.Documents)
}

// NewStrategy is the strategy that opt describes, guarded against traps, and with
// the sitemaps and feeds of hosts that prove useful.
func NewStrategy(opt Strategy, log *slog.Logger) (*strategy.Chain, error) {
	if opt.Use != nil {
		return strategy.NewChain(opt.Use), nil
	}
	if opt.Params == (strategy.Params{}) {
		opt.Params = strategy.Defaults()
	}
	s, err := newChooser(opt)
	if err != nil {
		return nil, wrong("strategy", err)
	}
	c := strategy.NewChain(s, opt.Joint...)
	if opt.Joint == nil {
		c.Add(strategy.NewDeferral(deferredOf(&opt.Params)))
	}
	patience := orDefault(opt.Patience, defaultPatience)
	guard := strategy.NewTrapGuard(strategy.TrapGuardParams{Patience: patience, Found: func(t strategy.Trap) {
		text := "trap: links come last"
		if t.ForGood {
			text = "trap: links are left"
		}
		log.Info(text, "site", t.Site, "rule", t.Rule, "like", t.Like, "setting", "--patience")
	}})
	c.Add(guard, strategy.NewSources(strategy.SourceParams{None: opt.NoSitemaps}))
	return c, nil
}

// deferredOf says where links to hosts that were only named are kept while too many wait.
func deferredOf(p *strategy.Params) (to strategy.DeferralParams) {
	if p.Spill != nil {
		to.Records, to.File = p.Spill.Deferred, p.Spill.File
	}
	return to
}

func newChooser(opt Strategy) (crawl.Strategy, error) {
	name := cmp.Or(opt.Name, strategy.Methods()[0].Name)
	if opt.Joint == nil {
		return strategy.New(name, opt.LinkRank, opt.Params)
	}
	return strategy.All().NewMember(name, opt.LinkRank, opt.Params)
}

// NewFilter is the filter that opt describes, for a crawl from seeds.
func NewFilter(opt Filter, seeds []crawl.Link) (crawl.Filter, error) {
	o := filter.Options{SameSite: opt.SameSite, Seeds: seeds, Documents: opt.Documents}
	var err error
	if o.Include, err = filter.Pattern(opt.Include); err != nil {
		return nil, wrong("filter", err)
	}
	if o.Exclude, err = filter.Pattern(opt.Exclude); err != nil {
		return nil, wrong("filter", err)
	}
	if opt.Core != "" {
		core := filter.CoreOptions{ByLabels: opt.Core == "core-labels"}
		switch opt.CoreTopic {
		case "large":
			core.Topic = filter.TopicLarge()
		case "small":
			core.Topic = filter.TopicSmall()
		}
		o.Core = filter.NewCoreDomains(seeds, core)
	}
	return filter.New(o), nil
}

// Tally returns the counts of the session's domain-name filter; nil if it has none.
func (s *Session) Tally() *filter.Tally { return Tally(s.filter) }

// logTally logs what the domain-name filter did in this session, if there is one.
func logTally(log *slog.Logger, name string, f crawl.Filter) {
	if t := Tally(f); t != nil && t.Links > 0 {
		log.Info("links filtered by domain name", "filter", name, "links", t.Links, "refused", t.Refused,
			"by_topic", t.ByTopic, "tlp", fmt.Sprintf("%.4f", t.TLP()))
	}
}

// Tally returns the counts of the domain-name filter in f; nil if there is none.
func Tally(f crawl.Filter) *filter.Tally {
	if chain, ok := f.(filter.Chain); ok {
		return chain.Tally()
	}
	return nil
}
