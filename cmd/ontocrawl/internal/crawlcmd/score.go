package crawlcmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ScoreCommand returns the command score.
func ScoreCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	var run string
	cmd := &cobra.Command{
		Use:   "score PAGE",
		Short: "Judge one page, a file or a URL, and explain why",
		Long: `Prints the page's relevance with its evidence (concept, label found, tag group,
count, contribution) and the verdict against phi. PAGE is a file, a URL, or -
for standard input; PDF, DOCX and ODT are read, too.

Without --topic and --ontology the page is judged against all embedded
ontologies as one topic. In a crawl, blocks that a host repeats on all its pages
do not count; one page cannot show which these are.

With --run the page is judged as that run would judge it now: by its topic, its
settings and the last model that its judge learned. The words of the model that
the page has are listed with what they add.

Exit codes: 0 judged, whatever the verdict; 1 the page could not be fetched; 2
the command line, a setting or the input is wrong.`,
		Example: `  ontocrawl score saved.html --topic typhoon
  ontocrawl score https://weather.example/news/1.html --topic 风暴潮
  ontocrawl score saved.html --ontology hazards.owl --judge present --json
  ontocrawl score https://weather.example/news/1.html --run runs/typhoon`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, t, err := scoreTopic(a, cmd, run)
			if err != nil {
				return err
			}
			rep, err := score(cmd.Context(), a, c, t, run, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(rep)
			}
			return rep.Write(a.Out, t.Vector, c.Lang)
		},
	}
	config.Bind(cmd.Flags(), judgingSettings()...)
	cmd.Flags().StringVar(&run, "run", "", "judge as the run in this folder would, with the model that its judge learned")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// judgingSettings returns what can be set where one page is fetched and judged.
func judgingSettings() []string {
	return append([]string{"topic", "core", "topics", "topic-from", "keywords", "judge", "phi", "tag-weights", config.MethodOption, "taught", "segmenter", "delay", "crawl-delay-cap",
		"timeout", "max-body", "documents", "max-redirects", "contact", "allow-private"}, cli.SimilarityFlags()...)
}

// scoreTopic returns the settings and the topic: of the run, if one is given.
func scoreTopic(a *cli.App, cmd *cobra.Command, run string) (*config.Config, *topic.Topic, error) {
	if run != "" {
		return RunTopic(a, cmd, run)
	}
	c, err := a.Load(cmd)
	if err != nil {
		return nil, nil, err
	}
	if !cli.TopicGiven(c) {
		c.Topic = strings.Join(topic.Embedded(), ",")
	}
	t, err := a.Topic(cmd.Context(), c)
	return c, t, err
}

func score(ctx context.Context, a *cli.App, c *config.Config, t *topic.Topic, run, name string) (*relevance.Explanation, error) {
	judge, err := cli.Judge(c, t)
	if err == nil && run != "" {
		if err = useModel(judge, run); err == nil {
			_, err = useTaught(judge, c, run)
		}
		if err == nil {
			err = useOpinions(judge, run)
		}
	}
	if err != nil {
		return nil, err
	}
	answer, err := readPage(ctx, a, c, name)
	if err != nil {
		return nil, err
	}
	return explain(ctx, a, c, judge, t, name, answer)
}

// explain judges an answer.
func explain(ctx context.Context, a *cli.App, c *config.Config, judge *relevance.Judge, t *topic.Topic, name string, answer *crawl.Response) (*relevance.Explanation, error) {
	p, err := document.Reader{Pages: judge, Documents: a.Documents(c)}.Read(ctx, answer)
	if err != nil {
		return nil, cli.Usagef("%s: %w", name, err)
	}
	return judge.Explain(p, name, t.Name), nil
}

// readPage reads a file or standard input, or fetches a URL.
func readPage(ctx context.Context, a *cli.App, c *config.Config, name string) (*crawl.Response, error) {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return fetchPage(ctx, a, c, name)
	}
	r := a.In
	if name != "-" {
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, cli.Usagef("%s: no such file; a URL begins with http:// or https://", name)
		}
		if err != nil {
			return nil, cli.Usage(err)
		}
		defer f.Close()
		r = f
	}
	body, err := io.ReadAll(io.LimitReader(r, c.MaxBody))
	if err != nil {
		return nil, cli.Usagef("%s: %w", name, err)
	}
	return fileResponse(name, body), nil
}

// fileAddress is the address of a page that is a file. It is invalid, since a file has no host.
const fileAddress = "http://file.invalid/"

// fileResponse makes an answer of a file's bytes.
func fileResponse(name string, body []byte) *crawl.Response {
	typ := "text/html"
	switch strings.ToLower(filepath.Ext(name)) {
	case ".txt":
		typ = "text/plain"
	case ".json":
		typ = "application/json" // a feed, if anything
	}
	return &crawl.Response{URL: fileAddress, Final: fileAddress, Status: http.StatusOK, ContentType: typ, Body: body, FetchedAt: time.Now().UTC()}
}

func fetchPage(ctx context.Context, a *cli.App, c *config.Config, name string) (*crawl.Response, error) {
	url, err := urlkey.Canonical(name)
	if err != nil {
		return nil, cli.Usagef("%s: %w", name, err)
	}
	spec, err := a.FetchSpec(c)
	if err != nil {
		return nil, err
	}
	spec.Documents = a.Documents(c) != nil
	web, err := session.OpenAccess(spec, a.Logger(c))
	if err != nil {
		return nil, cli.SessionError(err)
	}
	defer web.Close()
	resp, err := web.Fetch(ctx, crawl.Request{URL: url})
	if errors.Is(err, crawl.ErrPrivate) {
		return nil, cli.WithCode(cli.ExitFailure, english.Errorf("%w; --allow-private permits it", err))
	}
	if err != nil {
		return nil, cli.WithCode(cli.ExitFailure, err)
	}
	if resp.Status < 200 || resp.Status > 299 {
		return nil, cli.WithCode(cli.ExitFailure, english.Errorf("%s: the server answered %d %s", name, resp.Status, http.StatusText(resp.Status)))
	}
	return resp, nil
}
