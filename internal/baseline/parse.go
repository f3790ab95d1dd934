package baseline

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/yamlerr"
)

// Parse reads the file. The error names the line of the first mistake. Entries may stand in any order and twice, as a merge
// leaves them.
func Parse(data []byte) (Baseline, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("the file is too large for a baseline: at most %d MiB are read", MaxSize>>20)
	}
	if entries, ok := plain(strings.ReplaceAll(string(data), "\r\n", "\n")); ok { // a clone on Windows may have those ends of lines
		return New(entries), nil
	}
	return parseYAML(data)
}

// maxOther bounds a file that is not as Bytes writes it: yaml.v3 takes up to a hundred bytes of RAM for each of its bytes.
const maxOther = 1 << 20

// parseYAML reads a file in any form that YAML allows.
func parseYAML(data []byte) (Baseline, error) {
	if line := conflict(data); line > 0 {
		return nil, mistake(line, "a merge conflict begins here; keep the lines of both sides")
	}
	if len(data) > maxOther {
		return nil, fmt.Errorf("the file is not as kbgate writes it, and of such a file at most %d MiB are read", maxOther>>20)
	}
	root, line, message := yamlerr.Document(data)
	switch {
	case message != "":
		return nil, mistake(line, "%s", message)
	case root == nil:
		return nil, mistake(1, "the file is empty; it begins with `schema: %s`", Schema)
	}
	fields, err := fieldsOf(root, "schema", "findings")
	if err != nil {
		return nil, err
	}
	if err := known(fields["schema"], root.Line); err != nil {
		return nil, err
	}
	entries, err := entriesOf(fields["findings"])
	if err != nil {
		return nil, err
	}
	return New(entries), nil
}

func mistake(line int, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	if line == 0 {
		return fmt.Errorf("%s", message)
	}
	return fmt.Errorf("line %d: %s", line, message)
}

// conflict is the line of the first mark that git leaves where it cannot merge, or 0.
func conflict(data []byte) int {
	mark := []byte("<<<<<<< ")
	if bytes.HasPrefix(data, mark) {
		return 1
	}
	at := bytes.Index(data, append([]byte("\n"), mark...))
	if at < 0 {
		return 0
	}
	return 2 + bytes.Count(data[:at], []byte("\n"))
}

// known makes sure that the file has a form that is read here.
func known(schema *yaml.Node, line int) error {
	switch {
	case schema == nil:
		return mistake(line, "`schema` is missing; the file begins with `schema: %s`", Schema)
	case schema.Value != Schema:
		return mistake(schema.Line, "the schema is %q; this kbgate reads %q", schema.Value, Schema)
	}
	return nil
}

func entriesOf(list *yaml.Node) ([]Entry, error) {
	if list == nil || list.Tag == "!!null" {
		return nil, nil
	}
	if list.Kind != yaml.SequenceNode {
		return nil, mistake(list.Line, "`findings` is no list")
	}
	entries := make([]Entry, len(list.Content))
	for i, item := range list.Content {
		fields, err := fieldsOf(item, "path", "gate", "fingerprint", "message")
		if err != nil {
			return nil, err
		}
		e := &entries[i]
		for _, f := range []struct {
			key  string
			into *string
		}{{"path", &e.Path}, {"gate", &e.Gate}, {"fingerprint", &e.Fingerprint}, {"message", &e.Message}} {
			value := fields[f.key]
			switch {
			case value == nil && f.key == "message":
			case value == nil:
				return nil, mistake(item.Line, "the entry has no `%s`", f.key)
			case value.Kind != yaml.ScalarNode:
				return nil, mistake(value.Line, "`%s` is no text", f.key)
			default:
				*f.into = value.Value
			}
		}
	}
	return entries, nil
}

// fieldsOf gives the values of a mapping that may have the given keys, each once.
func fieldsOf(n *yaml.Node, keys ...string) (map[string]*yaml.Node, error) {
	if n.Kind != yaml.MappingNode {
		return nil, mistake(n.Line, "here has to be a mapping with the keys %s", strings.Join(keys, ", "))
	}
	fields := make(map[string]*yaml.Node, len(keys))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(keys, key.Value):
			return nil, mistake(key.Line, "unknown key `%s`; there are %s", key.Value, strings.Join(keys, ", "))
		case fields[key.Value] != nil:
			return nil, mistake(key.Line, "the key `%s` stands here twice", key.Value)
		}
		fields[key.Value] = n.Content[i+1]
	}
	return fields, nil
}
