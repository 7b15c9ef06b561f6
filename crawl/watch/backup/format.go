package backup

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// format is the number of the format that this package writes. It reads no later one.
const format = 1

// Names of entries that are no files of the folder.
const (
	headName = "ontocrawl-backup.json"
	sumsName = "ontocrawl-sums.json"
)

// maxOwn bounds the entries that are no files of the folder.
const maxOwn = 256 << 20

// Head is the first entry of a backup.
type Head struct {
	Format  int            `json:"format"`
	Version string         `json:"version"` // of the program
	Made    time.Time      `json:"made"`
	Place   runcheck.Place `json:"place"` // what the folder is
}

// Sum says what a file of the folder is.
type Sum struct {
	Name   string `json:"name"` // with /
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// ErrCut says that a backup does not go to its end, or is damaged.
var ErrCut = errors.New("the backup is cut or damaged")

// errOutside says that an entry of a backup would be written elsewhere.
var errOutside = errors.New("the backup names a file outside of the folder")

func ownEntry(w *tar.Writer, name string, at time.Time, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err == nil {
		err = w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(text)), ModTime: at, Format: tar.FormatPAX})
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// read reads the backup file from its beginning to its end, and checks it. It calls each with each file; each may read it,
// or nil.
func read(file string, each func(h *tar.Header, r io.Reader) error) (head Head, sums []Sum, err error) {
	f, err := os.Open(file)
	if err != nil {
		return head, nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(128<<20))
	if err != nil {
		return head, nil, err
	}
	defer z.Close()
	sums, err = readEntries(tar.NewReader(z), &head, each)
	if err == nil {
		if _, e := io.Copy(io.Discard, z); e != nil { // the checksum of the whole stands at the end
			err = e
		}
	}
	switch {
	case err == nil:
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, tar.ErrHeader) || isZstd(err):
		err = fmt.Errorf("%s: %w: %w", file, ErrCut, err)
	default:
		err = fmt.Errorf("%s: %w", file, err)
	}
	return head, sums, err
}

func isZstd(err error) bool {
	for _, e := range []error{zstd.ErrCRCMismatch, zstd.ErrMagicMismatch, zstd.ErrUnexpectedBlockSize, zstd.ErrReservedBlockType, zstd.ErrCompressedSizeTooBig,
		zstd.ErrBlockTooSmall, zstd.ErrWindowSizeExceeded, zstd.ErrWindowSizeTooSmall, zstd.ErrDecoderSizeExceeded, zstd.ErrFrameSizeExceeded, zstd.ErrFrameSizeMismatch, zstd.ErrUnknownDictionary} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func readEntries(t *tar.Reader, head *Head, each func(h *tar.Header, r io.Reader) error) ([]Sum, error) {
	var have []Sum
	seen := map[string]bool{}
	for first := true; ; first = false {
		h, err := t.Next()
		if err != nil { // also io.EOF: the sums come first
			return nil, err
		}
		if first {
			if h.Name != headName {
				return nil, english.Errorf("it is no backup that ontocrawl made")
			}
			if err := readOwn(t, head); err != nil {
				return nil, err
			}
			if head.Format > format {
				return nil, english.Errorf("it has format %d of a later ontocrawl (%s), and this program reads formats up to %d", head.Format, head.Version, format)
			}
			continue
		}
		if h.Name == sumsName {
			var want []Sum
			if err := readOwn(t, &want); err != nil {
				return nil, err
			}
			return want, same(want, have)
		}
		if err := inside(h, seen); err != nil {
			return nil, err
		}
		sum := sha256.New()
		r := io.TeeReader(t, sum)
		if each != nil {
			if err := each(h, r); err != nil {
				return nil, err
			}
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			return nil, err
		}
		have = append(have, Sum{h.Name, h.Size, hex.EncodeToString(sum.Sum(nil))})
	}
}

func readOwn(r io.Reader, v any) error {
	text, err := io.ReadAll(io.LimitReader(r, maxOwn))
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(v)
	}
	return err
}

// inside refuses what is no file of the folder.
func inside(h *tar.Header, seen map[string]bool) error {
	if h.Typeflag != tar.TypeReg || path.Clean(h.Name) != h.Name || !filepath.IsLocal(filepath.FromSlash(h.Name)) || strings.ContainsAny(h.Name, "\\\x00") || seen[h.Name] {
		return fmt.Errorf("%w: %.200q", errOutside, h.Name)
	}
	seen[h.Name] = true
	return nil
}

func same(want, have []Sum) error {
	if len(want) != len(have) {
		return english.Errorf("%w: %d files of %d", ErrCut, len(have), len(want))
	}
	for i := range want {
		if want[i] != have[i] {
			return fmt.Errorf("%w: %s", ErrCut, want[i].Name)
		}
	}
	return nil
}
