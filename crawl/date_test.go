package crawl_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

var beijing = time.FixedZone("", 8*3600)

// A date as text, and the same again after it was read.
func TestDateText(t *testing.T) {
	for _, tt := range []struct {
		d    crawl.Date
		want string
	}{
		{crawl.Date{}, ""},
		{crawl.DayOf(time.Date(2026, 11, 2, 23, 30, 0, 0, beijing)), "2026-11-02"},
		{crawl.Instant(time.Date(2026, 11, 2, 8, 0, 0, 0, beijing)), "2026-11-02T08:00:00+08:00"},
		{crawl.Instant(time.Date(2026, 11, 2, 8, 0, 0, 5e6, time.UTC)), "2026-11-02T08:00:00.005Z"},
		{crawl.Instant(time.Date(2026, 11, 2, 8, 0, 0, 0, time.FixedZone("NST", -12600))), "2026-11-02T08:00:00-03:30"},
	} {
		text, err := json.Marshal(tt.d)
		if err != nil || string(text) != `"`+tt.want+`"` || tt.d.String() != tt.want {
			t.Errorf("%s, %v; want %q", text, err, tt.want)
		}
		var back crawl.Date
		if err := json.Unmarshal(text, &back); err != nil || back.String() != tt.want || back.Day != tt.d.Day || !back.Equal(tt.d.Time) {
			t.Errorf("%s read again: %v, %v", text, back, err)
		}
	}
	for _, bad := range []string{`"2026-11-31"`, `"soon"`, `5`, `"2026-11-02T25:00:00Z"`} {
		if err := json.Unmarshal([]byte(bad), new(crawl.Date)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// A day stays that day in every zone; an instant has the clock of the zone.
func TestDateIn(t *testing.T) {
	day, at := crawl.DayOf(time.Date(2026, 11, 2, 1, 0, 0, 0, beijing)), crawl.Instant(time.Date(2026, 11, 2, 1, 0, 0, 0, beijing))
	for _, zone := range []*time.Location{time.UTC, beijing, time.FixedZone("", -11*3600)} {
		if got := day.Show(zone, time.DateTime); got != "2026-11-02" {
			t.Errorf("the day in %v: %s", zone, got)
		}
		if got := day.In(zone).Format(time.DateTime); got != "2026-11-02 00:00:00" {
			t.Errorf("the midnight of the day in %v: %s", zone, got)
		}
	}
	if got := at.Show(time.UTC, time.DateTime); got != "2026-11-01 17:00:00" {
		t.Errorf("the instant in UTC: %s", got)
	}
	if !at.On(day) || day.On(day) || crawl.Instant(at.UTC()).On(day) {
		t.Error("an instant is on the day that its own zone shows")
	}
}

// A feed's date stands where the page gives none, or a day on which the feed's instant may have been.
func TestTakeFed(t *testing.T) {
	at := time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name     string
		own, fed crawl.Date
		want     string
	}{
		{"no feed", crawl.DayOf(at), crawl.Date{}, "2026-11-02 own"},
		{"no date of its own", crawl.Date{}, crawl.Instant(at), "2026-11-02T08:00:00Z feed"},
		{"a day of the feed alone", crawl.Date{}, crawl.DayOf(at), "2026-11-02 feed"},
		{"an instant on the day", crawl.DayOf(at), crawl.Instant(at), "2026-11-02T08:00:00Z feed"},
		{"an instant of another week", crawl.DayOf(at), crawl.Instant(at.AddDate(0, 0, 7)), "2026-11-02 own"},
		{"two days", crawl.DayOf(at), crawl.DayOf(at.AddDate(0, 0, 1)), "2026-11-02 own"},
		{"the page has an instant", crawl.Instant(at), crawl.Instant(at.Add(time.Minute)), "2026-11-02T08:00:00Z own"},
	} {
		by := "own"
		tt.own.TakeFed(&by, tt.fed)
		if got := tt.own.String() + " " + by; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Until format 5 a day was the UTC time of its midnight in its page's zone.
func TestDateSettle(t *testing.T) {
	for _, tt := range []struct{ at, by, want, origin string }{
		{"2026-11-01T16:00:00Z", "url, day", "2026-11-02", "url"},
		{"2026-11-01T15:00:00Z", "meta date, day", "2026-11-02", "meta date"},
		{"2026-11-01T18:30:00Z", "text, day", "2026-11-02", "text"},
		{"2026-11-02T00:00:00Z", "url, day", "2026-11-02", "url"},
		{"2026-11-01T16:00:00Z", "time", "2026-11-01T16:00:00Z", "time"},
		{"2026-11-02", "url", "2026-11-02", "url"},
	} {
		var d crawl.Date
		if err := d.UnmarshalText([]byte(tt.at)); err != nil {
			t.Fatal(err)
		}
		by := tt.by
		if d.Settle(&by); d.String() != tt.want || by != tt.origin {
			t.Errorf("%s by %s: %v by %s", tt.at, tt.by, d, by)
		}
	}
}
