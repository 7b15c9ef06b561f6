package crawling

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
	"github.com/ontocrawl/ontocrawl/ontologies"
)

// crawlTyphoon crawls for typhoons into the run folder dir, and prints the pages
// that are on topic. The same call on the same folder resumes it.
func crawlTyphoon(ctx context.Context, dir, start string, network fetch.Options) error {
	typhoon, err := topic.Resolve(ctx, topic.Spec{Names: "typhoon"})
	if err != nil {
		return err
	}
	first, err := seed.Link(start)
	if err != nil {
		return err
	}
	s, err := session.Open(ctx, session.Spec{
		Topic: typhoon, Seeds: []crawl.Link{first},
		Fetch:   session.Fetch{Options: network},
		Folder:  session.Folder{Dir: dir},
		Options: engine.Options{MaxPages: 40, Deterministic: true},
	})
	if err != nil {
		return err
	}
	defer s.Close()
	res, err := s.Run(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d pages, %d relevant, stopped: %s\n", res.Pages, res.Relevant, res.Stopped)
	return nil
}

// ofRuns are the command lines of all commands that take a run folder, and the codes that they may end with.
// A command that is missing here fails TestLibraryFolder.
var ofRuns = map[string]struct {
	args  string // after the command; "-": its RUN is no folder
	stdin string
	codes []int
}{
	"report":          {"run -o report.html", "", nil},
	"job show":        {"-", "", nil},
	"mcp":             {"run", "", nil},
	"serve":           {"run --listen 127.0.0.1:0", "", []int{0, cli.ExitInterrupted}},
	"query":           {"run -", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", nil},
	"ontology enrich": {"typhoon --from run", "", nil},
	"ontology learn":  {"--from run", "", nil},
	"calibrate":       {"run --ask-file ask", "", nil},
	"status":          {"run", "", nil},
	"rescore":         {"run", "", nil},
	"links":           {"run", "", nil},
	"repair":          {"run", "", nil},
	"cluster merge":   {"-", "", nil},
	"cluster split":   {"run --parts 2 --out split", "", nil},
	"mark":            {"run --list", "", nil},
	"teach":           {"run", "", []int{1}},
	"coverage":        {"run", "", nil},
	"verify":          {"run", "", nil},
	"backup":          {"run -o run.tar.zst", "", nil},
	"restore":         {"-", "", nil},
	"upgrade":         {"run --check", "", nil},
	"event":           {"run", "", nil},
	"graph":           {"run -o run.trig", "", nil},
	"export":          {"run --format jsonl", "", nil},
}

// TestLibraryFolder: the sample of docs/library.md leaves a run folder that every command accepts, and that the
// command crawl goes on with.
func TestLibraryFolder(t *testing.T) {
	source, err := os.ReadFile("library_test.go")
	if err != nil {
		t.Fatal(err)
	}
	page := readFile(t, filepath.Join("..", "..", "..", "..", "docs"), "library.md")
	if body, _, _ := strings.Cut(string(source[strings.Index(string(source), "// crawlTyphoon"):]), "\n}\n"); !strings.Contains(page, body) {
		t.Error("docs/library.md has another sample")
	}
	web := crawltest.New(crawltest.Options{Seed: 1, Pages: 400})
	server, err := web.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close() //nolint:errcheck // the test ends
	t.Chdir(t.TempDir())
	if err := crawlTyphoon(t.Context(), "run", web.Seeds(1)[0], fetch.Options{DialContext: server.DialContext, Polite: polite.Options{Delay: -1}}); err != nil {
		t.Fatal(err)
	}
	everyCommand(t)
	p, _, err := session.ReadParams("run")
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]any{"topic": "typhoon", "reason": "off", "seed": 0} // of a Loader, of strategy.Defaults
	c, err := config.Load(cli.SettingSources(nil, nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range c.Values() {
		got, ok := p.Settings[name]
		if want := cmp.Or(own[name], value); ok && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("zero is stored for %s as %v, want %v", name, got, want)
		}
		delete(p.Settings, name)
	}
	if len(p.Settings) > 0 {
		t.Errorf("settings of no command: %v", p.Settings)
	}
	seeds := write(t, ".", "seeds.txt", web.Seeds(1)[0])
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--seeds", seeds, "--out", "run", "--max-pages", "40"); r.code != 0 || !strings.Contains(r.out, "40") {
		t.Errorf("the command goes on with it: code %d\n%s%s", r.code, r.out, r.err)
	}
}

// everyCommand calls every command that takes a run folder with the folder run.
func everyCommand(t *testing.T) {
	t.Helper()
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			walk(sub)
		}
		if !strings.Contains(c.Use, "RUN") && !strings.Contains(c.Use, "FOLDER") {
			return
		}
		name := strings.TrimPrefix(c.CommandPath(), "ontocrawl ")
		of, ok := ofRuns[name]
		if !ok {
			t.Errorf("%s takes a run folder: say in ofRuns how it is called", name)
		}
		if !ok || of.args == "-" {
			return
		}
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		if name != "serve" {
			ctx = t.Context()
		}
		defer stop()
		r := ontocrawlFor(ctx, of.stdin, append(strings.Fields(name), strings.Fields(of.args)...)...)
		if !slices.Contains(append(of.codes, 0), r.code) {
			t.Errorf("%s %s: code %d\n%s%s", name, of.args, r.code, r.out, r.err)
		}
		if name == "rescore" && !strings.Contains(r.out, "No verdict has changed") {
			t.Errorf("judged again by the settings of the folder:\n%s", r.out)
		}
	}
	walk(program.Ontocrawl(&cli.App{Dictionary: &cmdtest.Dictionary}))
}

