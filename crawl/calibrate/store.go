package calibrate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/marks"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// Kept is the file of a run folder with the answers of people. An answer is on disk
// before the next question is asked.
type Kept struct {
	f   *os.File
	now func() time.Time
}

// keptHead begins the file. [marks.ReadLabels] reads it.
const keptHead = "answer\turl\ttitle\tanswered_at\n"

// OpenKept opens the answers of the run folder dir, and returns those that it holds. A line that
// is no label, of a file edited by hand, is reported by faults and is left as it is. now is the
// clock; nil means time.Now.
func OpenKept(dir string, now func() time.Time) (k *Kept, labels []marks.Label, faults, err error) {
	if now == nil {
		now = time.Now
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("crawl/calibrate: %w", err)
	}
	defer root.Close()
	f, err := root.OpenFile(rundir.LabelsFile, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("crawl/calibrate: %w", err)
	}
	labels, faults = marks.ReadLabels(f)
	k = &Kept{f: f, now: now}
	if err := k.endLine(); err != nil {
		return nil, nil, nil, errors.Join(err, f.Close())
	}
	return k, labels, faults, nil
}

// endLine begins a new file with its head, and ends a last line that was cut.
func (k *Kept) endLine() error {
	size, err := k.f.Seek(0, io.SeekEnd)
	switch {
	case err != nil:
	case size == 0:
		_, err = k.f.WriteString(keptHead)
	default:
		var last [1]byte
		if _, err = k.f.ReadAt(last[:], size-1); err == nil && last[0] != '\n' && last[0] != '\r' {
			_, err = k.f.WriteString("\n")
		}
	}
	if err != nil {
		return fmt.Errorf("crawl/calibrate: %w", err)
	}
	return nil
}

// Add keeps a reply. A later one of the same page replaces it.
func (k *Kept) Add(p *Page, r Reply) error {
	line := strings.Join([]string{r.String(), p.URL, term.Cell(p.Title), k.now().UTC().Format(time.RFC3339)}, "\t")
	if _, err := k.f.WriteString(line + "\n"); err != nil {
		return fmt.Errorf("crawl/calibrate: %w", err)
	}
	if err := k.f.Sync(); err != nil {
		return fmt.Errorf("crawl/calibrate: %w", err)
	}
	return nil
}

// Close closes the file.
func (k *Kept) Close() error { return k.f.Close() }
