package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

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
func parseYAML(data []byte) (root *yaml.Node, mistakes Errors) {
	if len(data) > maxSize {
		return nil, Errors{{0, fmt.Sprintf("the file holds %d bytes; a configuration has at most %d", len(data), maxSize)}}
	}
	if at := invalidUTF8(data); at >= 0 {
		return nil, Errors{{1 + bytes.Count(data[:at], []byte("\n")), "the file is not UTF-8 text; save it in that encoding"}}
	}
	defer func() {
		// yaml.v3 has panicked on damaged input before; that is a mistake of the file, too.
		if p := recover(); p != nil {
			root, mistakes = nil, Errors{{0, fmt.Sprintf("the file is not valid YAML: %v", p)}}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, further yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, Errors{syntaxMistake(err, data)}
	}
	if err := dec.Decode(&further); err == nil {
		return nil, Errors{{further.Line, "a second YAML document begins here; the file holds one"}}
	} else if !errors.Is(err, io.EOF) {
		return nil, Errors{syntaxMistake(err, data)}
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// invalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

// syntaxMistake makes a mistake of an error of yaml.v3; what misses at the end of the file misses in its last line.
func syntaxMistake(err error, data []byte) Mistake {
	line, message := yamlerr.Split(err)
	last := 1 + bytes.Count(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	return Mistake{min(line, last), "the file is not valid YAML: " + message}
}

// newerVersion finds a `version` above the one known here. Such a file is not judged further: its keys may well be
// right.
func newerVersion(root *yaml.Node) (Mistake, bool) {
	if root.Kind != yaml.MappingNode {
		return Mistake{}, false
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		if n, err := wholeOf(value); key.Value == "version" && err == nil && n > version {
			return Mistake{value.Line, fmt.Sprintf("`version` is %d: the file was written for a newer kbgate; this one reads version %d", n, version)}, true
		}
	}
	return Mistake{}, false
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
