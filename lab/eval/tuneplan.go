package eval

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"go.yaml.in/yaml/v3"
)

// TuneCase is an entry of a plan: a labelled topic of a stored web. The fields are
// named like the flags of `ontocrawl eval`.
type TuneCase struct {
	Web        string  `yaml:"web" json:"web"`
	Label      string  `yaml:"label" json:"label"`
	Ignore     string  `yaml:"ignore" json:"ignore,omitempty"`
	Topic      string  `yaml:"topic" json:"topic,omitempty"`
	Ontology   string  `yaml:"ontology" json:"ontology,omitempty"`
	Keywords   string  `yaml:"keywords" json:"keywords,omitempty"`
	TopicFrom  string  `yaml:"topic-from" json:"topic_from,omitempty"`
	Seeds      string  `yaml:"seeds" json:"seeds,omitempty"`
	SeedsShare float64 `yaml:"seeds-share" json:"seeds_share,omitempty"`
	Budget     string  `yaml:"budget" json:"budget,omitempty"`
}

// Name is the case as messages and results name it.
func (c *TuneCase) Name() string { return filepath.Base(c.Web) + " " + c.Label }

// ReadTunePlan reads a list of cases, of two webs or more. Names of files in it are
// relative to its folder; an ontology may also be one of embedded.
func ReadTunePlan(file string, embedded []string) ([]TuneCase, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	var cases []TuneCase
	if err := dec.Decode(&cases); err != nil && !errors.Is(err, io.EOF) {
		return nil, english.Errorf("%s: %w\n%s", file, err, "a plan is a list of entries with web, label and topic; see ontocrawl tune --help")
	}
	webs := map[string]bool{}
	for i := range cases {
		c := &cases[i]
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, doc.Content[0].Content[i].Line, err)
		}
		c.makeLocal(filepath.Dir(file), embedded)
		webs[filepath.Clean(c.Web)] = true
	}
	if len(webs) < 2 { // cross-validation leaves one out
		return nil, english.Errorf("%s names %d webs; settings are chosen on some webs and tried on the others, so give two or more", file, len(webs))
	}
	return cases, nil
}

// check sets defaults and refuses what cannot be used.
func (c *TuneCase) check() error {
	c.Budget, c.SeedsShare = cmp.Or(c.Budget, "4x"), cmp.Or(c.SeedsShare, 1)
	var missing []string
	for _, s := range []struct{ name, value string }{{"web", c.Web}, {"label", c.Label}, {"topic", c.Topic + c.Ontology + c.Keywords + c.TopicFrom}} {
		if s.value == "" {
			missing = append(missing, s.name)
		}
	}
	if len(missing) > 0 {
		return english.Errorf("the entry lacks %s", strings.Join(missing, ", "))
	}
	if !(c.SeedsShare > 0 && c.SeedsShare <= 1) {
		return english.Errorf("seeds-share is %v, but it must be above 0 and at most 1", c.SeedsShare)
	}
	_, err := ParseBudget(c.Budget)
	return err
}

// makeLocal makes the names of files relative to dir.
func (c *TuneCase) makeLocal(dir string, embedded []string) {
	for _, name := range []*string{&c.Web, &c.Ontology, &c.TopicFrom, &c.Seeds} {
		known := name == &c.Ontology && slices.Contains(embedded, *name)
		number := name == &c.Seeds && strings.Trim(*name, "0123456789") == ""
		if *name != "" && !filepath.IsAbs(*name) && !known && !number {
			*name = filepath.Join(dir, *name)
		}
	}
}

// TunePart is a group of settings that are chosen together, by one measure.
type TunePart struct {
	Name     string
	Measure  string   // "F1" or "area_ratio"
	Strategy string   // that crawls; "" where stored pages are judged
	Settings []string // names
	draw     func(*rand.Rand, *Settings)
}

// TuneParts returns what can be tuned. Ranges are wide enough that their ends are
// clearly wrong, so that the search and not the range says what is best.
func TuneParts() []TunePart {
	return []TunePart{
		{"judge", "F1", "", []string{"phi", "tag-weights"}, drawTagWeights},
		{"priority", "area_ratio", "best-first", []string{"mu1", "mu2", "mu3"}, drawTerms},
		{"on-its", "area_ratio", "on-its", []string{"eta"}, func(rng *rand.Rand, s *Settings) {
			s.Eta = rounded(rng.Float64())
		}},
		{"tabu", "area_ratio", "tabu", []string{"tries", "tenure", "balance"}, func(rng *rand.Rand, s *Settings) {
			s.Tries, s.Tenure, s.Balance = 1+rng.IntN(20), 1+rng.IntN(50), rounded(.6*rng.Float64())
		}},
	}
}

// PartNames returns the names of Parts.
func PartNames() (names []string) {
	for _, p := range TuneParts() {
		names = append(names, p.Name)
	}
	return names
}

// rounded is x with two decimals.
func rounded(x float64) float64 { return math.Round(x*100) / 100 }

// tagRange is how many times as much as in the body a word may weigh elsewhere.
const tagRange = 10

// drawTagWeights draws the weights of tag groups evenly on the scale of ratios:
// words of the body keep their usual weight, others weigh up to tagRange times as
// much.
func drawTagWeights(rng *rand.Rand, s *Settings) {
	body := relevance.GroupWeights[crawl.GroupBody]
	for g := range crawl.GroupBody {
		s.Groups[g] = rounded(body * math.Pow(tagRange, rng.Float64()))
	}
	s.Groups[crawl.GroupBody] = body
}

// drawTerms draws three weights that add up to 1, evenly over all such triples:
// the gaps between two cuts of the unit interval (Devroye, Non-Uniform Random
// Variate Generation, 1986, V.2.1).
func drawTerms(rng *rand.Rand, s *Settings) {
	a, b := rng.IntN(101), rng.IntN(101)
	lo, hi := min(a, b), max(a, b)
	s.Terms = [3]float64{hundredths(lo), hundredths(hi - lo), hundredths(100 - hi)}
}

func hundredths(n int) float64 { return float64(n) / 100 }

// candidates returns the settings in force, as candidate 0, and n drawn ones.
func (p *TunePart) candidates(inForce Settings, n int, seed uint64) []Settings {
	inForce.Strategy = p.Strategy
	all := slices.Repeat([]Settings{inForce}, n+1)
	rng := rand.New(rand.NewPCG(seed, 0x74756e65))
	for i := range n {
		p.draw(rng, &all[i+1])
	}
	return all
}

// values returns the settings of the part, by name.
func (p *TunePart) values(s Settings) map[string]any {
	all := map[string]any{
		"phi": s.Phi, "tag-weights": FormatWeights(s.Groups), "mu1": s.Terms[0], "mu2": s.Terms[1], "mu3": s.Terms[2],
		"eta": s.Eta, "tries": s.Tries, "tenure": s.Tenure, "balance": s.Balance,
	}
	own := map[string]any{}
	for _, name := range p.Settings {
		own[name] = all[name]
	}
	return own
}

// FormatWeights writes weights of tag groups as the setting tag-weights has them.
func FormatWeights(groups [crawl.NumGroups]float64) string {
	var w []string
	for _, x := range groups {
		w = append(w, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(w, ",")
}

// yamlText writes a value as YAML has it.
func yamlText(value any) string {
	if s, ok := value.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(value)
}
