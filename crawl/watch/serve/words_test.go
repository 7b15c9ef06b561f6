package serve

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

var (
	// entry finds a key of words.js and its like with its texts; text finds one text.
	entry = regexp.MustCompile(`(?:^|[\s{,])(?:'([^'\n]+)'|([A-Za-z][\w]*)): \[((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\]'"])*)\]`)
	text  = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`)
	used  = regexp.MustCompile(`\bt\('([^'\n]+)'[,)]`)
	han   = regexp.MustCompile(`\p{Han}`)
	latin = regexp.MustCompile(`[A-Za-z]{2}`)
)

// Every text of the page has its English and its Chinese, and every text that a script asks for is
// there.
func TestWordsOfThePage(t *testing.T) {
	var js []byte
	for _, name := range []string{"page/words.js", "page/readwords.js", "page/jobwords.js", "page/ontowords.js", "page/failwords.js", "page/clusterwords.js", "page/reportwords.js"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		js = append(js, b...)
	}
	keys := map[string]bool{}
	for _, m := range entry.FindAllStringSubmatch(string(js), -1) {
		key := m[1] + m[2]
		texts := text.FindAllString(m[3], -1)
		if len(texts) != 2 || len(texts[0]) < 3 || len(texts[1]) < 3 {
			t.Errorf("%s has %d texts, not one in English and one in Chinese: %s", key, len(texts), m[3])
			continue
		}
		if texts[0] != texts[1] && !han.MatchString(texts[1]) && strings.Contains(texts[0], " ") && latin.MatchString(texts[0]) {
			t.Errorf("%s: %s is no Chinese for %s", key, texts[1], texts[0])
		}
		if keys[key] {
			t.Errorf("%s is there twice", key)
		}
		keys[key] = true
	}
	for k := range crawl.FailureKind(255) {
		if !keys["f."+k.String()] {
			t.Errorf("the page has no word for the failure %q", k)
		}
	}
	if len(keys) < 100 {
		t.Fatalf("only %d keys were found", len(keys))
	}
	scripts, err := filepath.Glob("page/*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range scripts {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range used.FindAllStringSubmatch(string(src), -1) {
			if !keys[m[1]] {
				t.Errorf("%s asks for %q, which none of the files of words has", name, m[1])
			}
		}
	}
}
