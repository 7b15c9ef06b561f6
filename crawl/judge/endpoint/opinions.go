package endpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Opinion is an answer of a service, as a line of opinions.jsonl has it.
type Opinion struct {
	URL     string    `json:"url"`   // the page's address
	Asked   string    `json:"asked"` // what was asked, as a hash: another text or another topic is another question
	Model   string    `json:"model"`
	Verdict string    `json:"verdict"` // yes, no or unsure
	Reason  string    `json:"reason"`
	At      time.Time `json:"at"`
}

// Says is the opinion in a line: "qwen3:8b: yes: reports landfall of Yagi". It may hold words of the page.
func (o *Opinion) Says() string { return o.Model + ": " + o.Verdict + ": " + o.Reason }

// Opinions are the opinions of a run folder. It implements crawl/judge/relevance.Second, and may be used concurrently.
type Opinions struct {
	dir string // "": they are in memory only

	mu     sync.Mutex
	by     map[string]Opinion // by URL
	lines  int
	vector *semsim.TopicVector // of topic
	topic  topic
}

// mostFile bounds the bytes of opinions.jsonl that are read.
const mostFile = 256 << 20

// ReadOpinions reads the opinions of the run in dir. A folder without any, and "", is fine.
func ReadOpinions(dir string) (*Opinions, error) {
	o := &Opinions{dir: dir, by: map[string]Opinion{}}
	if dir == "" {
		return o, nil
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err != nil {
		return nil, fmt.Errorf("endpoint: %w", err)
	}
	defer root.Close() //nolint:errcheck // only a handle
	text, _, err := atomicfile.ReadKept(rundir.OpinionsFile, atomicfile.Options{Root: root}, isOpinions)
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err != nil {
		return nil, fmt.Errorf("endpoint: %w", err)
	}
	for line := range bytes.Lines(text[:min(len(text), mostFile)]) {
		if op, ok := decode(line); ok {
			o.by[op.URL] = op
			o.lines++
		}
	}
	return o, nil
}

// isOpinions reports whether a text is a file of opinions: its first line is one.
func isOpinions(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	_, ok := decode(first)
	return ok
}

func decode(line []byte) (op Opinion, ok bool) {
	if json.Unmarshal(line, &op) != nil || op.URL == "" || op.Asked == "" || op.Verdict != Yes && op.Verdict != no && op.Verdict != Unsure {
		return op, false
	}
	op.Model, op.Reason = lineOf(op.Model, mostLabel), lineOf(op.Reason, mostReason)
	return op, true
}

// Len is how many answers the folder holds.
func (o *Opinions) Len() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lines
}

// Add keeps an opinion. It is on disk before it counts.
func (o *Opinions) Add(op Opinion) error {
	text, err := json.Marshal(op)
	if err != nil {
		return fmt.Errorf("endpoint: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.dir != "" {
		if err := o.append(append(rundir.Escape(text), '\n')); err != nil {
			return fmt.Errorf("endpoint: %w", err)
		}
	}
	o.by[op.URL] = op
	o.lines++
	return nil
}

func (o *Opinions) append(text []byte) error {
	root, err := os.OpenRoot(o.dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // only a handle
	return atomicfile.Append(rundir.OpinionsFile, text, atomicfile.Options{Root: root})
}

// Of returns the opinion of a page for a topic: whether it is on topic, and the opinion in a line. ok: there is one, of what
// the page and the topic say now.
func (o *Opinions) Of(v *semsim.TopicVector, p *crawl.Page) (yes bool, says string, ok bool) {
	op, ok := o.find(v, p)
	return op.Verdict == Yes, op.Says(), ok && op.Verdict != Unsure
}

// Asked reports whether the service answered the question about a page, if only that it cannot tell.
func (o *Opinions) Asked(v *semsim.TopicVector, p *crawl.Page) bool {
	_, ok := o.find(v, p)
	return ok
}

func (o *Opinions) find(v *semsim.TopicVector, p *crawl.Page) (Opinion, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	op, ok := o.by[p.Final]
	return op, ok && o.topicOf(v).Ask(p).ID == op.Asked
}

// Question is the question about a page for a topic.
func (o *Opinions) Question(v *semsim.TopicVector, p *crawl.Page) Question {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.topicOf(v).Ask(p)
}

func (o *Opinions) topicOf(v *semsim.TopicVector) topic {
	if o.vector != v {
		o.vector, o.topic = v, newTopic(v)
	}
	return o.topic
}
