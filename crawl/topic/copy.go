package topic

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// The names in a folder of copies; an ontology keeps the name of its file, of which IRIs may be made.
const (
	samplesCopy   = "samples"
	directoryCopy = "topics.yaml"
	catalogCopy   = "catalog-v001.xml"
)

// maxCopy bounds a file that is copied, in bytes.
const maxCopy = 512 << 20

// CopyNames returns s with the names that its files have after [Topic.Copy] to dir, a path with slashes. What is no file
// of the machine, an embedded ontology or a URL, stays.
func (s Spec) CopyNames(dir string) Spec {
	s.Ontology = copyName(dir, s.Ontology)
	if s.Samples != "" {
		s.Samples = path.Join(dir, samplesCopy)
	}
	if s.Directory != "" {
		s.Directory = path.Join(dir, directoryCopy)
	}
	return s
}

// copyName is the name of the copy of an ontology.
func copyName(dir, name string) string {
	if !isFile(name) {
		return name
	}
	return path.Join(dir, filepath.Base(name))
}

// isFile reports whether an ontology of this name is a file, or standard input.
func isFile(name string) bool {
	return name != "" && !strings.Contains(name, "://") && !slices.Contains(ontologies.Names(), name)
}

// Copy copies the files that t was made of to dir: its ontology with what it imports from files, its samples, and of a
// topic directory the chosen topics. Resolve makes the same topic of the copies, wherever dir is moved, by
// [Spec.CopyNames]. If a file is no more what t was made of, dir stays as it is.
func (t *Topic) Copy(dir string) error {
	c := copies{t: t, text: map[string][]byte{}}
	if err := c.collect(); err != nil {
		return nil //nolint:nilerr // a file changed or is gone since it was read
	}
	return c.write(dir)
}

// copies are the texts of copies by name, with slashes.
type copies struct {
	t    *Topic
	text map[string][]byte
}

func (c *copies) collect() error {
	made := c.t.Made
	if made.Directory == "" {
		return c.one("", made.Ontology, made.Samples)
	}
	entries, err := chosen(made.Directory, made.Names)
	if err != nil {
		return err
	}
	root := &yaml.Node{Kind: yaml.MappingNode}
	for i, e := range entries {
		to := strconv.Itoa(i)
		if err := c.one(to, e.ontology, e.samples); err != nil {
			return err
		}
		n := root
		for _, name := range strings.Split(e.path, "/") {
			n = below(n, name)
		}
		of := Spec{Ontology: e.ontology, Samples: e.samples}.CopyNames(to)
		for _, f := range [][2]string{{"ontology", of.Ontology}, {"topic", e.topic}, {"keywords", e.keywords}, {"samples", of.Samples}} {
			if f[1] != "" {
				n.Content = append(n.Content, scalar(f[0]), scalar(f[1]))
			}
		}
	}
	c.text[directoryCopy], err = yaml.Marshal(root)
	return err
}

func scalar(text string) *yaml.Node {
	n := new(yaml.Node)
	n.SetString(text)
	return n
}

// below returns the mapping called name in the mapping n.
func below(n *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	m := &yaml.Node{Kind: yaml.MappingNode}
	n.Content = append(n.Content, scalar(name), m)
	return m
}

// one collects the files of an ontology and of samples, to be copied to a folder.
func (c *copies) one(to, ontology, samples string) error {
	if i := slices.IndexFunc(c.t.Sources, func(s *Source) bool { return s.Name == ontology }); i >= 0 && isFile(ontology) {
		if err := c.ontology(to, c.t.Sources[i].Ontology); err != nil {
			return err
		}
	}
	for _, s := range c.t.samples {
		if samples == "" || s.Dir != samples {
			continue
		}
		for i, d := range s.Documents {
			text, err := c.read(filepath.Join(s.Dir, filepath.FromSlash(d.Name)))
			if err != nil {
				return err
			}
			c.text[path.Join(to, samplesCopy, fmt.Sprintf("%04d%s", i, path.Ext(d.Name)))] = text
		}
	}
	return nil
}

// ontology collects the files of an ontology, with a catalog that says which of them is which import. What came from the
// network is read from there again.
func (c *copies) ontology(to string, o *owl.Ontology) error {
	sum, named, whole := sha256.New(), map[string]string{}, true
	for i, file := range o.Files {
		if strings.Contains(file, "://") {
			whole = false
			continue
		}
		text, err := c.read(file)
		if err != nil {
			return err
		}
		name := filepath.Base(file)
		if _, taken := c.text[path.Join(to, name)]; taken {
			name = path.Join(strconv.Itoa(i), name)
		}
		named[file], c.text[path.Join(to, name)] = name, text
		if err := unpackedTo(sum, text); err != nil {
			return err
		}
	}
	if whole && hex.EncodeToString(sum.Sum(nil)) != o.Hash {
		return fs.ErrNotExist // the version that was read is
	}
	if len(named) < 2 {
		return nil
	}
	text, err := catalogOf(o, named)
	c.text[path.Join(to, catalogCopy)] = text
	return err
}

// read returns what was read under a name.
func (c *copies) read(name string) ([]byte, error) {
	made := &c.t.Made
	switch {
	case name == "-" && made.Stdin != nil:
		return made.Stdin()
	case made.Texts[name] != nil:
		return made.Texts[name], nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(f, maxCopy+1))
	if len(text) > maxCopy {
		return nil, fs.ErrInvalid
	}
	return text, err
}

func unpackedTo(w io.Writer, text []byte) error {
	if !syntax.Packed(text) {
		_, err := w.Write(text)
		return err
	}
	z, err := syntax.Unpack(bytes.NewReader(text))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.LimitReader(z, maxCopy)) // what is longer has another sum
	return err
}

// catalog is an OASIS XML catalog (OASIS XML Catalogs V1.1, section 6.5).
type catalog struct {
	XMLName xml.Name       `xml:"urn:oasis:names:tc:entity:xmlns:xml:catalog catalog"`
	URIs    []catalogEntry `xml:"uri"`
}

type catalogEntry struct {
	Name string `xml:"name,attr"`
	URI  string `xml:"uri,attr"`
}

// catalogOf is the catalog of the imports of o, whose files have the given names.
func catalogOf(o *owl.Ontology, named map[string]string) ([]byte, error) {
	var c catalog
	for _, i := range o.Imports {
		if name, ok := named[i.File]; ok {
			c.URIs = append(c.URIs, catalogEntry{i.IRI, (&url.URL{Path: name}).EscapedPath()})
		}
	}
	return xml.Marshal(c)
}

// write makes dir hold the copies, and nothing else.
func (c *copies) write(dir string) error {
	if len(c.text) == 0 {
		return os.RemoveAll(dir)
	}
	ours := map[string]bool{}
	for name, text := range c.text {
		to := filepath.Join(dir, filepath.FromSlash(name))
		ours[to], ours[atomicfile.CopyName(to)] = true, true
		if have, _, is, err := atomicfile.Compare(to, atomicfile.Options{}); err == nil && is == atomicfile.Same && bytes.Equal(have, text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := atomicfile.Keep(to, text, atomicfile.Options{}); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || ours[file] {
			return err
		}
		return os.Remove(file)
	})
}
