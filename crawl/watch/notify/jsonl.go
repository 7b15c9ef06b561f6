package notify

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// JSONLines is the settings of a file of JSON Lines.
type JSONLines struct{ Path string }

// Read implements [Config].
func (c *JSONLines) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	return r.Section(n, what, common, yamlread.Fields{"path": func(n *yaml.Node) { c.Path = r.LocalPath(n, "path", foreignLines) }}, "path")
}

// Sender implements [Config].
func (c *JSONLines) Sender(env *Env) Sender { return &jsonLines{env.lines(env.path(c.Path))} }

// jsonLines appends notifications to a file, one a line.
type jsonLines struct{ file *lineFile }

// Send implements [Sender].
func (j *jsonLines) Send(_ context.Context, m *Message) error {
	return j.file.add(m.Notifications, false)
}

// Preview implements [Sender]: the new lines.
func (j *jsonLines) Preview(m *Message) (string, error) {
	var all []byte
	for i := range m.Notifications {
		text, err := lineOf(&m.Notifications[i], false)
		if err != nil {
			return "", err
		}
		all = append(all, text...)
	}
	return string(bytes.TrimSpace(all)), nil
}

// lineFile is a file of JSON objects, one a line, each with an ID. Each ID stands in it
// once, also after kills: before a line is added, the file is read.
type lineFile struct {
	path string

	mu   sync.Mutex
	seen map[string]bool
	as   os.FileInfo // the file of seen
	upto int64       // bytes of it that were read
}

// add appends the notifications that are not in the file yet, as the outbox has them
// (whole) or as notices, in one write, and syncs.
func (l *lineFile) add(notifications []monitor.Notification, whole bool) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, err := l.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := l.catchUp(f); err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	var text []byte
	for i := range notifications {
		if l.seen[notifications[i].ID] {
			continue
		}
		line, err := lineOf(&notifications[i], whole)
		if err != nil {
			return &refusal{err}
		}
		text = append(text, line...)
	}
	if err := l.append(f, text); err != nil {
		return err
	}
	for i := range notifications {
		l.seen[notifications[i].ID] = true
	}
	return nil
}

func lineOf(l *monitor.Notification, whole bool) ([]byte, error) {
	if !whole {
		n := noticeOf(l)
		return jsonLine(fileNotice{n, oldKeysOf(&n)})
	}
	c := *l
	c.Event = noticeOf(l).Event // without text that could be obeyed
	c.Title = line(c.Title, maxTitle)
	return jsonLine(c)
}

// open opens the file, and makes it and its folder if needed.
func (l *lineFile) open() (*os.File, error) {
	if err := foreignLines(l.path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(l.path, os.O_RDWR, 0)
	if !errors.Is(err, os.ErrNotExist) {
		return f, err
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return nil, err
	}
	if f, err = os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	return f, atomicfile.SyncDir(nil, filepath.Dir(l.path))
}

// foreignLines reports a file that is there and whose first line is no JSON object: who keeps something else there, such as a
// token, would find lines in it.
func foreignLines(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return english.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, len(ours))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: %w", path, err)
	}
	if head = bytes.TrimLeft(head[:n], " \t\r\n"); len(head) > 0 && head[0] != '{' {
		return english.Errorf("%s is not a file of JSON lines; move it away, or name another path", path)
	}
	return nil
}

// catchUp reads what was added to the file since the last call; all of it, if the file
// was replaced.
func (l *lineFile) catchUp(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if l.as == nil || !os.SameFile(l.as, info) || info.Size() < l.upto {
		if l.seen == nil {
			l.seen = map[string]bool{} // IDs in a file that was moved away stay known
		}
		l.as, l.upto = info, 0
	}
	r := bufio.NewReader(io.NewSectionReader(f, l.upto, info.Size()-l.upto))
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return l.tail(f, line)
		}
		if err != nil {
			return err
		}
		l.upto += int64(len(line))
		if id := idOf(line); id != "" {
			l.seen[id] = true
		}
	}
}

// tail handles a last line without an end. A kill left a part of our own line; it is
// removed. A line of another program gets its end.
func (l *lineFile) tail(f *os.File, line []byte) error {
	switch {
	case len(line) == 0:
		return nil
	case bytes.HasPrefix(line, []byte(ours)) || bytes.HasPrefix([]byte(ours), line):
		return f.Truncate(l.upto)
	}
	l.upto += int64(len(line))
	n, err := f.WriteAt([]byte("\n"), l.upto)
	l.upto += int64(n)
	return err
}

// ours is how our lines begin.
const ours = `{"id":"`

// idOf returns the ID of a line, "" if it has none. Of our own lines only the two
// ends are looked at: a file of a year is read in some hundred milliseconds.
func idOf(line []byte) string {
	if rest, ok := bytes.CutPrefix(line, []byte(ours)); ok && bytes.HasSuffix(line, []byte("}\n")) {
		if id, _, ok := bytes.Cut(rest[:min(len(rest), 100)], []byte(`"`)); ok && bytes.IndexByte(id, '\\') < 0 {
			return string(id)
		}
	}
	var v struct{ ID string }
	if json.Unmarshal(line, &v) != nil {
		return "" // not ours
	}
	return v.ID
}

// append writes text at the end of what was read, whole or not at all.
func (l *lineFile) append(f *os.File, text []byte) error {
	if len(text) == 0 {
		// It is there. It may have been written by a process that died before it was on
		// disk.
		return f.Sync()
	}
	_, err := f.WriteAt(text, l.upto)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(l.upto))
	}
	l.upto += int64(len(text))
	return nil
}
