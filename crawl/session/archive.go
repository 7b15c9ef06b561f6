package session

import (
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// Archive says which answers are kept in WARC files.
type Archive string

// The values of Archive.
const (
	ArchiveRelevant Archive = "relevant" // of relevant pages; "" is the same
	ArchiveAll      Archive = "all"      // all, with failures and robots.txt
	ArchiveNone     Archive = "none"
)

// KeepText says of which pages the text is kept, to judge them again.
type KeepText string

// The values of KeepText.
const (
	KeepTextAll  KeepText = "all" // but of those that ask not to be kept (noindex); "" is the same
	KeepTextNone KeepText = "none"
)

// openTexts lets the workers make the texts that the state keeps.
func (s *Session) openTexts() error {
	if s.spec.Folder.KeepText == KeepTextNone {
		return nil
	}
	known, err := s.Store.Dictionaries()
	if err != nil {
		return err
	}
	packer, err := binenc.NewPacker(known)
	if err != nil {
		return err
	}
	s.closeLater(packer)
	s.packer, s.Engine.Texts = packer, packer
	return nil
}

// openAnswers lets the engine read archived answers again, if the journal was rebuilt.
func (s *Session) openAnswers() {
	dir := filepath.Join(s.spec.Folder.Dir, rundir.WARCDir)
	if s.Store.Rebuilt() == 0 || !exists(dir) {
		return
	}
	folder, err := warc.OpenFolder(dir)
	if err != nil {
		s.log.Warn("the archive cannot be read, so links that the damaged journal has lost stay lost", "err", err)
		return
	}
	s.closeLater(folder)
	s.Engine.Answers = func(ref crawl.Ref) (*crawl.Response, error) {
		all, err := folder.Exchanges(ref)
		if err != nil {
			return nil, err
		}
		return replay.Answer(all)
	}
}

// openArchiver opens the archive of the run's answers; nil if none are to be
// kept and none were. Where some were, a run that keeps no more still repairs
// what a killed run left.
func (s *Session) openArchiver() (*warc.Archiver, error) {
	keep, dir := s.spec.Folder.Archive, filepath.Join(s.spec.Folder.Dir, rundir.WARCDir)
	if keep == ArchiveNone && !exists(dir) {
		return nil, nil
	}
	info := warc.Header{{Name: "software", Value: "ontocrawl/" + s.spec.Version}}
	if c := s.spec.Fetch.Contact; c != "" {
		info = append(info, warc.Field{Name: "operator", Value: field(c)})
	}
	info = append(info,
		warc.Field{Name: "robots", Value: "RFC 9309"},
		warc.Field{Name: "description", Value: "focused crawl for " + field(s.spec.Topic.Name) + ", kept: " + string(keep)})
	return warc.Open(dir, warc.Options{
		Keep: keep.parts, Describe: rundir.Line, Info: info, MaxSize: s.spec.Folder.ArchiveSize, Again: s.spec.Refresh.On, Logger: s.log,
	})
}

// field replaces what cannot be printed, so that s is one line of a record.
func field(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// parts says what is kept of a visit. The answer of a page that asks not to be
// kept (noindex) is not kept; with ArchiveAll it is kept that it asked.
func (a Archive) parts(v *crawl.Visit) warc.Parts {
	switch {
	case a == ArchiveAll && v.Page != nil && v.Page.NoIndex:
		return warc.Account | warc.Robots
	case a == ArchiveAll:
		return warc.Answer | warc.Account | warc.Robots
	case a == ArchiveRelevant && v.OK() && v.Score.Relevant && !v.Page.NoIndex:
		return warc.Answer
	}
	return 0
}
