package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Made says what a Backup has made.
type Made struct {
	File  string `json:"file"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`  // of the files
	Size  int64  `json:"size"`   // of the backup
	Tries int    `json:"copies"` // how often the folder was copied
}

// Options of a Backup.
type Options struct {
	Version string // of the program
	Now     time.Time
	Logger  *slog.Logger
}

// ErrParts says that a folder cannot be copied while it is written.
var ErrParts = errors.New("it holds parts of a crawl, which belong together: stop it, and copy the folder")

// tries is how often a folder is copied whose copy is not sound: a process may write to it.
const tries = 5

// Backup writes the folder of a run or of jobs to the file, which is replaced as a whole. Processes may write to the folder
// meanwhile. Beside the file it needs room for a copy of the folder, which is checked as verify does.
func Backup(ctx context.Context, folder, file string, opt Options) (made Made, err error) {
	in := runcheck.PlaceOf(folder)
	switch {
	case in == runcheck.Shared:
		return made, fmt.Errorf("%s: %w", folder, ErrParts)
	case in == runcheck.Run:
		if err := runcheck.IsRun(folder); err != nil {
			return made, err
		}
	}
	if err := rundir.CheckFormat(folder); err != nil {
		return made, err
	}
	stageDir := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".copy.tmp")
	defer func() { err = errors.Join(err, os.RemoveAll(stageDir)) }()
	var bad *runcheck.Report
	for made.Tries < tries {
		made.Tries++
		if err := os.RemoveAll(stageDir); err != nil { // also of one that was killed
			return made, err
		}
		if err := stage(folder, stageDir, in); err != nil {
			return made, err
		}
		if bad, err = unsound(ctx, stageDir, in, opt.Logger); err != nil {
			return made, err
		}
		if bad == nil {
			break
		}
	}
	if bad != nil {
		return made, english.Errorf("%s is damaged (%s: %s); ontocrawl repair mends what can be mended", folder, bad.Findings[0].File, bad.Findings[0].What)
	}
	made.File = file
	err = atomicfile.WriteBy(file, atomicfile.Options{}, func(w io.Writer) error {
		return pack(w, stageDir, Head{Format: format, Version: opt.Version, Made: opt.Now.UTC(), Place: in}, &made)
	})
	if info, e := os.Stat(file); err == nil && e == nil {
		made.Size = info.Size()
	}
	return made, err
}

// unsound returns a report of damage, nil if there is none. Its first finding is damage.
func unsound(ctx context.Context, dir string, in runcheck.Place, log *slog.Logger) (*runcheck.Report, error) {
	var reports []*runcheck.Report
	if in == runcheck.Jobs {
		rep, err := VerifyJobs(ctx, dir, log)
		if err != nil {
			return nil, err
		}
		reports = append(reports, rep)
	}
	for _, run := range in.Runs(dir) {
		rep, err := runcheck.Verify(ctx, run)
		if err != nil {
			return nil, err
		}
		reports = append(reports, rep)
	}
	for _, rep := range reports {
		for i := range rep.Findings {
			if rep.Findings[i].Level == runcheck.Damaged {
				rep.Findings[0] = rep.Findings[i]
				return rep, nil
			}
		}
	}
	return nil, nil
}

// pack writes the files of dir.
func pack(to io.Writer, dir string, head Head, made *Made) error {
	z, err := zstd.NewWriter(to, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true))
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	err = ownEntry(t, headName, head.Made, head)
	sums := []Sum{}
	if err == nil {
		err = fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			s, err := packFile(t, dir, name)
			sums = append(sums, s)
			made.Files++
			made.Bytes += s.Size
			return err
		})
	}
	if err == nil {
		err = ownEntry(t, sumsName, head.Made, sums)
	}
	return errors.Join(err, t.Close(), z.Close())
}

func packFile(t *tar.Writer, dir, name string) (s Sum, err error) {
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return s, err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err == nil {
		err = t.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime(), Format: tar.FormatPAX})
	}
	sum := sha256.New()
	if err == nil {
		_, err = io.Copy(io.MultiWriter(t, sum), f)
	}
	if err != nil {
		return s, err
	}
	return Sum{name, info.Size(), hex.EncodeToString(sum.Sum(nil))}, nil
}
