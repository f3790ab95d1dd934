package config

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/yamlerr"
)

// maxSize bounds the file, in bytes. One that is larger is no configuration.
const maxSize = 1 << 20

// Parse reads a configuration file; what it leaves out has its default. The error is of type Errors and holds all
// mistakes of the file. Lists and mappings that are empty are nil.
func Parse(data []byte, gates []GateSpec) (*Config, error) {
	root, mistakes := parseYAML(data)
	if mistakes != nil {
		return nil, mistakes
	}
	c := Default(gates)
	if root == nil {
		return c, nil
	}
	if mistake, newer := newerVersion(root); newer {
		return nil, Errors{mistake}
	}
	r := reader{config: c, all: allKeys(gates)}
	r.refuse(root)
	r.mapping(root, r.all)
	if r.mistakes != nil {
		return nil, r.mistakes.sorted()
	}
	return c, nil
}

// parseYAML gives the one document of the file, nil if it is empty.
func parseYAML(data []byte) (*yaml.Node, Errors) {
	if len(data) > maxSize {
		return nil, Errors{{0, fmt.Sprintf("the file holds %d bytes; a configuration has at most %d", len(data), maxSize)}}
	}
	root, line, message := yamlerr.Document(data)
	if message != "" {
		return nil, Errors{{line, message}}
	}
	return root, nil
}

// newerVersion finds a `version` above the one known here. Such a file is not judged further: its keys may well be
// right.
func newerVersion(root *yaml.Node) (Mistake, bool) {
	value := valueOf(root, "version")
	if value == nil {
		return Mistake{}, false
	}
	n, err := wholeOf(value)
	return Mistake{value.Line, fmt.Sprintf("`version` is %d: the file was written for a newer kbgate; this one reads version %d", n, version)}, err == nil && n > version
}

// refuse reports the syntax by which YAML means something else than it shows.
func (r *reader) refuse(n *yaml.Node) {
	if n.Anchor != "" {
		r.report(n.Line, "anchors (`&%s`) are not read here; write the value out", excerpt(n.Anchor))
	}
	if n.Kind == yaml.AliasNode {
		r.report(n.Line, "aliases (`*%s`) are not read here; write the value out", excerpt(n.Value))
		return
	}
	if n.Style&yaml.TaggedStyle != 0 {
		r.report(n.Line, "tags (`%s`) are not read here; leave them out", excerpt(n.Tag))
	}
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && isMergeKey(child) {
			r.report(child.Line, "merge keys (`<<`) are not read here; write the keys out")
		}
		r.refuse(child)
	}
}

func isMergeKey(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!merge" }

// isRefused reports whether refuse has said all there is to say of a value.
func isRefused(n *yaml.Node) bool { return n.Kind == yaml.AliasNode || n.Style&yaml.TaggedStyle != 0 }
