package relevance

import "testing"

// parts are the parts of fielded that can be switched off.
func parts() []struct {
	name string
	off  func(*rule)
} {
	return []struct {
		name string
		off  func(*rule)
	}{
		{"nothing", func(*rule) {}},
		{"all learning", func(r *rule) { r.learn = false }},
		{"learned words", func(r *rule) { r.words = 0 }},
		{"words by language", func(r *rule) { r.languages = 0 }},
		{"purity", func(r *rule) { r.purity = 0 }},
		{"the topic's factor F", func(r *rule) { r.topic = 0 }},
		{"the number of core concepts C", func(r *rule) { r.cores = 0 }},
		{"the beginning of the text L", func(r *rule) { r.lead = 0 }},
		{"the title's bonus", func(r *rule) { r.head = 0 }},
		{"the address U", func(r *rule) { r.address = 0 }},
		{"the parent's relevance P", func(r *rule) { r.parent = 0 }},
		{"names of the pages above G", func(r *rule) { r.section = 0 }},
		{"limit of one concept", func(r *rule) { r.capTimes = 1e9 }},
	}
}

// TestAblation judges the development sets with each part of fielded switched off, for the table in docs/methods.md;
// without -args -all only the sets of two webs. A part may be worth nothing on these sets, but none may harm.
func TestAblation(t *testing.T) {
	rows := make([][]measure, len(parts()))
	walkSets(t, func(set labelledSet, web []labelled, base *Judge) {
		if set.label == "none" || !*allSets && set.web != "lohelp-zh" && set.web != "fema-gov" {
			return
		}
		ms := make([]measure, len(rows))
		each(len(rows), func(i int) {
			j, err := New(base.topic, base.lex, Options{Judge: Fielded})
			if err != nil {
				t.Error(err)
				return
			}
			r := shipped()
			parts()[i].off(r)
			j.use(r)
			ms[i] = measureSet(judgeWhole(j, web, set.label), j.phi)
		})
		for i, m := range ms {
			rows[i] = append(rows[i], m)
		}
	})
	whole := means(rows[0])
	for i, p := range parts() {
		m := means(rows[i])
		t.Logf("| %s | %.3f | %.3f | %.3f | %.3f |", p.name, m.ap, m.f1, m.best, m.worst)
		if m.ap > whole.ap+.005 && m.f1 > whole.f1+.005 {
			t.Errorf("without %s AP is %.3f and F1 %.3f, with it %.3f and %.3f", p.name, m.ap, m.f1, whole.ap, whole.f1)
		}
	}
}
