package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// clusterFile stands in the folder of a node, and says of which cluster the parts in it are.
const clusterFile = "cluster"

// belongs refuses a folder of another cluster. Two may be called the same, one after the
// other or by mistake; the parts of one are no parts of the other's crawl.
func (n *node) belongs(ctx context.Context) error {
	var c common
	err := change(ctx, n.b, clusterKey, func(value []byte) ([]byte, error) { return nil, json.Unmarshal(value, &c) })
	if err != nil {
		return english.Errorf("the table: %w", err)
	}
	file := filepath.Join(n.o.Dir, clusterFile)
	text, _, err := atomicfile.Mend(file, atomicfile.Options{}, nil)
	switch id := strings.TrimSpace(string(text)); {
	case err == nil && id == c.ID:
		return nil
	case err == nil:
		return refused(english.Phrasef("%s is of another cluster that was called the same, and its parts are of another crawl: give this node a new folder, or the cluster another name", n.o.Dir))
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("crawl/share/node: %w", err)
	}
	if err := atomicfile.Keep(file, []byte(c.ID+"\n"), atomicfile.Options{}); err != nil {
		return fmt.Errorf("crawl/share/node: %w", err)
	}
	return nil
}
