// Package similaritycmd holds the commands similarity and topic of ontocrawl.
// semsim/simtext writes their output.
//
//	command.go the command and its flags
//	usage.go   command lines that are refused
//	compare.go two concepts
//	nearest.go one concept and the most similar ones; two groups of concepts
//	matrix.go  all pairs, as a matrix or a list
//	against.go agreement with people's judgements; fit.go the weights that agree best
//	topic.go   the command topic
package similaritycmd
