package cli

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// largestImport is how large a fetched ontology may be, decoded.
const largestImport = 128 << 20

// importFetcher fetches imported ontologies as the crawler fetches pages: robots.txt
// first, politely, from public addresses only. The settings are the crawler's, from the
// environment or the configuration file.
func (a *App) importFetcher(cmd *cobra.Command) fetchImport {
	var client *fetch.Client // made when it is needed
	return func(_ context.Context, iri string) (io.ReadCloser, error) {
		if client == nil {
			c, err := a.Load(cmd)
			if err != nil {
				return nil, err
			}
			opt, err := a.FetchOptions(c.FetchSettings)
			if err != nil {
				return nil, err
			}
			opt.Memory = a.Memory.Answers(c, a.Env)
			opt.Accept, opt.MaxBody = syntax.All().Accept(), largestImport
			if client, err = fetch.New(opt); err != nil {
				return nil, err
			}
		}
		defer client.Close()
		return fetchOntology(cmd.Context(), client, iri)
	}
}

func fetchOntology(ctx context.Context, client *fetch.Client, iri string) (io.ReadCloser, error) {
	r, err := client.Fetch(ctx, crawl.Request{URL: iri})
	iri = redact.Strip(iri)
	switch {
	case err != nil:
		return nil, err
	case r.Status/100 != 2:
		return nil, english.Errorf("fetch %s: the server answers %d %s", iri, r.Status, http.StatusText(r.Status))
	case r.Truncated:
		return nil, english.Errorf("fetch %s: larger than %d MiB", iri, largestImport>>20)
	}
	return io.NopCloser(bytes.NewReader(r.Body)), nil
}
