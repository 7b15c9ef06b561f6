package check

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/ontocrawl/ontocrawl/message"
)

// flawed breaks most rules that one small file can break.
const flawed = `<http://x.org/o> a owl:Ontology ; owl:imports <http://nowhere.example/o> .
:A a owl:Class ; rdfs:label "storm"@en , "gale"@en , "台风 "@zh , "风暴"@en , "" ; rdfs:subClassOf :B ; :level "none"@en .
:B a owl:Class ; rdfs:subClassOf :A ; rdfs:label "x"@cn , "news"@en .
:C a owl:Class ; rdfs:label "Storm"@en , "storm; gale"@en , "wind force"@zh , "untagged" ; owl:disjointWith :A ; rdfs:subClassOf :A , :E , :C ,
	[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] , [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :D ] .
:E a owl:Class ; rdfs:subClassOf :A ; rdfs:label "mercury"@en , "storm"@en .
:F a owl:Class .
:G7 a owl:Class ; rdfs:label "颱風"@zh-Hans ; rdfs:subClassOf :D .
:p a owl:ObjectProperty .
:D a owl:Class ; owl:deprecated true ; rdfs:label "old"@en .
[] a owl:Class ; owl:unionOf ( :A :E ) ; rdfs:subClassOf :F .
`

// What a finding says is English in its Message and in JSON, and the same in Chinese words elsewhere: with the value it is about,
// also after a way through JSON, where the sentence of the rule stands for it.
func TestFindingsInChinese(t *testing.T) {
	t.Parallel()
	zh := message.New("zh")
	rules := map[ID]bool{}
	for _, topic := range []string{"", "A", "F"} {
		for _, f := range checked(t, flawed, topic) {
			rules[f.Rule] = true
			said := f.In(zh)
			if f.In(nil) != f.Message || f.Says.String() != f.Message {
				t.Errorf("%s: English is %q and %q, not %q", f.Rule, f.In(nil), f.Says, f.Message)
			}
			if !hanIn(said) || strings.Contains(said, "%!") || !hanIn(f.HintIn(zh)) {
				t.Errorf("%s: %q is not Chinese: %q (%q)", f.Rule, f.Message, said, f.HintIn(zh))
			}
			for _, quoted := range quotations(f.Message) {
				if !strings.Contains(said, quoted) {
					t.Errorf("%s: %s of %q is not in %q", f.Rule, quoted, f.Message, said)
				}
			}
			b, err := json.Marshal(f)
			var again Finding
			if err != nil || strings.Contains(string(b), "Says") || json.Unmarshal(b, &again) != nil || again.Message != f.Message || !hanIn(again.In(zh)) {
				t.Errorf("%s: as JSON %s, and again %q (%v)", f.Rule, b, again.In(zh), err)
			}
		}
	}
	if len(rules) < 18 {
		t.Errorf("only %d rules were broken: %v", len(rules), rules)
	}
}

// Every rule has its sentence and its advice in Chinese.
func TestRulesInChinese(t *testing.T) {
	t.Parallel()
	zh := message.New("zh")
	for _, r := range Rules() {
		if !hanIn(zh.Text(r.Says)) || !hanIn(zh.Text(r.Fix)) {
			t.Errorf("%s: %q, %q", r.ID, zh.Text(r.Says), zh.Text(r.Fix))
		}
	}
}

func hanIn(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// quotations are the parts of a message in quotes.
func quotations(s string) (all []string) {
	for i, part := range strings.Split(s, `"`) {
		if i%2 == 1 {
			all = append(all, `"`+part+`"`)
		}
	}
	return all
}
