package relevance

import (
	"encoding/json"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// storedModel is a model as the journal and models.jsonl hold it.
type storedModel struct {
	Version int `json:"version"`
	*Model
}

// EncodeModel returns the present model as a journal keeps it; the zero Model if there
// is none.
func (j *Judge) EncodeModel() (crawl.Model, error) {
	m := j.model
	if m == nil {
		return crawl.Model{}, nil
	}
	data, err := json.Marshal(storedModel{modelVersion, m})
	return crawl.Model{Number: m.Number, Data: data}, err
}

// ParseModel returns the model that EncodeModel wrote.
func ParseModel(m crawl.Model) (*Model, error) {
	s := storedModel{Model: &Model{}}
	if err := json.Unmarshal(m.Data, &s); err != nil {
		return nil, english.Errorf("relevance: a stored model: %w", err)
	}
	if s.Version != modelVersion {
		return nil, english.Errorf("relevance: a stored model has version %d, this program reads %d", s.Version, modelVersion)
	}
	s.Number = m.Number
	if err := s.check(); err != nil {
		return nil, english.Errorf("relevance: a stored model: %w", err)
	}
	return s.Model, nil
}

// DecodeModel makes a model of the journal the present one. A judge that learns
// nothing ignores it.
func (j *Judge) DecodeModel(m crawl.Model) error {
	out, err := ParseModel(m)
	if err == nil && j.learner != nil {
		j.UseModel(out)
	}
	return err
}

// ModelNumber is the number of the present model; 0 if there is none.
func (j *Judge) ModelNumber() int {
	if j.model == nil {
		return 0
	}
	return j.model.Number
}

// EncodeModel is [Judge.EncodeModel].
func (e *Edited) EncodeModel() (crawl.Model, error) { return e.last().EncodeModel() }

// DecodeModel is [Judge.DecodeModel].
func (e *Edited) DecodeModel(m crawl.Model) error { return e.last().DecodeModel(m) }

// ModelNumber is [Judge.ModelNumber].
func (e *Edited) ModelNumber() int { return e.last().ModelNumber() }

// topicNumber identifies the list of entries of the judge's topic: concepts that a
// page's features count in another list are unknown.
func (j *Judge) topicNumber() uint64 {
	if j.topicSum == 0 {
		h := xxhash.New()
		for i := range j.topic.Entries {
			fmt.Fprintln(h, j.topic.Entries[i].IRI)
		}
		j.topicSum = h.Sum64()
	}
	return j.topicSum
}

// Learner implements [crawl.Scorer].
func (j *Judge) Learner() crawl.Learner { return j }

// Learner implements [crawl.Scorer].
func (e *Edited) Learner() crawl.Learner { return e }
