package jobfile

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// Source returns what the file says of a job, without comments and however it is laid out; nil if
// it has no job of that name. Keys of defaults are not in it.
func (f *File) Source(job string) []byte {
	var file struct {
		Jobs []yaml.Node `yaml:"jobs"`
	}
	if yaml.Unmarshal(bytes.TrimPrefix(f.Text, []byte("\uFEFF")), &file) != nil {
		return nil
	}
	for i := range file.Jobs {
		var j map[string]any
		if file.Jobs[i].Decode(&j) != nil || j["name"] != job {
			continue
		}
		text, err := yaml.Marshal(j) // keys are sorted
		if err != nil {
			return nil
		}
		return text
	}
	return nil
}
