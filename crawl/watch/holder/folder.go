package holder

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// File is the name of the file in a folder of jobs that says of which cluster it is.
const File = "cluster.json"

// format is the version of the file.
const format = 1

// folder is a folder of jobs that is one of several.
type folder struct {
	Format  int    `json:"format"`
	Cluster string `json:"cluster"` // name of the cluster
	// ID is the name of the daemon, and what tells its folder from others: a daemon is its
	// folder, and two folders are two daemons whatever they are called.
	ID string `json:"id"`
}

// RefusedError reports that a folder, or the daemon on it, cannot be one of a cluster.
type RefusedError struct{ why english.Phrase }

func (e *RefusedError) Error() string { return e.why.String() }

// Message implements [english.Sentence].
func (e *RefusedError) Message() english.Phrase { return e.why }

func refused(why english.Phrase) error { return &RefusedError{why} }

// readFolder returns what a folder says of its cluster, nil if it is of none.
func readFolder(dir string) (*folder, error) {
	name := filepath.Join(dir, File)
	text, _, err := atomicfile.ReadKept(name, atomicfile.Options{}, json.Valid)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("holder: %w", err)
	}
	var f folder
	if err := json.Unmarshal(text, &f); err != nil || f.Format != format || broker.CheckLog(f.ID) != nil || strings.Contains(f.ID, "/") {
		return nil, refused(english.Phrasef("%s does not say of which cluster this folder is, or a newer version wrote it", name))
	}
	return &f, nil
}

// Alone refuses a folder that is one of a cluster, for a process that knows nothing of that: it
// would make runs that others make, too.
func Alone(dir string) error {
	f, err := readFolder(dir)
	if err != nil || f == nil {
		return err
	}
	return refused(english.Phrasef("the folder %s is one of several of the cluster %s: start the daemon with --cluster or --join; to leave the cluster for good, stop the daemons and delete %s", dir, f.Cluster, filepath.Join(dir, File)))
}

// openFolder returns what the folder says, and makes it one of the cluster if it is of none.
func openFolder(dir, cluster, name string) (f *folder, made bool, err error) {
	f, err = readFolder(dir)
	switch {
	case err != nil:
		return nil, false, err
	case f != nil && f.Cluster != cluster:
		return nil, false, refused(english.Phrasef("the folder %s is one of the cluster %s, not of %s; delete %s to let it join another one", dir, f.Cluster, cluster, filepath.Join(dir, File)))
	case f != nil:
		return f, false, nil
	}
	if strings.ContainsAny(name, "/.") || len(name) > 40 || broker.CheckLog(name) != nil {
		return nil, false, refused(english.Phrasef("%q cannot be the name of a daemon: it has 1 to 40 letters, digits and the like, and neither . nor /", name))
	}
	f = &folder{Format: format, Cluster: cluster, ID: name + "." + strings.ToLower(rand.Text()[:6])}
	return f, true, f.write(dir)
}

func (f *folder) write(dir string) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := atomicfile.Keep(filepath.Join(dir, File), append(text, '\n'), atomicfile.Options{}); err != nil {
		return fmt.Errorf("holder: %w", err)
	}
	return nil
}
