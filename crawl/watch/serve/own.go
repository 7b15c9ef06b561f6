package serve

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// OwnTokenFile is the name of the file, in the folder of what is shown, with the token of a page that
// nobody gave one ([Auth.Own]).
const OwnTokenFile = "page-token"

// own returns a Gate that knows the token of the file d.Own, which is made if it is not there or
// empty. In a folder that cannot be written to the token belongs to this process, and is returned.
func (d Auth) own(opt access.Options) (g *access.Gate, text string, err error) {
	ref := redact.Secret{File: d.Own}
	if b, err := os.ReadFile(d.Own); errors.Is(err, fs.ErrNotExist) || err == nil && strings.TrimSpace(string(b)) == "" {
		key := make([]byte, 16)
		rand.Read(key) //nolint:errcheck // never fails (crypto/rand)
		made := hex.EncodeToString(key)
		if atomicfile.Write(d.Own, []byte(made+"\n"), atomicfile.Options{Private: true}) != nil {
			text, ref = made, redact.Secret{Env: "OWN"}
			opt.Lookup = func(string) (string, bool) { return made, true }
		}
	} else if err != nil {
		return nil, "", err
	}
	opt.Read = func() (access.Config, error) {
		return access.Config{Tokens: []access.Token{{Name: TokenName, Role: access.Admin, Secret: ref}}}, nil
	}
	g, err = access.Open(opt)
	return g, text, err
}
