package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// slack is how many times what is held a ratio may be: machines and their other work differ.
const slack = 1.3

// compareRatios prints the ratios of the medians, and compares those of processor time with the page
// that is held, if there is one.
func (o *options) compareRatios(results map[string][]result) error {
	held := map[string]float64{}
	if o.hold != "" {
		text, err := os.ReadFile(o.hold)
		if err != nil {
			return err
		}
		if held = heldIn(string(text)); len(held) == 0 {
			return fmt.Errorf("%s holds no ratio", o.hold)
		}
	}
	var broken []string
	fmt.Println()
	for _, r := range ratios {
		if len(results[r[0]]) == 0 || len(results[r[1]]) == 0 {
			continue
		}
		a, b := median(results[r[0]]), median(results[r[1]])
		name, cpu := r[0]+" / "+r[1], a.cpu()/b.cpu()
		fmt.Printf("%-27s CPU per page %5.2f   pages/s %5.2f\n", name, cpu, a.rate()/b.rate())
		if most := held[name]; most > 0 && cpu > slack*most {
			broken = append(broken, fmt.Sprintf("%s is %.2f, more than %.1f times %.2f", name, cpu, slack, most))
		}
	}
	if len(broken) > 0 {
		return fmt.Errorf("dearer than %s says: %s", o.hold, strings.Join(broken, "; "))
	}
	return nil
}

// heldIn reads the rows of a page's tables that begin with the name of a ratio.
func heldIn(page string) map[string]float64 {
	held := map[string]float64{}
	for line := range strings.Lines(page) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		name := strings.TrimSpace(cells[1])
		if x, err := strconv.ParseFloat(strings.TrimSpace(cells[2]), 64); err == nil && strings.Contains(name, " / ") {
			held[name] = x
		}
	}
	return held
}
