package papers

import (
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// table hides the methods of the Table that rankers are made of.
type table = linkrank.Table

// memory is what a checkpoint of a ranker holds.
type memory interface {
	save(w *binenc.Writer)
	load(r *binenc.Reader)
	forget() // makes it empty
}

// checkpoint is how a ranker stores its memory, behind a header.
type checkpoint struct {
	name    string
	version uint64
	of      memory
}

// Save implements [linkrank.Saver].
func (c *checkpoint) Save(w *binenc.Writer) {
	w.Header(c.name, c.version)
	c.of.save(w)
}

// Load implements [linkrank.Saver].
func (c *checkpoint) Load(r *binenc.Reader) {
	c.of.forget()
	r.Header(c.name, c.version)
	c.of.load(r)
	if r.Err() != nil {
		c.of.forget()
	}
}

// MarshalBinary implements [crawl.Checkpointer].
func (c *checkpoint) MarshalBinary() ([]byte, error) { return linkrank.Marshal(c), nil }

// UnmarshalBinary implements [crawl.Checkpointer]. After an error the ranker is empty.
func (c *checkpoint) UnmarshalBinary(data []byte) error { return linkrank.Unmarshal(c, data) }

// schedule says when a ranker on the graph of links refreshes all ranks.
type schedule struct {
	downloads int
	swept     int // downloads at the last refresh
}

// due counts a download and reports whether all ranks are to be refreshed now.
func (s *schedule) due() bool {
	s.downloads++
	if since := s.downloads - s.swept; since < sweepEvery || since*sweepPart < s.downloads {
		return false
	}
	s.swept = s.downloads
	return true
}

func (s *schedule) write(w *binenc.Writer) {
	w.Uint(uint64(s.downloads))
	w.Uint(uint64(s.swept))
}

func (s *schedule) read(r *binenc.Reader) {
	s.downloads, s.swept = int(r.Uint()&(1<<40-1)), int(r.Uint()&(1<<40-1))
	if s.swept > s.downloads {
		r.Fail("refreshed at %d of %d downloads", s.swept, s.downloads)
	}
}
