package backup

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// told holds what files of the folder say of what was told and decided.
type told struct {
	files     map[string][]monitor.Notification // by file
	decisions []monitor.Decision
	runs      map[string]map[int]int // by job: runs, by visit
	names     map[string]string      // of concepts
}

// readTold reads the files of lines in the folder.
func (b *builder) readTold() (*told, error) {
	t := &told{files: map[string][]monitor.Notification{}, runs: map[string]map[int]int{}, names: map[string]string{}}
	names, err := filepath.Glob(filepath.Join(b.folder, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file := filepath.Base(name)
		each := func(line []byte) { t.alert(file, line) }
		if strings.HasPrefix(file, strings.TrimSuffix(access.AuditFile, ".jsonl")) {
			each = t.order
		}
		if err := b.eachLine(name, each); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// longestLine is the longest line that is read, in bytes. Those of the program have some thousand.
const longestLine = 16 << 20

// eachLine gives f the lines of a file. One that is too long is named and passed over.
func (b *builder) eachLine(name string, f func(line []byte)) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	r := bufio.NewReaderSize(file, 64<<10)
	var line []byte
	for n, size := 1, 0; ; {
		part, err := r.ReadSlice('\n')
		if size += len(part); size <= longestLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if size > longestLine {
			b.act(english.Phrasef("line %d of %s has %d bytes, and is passed over", n, filepath.Base(name), size))
		} else if len(line) > 0 {
			f(bytes.TrimRight(line, "\r\n"))
		}
		if err != nil {
			return nil
		}
		n, size, line = n+1, 0, line[:0]
	}
}

// alert takes a line of a receiver that is a file, or of the dead letters. Other lines are passed over.
func (t *told) alert(file string, line []byte) {
	var n monitor.Notification
	if json.Unmarshal(line, &n) != nil || n.ID == "" || n.Job == "" || n.Rule == "" || n.Story == "" || n.Event.Seq <= 0 {
		return
	}
	if n.Due.IsZero() {
		n.Due = n.Created
	}
	if n.Dead = n.Dead || file == notify.DeadLetters; !n.Dead && n.Sent.IsZero() {
		n.Sent = n.Created
	}
	t.files[file] = append(t.files[file], n)
	if t.runs[n.Job] == nil {
		t.runs[n.Job] = map[int]int{}
	}
	t.runs[n.Job][n.Event.Seq] = n.Event.Run
	for _, c := range n.Event.Concepts {
		t.names[c.IRI] = c.Name
	}
}

// order takes a line of the audit log.
func (t *told) order(line []byte) {
	var e access.Entry
	if json.Unmarshal(line, &e) != nil || e.Action != api.ActionSource || e.Outcome != access.Done {
		return
	}
	if d, ok := api.DecisionOf(e.Detail); ok {
		d.Job, d.At, d.By = e.Object, e.Time, e.Name
		t.decisions = append(t.decisions, d)
	}
}

// addTold adds the notifications and decisions that are lost.
func (b *builder) addTold(t *told) error {
	added := 0
	for file, all := range t.files {
		receiver, err := b.receiverOf(file, all)
		if err != nil {
			return err
		}
		for _, n := range all {
			if n.Receiver == "" {
				n.Receiver = receiver
			}
			is, err := b.to.AddNotification(n)
			if err != nil {
				return err
			}
			if is {
				added++
			}
		}
	}
	if added > 0 {
		b.act(english.Phrasef("%d notifications were lost and are made again of files of alerts", added))
	}
	return b.decide(t)
}

// receiverOf finds the name of the receiver whose file has the notifications: of one that the store has, too. The name of
// the file stands for one that nothing names.
func (b *builder) receiverOf(file string, all []monitor.Notification) (string, error) {
	for before := (time.Time{}); ; {
		have, err := b.to.Notifications("", before, 500, false)
		if err != nil || len(have) == 0 {
			return strings.TrimSuffix(file, ".jsonl"), err
		}
		ids := map[string]string{}
		for i := range have {
			ids[have[i].ID] = have[i].Receiver
		}
		for i := range all {
			if name := ids[all[i].ID]; name != "" {
				return name, nil
			}
		}
		before = have[len(have)-1].Created
	}
}

func hasAll(have, want []monitor.Address) bool {
	return !slices.ContainsFunc(want, func(a monitor.Address) bool { return !slices.Contains(have, a) })
}

// decide adds the decisions of the audit log that the store does not have.
func (b *builder) decide(t *told) error {
	n := 0
	for _, d := range t.decisions {
		have, err := b.to.Sources(d.Job, "")
		if err != nil {
			return err
		}
		known := false
		for i := range have {
			known = known || have[i].Site == d.Site && !have[i].Decided.Add(time.Second).Before(d.At) && hasAll(have[i].Added, d.Add)
		}
		if known {
			continue
		}
		if err := b.to.Decide(d); err != nil {
			return err
		}
		n++
	}
	if n > 0 {
		b.act(english.Phrasef("%d decisions about sites were lost and are made again of audit.jsonl", n))
	}
	return nil
}
