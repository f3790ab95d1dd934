package config

import (
	"math"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// isText reports whether a value is text. So are the days and the merge sign that YAML sees in some plain texts.
func isText(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.Tag == "!!str" || n.Tag == "!!timestamp" || n.Tag == "!!merge")
}

func isNumber(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.Tag == "!!int" || n.Tag == "!!float")
}

// found is what stands at a place, as it is called in a message.
func found(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case isNull(n):
		return "nothing"
	case isNumber(n):
		return "a number"
	case n.Tag == "!!bool":
		return "`" + n.Value + "`"
	}
	return "text"
}

// wholeOf reads a whole number of at most anyNumber, as people write it. What YAML allows besides (010, 0x1F, 1_000, .inf) is
// read differently by different programs, so it is an error.
func wholeOf(n *yaml.Node) (int, error) {
	digits := strings.TrimLeft(n.Value, "+-")
	octal := len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'
	if !isNumber(n) || octal || strings.Trim(n.Value, "+-.0123456789eE") != "" {
		return 0, strconv.ErrSyntax
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	if err == nil && (f != math.Trunc(f) || math.Abs(f) > anyNumber) {
		err = strconv.ErrRange
	}
	return int(f), err
}
