package eventgraph_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/markdown"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// news is a document that others annotated.
type news struct {
	ID, Title, Text, Kind string
	line                  string
}

func readNews(t *testing.T) (all []news) {
	t.Helper()
	f, err := os.Open(goldentest.Path(t, "events/docee-dev/truth.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		n := news{line: lines.Text()}
		if err := json.Unmarshal(lines.Bytes(), &n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return all
}

// page is the document as a page: a title, a headline and paragraphs, without a date.
func (n *news) page() []byte {
	var b strings.Builder
	title := html.EscapeString(n.Title)
	fmt.Fprintf(&b, `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>%s</title></head><body><article><h1>%s</h1>`, title, title)
	for p := range strings.SplitSeq(n.Text, "\n") {
		if strings.TrimSpace(p) != "" {
			fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(p))
		}
	}
	b.WriteString("</article></body></html>")
	return []byte(b.String())
}

func (n *news) telling(t *testing.T) *eventgraph.Telling {
	t.Helper()
	const address = "http://file.invalid/"
	out, err := markdown.Reader{}.Read(t.Context(), &crawl.Response{URL: address, Final: address, Status: 200,
		ContentType: "text/html; charset=utf-8", Body: n.page(), FetchedAt: time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	b, err := eventgraph.NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b.Add(eventgraph.NewPage(address, out.Page.Lang, out.Page, out.Date.Date))
	b.Finish()
	return b.Telling()
}

// The news of natural hazards are split by their place in the file: rules were tuned on the even half. The
// judge is a program beside the data; the test prints what it says.
func TestNews(t *testing.T) {
	all := readNews(t)
	storms := [2]int{}
	for half, name := range []string{"even", "odd"} {
		dir := t.TempDir()
		if keep := os.Getenv("ONTOCRAWL_KEEP"); keep != "" {
			if dir = filepath.Join(keep, name); os.MkdirAll(dir, 0o700) != nil {
				t.Fatal(dir)
			}
		}
		var truth, out strings.Builder
		for i := half; i < len(all); i += 2 {
			told := all[i].telling(t)
			line, err := json.Marshal(struct {
				ID string `json:"id"`
				*eventgraph.Telling
			}{all[i].ID, told})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&truth, all[i].line)
			fmt.Fprintf(&out, "%s\n", line)
			if all[i].Kind != "storm" && told.HasStorm() {
				storms[half]++
			}
		}
		write(t, filepath.Join(dir, "truth.jsonl"), truth.String())
		write(t, filepath.Join(dir, "out.jsonl"), out.String())
		t.Logf("%s half: %d documents of other hazards have a storm\n%s", name, storms[half], judge(t, dir))
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func judge(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(os.Getenv(goldentest.Env), "../tools/docee_judge.py")
	if _, err := os.Stat(program); err != nil {
		t.Skip("there is no judge beside the data")
	}
	out, err := exec.CommandContext(t.Context(), "python3", program, dir, filepath.Join(dir, "out.jsonl")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}
