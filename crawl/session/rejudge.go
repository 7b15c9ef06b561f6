package session

import (
	"cmp"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Rejudge judges all pages whose text is kept again, while the crawl goes on. Pages
// whose verdict is another now are recorded as new verdicts; see [engine.Pass]. done is
// called when the pass is over; nil: nobody is told. Only functions that the engine's
// Exec delivers may call Rejudge.
func (s *Session) Rejudge(judge engine.Judge, done func(engine.Judged, error)) {
	s.rejudge(judge, false, done)
}

func (s *Session) rejudge(judge engine.Judge, sameTopic bool, done func(engine.Judged, error)) {
	u := new(binenc.Unpacker)
	s.Engine.Rejudge(&engine.Pass{
		Judge: judge, SameTopic: sameTopic,
		Unpack: func(t *crawl.Text) (*crawl.Page, error) {
			p, err := u.Unpack(t)
			return p.Page, err
		},
		Done: func(n engine.Judged, err error) {
			u.Close()
			if done != nil {
				done(n, err)
			}
		},
	})
}

// SecondOpinion says what the last model of a run changed, when all kept pages were
// judged by it.
type SecondOpinion struct {
	Model        int // its number
	Pages, Sure  int // it was learned from so many pages, of which so many were surely relevant
	Gained, Lost int // pages that became relevant, and that ceased to be
	Moved        int // pages of another relevance, with the same verdict
}

// String says it in one line.
func (o *SecondOpinion) String() string {
	return o.Message().String()
}

// Message implements [english.Sentence].
func (o *SecondOpinion) Message() english.Phrase {
	if o.Gained == 1 {
		return english.Phrasef("learned model %d from %d sure pages: 1 page gained, %d lost", o.Model, o.Sure, o.Lost)
	}
	return english.Phrasef("learned model %d from %d sure pages: %d pages gained, %d lost", o.Model, o.Sure, o.Gained, o.Lost)
}

// metaJudgedBy is the key in the state for the number of the model by which all pages
// were judged at the end of a run.
const metaJudgedBy = "judged-by-model"

// leastGrowth is the share by which the pages learned must have grown since the last
// model, so that the end of a run makes another one. Without it each run of a job would.
const leastGrowth = .1

// judgeAtEnd lets the judge learn a last model when the run ends by itself, and judges
// all kept pages by it, unless that is done. Pages that were judged before something was
// learned, or by a model of fewer pages, so get the verdict that the last ones get.
func (s *Session) judgeAtEnd() {
	if s.Store == nil || s.Engine.Texts == nil {
		return
	}
	judge, sameTopic := s.Judge, true
	switch l := s.Engine.Scorer.(type) {
	case *relevance.Judge:
		judge = l
	case *relevance.Edited:
		var edits uint32
		judge, edits = l.Now()
		sameTopic = edits == 0
	}
	m := lastModel(judge)
	if (m == nil || s.judgedBy() == m.Number) && !s.Engine.FinalAgain {
		return
	}
	if s.packer != nil {
		s.packer.Rest() // all pages are packed
	}
	s.rejudge(relevance.Again{Judge: judge}, sameTopic, func(n engine.Judged, err error) {
		if err != nil {
			s.log.Warn("the kept pages could not be judged again at the end of the run", "err", err)
			return
		}
		s.judgedAgain = true
		if m == nil {
			s.log.Info("all kept pages were judged by the calibrated threshold", "phi", judge.Phi(), "taught", s.taughtID(), "judged", n.Judged, "no_text", n.NoText+n.Unread, "gained", n.Gained, "lost", n.Lost)
			return
		}
		s.second = &SecondOpinion{Model: m.Number, Pages: m.Pages, Sure: m.Sure, Gained: n.Gained, Lost: n.Lost, Moved: n.Moved}
		s.log.Info("all kept pages were judged by the last model", "model", m.Number, "judged", n.Judged, "no_text", n.NoText+n.Unread, "gained", n.Gained, "lost", n.Lost, "moved", n.Moved)
	})
}

// lastModel returns the model for the end of a run: a new one, if enough was learned
// since the present one; nil if nothing was.
func lastModel(judge *relevance.Judge) *relevance.Model {
	m := judge.Model()
	if pages, _ := judge.Counted(); m != nil && float64(pages) < (1+leastGrowth)*float64(m.Pages) {
		return m
	}
	return judge.Relearn()
}

// metaJudgedPhi is the key in the state for the calibrated threshold by which all pages
// were judged at the end of a run.
const metaJudgedPhi = "judged-by-phi"

// metaJudgedTaught is the key in the state for the ID of the correction by which all pages were
// judged at the end of a run.
const metaJudgedTaught = "judged-by-taught"

// checkJudged lets the end of the run judge all kept pages again if the run was calibrated or
// taught since they were judged, or is no longer.
func (s *Session) checkJudged() error {
	phi, err := s.Store.Meta(metaJudgedPhi)
	if err != nil {
		return err
	}
	taught, err := s.Store.Meta(metaJudgedTaught)
	if err != nil {
		return err
	}
	opinions, err := s.Store.Meta(metaJudgedOpinions)
	s.Engine.FinalAgain = err == nil && (orNothing(string(opinions)) != orNothing(s.opinionsText()) || orNothing(string(phi)) != orNothing(s.phiText()) || orNothing(string(taught)) != orNothing(s.taughtID()))
	return err
}

// metaJudgedOpinions is the key in the state for the number of second opinions that the verdicts heed.
const metaJudgedOpinions = "judged-by-opinions"

// opinionsText is the number of second opinions as the state keeps it: nothing for none.
func (s *Session) opinionsText() string {
	if s.opinions.Len() == 0 {
		return ""
	}
	return strconv.Itoa(s.opinions.Len())
}

// orNothing is a value as the state can keep it, which holds no empty ones.
func orNothing(value string) string { return cmp.Or(value, "-") }

// phiText is the calibrated threshold as the state keeps it: nothing for none.
func (s *Session) phiText() string {
	if s.calibrated == 0 {
		return ""
	}
	return strconv.FormatFloat(s.calibrated, 'g', -1, 64)
}

// keepJudged notes by what all pages were judged at the end of the run.
func (s *Session) keepJudged() error {
	if s.second != nil {
		if err := s.Store.SetMeta(metaJudgedBy, strconv.AppendInt(nil, int64(s.second.Model), 10)); err != nil {
			return err
		}
	}
	if s.judgedAgain || !s.Engine.FinalAgain { // those of this run changed verdicts when they came
		if err := s.Store.SetMeta(metaJudgedOpinions, []byte(orNothing(s.opinionsText()))); err != nil {
			return err
		}
	}
	if !s.judgedAgain || !s.Engine.FinalAgain {
		return nil
	}
	if err := s.Store.SetMeta(metaJudgedTaught, []byte(orNothing(s.taughtID()))); err != nil {
		return err
	}
	return s.Store.SetMeta(metaJudgedPhi, []byte(orNothing(s.phiText())))
}

// judgedBy is the number of the model by which an earlier run judged all pages at its
// end; 0 if none did.
func (s *Session) judgedBy() int {
	value, err := s.Store.Meta(metaJudgedBy)
	if err != nil {
		return 0 // all pages are judged once more
	}
	n, err := strconv.Atoi(string(value))
	if err != nil {
		return 0
	}
	return n
}
