//go:build !linux

package spill

import "os"

const canMap = false

// mapMore maps nothing: arrays lie in the heap.
func mapMore(*os.File, int) []byte { return nil }

func mapPlain() []byte { return nil }

func takeRoom(*os.File, int64, int) bool { return false }

func (p *pages) giveBack()  {}
func (p *pages) freeAtEnd() {}
