package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A kept file is one that nothing can rebuild: a person's work, or an identity. A copy with checksums lies beside it. The
// file itself has no checksum: people edit it, and other programs read it.
//
// The copy has a first line with the sum of what the file held before and the CRC-32C of that sum, and chunks: one of a file that is written as a
// whole, one of each addition to a file that grows. A chunk is followed by a line of its CRC-32C, its length and the length
// of all so far. The copy is on disk before the file is, so a kill between the two leaves a file that is behind.
const (
	copyHead  = "ontocrawl copy 1 %s %08x\n"
	copyEnd   = "\n#%08x %010x %010x\n"
	sizeOfEnd = 33
)

// CopyName is the name of the copy of a kept file.
func CopyName(name string) string {
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".copy")
}

// Condition says how a kept file stands to its copy.
type Condition int

// The conditions.
const (
	Same    Condition = iota
	Bare              // there is no copy: an earlier program wrote the file, or a person; or there is no file either
	Behind            // the file holds what it held before: the process was killed while it wrote
	Gone              // the file is not there
	Other             // the file does not hold what was written: it was edited, or is damaged
	BadCopy           // the copy is damaged
)

// RestoredError says that a kept file got the content of its copy.
type RestoredError struct {
	Name string
	Is   Condition // Gone or Other
}

func (e *RestoredError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *RestoredError) Message() english.Phrase {
	kept := filepath.Base(CopyName(e.Name))
	if e.Is == Gone {
		return english.Phrasef("%s is missing; its copy %s is used", e.Name, kept)
	}
	return english.Phrasef("%s is damaged; its copy %s is used", e.Name, kept)
}

