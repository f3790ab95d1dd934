// Package yamlerr reads files with yaml.v3 and says in which line a mistake is. The errors of yaml.v3 give lines only
// within their texts, and count some of them from 0.
package yamlerr

import (
	"fmt"
	"slices"
	"strings"
)

// countedFromZero are what the parser of yaml.v3 says, as against its scanner, of a line that it counts from 0.
var countedFromZero = []string{
	"did not find expected <document start>", "did not find expected node content", "did not find expected '-' indicator",
	"did not find expected key", "did not find expected ',' or ']'", "did not find expected ',' or '}'",
}

// Split parts an error of yaml.v3 into the line of the mistake, counted from 1, and what is wrong there. The line is 0
// where the error names none. It may be the line on which the list or mapping with the mistake begins, and for what
// misses at the end of the text it may lie behind it.
func Split(err error) (line int, message string) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	if _, scan := fmt.Sscanf(message, "line %d:", &line); scan != nil {
		return 0, message
	}
	_, message, _ = strings.Cut(message, ": ")
	if slices.Contains(countedFromZero, message) {
		line++
	}
	return max(line, 1), message
}
