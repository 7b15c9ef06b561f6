package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/status"
)

func newServe(a *app) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve RUN|JOBS",
		Short: "Show a crawl, or a daemon of jobs, as a page in the browser",
		Long: `Serves a page that shows the run folder of a crawl, running or ended: how the
harvest goes, the newest relevant pages and why they are relevant, the concepts by
mentions, and a search in what was captured. The page is in Chinese and English
and needs nothing from anywhere else; what it shows a program may read under
/api/v1 (/api/v1/openapi.yaml describes it). Nothing is opened that the crawl
needs.

Of a file of jobs it shows the daemon: what "ontocrawl watch" says that runs on it,
which also takes orders; if none runs, what was recorded, for which the store is
opened for moments.

It listens on loopback. Any other address needs a token, in the variable
ONTOCRAWL_TOKEN or in a file, or client certificates; a browser asks for the token
once. The search makes its index, in the folder search of RUN, when somebody asks
for it; it holds the pages whose answers are archived (--warc).

Exit codes: 0 stopped by Ctrl-C; 1 it failed while working; 2 the command line is
wrong, RUN is no run folder and JOBS no file of jobs, or the address cannot be had;
3 the daemon cannot be opened.`,
		Example: `  ontocrawl serve runs/typhoon
  ontocrawl serve runs/typhoon --listen 127.0.0.1:8080
  ontocrawl serve jobs.yaml
  ONTOCRAWL_TOKEN=$(openssl rand -hex 16) ontocrawl serve runs/typhoon --listen :7474 --tls-cert cert.pem --tls-key key.pem`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if info, err := os.Stat(args[0]); err == nil && info.Mode().IsRegular() {
				return a.serveJobs(cmd, args[0], &f)
			}
			return a.serveRun(cmd, args[0], &f)
		},
	}
	config.Bind(cmd.Flags(), append(judgeSettings(), "lang", "log-level", "log-format")...)
	f.bind(cmd.Flags(), serve.DefaultAddr)
	return cmd
}

// serveFlags say where a page is served, and to whom.
type serveFlags struct {
	addr, tokenFile string
	door            serve.Auth
}

func (f *serveFlags) bind(fs *pflag.FlagSet, addr string) {
	fs.StringVar(&f.addr, "listen", addr, "address to serve the page on")
	fs.StringVar(&f.tokenFile, "token-file", "", "file with the token that is asked for (else ONTOCRAWL_TOKEN; neither: nobody is asked)")
	fs.StringVar(&f.door.Cert, "tls-cert", "", "certificate of this server, PEM")
	fs.StringVar(&f.door.Key, "tls-key", "", "its key")
	fs.StringVar(&f.door.ClientCA, "client-ca", "", "authorities whose certificates let a client in, PEM")
}

// searchDir is the index of the search, in a run folder or a daemon's.
const searchDir = "search"

// tokenVariable holds the token. It is no setting, so that no file of settings
// and no run folder ever holds it.
const tokenVariable = "ONTOCRAWL_TOKEN"

// options reads the token.
func (f *serveFlags) options(env []string) (serve.Options, error) {
	opt := serve.Options{Addr: f.addr, Auth: f.door}
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

// refused says how to open a door that does not suit its address.
func (f *serveFlags) refused(err error) error {
	if errors.Is(err, serve.ErrOpen) {
		err = fmt.Errorf("%w: set %s, give --token-file, or --client-ca with --tls-cert and --tls-key", err, tokenVariable)
	}
	return cli.Usage(err)
}

func (a *app) serveRun(cmd *cobra.Command, dir string, f *serveFlags) error {
	if err := isRun(dir); err != nil {
		return err
	}
	old, _, err := readParams(dir)
	if err != nil {
		return err
	}
	if err := inherit(cmd, old.Settings); err != nil {
		return err
	}
	c, err := a.Load(cmd)
	if err != nil {
		return err
	}
	t, err := a.Topic(cmd.Context(), c)
	if err != nil {
		return err
	}
	opt, library, err := a.pageOptions(c, f, dir, map[string]string{filepath.Base(filepath.Clean(dir)): dir})
	if err != nil {
		return err
	}
	defer library.Close() //nolint:errcheck // what it holds is on disk
	return a.serveUntil(cmd.Context(), status.OpenFolder(dir, t.Name, cli.Version, conceptGraph(t)), f, opt)
}

// pageOptions are those of a page over run folders, by name, with a search whose
// index lies in dir.
func (a *app) pageOptions(c *config.Config, f *serveFlags, dir string, folders map[string]string) (serve.Options, *serve.Library, error) {
	opt, err := f.options(a.Env)
	if err != nil {
		return opt, nil, err
	}
	opt.Log = a.Logger(c)
	library := serve.OpenLibrary(filepath.Join(dir, searchDir), captured(folders), opt.Log)
	opt.Search = library
	return opt, library, nil
}

// serveUntil serves the page of s until ctx ends.
func (a *app) serveUntil(ctx context.Context, s api.Source, f *serveFlags, opt serve.Options) error {
	srv, err := serve.Start(s, opt)
	if err != nil {
		return f.refused(err)
	}
	fmt.Fprintf(a.Err, "The page is at %s (Ctrl-C ends it)\n", srv.URL())
	<-ctx.Done()
	if err := srv.Close(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return cli.Failure(err)
	}
	return nil
}
