package versions

import (
	"cmp"
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Worse returns an error that the rules of ontology/check find in the ontologies of now and not in the
// ontologies of old; nil if there is none. Such a version is not used.
func Worse(old, now *topic.Topic) error {
	had := map[string]bool{}
	for _, f := range errorsOf(old) {
		had[string(f.Rule)+"\x00"+f.Subject] = true
	}
	for _, f := range errorsOf(now) {
		if !had[string(f.Rule)+"\x00"+f.Subject] {
			return fmt.Errorf("%s: %s %s", f.Rule, cmp.Or(f.Name, f.Subject), f.Message)
		}
	}
	return nil
}

// errorsOf returns the errors in the ontologies of a topic.
func errorsOf(t *topic.Topic) (all []check.Finding) {
	for _, s := range t.Sources {
		for _, f := range check.Run(s.Ontology, check.Options{Fold: lexicon.Fold}) {
			if f.Level == check.Error {
				all = append(all, f)
			}
		}
	}
	return all
}
