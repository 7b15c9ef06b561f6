package calibrate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// Kept is the file of a run folder with the answers of people. An answer is on disk
// before the next question is asked.
type Kept struct {
	root *os.Root
	now  func() time.Time
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
		return nil, nil, nil, fmt.Errorf("crawl/judge/calibrate: %w", err)
	}
	k = &Kept{root, now}
	text, _, err := atomicfile.Mend(rundir.LabelsFile, marks.Shared(context.Background(), root), marks.IsLabels)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(text) == 0 {
		err = k.add(keptHead)
	}
	if err != nil {
		return nil, nil, nil, errors.Join(fmt.Errorf("crawl/judge/calibrate: %w", err), root.Close())
	}
	labels, faults = marks.ReadLabels(bytes.NewReader(text))
	return k, labels, faults, nil
}

// Add keeps a reply. A later one of the same page replaces it.
func (k *Kept) Add(p *Page, r Reply) error {
	line := strings.Join([]string{r.String(), p.URL, term.Cell(p.Title), k.now().UTC().Format(time.RFC3339)}, "\t")
	if err := k.add(line + "\n"); err != nil {
		return fmt.Errorf("crawl/judge/calibrate: %w", err)
	}
	return nil
}

func (k *Kept) add(lines string) error {
	return atomicfile.Append(rundir.LabelsFile, []byte(lines), marks.Shared(context.Background(), k.root))
}

// Close releases the folder.
func (k *Kept) Close() error { return k.root.Close() }