// TestMovedRun: a run of an ontology with an import, of a topic directory, of samples and of a correction, each given by its
// whole path, is moved, and what it was made of is gone. No text of the folder names a folder of the machine, and every command works
// where it is now.
func TestMovedRun(t *testing.T) {
	owl, err := ontologies.FS.ReadFile("typhoon.owl")
	if err != nil {
		t.Fatal(err)
	}
	web, seeds := storedWeb(t)
	for name, args := range map[string]string{
		"ontology":  "--ontology mine.owl --topic typhoon",
		"imports":   "--ontology imports.ttl --topic typhoon",
		"directory": "--topics topics.yaml --topic all",
		"samples":   "--ontology mine.owl --topic-from docs",
		"taught":    "--ontology mine.owl --topic typhoon --taught other.json",
	} {
		t.Run(name, func(t *testing.T) {
			made, moved := t.TempDir(), t.TempDir()
			write(t, made, "mine.owl", string(owl)+"<!-- mine -->\n")
			write(t, made, "imports.ttl", "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<https://tests.example/i> a owl:Ontology ; owl:imports <mine.owl> .\n")
			write(t, made, "topics.yaml", "all:\n  storm: {ontology: mine.owl, topic: typhoon}\n  docs: {samples: docs}\n  words: {keywords: [flood]}\n")
			write(t, made, "other.json", `{"version": 1, "id": "hand", "judge": "fielded", "phi": 0.5, "bias": 2, "slope": 1, "cut": 0.5}`)
			docs := filepath.Join(made, "docs")
			if err := os.Mkdir(docs, 0o755); err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				write(t, docs, fmt.Sprintf("%d.txt", i), strings.Repeat(fmt.Sprintf("The typhoon brought a storm surge to harbour %d, and the flood rose. ", i), 20))
			}
			full := append([]string{"crawl", "--web", web, "--seeds", seeds, "--out", filepath.Join(made, "run"), "--max-pages", "30"}, strings.Fields(args)...)
			for i, arg := range full {
				if at := filepath.Join(made, arg); !filepath.IsAbs(arg) && exists(at) {
					full[i] = at
				}
			}
			if r := ontocrawl(t, full...); r.code != cli.ExitOK {
				t.Fatalf("code %d\n%s", r.code, r.err)
			}
			if err := os.Rename(filepath.Join(made, "run"), filepath.Join(moved, "run")); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(made); err != nil {
				t.Fatal(err)
			}
			noPath(t, filepath.Join(moved, "run"), made, filepath.Dir(seeds))
			t.Chdir(moved)
			everyCommand(t)
			// Whoever edits his own file learns that it was not read.
			r := ontocrawl(t, "rescore", "run")
			if copied := strings.Contains(r.err, "judged by the copy that the run has of its ontology"); copied != strings.HasPrefix(args, "--ontology") {
				t.Errorf("rescore says: %s", r.err)
			}
		})
	}
}

// noPath looks for names of folders in the files of dir.
func noPath(t *testing.T, dir string, folders ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == rundir.StatusFile { // which has the command line of the process, for people
			return err
		}
		text, err := os.ReadFile(file)
		for _, folder := range folders {
			if bytes.Contains(text, []byte(folder)) {
				t.Errorf("%s names %s", file, folder)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
