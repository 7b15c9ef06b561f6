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
	allTypes = []string{TypeWarcinfo, TypeResponse, typeResource, TypeRequest, TypeMetadata, TypeRevisit, typeConversion, typeContinuation}

	needed = []struct {
		field string
		types []string
	}{
		{FieldTargetURI, []string{TypeResponse, typeResource, TypeRequest, TypeRevisit, typeConversion, typeContinuation}},
		{fieldProfile, []string{TypeRevisit}},
		{fieldSegment, []string{typeContinuation}},
		{fieldSegmentOrigin, []string{typeContinuation}},
	}

	allowed = []struct {
		field string
		types []string
	}{
		{FieldTargetURI, allTypes[1:]},
		{FieldConcurrentTo, []string{TypeResponse, typeResource, TypeRequest, TypeMetadata, TypeRevisit}},
		{fieldIPAddress, []string{TypeResponse, typeResource, TypeRequest, TypeMetadata, TypeRevisit}},
		{FieldRefersTo, []string{TypeMetadata, TypeRevisit, typeConversion}},
		{FieldRefersToURI, []string{TypeRevisit}},
		{FieldRefersToDate, []string{TypeRevisit}},
		{fieldFilename, []string{TypeWarcinfo}},
		{fieldWarcinfoID, allTypes[1:]},
		{fieldSegmentOrigin, []string{typeContinuation}},
		{fieldSegmentTotal, []string{typeContinuation}},
	}

	// bracketed fields hold a URI in angle brackets.
	bracketed = []string{FieldRecordID, FieldConcurrentTo, FieldRefersTo, fieldWarcinfoID, fieldSegmentOrigin}
	// bare fields hold it without brackets since version 1.1.
	bare = []string{FieldTargetURI, FieldRefersToURI, fieldProfile}

	defined = []string{
		FieldType, FieldRecordID, FieldDate, fieldLength, FieldContentType, FieldConcurrentTo, fieldBlockDigest, FieldPayloadDigest,
		fieldIPAddress, FieldRefersTo, FieldRefersToURI, FieldRefersToDate, FieldTargetURI, fieldTruncated, fieldWarcinfoID,
		fieldFilename, fieldProfile, fieldSegment, fieldSegmentOrigin, fieldSegmentTotal, fieldPayloadType,
	}
)

// check returns an error if a header breaks the standard. Records of an unknown type
// pass: software shall skip them (6.1).
func check(r *Record) error {
	h := r.Header
	for _, name := range []string{FieldRecordID, fieldLength, FieldDate, FieldType} {
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
	if ip := h.Get(fieldIPAddress); ip != "" {
		if _, err := netip.ParseAddr(ip); err != nil {
			return fmt.Errorf("%s is %.60q", fieldIPAddress, ip)
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
	if t == TypeRevisit && strings.HasSuffix(h.Get(fieldProfile), "/identical-payload-digest") && h.Get(FieldPayloadDigest) == "" {
		return english.Errorf("a revisit record of an identical payload needs a %s", FieldPayloadDigest)
	}
	return nil
}
