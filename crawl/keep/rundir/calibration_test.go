package rundir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// TestCalibration: what is written is read; nothing is no error, nonsense is one.
func TestCalibration(t *testing.T) {
	dir := t.TempDir()
	if c, err := ReadCalibration(dir); c != nil || err != nil {
		t.Errorf("an empty folder: %+v, %v", c, err)
	}
	if c, err := ReadCalibration(filepath.Join(dir, "none")); c != nil || err != nil {
		t.Errorf("no folder: %+v, %v", c, err)
	}
	want := Calibration{Judge: "density", Phi: 0.37, Answers: 20, Yes: 9, At: Time{time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)}}
	if err := WriteCalibration(dir, &want); err != nil {
		t.Fatal(err)
	}
	if c, err := ReadCalibration(dir); err != nil || *c != want {
		t.Errorf("%+v, %v", c, err)
	}
	for judge, phi := range map[string]float64{"density": 0.37, "present": 0} {
		if got, err := CalibratedPhi(dir, judge); got != phi || err != nil {
			t.Errorf("%s: %v, %v", judge, got, err)
		}
	}
	name := filepath.Join(dir, CalibrationFile)
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	if c, err := ReadCalibration(dir); err != nil || *c != want {
		t.Errorf("from its copy: %+v, %v", c, err)
	}
	if err := os.Remove(atomicfile.CopyName(name)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "[]", `{"judge":"density"}`, `{"judge":"density","phi":1}`, `{"judge":"density","phi":-0.2}`} {
		if err := os.WriteFile(filepath.Join(dir, CalibrationFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := ReadCalibration(dir); err == nil || !strings.Contains(err.Error(), CalibrationFile) {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}
