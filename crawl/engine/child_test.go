package engine_test

func runChild() bool { return false }
