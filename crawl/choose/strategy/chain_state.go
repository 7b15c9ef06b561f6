package strategy

import (
	"bytes"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// The checkpoint of a Chain is the memory of each policy with its length, the outermost
// first, then the strategy's memory, which may be large, to the end. A checkpoint may lack
// the memory of a policy that is younger.

// memory is the part of a checkpoint that one policy writes.
type memory struct {
	binenc.Memory
	// absent reports that there is nothing to store now. nil: there always is.
	absent func() bool
	forget func() // called before and after it is written; nil: nobody asks
}

func (m *memory) writePrefix(to io.Writer) (int64, error) {
	if m.absent != nil && m.absent() {
		return 0, nil
	}
	if m.forget != nil {
		m.forget()
		defer m.forget()
	}
	w := binenc.NewWriter(to)
	if m.absent != nil {
		w.Header(m.Name, m.Version)
	}
	w.Part(m)
	return w.Flush()
}

func (m *memory) readPrefix(r *binenc.Reader) error {
	if m.Reset(); r.Begins(m.Name) {
		if m.absent != nil {
			r.Header(m.Name, m.Version)
		}
		r.Part(m)
	}
	return r.Err()
}

// memories returns the memories of the policies, the outermost first.
func (c *Chain) memories() (all []*memory) {
	for i := len(c.policies) - 1; i >= 0; i-- {
		if m := c.policies[i].memory; m != nil {
			all = append(all, m)
		}
	}
	return all
}

// WriteTo implements [crawl.Checkpointer].
func (c *Chain) WriteTo(to io.Writer) (n int64, err error) {
	for _, m := range c.memories() {
		more, err := m.writePrefix(to)
		if n += more; err != nil {
			return n, err
		}
	}
	more, err := c.of.WriteTo(to)
	return n + more, err
}

// ReadFrom implements [crawl.Checkpointer]. After an error the strategy and its policies are
// empty.
func (c *Chain) ReadFrom(p crawl.Part) (err error) {
	r, inside := binenc.ReaderOf(p)
	for _, m := range c.memories() {
		if err = m.readPrefix(r); err != nil {
			break
		}
	}
	if err == nil {
		err = c.of.ReadFrom(r.Within())
	}
	if err == nil && !inside {
		err = r.Close()
	}
	if err != nil {
		for _, m := range c.memories() {
			m.Reset()
		}
		c.of.ReadFrom(new(bytes.Reader)) //nolint:errcheck // makes it empty
	}
	return err
}
