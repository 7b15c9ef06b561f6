package jobcmd

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// pageFlags are the flags of where the page is served, and to whom.
type pageFlags struct {
	addr, tokenFile, access string
	cluster                 string // brokers of a cluster that is shown, too
	auth                    serve.Auth
}

func (f *pageFlags) bind(fs *pflag.FlagSet, addr string) {
	fs.StringVar(&f.addr, "listen", addr, "address to serve the page on")
	fs.StringVar(&f.access, "access", "", "YAML file of tokens with roles (read, run, admin), and of a reverse proxy that names users (docs/monitoring.md)")
	fs.StringVar(&f.tokenFile, "token-file", "", "file with one token that may do everything (else ONTOCRAWL_TOKEN; without either, and without --access, one is made in the file page-token, and who shows none may only look)")
	fs.StringVar(&f.auth.Cert, "tls-cert", "", "certificate of this server, PEM")
	fs.StringVar(&f.auth.Key, "tls-key", "", "its key")
	fs.StringVar(&f.auth.ClientCA, "client-ca", "", "authorities whose certificates let a client in, PEM")
}

// tokenVariable holds the token. It is no setting, so no file of settings and no
// run folder ever holds it.
const tokenVariable = "ONTOCRAWL_TOKEN"

// rules holds what follows from an atom as soon as a context holds it. The audit log lies in dir.
func (f *pageFlags) options(a *cli.App, dir string, log *slog.Logger) (serve.Options, error) {
	opt := serve.Options{Addr: f.addr, Auth: f.auth, Audit: access.NewAudit(dir, access.AuditOptions{Log: log})}
	read := func() (c access.Config, err error) {
		if f.access != "" {
			if c, err = access.ReadFile(f.access); err != nil {
				return c, err
			}
		}
		if ref, ok := f.one(a); ok {
			c.Tokens = append(c.Tokens, access.Token{Name: serve.TokenName, Role: access.Admin, Secret: ref})
		}
		return c, nil
	}
	gate, err := access.Open(access.Options{Read: read, Lookup: a.LookupEnv, Log: log})
	if err != nil {
		return opt, cli.Usage(err)
	}
	opt.Auth.Access, opt.Auth.Own = gate, filepath.Join(dir, serve.OwnTokenFile)
	return opt, nil
}

// one returns where the one token is.
func (f *pageFlags) one(a *cli.App) (ref redact.Secret, ok bool) {
	if f.tokenFile != "" {
		return redact.Secret{File: f.tokenFile}, true
	}
	v, ok := a.LookupEnv(tokenVariable)
	return redact.Secret{Env: tokenVariable}, ok && strings.TrimSpace(v) != ""
}

// bindCluster binds the flag of a cluster that the page shows.
func (f *pageFlags) bindCluster(fs *pflag.FlagSet, e *Deps) {
	fs.StringVar(&f.cluster, "cluster", "", e.ClusterUsage)
	config.Bind(fs, e.ClusterSettings...)
}

// show lets the page of opt show the cluster, if one is named. close is to be called at the end.
func (f *pageFlags) show(e *Deps, c *config.Config, opt *serve.Options) (close func() error, err error) {
	if f.cluster == "" {
		return func() error { return nil }, nil
	}
	opt.Cluster, close, err = e.Cluster(c, f.cluster)
	return close, err
}

// pageError says how to let clients in on an address that others reach.
func pageError(err error) error {
	if errors.Is(err, serve.ErrOpen) {
		return english.Errorf("%w: set %s, give --token-file or --access, or --client-ca with --tls-cert and --tls-key", err, tokenVariable)
	}
	return err
}
