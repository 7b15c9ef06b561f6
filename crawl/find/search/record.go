package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// record is the form in which a source is kept between processes.
type record struct {
	Format int       `json:"format"`
	Days   []day     `json:"days"`            // oldest use first
	Last   time.Time `json:"last,omitzero"`   // when the last request was sent
	Told   time.Time `json:"told,omitzero"`   // when Until was learned
	Until  time.Time `json:"until,omitzero"`  // no request before
	Failed int       `json:"failed,omitzero"` // answers in a row that were none
	Why    string    `json:"why,omitzero"`    // there is none, in English; older files lack it
}

// day counts the requests of a day (UTC).
type day struct {
	Day  string `json:"day"` // 2026-08-01
	Sent int    `json:"sent"`
}

const (
	recordFormat = 1
	keptDays     = 32 // a clock that jumps back over so many days finds its count
)

// errRecord means that the file of a record holds something else.
var errRecord = errors.New("cannot be read")

// sent is the number of requests of that day.
func (r *record) sent(name string) int {
	for _, d := range r.Days {
		if d.Day == name {
			return d.Sent
		}
	}
	return 0
}

// count sets the number of requests of that day, which becomes the last used.
func (r *record) count(name string, n int) {
	r.Days = slices.DeleteFunc(r.Days, func(d day) bool { return d.Day == name })
	r.Days = append(r.Days, day{name, n})
	r.Days = r.Days[max(0, len(r.Days)-keptDays):]
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode returns r as a line of JSON and a line with its CRC-32C.
func (r *record) encode() ([]byte, error) {
	r.Format = recordFormat
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(append(b, '\n'), "%08x\n", crc32.Checksum(b, castagnoli)), nil
}

// decodeRecord reads what encode wrote. Anything else is errRecord: a count that may be
// wrong is no count.
func decodeRecord(b []byte) (*record, error) {
	line, sum, ok := bytes.Cut(b, []byte("\n"))
	if !ok || string(sum) != fmt.Sprintf("%08x\n", crc32.Checksum(line, castagnoli)) {
		return nil, errRecord
	}
	r := new(record)
	if err := json.Unmarshal(line, r); err != nil {
		return nil, english.Errorf("%w: %w", errRecord, err)
	}
	if r.Format != recordFormat {
		return nil, english.Errorf("%w: it is of format %d, and this program knows %d", errRecord, r.Format, recordFormat)
	}
	for _, d := range r.Days {
		if d.Sent < 0 {
			return nil, errRecord
		}
	}
	return r, nil
}

// recordFile is the file of a record, with the file whose lock guards it. Except for
// create, its methods are called by the holder of the lock.
type recordFile struct{ path, lock string }

// create makes the file with an empty record, if the source was never used in this
// folder. The lock file comes after it. So a lock without a record means that the record
// was lost.
func (f recordFile) create() error {
	if _, err := os.Stat(f.lock); err == nil {
		return nil
	}
	b, err := new(record).encode()
	if err != nil {
		return err
	}
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		if err := atomicfile.Write(f.path, b, atomicfile.Options{New: true}); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	lock, err := os.OpenFile(f.lock, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(lock.Close(), atomicfile.SyncDir(nil, filepath.Dir(f.lock)))
}

// read returns the record. The error wraps errRecord or fs.ErrNotExist if it is damaged or
// lost.
func (f recordFile) read() (*record, error) {
	b, err := os.ReadFile(f.path)
	if err != nil {
		return nil, err
	}
	return decodeRecord(b)
}

// write makes r durable.
func (f recordFile) write(r *record) error {
	b, err := r.encode()
	if err != nil {
		return err
	}
	return atomicfile.Write(f.path, b, atomicfile.Options{})
}
