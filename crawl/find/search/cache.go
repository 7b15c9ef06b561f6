package search

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// cache keeps answers of a source on disk, one file each. A file that cannot be read is
// an answer that is not there.
type cache struct {
	dir    string
	ttl    time.Duration // 0: nothing is kept
	source string        // what the source is: answers of another one under its name are not used
	now    func() time.Time
}

// cached is the content of a file.
type cached struct {
	Format  int       `json:"format"`
	Address string    `json:"address"`
	Source  string    `json:"source"`
	At      time.Time `json:"at"`
	Answer  Answer    `json:"answer"`
}

const (
	cacheFormat  = 1
	cacheSuffix  = ".s2"
	maxCacheFile = 64 << 20 // decoded bytes
)

func (c *cache) path(address string) string {
	return filepath.Join(c.dir, fmt.Sprintf("%016x%s", xxhash.Sum64String(c.source+"\x00"+address), cacheSuffix))
}

// get returns the answer to the question with that address.
func (c *cache) get(address string) (Answer, bool) {
	if c.ttl <= 0 {
		return Answer{}, false
	}
	e, err := readCached(c.path(address))
	if err != nil || e.Address != address || e.Source != c.source || !c.fresh(e.At) {
		return Answer{}, false
	}
	return e.Answer, true
}

// fresh reports that an answer of that time is neither too old nor of the future.
func (c *cache) fresh(at time.Time) bool {
	age := c.now().Sub(at)
	return age >= -time.Hour && age < c.ttl
}

// put keeps an answer. One that is incomplete is not kept: asked again, the source may
// know more.
func (c *cache) put(address string, a Answer) error {
	if c.ttl <= 0 || len(a.Failed) > 0 {
		return nil
	}
	b, err := json.Marshal(cached{cacheFormat, address, c.source, c.now().UTC(), a})
	if err != nil {
		return err
	}
	return atomicfile.Write(c.path(address), s2.Encode(nil, b), atomicfile.Options{Volatile: true})
}

func readCached(path string) (*cached, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return decodeCached(b)
}

func decodeCached(b []byte) (*cached, error) {
	if n, err := s2.DecodedLen(b); err != nil || n > maxCacheFile {
		return nil, errors.Join(err, errRecord)
	}
	b, err := s2.Decode(nil, b)
	if err != nil {
		return nil, err
	}
	e := new(cached)
	if err := json.Unmarshal(b, e); err != nil {
		return nil, err
	}
	if e.Format != cacheFormat {
		return nil, errRecord
	}
	return e, nil
}

// sweep deletes answers older than ttl, and files that a killed process left
// incomplete.
func sweep(dir string, ttl time.Duration, now time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		old := time.Hour
		switch {
		case strings.HasSuffix(e.Name(), cacheSuffix):
			old = ttl
		case !atomicfile.IsTemp(e.Name()):
			continue
		}
		info, err := e.Info()
		if err != nil || now.Sub(info.ModTime()) < old {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
