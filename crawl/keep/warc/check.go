package warc

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// The types of records on which a field must and may stand (clauses 5 and 6). A
// field in neither list may stand on any record.
var (
	allTypes = []string{TypeWarcinfo, TypeResponse, TypeResource, TypeRequest, TypeMetadata, TypeRevisit, TypeConversion, TypeContinuation}

	needed = []struct {
		field string
		types []string
	}{
		{FieldTargetURI, []string{TypeResponse, TypeResource, TypeRequest, TypeRevisit, TypeConversion, TypeContinuation}},
		{FieldProfile, []string{TypeRevisit}},
		{FieldSegment, []string{TypeContinuation}},
		{FieldSegmentOrigin, []string{TypeContinuation}},
	}

	allowed = []struct {
		field string
		types []string
	}{
		{FieldTargetURI, allTypes[1:]},
		{FieldConcurrentTo, []string{TypeResponse, TypeResource, TypeRequest, TypeMetadata, TypeRevisit}},
		{FieldIPAddress, []string{TypeResponse, TypeResource, TypeRequest, TypeMetadata, TypeRevisit}},
		{FieldRefersTo, []string{TypeMetadata, TypeRevisit, TypeConversion}},
		{FieldRefersToURI, []string{TypeRevisit}},
		{FieldRefersToDate, []string{TypeRevisit}},
		{FieldFilename, []string{TypeWarcinfo}},
		{FieldWarcinfoID, allTypes[1:]},
		{FieldSegmentOrigin, []string{TypeContinuation}},
		{FieldSegmentTotal, []string{TypeContinuation}},
	}

	// bracketed fields hold a URI in angle brackets.
	bracketed = []string{FieldRecordID, FieldConcurrentTo, FieldRefersTo, FieldWarcinfoID, FieldSegmentOrigin}
	// bare fields hold it without brackets since version 1.1.
	bare = []string{FieldTargetURI, FieldRefersToURI, FieldProfile}

	defined = []string{
		FieldType, FieldRecordID, FieldDate, FieldLength, FieldContentType, FieldConcurrentTo, FieldBlockDigest, FieldPayloadDigest,
		FieldIPAddress, FieldRefersTo, FieldRefersToURI, FieldRefersToDate, FieldTargetURI, FieldTruncated, FieldWarcinfoID,
		FieldFilename, FieldProfile, FieldSegment, FieldSegmentOrigin, FieldSegmentTotal, FieldPayloadType,
	}
)

// check returns an error if a header breaks the standard. Records of an unknown type
// pass: software shall skip them (6.1).
func check(r *Record) error {
	h := r.Header
	for _, name := range []string{FieldRecordID, FieldLength, FieldDate, FieldType} {
		if h.Get(name) == "" {
			return english.Errorf("it has no %s", name)
		}
	}
	for _, name := range defined {
		if h.Count(name) > 1 && name != FieldConcurrentTo {
			return english.Errorf("it has more than one %s", name)
		}
	}
	if _, err := h.Time(FieldDate); err != nil || !strings.HasSuffix(h.Get(FieldDate), "Z") && strings.Contains(h.Get(FieldDate), "T") {
		return english.Errorf("%s is %.40q, want a time such as %s", FieldDate, h.Get(FieldDate), time.RFC3339[:19]+"Z")
	}
	if err := checkURIs(r); err != nil {
		return err
	}
	if ip := h.Get(FieldIPAddress); ip != "" {
		if _, err := netip.ParseAddr(ip); err != nil {
			return fmt.Errorf("%s is %.60q", FieldIPAddress, ip)
		}
	}
	return checkType(r)
}

func checkURIs(r *Record) error {
	for _, f := range r.Header {
		is := func(name string) bool { return strings.EqualFold(name, f.Name) }
		inside := f.Value
		switch {
		case slices.ContainsFunc(bracketed, is):
			if len(inside) < 2 || inside[0] != '<' || inside[len(inside)-1] != '>' {
				return english.Errorf("%s is %.80q, want a URI in angle brackets", f.Name, f.Value)
			}
			inside = inside[1 : len(inside)-1]
		case slices.ContainsFunc(bare, is):
			// In version 1.0 the grammar has brackets here too; its examples have not.
			if r.Version == "1.0" {
				inside = Header{f}.URI(f.Name)
			}
		default:
			continue
		}
		if u, err := url.Parse(inside); err != nil || u.Scheme == "" || strings.ContainsAny(inside, " \t<>\"") {
			return english.Errorf("%s is %.80q, which is not a URI", f.Name, f.Value)
		}
	}
	return nil
}

func checkType(r *Record) error {
	t, h := r.Header.Get(FieldType), r.Header
	if !slices.Contains(allTypes, t) {
		if slices.Contains(allTypes, strings.ToLower(t)) {
			return english.Errorf("%s is %.20q, want it in lower case", FieldType, t)
		}
		return nil
	}
	for _, n := range needed {
		if slices.Contains(n.types, t) && h.Get(n.field) == "" {
			return english.Errorf("a %s record needs a %s", t, n.field)
		}
	}
	for _, a := range allowed {
		if !slices.Contains(a.types, t) && h.Get(a.field) != "" {
			return english.Errorf("a %s record must not have a %s", t, a.field)
		}
	}
	if t == TypeRevisit && strings.HasSuffix(h.Get(FieldProfile), "/identical-payload-digest") && h.Get(FieldPayloadDigest) == "" {
		return english.Errorf("a revisit record of an identical payload needs a %s", FieldPayloadDigest)
	}
	return nil
}
