package owl

import (
	"encoding/xml"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// catalogName is the file in which Protégé stores the places of imports: an OASIS XML
// catalog (OASIS XML Catalogs V1.1, 2005). Protégé writes uri entries in groups;
// rewriteURI and nextCatalog are supported too.
const catalogName = "catalog-v001.xml"

// catalog maps IRIs to files. A nil catalog is empty.
type catalog struct {
	uris     map[string]string
	rewrites [][2]string // prefix of IRI, prefix of path
	next     []*catalog
}

// find returns the existing file for an IRI, or "".
func (c *catalog) find(iri string) string {
	if c == nil {
		return ""
	}
	if path := c.uris[iri]; isFile(path) {
		return path
	}
	for _, r := range c.rewrites {
		if rest, ok := strings.CutPrefix(iri, r[0]); ok {
			if path := r[1] + filepath.FromSlash(rest); isFile(path) {
				return path
			}
		}
	}
	for _, n := range c.next {
		if path := n.find(iri); path != "" {
			return path
		}
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return path != "" && err == nil && info.Mode().IsRegular()
}

// readCatalog reads a catalog as far as it is intact. Imports that it lacks are looked
// for in the folder.
func readCatalog(path string, depth int) *catalog {
	const most, deepest = 4 << 20, 8
	if depth > deepest || !isFile(path) {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	c := &catalog{uris: map[string]string{}}
	d := xml.NewDecoder(io.LimitReader(f, most))
	bases := []string{filepath.Dir(path) + string(filepath.Separator)}
	for {
		t, err := d.Token()
		if err != nil {
			return c
		}
		switch t := t.(type) {
		case xml.StartElement:
			base := bases[len(bases)-1]
			if b := attr(t, "base"); b != "" {
				base = localPath(base, b)
			}
			bases = append(bases, base)
			c.entry(t, base, depth)
		case xml.EndElement:
			bases = bases[:len(bases)-1]
		}
	}
}

func (c *catalog) entry(t xml.StartElement, base string, depth int) {
	switch t.Name.Local {
	case "uri", "system", "public":
		name := attr(t, "name") + attr(t, "systemId") + attr(t, "publicId")
		path := localPath(base, attr(t, "uri"))
		// Protégé mixes the user's entries with the folder's; the first existing file
		// wins.
		if old, taken := c.uris[name]; name != "" && path != "" && (!taken || !isFile(old)) {
			c.uris[name] = path
		}
	case "rewriteURI":
		if from := attr(t, "uriStartString"); from != "" {
			if to := localPath(base, attr(t, "rewritePrefix")); to != "" {
				c.rewrites = append(c.rewrites, [2]string{from, to})
			}
		}
	case "nextCatalog":
		if next := readCatalog(localPath(base, attr(t, "catalog")), depth+1); next != nil {
			c.next = append(c.next, next)
		}
	}
}

func attr(t xml.StartElement, local string) string {
	for _, a := range t.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// localPath returns the local file for ref relative to base, which ends in a separator,
// or "" if ref is remote.
func localPath(base, ref string) string {
	if ref == "" {
		return ""
	}
	u, err := url.Parse(strings.ReplaceAll(ref, `\`, "/"))
	if err != nil {
		return ""
	}
	path := u.Path
	if u.Opaque != "" { // file:name
		path = unescaped(u.Opaque)
	}
	switch {
	case u.Scheme == "" && !strings.HasPrefix(path, "/"):
		return base + filepath.FromSlash(path)
	case u.Scheme == "" && u.Host == "":
		return filepath.FromSlash(path)
	case u.Scheme == "file" && !strings.HasPrefix(path, "/"):
		return base + filepath.FromSlash(path)
	case u.Scheme == "file" && (u.Host == "" || u.Host == "localhost"):
		if runtime.GOOS == "windows" { // file:/C:/x
			path = strings.TrimPrefix(path, "/")
		}
		return filepath.FromSlash(path)
	}
	return ""
}
