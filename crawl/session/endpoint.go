package session

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/endpoint"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// defaultOpinions is the budget of questions where none is given.
const defaultOpinions = 100

// Exec is where functions are given to the deciding goroutine of the engine; see [engine.Engine].Exec. It is asked for before
// Run.
func (s *Session) Exec() chan func() {
	if s.exec == nil {
		s.exec = make(chan func())
		s.Engine.Exec = s.exec
	}
	return s.exec
}

// openEndpoint lets the service be asked that the spec names.
func (s *Session) openEndpoint() error {
	spec := s.spec.Endpoint
	if spec == nil {
		return nil
	}
	if s.spec.peer != nil {
		return wrong("judge", english.Errorf("a crawl in parts asks no service for second opinions"))
	}
	client, err := endpoint.NewClient(spec.URL, spec.Model, spec.Key)
	if err != nil {
		return wrong("judge", err)
	}
	second := &seconds{session: s, pages: map[string]*asked{}, over: make(chan struct{})}
	s.Exec()
	second.asker = endpoint.NewAsker(client, orDefault(spec.Queries, defaultOpinions), s.log, second.answered)
	s.closeLater(second)
	s.seconds = second
	s.log.Info("a service is asked for second opinions of uncertain pages", "model", spec.Model, "queries", orDefault(spec.Queries, defaultOpinions))
	return nil
}

// seconds gets second opinions of the uncertain pages of a run. The deciding goroutine calls it, but for answered and Close.
type seconds struct {
	session *Session
	asker   *endpoint.Asker
	pages   map[string]*asked // that wait for an answer
	over    chan struct{}     // closed by Close
}

// asked is a page that waits for an answer.
type asked struct {
	last  *crawl.Visit // its last verdict, without blocks and links
	topic *semsim.TopicVector
}

// judge is the judge that judges pages now.
func (s *Session) judge() *relevance.Judge {
	if edited, ok := s.Engine.Scorer.(*relevance.Edited); ok {
		j, _ := edited.Now()
		return j
	}
	return s.Judge
}

// Visited implements [crawl.Observer].
func (x *seconds) Visited(v *crawl.Visit) {
	switch {
	case v.Rejudged:
		if page := x.pages[v.Page.Final]; page != nil {
			page.last = v.Rejudge(0, v.Score)
		}
	case v.OK():
		delete(x.pages, v.Page.Final) // an answer about what it said before is of no use
		x.ask(v)
	case v.Choice.Again && !v.Unchanged():
		delete(x.pages, v.Choice.URL)
	}
}

// ask lets the service be asked about a page if the judge is not certain, and nobody has answered.
func (x *seconds) ask(v *crawl.Visit) {
	s, p, judge := x.session, v.Page, x.session.judge()
	if v.Copy() || p.NoIndex || p.About.Kind.Leads() || !judge.IsUncertain(v.Score.Relevance) || hasOpinion(v.Score.Evidence) ||
		s.opinions.Asked(judge.Topic(), p) {
		return
	}
	x.pages[p.Final] = &asked{v.Rejudge(0, v.Score), judge.Topic()}
	delete(x.pages, x.asker.Add(s.opinions.Question(judge.Topic(), p), abs(v.Score.Relevance-judge.Phi())))
}

func abs(x float64) float64 { return max(x, -x) }

func hasOpinion(evidence []crawl.Evidence) bool {
	for i := range evidence {
		if evidence[i].Concept == "" && evidence[i].Group == relevance.GroupSecond {
			return true
		}
	}
	return false
}

// answered lets the deciding goroutine use an answer. If the run is over it is lost, and asked for again.
func (x *seconds) answered(q endpoint.Question, a endpoint.Answer) {
	select {
	case x.session.exec <- func() { x.use(q, a) }:
	case <-x.over:
	}
}

// use keeps an answer and records the verdict that it gives the page, if that still waits for it: not if it was fetched anew
// or the topic was edited meanwhile.
func (x *seconds) use(q endpoint.Question, a endpoint.Answer) {
	s, page, judge := x.session, x.pages[q.URL], x.session.judge()
	delete(x.pages, q.URL)
	if page == nil || page.topic != judge.Topic() {
		return
	}
	op := endpoint.Opinion{URL: q.URL, Asked: q.ID, Model: s.spec.Endpoint.Model, Verdict: a.Verdict, Reason: a.Reason, At: time.Now().UTC().Round(time.Second)}
	if err := s.opinions.Add(op); err != nil {
		s.log.Warn("a second opinion cannot be kept, so it is not used", "url", q.URL, "err", err)
		return
	}
	v := page.last
	if a.Verdict == endpoint.Unsure || !judge.IsUncertain(v.Score.Relevance) || hasOpinion(v.Score.Evidence) {
		return
	}
	now := judge.Turn(v.Score, a.Verdict == endpoint.Yes, op.Says())
	now.Relevant = now.Relevant && !v.Copy()
	if err := s.Engine.Revise(v, now); err != nil {
		s.log.Warn("a second opinion could not be recorded; the next run does", "url", q.URL, "err", err)
	}
}

// Close ends asking.
func (x *seconds) Close() error {
	close(x.over)
	return x.asker.Close()
}
