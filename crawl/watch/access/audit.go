package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// AuditFile is the audit log in its folder.
const AuditFile = "audit.jsonl"

// Outcome of what somebody did.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	Refused Outcome = "refused" // who asked might not do it
	Failed  Outcome = "failed"  // who asked might do it, and it could not be done
)

// Entry is a line of the audit log.
type Entry struct {
	Time    time.Time `json:"time"`
	Name    string    `json:"name"` // "" for nobody who is known
	Role    Role      `json:"role"`
	Address string    `json:"address,omitempty"` // of the client; "" on the socket
	Action  string    `json:"action"`
	Object  string    `json:"object,omitempty"` // a job
	Outcome Outcome   `json:"outcome"`
	Detail  string    `json:"detail,omitempty"`
	Skipped int       `json:"skipped,omitempty"` // refusals before this line that have none of their own
}

// Audit appends what people do to a file of JSON lines, which has a copy with checksums (internal/atomicfile). Several
// processes may append to one file. A nil Audit notes nothing.
type Audit struct {
	dir string
	max int64
	log *slog.Logger
	now func() time.Time

	byName, byAddress, all *Limiter // of refusals

	mu      sync.Mutex
	skipped int
}

// AuditOptions of an Audit. The zero value has defaults.
type AuditOptions struct {
	MaxSize int64            // bytes at which a file is renamed and the next begins; 0: 16 MB
	Log     *slog.Logger     // nil means none
	Now     func() time.Time // nil means time.Now
}

// Refusals of a person, and of strangers at an address, have at most five lines at once,
// and one in ten seconds after that; all strangers together have a hundred, and one in a
// second. So the worst that strangers can write in a day is 25 MB.
const (
	refusalsOfOne, refusalEvery    = 5, 10 * time.Second
	refusalsOfAll, anyRefusalEvery = 100, time.Second
	defaultMaxSize                 = 16_000_000
)

// NewAudit returns the Audit of the folder dir. Its file is made with the first line.
func NewAudit(dir string, opt AuditOptions) *Audit {
	a := &Audit{dir: dir, max: opt.MaxSize, log: opt.Log, now: opt.Now,
		byName: NewLimiter(refusalsOfOne, refusalEvery), byAddress: NewLimiter(refusalsOfOne, refusalEvery), all: NewLimiter(refusalsOfAll, anyRefusalEvery)}
	if a.max <= 0 {
		a.max = defaultMaxSize
	}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if a.now == nil {
		a.now = time.Now
	}
	return a
}

// Note appends what p did. A refusal is skipped if there were too many of its address
// or of all; the next line counts it. If the line cannot be written, the log has it.
func (a *Audit) Note(p Person, action, object string, out Outcome, detail string) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	e := Entry{Time: a.now().UTC().Truncate(time.Millisecond), Name: tidy(p.Name), Role: p.Role, Action: action, Object: tidy(object), Outcome: out, Detail: tidy(detail)}
	if p.Address.IsValid() {
		e.Address = p.Address.String()
	}
	if out == Refused {
		if !a.hasLine(p, e.Time) {
			a.skipped++
			return
		}
		a.log.Warn("refused", "name", e.Name, "role", e.Role, "address", e.Address, "action", e.Action, "object", e.Object, "why", e.Detail, "skipped", a.skipped)
	}
	e.Skipped, a.skipped = a.skipped, 0
	if err := a.write(e); err != nil {
		a.log.Error("the audit log cannot be written", "err", err, "name", e.Name, "role", e.Role, "address", e.Address, "action", e.Action, "object", e.Object, "outcome", e.Outcome, "detail", e.Detail)
	}
}

// hasLine reports whether a refusal has a line of its own. Strangers at the address of a
// person must not hide what that person was refused.
func (a *Audit) hasLine(p Person, now time.Time) bool {
	if p.Name != "" {
		_, ok := a.byName.Name(p.Name, now)
		return ok
	}
	if _, ok := a.byAddress.Address(p.Address, now); !ok {
		return false
	}
	_, ok := a.all.Name("", now)
	return ok
}

// longest is how many bytes of a text from outside are kept.
const longest = 2000

// tidy makes a text from outside short, and covers passwords of URLs in it.
func tidy(s string) string {
	s = redact.Text(strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) <= longest {
		return s
	}
	end := longest
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

func (a *Audit) write(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	path := filepath.Join(a.dir, AuditFile)
	line = append(term.EscapeJSON(line), '\n')
	for {
		err := atomicfile.Append(path, line, atomicfile.Options{Lock: a.lock})
		if !errors.Is(err, errFull) {
			return err
		}
		if err := a.rotate(path); err != nil {
			return err
		}
	}
}

// errFull says that a file is to be renamed.
var errFull = errors.New("the audit log is full")

// lock takes the lock of the present file, unless that is full.
func (a *Audit) lock(f *os.File) error {
	if err := lock(f); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Size() >= a.max {
		err = errFull
	}
	return err
}

// rotate renames the present file, which is full, unless another process was faster.
func (a *Audit) rotate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only held
	if err := a.lock(f); !errors.Is(err, errFull) {
		return err
	}
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(mine, named) {
		return nil
	}
	return a.rename(path)
}

// rename gives a full file its last name, by the time, which no other file has.
func (a *Audit) rename(path string) error {
	at := a.now().UTC().Format("20060102T150405.000Z")
	for i := 0; ; i++ {
		name := fmt.Sprintf("audit-%s.jsonl", at)
		if i > 0 {
			name = fmt.Sprintf("audit-%s-%d.jsonl", at, i)
		}
		to := filepath.Join(a.dir, name)
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			return atomicfile.MoveKept(path, to, atomicfile.Options{})
		}
	}
}

// lock waits for the kernel's lock on f, which others hold for moments.
func lock(f *os.File) error {
	for range 1000 {
		held, err := atomicfile.TryLock(f)
		if held || err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return errors.New("another process holds its lock")
}
