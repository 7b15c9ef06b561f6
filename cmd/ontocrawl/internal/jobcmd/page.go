package jobcmd

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
)

// pageFlags are the flags of where the page is served, and to whom.
type pageFlags struct {
	addr, tokenFile string
	auth            serve.Auth
}

func (f *pageFlags) bind(fs *pflag.FlagSet, addr string) {
	fs.StringVar(&f.addr, "listen", addr, "address to serve the page on")
	fs.StringVar(&f.tokenFile, "token-file", "", "file with the access token (else ONTOCRAWL_TOKEN; without either no token is needed)")
	fs.StringVar(&f.auth.Cert, "tls-cert", "", "certificate of this server, PEM")
	fs.StringVar(&f.auth.Key, "tls-key", "", "its key")
	fs.StringVar(&f.auth.ClientCA, "client-ca", "", "authorities whose certificates let a client in, PEM")
}

// tokenVariable holds the token. It is no setting, so no file of settings and no
// run folder ever holds it.
const tokenVariable = "ONTOCRAWL_TOKEN"

// options reads the token.
func (f *pageFlags) options(env []string) (serve.Options, error) {
	opt := serve.Options{Addr: f.addr, Auth: f.auth}
	if f.tokenFile != "" {
		b, err := os.ReadFile(f.tokenFile)
		if err != nil {
			return opt, cli.Usagef("--token-file: %w", err)
		}
		if opt.Auth.Token = strings.TrimSpace(string(b)); opt.Auth.Token == "" {
			return opt, cli.Usagef("--token-file %s is empty", f.tokenFile)
		}
		return opt, nil
	}
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, tokenVariable+"="); ok {
			opt.Auth.Token = v
		}
	}
	return opt, nil
}

// pageError says how to let clients in on an address that others reach.
func pageError(err error) error {
	if errors.Is(err, serve.ErrOpen) {
		return fmt.Errorf("%w: set %s, give --token-file, or --client-ca with --tls-cert and --tls-key", err, tokenVariable)
	}
	return err
}
