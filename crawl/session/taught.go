package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// teach reads the correction of verdicts that people's marks taught, if there is one and the
// settings want it. One that corrects another judge is not used.
func (s *Session) teach() error {
	spec := &s.spec
	m, err := ReadTaught(spec.Judge.Taught, s.keptDir())
	if err != nil {
		return wrong("taught", err)
	}
	name := judgeName(spec)
	switch {
	case m == nil:
	case m.Judge != name:
		s.log.Warn("what marks taught is not used: it corrects another judge", "taught", m.ID, "of", m.Judge, "judge", name)
	default:
		s.log.Info("verdicts are corrected by what marks taught", "taught", m.ID, "marks", len(m.Marks))
		s.taught = m
	}
	return nil
}

// keptDir is the run folder as far as something of it is used; "" if all is cleared.
func (s *Session) keptDir() string {
	if s.spec.Folder.Fresh {
		return ""
	}
	return s.spec.Folder.Dir
}

// ReadTaught returns the correction that taught names, a value of [Judge].Taught, for the run in
// dir; nil if there is none. "" is no folder.
func ReadTaught(taught, dir string) (*teach.Model, error) {
	switch taught {
	case TaughtOff:
		return nil, nil
	case "", TaughtRun:
		if dir == "" {
			return nil, nil
		}
		return teach.Read(dir)
	}
	text, err := os.ReadFile(taught)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, english.Errorf("%s: no such file; ontocrawl teach RUN --apply makes RUN/taught.json", taught)
	}
	if err != nil {
		return nil, err
	}
	m, err := teach.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", taught, err)
	}
	return m, nil
}

// taughtID identifies the correction as the state keeps it: nothing for none.
func (s *Session) taughtID() string {
	if s.taught == nil {
		return ""
	}
	return s.taught.ID
}
