package session

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Files beside the journal that say of what a process died.
const (
	inflightFile  = "inflight"   // the pages in flight, of crawl/engine
	crashFile     = "crash"      // Go's report, while the process lives: empty
	crashLastFile = "crash.last" // the last one that is not empty
)

// openMarks opens the marks of what is in flight. With Spec.CrashReports, Go's report of
// a crash of the last process counts: it was not killed from outside.
func (s *Session) openMarks() error {
	dir := s.Folder.StatePath()
	crashed := false
	if s.spec.CrashReports {
		var err error
		if crashed, err = s.openCrash(dir); err != nil {
			return err
		}
	}
	marks, err := engine.OpenMarks(filepath.Join(dir, inflightFile), engine.MarksOptions{Crashed: crashed, Logger: s.log})
	if err != nil {
		return err
	}
	s.closeLater(marks)
	s.Engine.Marks = marks
	return nil
}

// openCrash lets Go write a report if the process crashes, and tells whether the last
// process did.
func (s *Session) openCrash(dir string) (crashed bool, err error) {
	name := filepath.Join(dir, crashFile)
	report, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, english.Errorf("crawl/session: %w", err)
	}
	if len(report) > 0 {
		last := filepath.Join(dir, crashLastFile)
		if err := atomicfile.Move(name, last, atomicfile.Options{}); err != nil {
			return false, english.Errorf("crawl/session: %w", err)
		}
		if crashed = !bytes.HasPrefix(report, []byte("SIGQUIT")); crashed { // that one comes from outside
			s.log.Warn("the last process crashed; what Go reported of it is kept", "report", last)
		}
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return false, english.Errorf("crawl/session: %w", err)
	}
	if err := debug.SetCrashOutput(file, debug.CrashOptions{}); err != nil {
		return false, errors.Join(english.Errorf("crawl/session: %w", err), file.Close())
	}
	s.closeLater(crashReport{file})
	return crashed, nil
}

// crashReport is the file of a process that lives.
type crashReport struct{ *os.File }

// Close ends the reporting.
func (c crashReport) Close() error {
	return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), c.File.Close(), os.Remove(c.Name()))
}
