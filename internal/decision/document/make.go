package document

import (
	"strconv"
	"time"
)

// OfText is the node of a text.
func OfText(s string) Node { return Node{Value: s} }

// OfInt is the node of a whole number.
func OfInt(i int) Node { return Node{Kind: Plain, Value: strconv.Itoa(i)} }

// OfFloat is the node of a number.
func OfFloat(f float64) Node { return Node{Kind: Plain, Value: formatFloat(f)} }

// OfTime is the node of a time, in UTC.
func OfTime(at time.Time) Node { return Node{Kind: Plain, Value: at.UTC().Format(time.RFC3339Nano)} }

// OfTexts is the node of a list of texts.
func OfTexts(all []string) Node { return OfItems(all, func(s *string) Node { return OfText(*s) }) }

// OfItems is the node of a list, each item as one makes it.
func OfItems[T any](items []T, one func(*T) Node) Node {
	n := Node{Kind: List, Items: make([]Node, len(items))}
	for i := range items {
		n.Items[i] = one(&items[i])
	}
	return n
}

// formatFloat writes a number so that it is seen to be no whole one, as the user's documents do: 65.0.
func formatFloat(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if isDigits(s) {
		s += ".0"
	}
	return s
}
