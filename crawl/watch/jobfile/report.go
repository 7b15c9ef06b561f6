package jobfile

import (
	"fmt"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// reportKind is the kind of receivers that get the report of a shift.
const reportKind = "email"

// mostShifts bounds the shifts of a day.
const mostShifts = 24

// report reads {at: ["06:00", "18:00"], to: office}. The zone of the times is the job's, which may follow.
func (r *reader) report(n *yaml.Node, d *draft) {
	d.Report, d.shifts = monitor.ShiftReport{Line: n.Line}, nil
	r.receiverRefs = slices.DeleteFunc(r.receiverRefs, func(t receiverRef) bool { return t.job == &d.Job && t.report })
	lines := r.Mapping(n, "report", yamlread.Fields{
		"at": func(n *yaml.Node) { d.shifts = yamlread.All(&r.Reader, n, "report.at", r.hour) },
		"to": func(n *yaml.Node) {
			r.List(n, "report.to", func(n *yaml.Node) {
				if s, ok := r.Text(n, "report.to"); ok {
					r.receiverRefs = append(r.receiverRefs, receiverRef{job: &d.Job, rule: len(d.Report.To), line: n.Line, report: true})
					d.Report.To = append(d.Report.To, monitor.Receiver{Name: s})
				}
			})
		},
	}, nil)
	if n.Kind != yaml.MappingNode {
		return
	}
	if lines["at"] == 0 {
		r.Fault(n, "report needs at: when a shift ends, such as \"06:00\"")
	}
	if lines["to"] == 0 {
		r.Fault(n, "report needs to: the name of a receiver of kind email")
	}
	if len(d.shifts) > mostShifts {
		r.FaultAt(lines["at"], "report.at has %d times, but a day has %d shifts at most", len(d.shifts), mostShifts)
	}
}

// hour reads a time of the day such as "06:00".
func (r *reader) hour(n *yaml.Node, what string) (at time.Duration, ok bool) {
	s, ok := r.Text(n, what)
	if !ok {
		return 0, false
	}
	at, err := timeOfDay(s)
	if err != nil || at >= 24*time.Hour {
		r.Fault(n, "%s is %s, but it must be a time of the day such as \"06:00\"", what, yamlread.Quoted(n))
		return 0, false
	}
	return at, true
}

// shiftsOf makes schedules of the times at which shifts end, in the zone of the job.
func (r *reader) shiftsOf(d *draft) {
	d.Report.At = nil
	slices.Sort(d.shifts)
	for _, at := range slices.Compact(d.shifts) {
		s, err := monitor.ParseSchedule(fmt.Sprintf("%d %d * * *", int(at.Minutes())%60, int(at.Hours())), d.Zone)
		if err != nil {
			r.FaultAt(d.Report.Line, "%v", err)
			continue
		}
		d.Report.At = append(d.Report.At, s)
	}
}
