package extract

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Bounds of a file of hazards.
const (
	maxHazards     = 10_000
	maxHazardWords = 200 // of one row
	maxApart       = 400 // days; a drought has 45
	hazardColumns  = 9
)

// Categories of CAP 1.2, section 3.2.2.
const capCategories = "Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other"

var (
	kindName  = lazyre.Compile(`^[a-z][a-z0-9-]{0,39}$`)
	glideCode = lazyre.Compile(`^(?:[A-Z]{2})?$`)
)

// ReadHazards reads a table of kinds of events, and returns it before the built-in one: where both have a class or a word, the
// file counts. Its columns, separated by tabs, are class (an IRI), kind, GLIDE's code or nothing, group or nothing, category of
// CAP, days apart, own figures, words in Chinese (a space between them) and words in English (", " between them). Lines that are
// empty or begin with # are left out. file names the table in errors, which are of type [gazetteer.Error].
func ReadHazards(r io.Reader, file string) (*Hazards, error) {
	own, err := readHazards(r, file, builtin().rows)
	if err != nil {
		return nil, err
	}
	return newHazards(slices.Concat(own, builtin().rows)), nil
}

// readHazards reads rows. A kind is one thing in the file and in known.
func readHazards(r io.Reader, file string, known []hazardRow) (rows []hazardRow, err error) {
	groups := make(map[string]string)
	for _, k := range known {
		groups[k.Kind] = k.Group
	}
	in, line := bufio.NewScanner(r), 0
	for in.Scan() {
		line++
		text := strings.TrimSuffix(strings.TrimPrefix(in.Text(), "\ufeff"), "\r")
		if strings.TrimSpace(text) == "" || text[0] == '#' {
			continue
		}
		row, err := parseHazard(text)
		switch group, has := groups[row.Kind]; {
		case err != nil:
		case has && group != row.Group:
			err = english.Errorf("%s is of group %q here and of group %q before", row.Kind, row.Group, group)
		case len(rows) == maxHazards:
			err = english.Errorf("more than %d kinds of events", maxHazards)
		}
		if err != nil {
			return nil, &gazetteer.Error{File: file, Line: line, Err: err}
		}
		groups[row.Kind] = row.Group
		rows = append(rows, row)
	}
	if err = in.Err(); err == nil && len(rows) == 0 {
		err = errors.New("there is no kind of event in it")
	}
	if err != nil {
		return nil, &gazetteer.Error{File: file, Line: line + 1, Err: err}
	}
	return rows, nil
}

func parseHazard(line string) (row hazardRow, err error) {
	f := strings.Split(line, "\t")
	if len(f) != hazardColumns {
		return hazardRow{Hazard: new(Hazard)}, english.Errorf("%d columns, but there must be %d, with tabs between them: class, kind, GLIDE, group, category, days apart, own figures, words in Chinese, words in English", len(f), hazardColumns)
	}
	h := &Hazard{Kind: f[1], GLIDE: f[2], Group: f[3], Category: f[4]}
	row = hazardRow{f[0], h, strings.Fields(f[7])}
	for w := range strings.SplitSeq(f[8], ",") {
		if w = strings.TrimSpace(w); w != "" {
			row.words = append(row.words, w)
		}
	}
	if err = row.check(line); err != nil {
		return row, err
	}
	if h.Apart, err = strconv.Atoi(f[5]); err != nil || h.Apart < 0 || h.Apart > maxApart {
		return row, english.Errorf("days apart are %q, but must be a number from 0 to %d", f[5], maxApart)
	}
	for _, k := range strings.Fields(f[6]) {
		if !slices.Contains(kinds(), Kind(k)) {
			return row, english.Errorf("%q is no kind of figure; they are %s", k, strings.Trim(fmt.Sprint(kinds()), "[]"))
		}
		h.own = append(h.own, Kind(k))
	}
	return row, nil
}

// check refuses a row whose texts are wrong.
func (r *hazardRow) check(line string) error {
	u, err := url.Parse(r.class)
	switch {
	case !utf8.ValidString(line):
		return errors.New("bytes that are not UTF-8; save the file as UTF-8")
	case err != nil || !u.IsAbs() || strings.ContainsAny(r.class, " <>\""):
		return english.Errorf("the class is %q, but it must be an IRI", r.class)
	case !kindName().MatchString(r.Kind) || r.Kind == "storm":
		return english.Errorf("the kind is %q, but it must be lower-case letters, digits and hyphens, and another word than storm", r.Kind)
	case !glideCode().MatchString(r.GLIDE):
		return english.Errorf("GLIDE's code is %q, but it must be two capital letters or nothing", r.GLIDE)
	case r.Group != "" && !kindName().MatchString(r.Group):
		return english.Errorf("the group is %q, but it must be lower-case letters, digits and hyphens, or nothing", r.Group)
	case !slices.Contains(strings.Fields(capCategories), r.Category):
		return english.Errorf("the category is %q, but it must be one of %s", r.Category, strings.ReplaceAll(capCategories, " ", ", "))
	case len(r.words) > maxHazardWords:
		return english.Errorf("%d words, but a row has at most %d", len(r.words), maxHazardWords)
	}
	for _, w := range r.words {
		if len([]rune(fold(w).s)) < 2 {
			return english.Errorf("the word %q is too short: it would stand in many other words", w)
		}
	}
	return nil
}
