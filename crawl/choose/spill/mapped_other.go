//go:build !linux

package spill

// unmap does nothing: the kernel alone decides which mapped pages stay in the process.
func (m *mapped) unmap() {}