// Keep gives the kept file name the content text.
func Keep(name string, text []byte, opt Options) error {
	was := "-"
	if have, err := opt.read(name); err == nil {
		was = Sum(have)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w, err := Create(name, opt)
	if err != nil {
		return err
	}
	defer w.Discard()
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := writeCopy(name, was, text, opt); err != nil {
		return err
	}
	return w.Commit()
}

func writeCopy(name, was string, text []byte, opt Options) error {
	opt.New, opt.Mode = false, 0
	b := []byte(headOf(was))
	return Write(CopyName(name), appendChunk(b, text, 0), opt)
}

func appendChunk(b, text []byte, before int64) []byte {
	return fmt.Appendf(append(b, text...), copyEnd, crc32.Checksum(text, castagnoli()), len(text), before+int64(len(text)))
}

func headOf(was string) string {
	return fmt.Sprintf(copyHead, was, crc32.Checksum([]byte(was), castagnoli()))
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// MoveKept renames a kept file and its copy. The copy goes first: if the process is killed between the two, the file
// gets another copy with its next line.
func MoveKept(from, to string, opt Options) error {
	if err := Move(CopyName(from), CopyName(to), opt); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return Move(from, to, opt)
}

// Remove removes a kept file and its copy, if they are there.
func Remove(name string, opt Options) error {
	remove := os.Remove
	if opt.Root != nil {
		remove = opt.Root.Remove
	}
	for _, n := range []string{name, CopyName(name)} {
		if err := remove(n); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// ReadKept returns the content of a kept file. If edited is nil only this program writes the file, and its copy counts if
// the two differ or the file is missing. Otherwise people may edit it, and delete it: the file counts unless it is empty
// or edited says that nobody has written it so. restored is not nil if the copy counted.
func ReadKept(name string, opt Options, edited func(text []byte) bool) (text []byte, restored *RestoredError, err error) {
	have, kept, is, err := Compare(name, opt)
	switch {
	case err != nil:
		return nil, nil, err
	case is == Behind:
		return kept, nil, nil
	case have == nil && (is != Gone || edited != nil):
		return nil, nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case is == Gone, is == Other && (edited == nil || len(have) == 0 || !edited(have)):
		return kept, &RestoredError{name, is}, nil
	}
	return have, nil, nil
}

// Mend is [ReadKept], and writes the file again if its copy counted. With opt.Lock it decides under the lock: a file that
// another process is just adding to is behind its copy for a moment.
func Mend(name string, opt Options, edited func(text []byte) bool) (text []byte, restored *RestoredError, err error) {
	text, restored, err = ReadKept(name, opt, edited)
	if restored == nil {
		return text, nil, err
	}
	if opt.Lock != nil {
		f, _, err := opt.hold(name, 0)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, err
		}
		defer f.Close() //nolint:errcheck // only held
		if text, restored, err = ReadKept(name, opt, edited); restored == nil {
			return text, nil, err
		}
	}
	return text, restored, Keep(name, text, opt)
}

// Compare reads a kept file and its copy: have is nil without a file, kept without a copy that can be read.
func Compare(name string, opt Options) (have, kept []byte, is Condition, err error) {
	have, err = opt.read(name)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, Bare, err
	}
	if there && have == nil {
		have = []byte{}
	}
	raw, err := opt.read(CopyName(name))
	if errors.Is(err, fs.ErrNotExist) {
		return have, nil, Bare, nil
	} else if err != nil {
		return nil, nil, Bare, err
	}
	c, ok := parseCopy(raw)
	switch {
	case !ok, c.end < len(raw) && len(have) > len(c.text) && bytes.HasPrefix(have, c.text): // a file is never ahead
		return have, nil, BadCopy, nil
	case !there:
		is = Gone
	case bytes.Equal(have, c.text):
		is = Same
	case len(have) > 0 && (Sum(have) == c.was || len(have) == c.before):
		if is = Other; Sum(have) == c.was || bytes.HasPrefix(c.text, have) {
			is = Behind
		}
	default:
		is = Other
	}
	return have, c.text, is, nil
}

func (o Options) read(name string) ([]byte, error) {
	if o.Root != nil {
		return o.Root.ReadFile(name)
	}
	return os.ReadFile(name)
}

// copied holds what a copy says.
type copied struct {
	was    string
	text   []byte
	before int // bytes of text before the last chunk
	end    int // of the last whole chunk, in the copy
}

// parseCopy reads a copy. A last chunk that a kill has cut is left out.
func parseCopy(raw []byte) (c copied, ok bool) {
	head, _, _ := bytes.Cut(raw, []byte{'\n'})
	start := len(head) + 1
	if words := bytes.Fields(head); len(words) != 5 || string(head)+"\n" != headOf(string(words[3])) {
		return c, false
	} else {
		c.was = string(words[3])
	}
	for end := len(raw); end >= start+sizeOfEnd; {
		if chunks, good := chunksUpTo(raw[start:end]); good {
			for _, chunk := range chunks {
				c.before = len(c.text)
				c.text = append(c.text, chunk...)
			}
			c.end = end
			return c, end == len(raw) || !bytes.Contains(raw[end:], []byte("\n#"))
		}
		at := bytes.LastIndex(raw[start:end-sizeOfEnd+1], []byte("\n#")) // of an earlier chunk
		if at < 0 {
			return c, false
		}
		end = start + at + sizeOfEnd
	}
	return c, false
}

// chunksUpTo returns the chunks of the body of a copy, first to last, if it consists of whole ones.
func chunksUpTo(body []byte) (chunks [][]byte, ok bool) {
	left := int64(-1) // in the chunks before
	for end := len(body); end > 0; {
		sum, size, total, ok := parseEnd(body[:end])
		start := end - sizeOfEnd - int(size)
		if !ok || size < 0 || start < 0 || left >= 0 && total != left {
			return nil, false
		}
		chunk := body[start : end-sizeOfEnd]
		if crc32.Checksum(chunk, castagnoli()) != sum {
			return nil, false
		}
		chunks, end, left = append(chunks, chunk), start, total-size
	}
	slices.Reverse(chunks)
	return chunks, left == 0
}

// parseEnd reads the line behind a chunk at the end of b.
func parseEnd(b []byte) (sum uint32, size, total int64, ok bool) {
	if len(b) < sizeOfEnd {
		return 0, 0, 0, false
	}
	end := string(b[len(b)-sizeOfEnd:])
	x, err1 := strconv.ParseUint(end[2:10], 16, 32)
	size, err2 := strconv.ParseInt(end[11:21], 16, 64)
	total, err3 := strconv.ParseInt(end[22:32], 16, 64)
	return uint32(x), size, total, errors.Join(err1, err2, err3) == nil && end == fmt.Sprintf(copyEnd, x, size, total)
}
