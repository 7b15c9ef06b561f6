package node

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// refusedDir holds, in the folder of a node, entries of logs that cannot be read.
const refusedDir = "refused"

// refuse puts an entry aside that cannot be read, and says so; the crawl goes on without the
// links in it. A part that is opened again meets the entry again.
func (w *work) refuse(part int, e broker.Entry, why error) error {
	w.shared.Crawl.Skip(part)
	dir := filepath.Join(w.n.o.Dir, refusedDir)
	file := filepath.Join(dir, fmt.Sprintf("%s-%d", letterLog(part), e.Seq))
	if _, err := os.Lstat(file); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("crawl/share/node: %w", err)
	}
	if err := atomicfile.Write(file, e.Data, atomicfile.Options{}); err != nil {
		return fmt.Errorf("crawl/share/node: %w", err)
	}
	w.n.log.Error("letters to a part cannot be read, and the crawl goes on without the links in them", "part", part, "entry", e.Seq, "file", file, "err", why)
	return nil
}
