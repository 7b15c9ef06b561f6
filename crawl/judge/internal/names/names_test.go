package names

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// marked returns a text without its brackets, which stand around the mentions.
func marked(s string) (text string, mentions []crawl.Mention) {
	for {
		before, rest, ok := strings.Cut(s, "[")
		text += before
		if !ok {
			return text, mentions
		}
		word, rest, _ := strings.Cut(rest, "]")
		mentions = append(mentions, crawl.Mention{Start: int32(len(text)), End: int32(len(text) + len(word))})
		text, s = text+word, rest
	}
}

func TestIn(t *testing.T) {
	for text, want := range map[string]string{
		"Some [ornithopods] such as Iguanodon, Camptosaurus and Tyrannosaurus rex lived there.": "Iguanodon|Camptosaurus|Tyrannosaurus rex",
		"[Dinosaurs], including the Velociraptor, are found in Asia.":                           "Velociraptor",
		"[Foods] such as bread, soft cheese and wine are sold.":                                 "bread|soft cheese|wine",
		"[Dinosaurs] like these are rare.":                                                      "",
		"Velociraptor is a genus of [dromaeosaurid].":                                           "Velociraptor",
		"Velociraptor (meaning \"swift thief\") is a genus of [dromaeosaurid].":                 "Velociraptor",
		"The Forth Bridge is a long [railway bridge].":                                          "Forth Bridge",
		"Paris is a central hub of the national [rail network].":                                "",
		"Alaska is a place where [dinosaurs] lived.":                                            "",
		"Allosaurus was one of the largest [theropods].":                                        "Allosaurus",
		"It is a [dinosaur].": "",
		"He saw Key System, an electrified [streetcar] line.":           "Key System",
		"Albertosaurus, Gorgosaurus and other [tyrannosaurids] hunted.": "Gorgosaurus|Albertosaurus",
		"They ate fish and other [animals].":                            "fish",
		"Birds sang. Diplodocus was a [sauropod].":                      "Diplodocus",
		"T. rex is a [dinosaur].":                                       "T. rex",
		"台风是一种[热带气旋]。":                                                  "台风",
		"2018年，台风“山竹”是最强的[台风]。":                                         "",
		"[图表]包括柱形图、折线图和饼图，各有用处。":                                        "柱形图|折线图|饼图",
		"受山竹、苏迪罗等[台风]影响":                                                "受山竹|苏迪罗",
		"本市，山竹、苏迪罗等[台风]影响":                                              "山竹|苏迪罗",
		"飓风，大西洋上[热带气旋]的一种。":                                             "飓风",
		"这不是[台风]。":                                                      "",
		"[台风]有关的报道":                                                     "",
	} {
		plain, mentions := marked(text)
		var got []string
		for _, f := range In(plain, mentions, nil) {
			got = append(got, f.Name)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestKey(t *testing.T) {
	for name, want := range map[string]string{
		"The Velociraptors": "velociraptor", "velociraptor": "velociraptor", " Forth-Bridge ": "forth bridge", "Iguanodon's": "iguanodon'",
		"Camptosaurus": "camptosaurus", "Moss": "moss", "強颱風": "强台风", "the": "", "x": "", "1990": "", "风": "", "": "",
		strings.Repeat("long ", 2000): "", "“山竹”": "山竹",
		"A 000000000": "", "the 1990": "", "an 1 2 3": "", "the  --7": "", "A ９９": "", "the 1990s": "1990s", "1990s": "1990s", "a the": "", "a 777-200s": "777 200s",
		"the 777s": "777s", "an F-16s": "f 16",
	} {
		if got := Key(name); got != want {
			t.Errorf("%.40q: %q, want %q", name, got, want)
		}
	}
}

// FuzzIn: any text with a mention anywhere gives names within their bounds.
func FuzzIn(f *testing.F) {
	f.Add("Velociraptor is a large dinosaur such as X, Y and Z", 24, 32)
	f.Add("山竹、苏迪罗等台风包括甲、乙", 21, 27)
	f.Add("a, b and other \xff\xfes", 15, 18)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		m := []crawl.Mention{{Start: int32(start), End: int32(end)}, {Start: 0, End: int32(len(text))}}
		for _, f := range In(text, m, nil) {
			if n := utf8.RuneCountInString(f.Name); n < leastName || n > mostName || !utf8.ValidString(f.Name) {
				t.Errorf("%q is no name", f.Name)
			}
			if k := Key(f.Name); k != "" && Key(k) == "" && !strings.HasPrefix(k, "a") && !strings.HasPrefix(k, "the") {
				t.Errorf("%q has the key %q, which has none", f.Name, k)
			}
			if len(said(text, f)) > mostSaid {
				t.Errorf("an example of %d bytes", len(said(text, f)))
			}
		}
	})
}

// TestCounter: each page counts once for a name, a host at most three times, a block of a menu
// not at all; 100,000 names on one page are bounded.
func TestCounter(t *testing.T) {
	var c Counter
	all := func(int32) bool { return true }
	page := func(host string, i int, texts ...string) *crawl.Page {
		p := &crawl.Page{Final: fmt.Sprintf("http://%s/%d", host, i), Host: host}
		for _, s := range texts {
			text, mentions := marked(s)
			p.Blocks = append(p.Blocks, crawl.Block{Text: text, Mentions: mentions})
		}
		return p
	}
	for i := range 10 {
		c.Add(page("spam", i, "Kitchen is a [dinosaur].", "A Kitchen is a [dinosaur]."), all)
	}
	for i := range 2 {
		c.Add(page("a", i, "Velociraptor is a [dinosaur]."), all)
		c.Add(page("b", i, "Velociraptors are a [dinosaur]."), all)
	}
	menu := page("a", 9, "Menu is a [dinosaur].", "Menu is a [dinosaur].")
	menu.Blocks[0].Region, menu.Blocks[1].Region = crawl.RegionNav, crawl.RegionFooter
	c.Add(menu, all)
	c.Add(page("a", 10, "Stone is a [rock]."), func(int32) bool { return false })
	got := fmt.Sprintf("%+v", c.Names(1))
	want := "[{Name:Velociraptor Key:velociraptor Entry:0 Pages:4 Hosts:2 Support:4 Page:http://a/0 Said:Velociraptor is a dinosaur} " +
		"{Name:Kitchen Key:kitchen Entry:0 Pages:10 Hosts:1 Support:3 Page:http://spam/0 Said:Kitchen is a dinosaur}]"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	var texts []string
	for i := range 100_000 {
		texts = append(texts, fmt.Sprintf("Name%d is a [dinosaur].", i))
	}
	c.Add(page("many", 1, texts...), all)
	if len(c.by) > mostNames || len(c.Names(2)) != 2 {
		t.Errorf("%d names, %d of them said twice", len(c.by), len(c.Names(2)))
	}
}
