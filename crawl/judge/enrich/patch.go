package enrich

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// columns of a patch. Those up to iri are read again.
const columns = "accept\tname\tlang\tas\tiri\tconcept\tothers\tpages\thosts\tbrings\tsaid\tpage"

// WritePatch writes offers as a patch: one a line, in columns with tabs between them.
func WritePatch(w io.Writer, all []Offer) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "# Put a + in the first column of each line that you accept. Columns name, lang, as and iri may be edited.\n") // not translated: a file has no language
	fmt.Fprintln(b, columns)
	for i := range all {
		o := &all[i]
		fields := []string{"", o.Name.Name, o.Lang, o.As, o.IRI, o.Concept, strings.Join(o.Others, "; "), fmt.Sprint(o.Pages), fmt.Sprint(o.Hosts), fmt.Sprint(len(o.Brings)), o.Said, o.Page}
		for k := range fields {
			fields[k] = strings.Join(strings.Fields(term.Safe(fields[k])), " ")
		}
		fmt.Fprintln(b, strings.Join(fields, "\t"))
	}
	return b.Flush()
}

// longestLine bounds a line of a patch.
const longestLine = 1 << 20

// ReadPatch returns the accepted lines of the patch called file. Every fault has its line.
func ReadPatch(in io.Reader, file string) (accepted []Offer, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	var faults []error
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(strings.TrimRight(lines.Text(), "\r"), "\t")
		switch mark := strings.TrimSpace(strings.TrimPrefix(fields[0], "\ufeff")); {
		case mark == "", mark == "accept", strings.HasPrefix(mark, "#"), mark == "-":
			continue
		case mark != "+":
			faults = append(faults, english.Errorf("%s:%d: the first column is %q, but it must be + for what you accept, or empty", file, n, mark))
			continue
		}
		o, err := offerIn(fields)
		if err != nil {
			faults = append(faults, english.Errorf("%s:%d: %w", file, n, err))
			continue
		}
		o.From = fmt.Sprintf("%s:%d", file, n)
		accepted = append(accepted, o)
	}
	if err := cmp.Or(lines.Err(), errors.Join(faults...)); err != nil {
		return nil, err
	}
	if len(accepted) == 0 {
		return nil, english.Errorf("%s: no line has a + in its first column, so nothing is accepted", file)
	}
	return accepted, nil
}

func offerIn(fields []string) (o Offer, err error) {
	if len(fields) < 5 {
		return o, errors.New("the line has fewer than five columns with tabs between them: accept, name, lang, as, iri")
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	o = Offer{Name: coverage.Name{Name: fields[1], Lang: fields[2], IRI: fields[4]}, As: fields[3]}
	switch {
	case o.Name.Name == "":
		return o, errors.New("the column name is empty")
	case !slices.Contains(Kinds(), o.As):
		return o, english.Errorf("the column as is %q, but it must be %s", o.As, oneOf(Kinds()))
	}
	return o, nil
}

// oneOf is "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
