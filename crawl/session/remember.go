package session

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A run leaves what it has learned in memory.bin: how the links of its hosts and places
// turned out, and the last model of its judge. With Spec.LearnFrom a new run begins with
// the memory of an earlier one. All of it enters the first checkpoint and, with the
// first visit, the journal; so a run that goes on needs the other folder no more.

// runMemory holds what is in memory.bin.
type runMemory struct {
	topic string
	model crawl.Model // the zero Model: the judge learned none
	web   []byte      // as linkrank.Rememberer writes it; empty: the link ranker keeps nothing
}

const (
	runMemoryName = "run memory"
	// Versions of memory.bin:
	//
	//	1
	runMemoryVersion = 1
)

// NoMemoryError reports that a run left nothing to learn from.
type NoMemoryError struct{ Dir string }

func (e *NoMemoryError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NoMemoryError) Message() english.Phrase {
	return english.Phrasef("there is no %s in %s: it is no run folder, or an earlier version made it; the command that made the run, given again, writes the file",
		rundir.MemoryFile, e.Dir)
}

// OtherTopicError reports that a run from which to learn sought another topic.
type OtherTopicError struct{ Dir, Topic, Want string }

func (e *OtherTopicError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *OtherTopicError) Message() english.Phrase {
	return english.Phrasef("%s is a run for %q and teaches nothing of %q", e.Dir, e.Topic, e.Want)
}

// MemoryError reports a memory.bin that this program cannot read: it is damaged, or of
// another version.
type MemoryError struct {
	Dir string
	Err error
}

func (e *MemoryError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MemoryError) Message() english.Phrase {
	return english.Phrasef("%s in %s cannot be read: %v", rundir.MemoryFile, e.Dir, e.Err)
}

// Unwrap returns the reason.
func (e *MemoryError) Unwrap() error { return e.Err }

func (m *runMemory) marshal() []byte {
	var w binenc.Writer
	w.Header(runMemoryName, runMemoryVersion)
	w.Text(m.topic)
	w.Uint(uint64(m.model.Number))
	w.Bytes(m.model.Data)
	w.Bytes(m.web)
	sum := sha256.Sum256(w.Data())
	w.Bytes(sum[:])
	return w.Data()
}

func unmarshalRunMemory(data []byte) (m runMemory, err error) {
	r := binenc.NewReader(data)
	r.Header(runMemoryName, runMemoryVersion)
	m = runMemory{topic: r.Text(), model: crawl.Model{Number: int(min(r.Uint(), 1<<40)), Data: r.Bytes()}, web: r.Bytes()}
	sum := sha256.Sum256(data[:len(data)-r.Left()])
	if string(r.Bytes()) != string(sum[:]) {
		r.Fail("its checksum is wrong")
	}
	return m, r.Close()
}

// CheckMemory reports whether data is a memory.bin that this program can read.
func CheckMemory(data []byte) error {
	_, err := unmarshalRunMemory(data)
	return err
}

// keepMemory writes memory.bin.
func (s *Session) keepMemory() error {
	m := runMemory{topic: s.spec.Topic.Name}
	var err error
	if l := s.Engine.Scorer.Learner(); l != nil {
		if m.model, err = l.EncodeModel(); err != nil {
			return err
		}
	}
	var w binenc.Writer
	if s.strategy.Remember(&w) {
		m.web = w.Data()
	}
	return s.Folder.WriteMemory(m.marshal())
}

// readMemory reads what the run in Spec.LearnFrom has learned.
func (s *Session) readMemory() error {
	dir := s.spec.LearnFrom
	m, data, err := memoryOf(dir, s.spec.Topic.Name)
	if err != nil {
		return err
	}
	sameWeb, err := s.recall(&m)
	if err != nil {
		return wrong("learn-from", &MemoryError{dir, err})
	}
	sum := sha256.Sum256(data)
	s.learnedFrom = hex.EncodeToString(sum[:])
	if m.model.Number > 0 && len(m.web) == 0 || sameWeb {
		s.log.Info("the crawl begins with what an earlier run has learned", "run", dir, "of_the_web", sameWeb, "of_the_topic", m.model.Number > 0)
	} else {
		s.log.Warn("nothing is taken from the earlier run: fewer than half of the seeds stand on hosts that were useful to it", "run", dir)
	}
	return nil
}

// memoryOf returns what the run in dir has learned, and its bytes. It must be of the topic.
func memoryOf(dir, topic string) (m runMemory, data []byte, err error) {
	if err := rundir.CheckFormat(dir); err != nil {
		return m, nil, err
	}
	data, err = rundir.ReadMemory(dir)
	switch {
	case err != nil:
		return m, nil, err
	case data == nil:
		return m, nil, wrong("learn-from", &NoMemoryError{dir})
	}
	if m, err = unmarshalRunMemory(data); err != nil {
		return m, nil, wrong("learn-from", &MemoryError{dir, err})
	}
	if m.topic != topic {
		return m, nil, wrong("learn-from", &OtherTopicError{dir, m.topic, topic})
	}
	return m, data, nil
}

// recall gives strategy and judge what m says, unless it is of another web. Each learns on
// from there. sameWeb reports whether the crawl is surely one of the web that m is of.
func (s *Session) recall(m *runMemory) (sameWeb bool, err error) {
	if len(m.web) > 0 {
		in := binenc.NewReader(m.web)
		sameWeb = s.strategy.Recall(in, s.spec.Seeds)
		if err := in.Close(); err != nil {
			return false, err
		}
	}
	if m.model.Number == 0 || !sameWeb && len(m.web) > 0 {
		return sameWeb, nil
	}
	return sameWeb, s.Judge.DecodeModel(crawl.Model{Number: 1, Data: m.model.Data})
}

// MetaLearnedFrom is the name under which the state keeps of what memory the run began with.
const MetaLearnedFrom = "learned-from"

// settleMemory notes with a new run what it begins with, and reads it of one that goes
// on, which does not need the other folder.
func (s *Session) settleMemory() error {
	if s.spec.LearnFrom != "" && s.learnedFrom == "" && s.Store.Committed() == 0 {
		if err := s.readMemory(); err != nil {
			return err
		}
	}
	if s.learnedFrom != "" {
		return s.Store.SetMeta(MetaLearnedFrom, []byte(s.learnedFrom))
	}
	noted, err := s.Store.Meta(MetaLearnedFrom)
	if s.learnedFrom = string(noted); err == nil && s.spec.LearnFrom != "" && len(noted) == 0 {
		s.log.Warn("the run goes on with what it has learned itself: --learn-from counts for a new run only", "run", s.spec.LearnFrom)
	}
	return err
}
