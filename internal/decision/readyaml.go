package decision

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/yamlerr"
)

// readYAML reads one document. It takes what readOwn leaves.
func readYAML(data []byte) (node, error) {
	root, line, message := yamlerr.Document(data)
	switch {
	case message != "":
		return node{}, &Fault{Line: line, Message: strings.ReplaceAll(message, "the file", "the record")}
	case root == nil:
		return node{}, &Fault{Message: "there is no record; the text is empty"}
	}
	left := maxNodes
	return fromYAML(root, 0, &left)
}

// fromYAML takes over a node of yaml.v3 and refuses what could mean more than it shows: anchors, aliases, tags, and merge
// keys. Left is how many more nodes there may be.
func fromYAML(y *yaml.Node, depth int, left *int) (node, error) {
	n := node{line: int32(y.Line)}
	refuse := func(format string, args ...any) (node, error) {
		return node{}, &Fault{Line: y.Line, Message: fmt.Sprintf(format, args...)}
	}
	switch *left--; {
	case *left < 0:
		return node{}, errManyNodes
	case depth > maxDepth:
		return refuse("the record nests deeper than %d levels", maxDepth)
	case y.Anchor != "":
		return refuse("anchors (`&%s`) are not allowed in a record", y.Anchor)
	case y.Style&yaml.TaggedStyle != 0:
		return refuse("tags (`%s`) are not allowed in a record", y.Tag)
	}
	switch y.Kind {
	case yaml.ScalarNode:
		n.value = y.Value
		if tag := y.ShortTag(); tag == "!!null" {
			n.kind, n.value = plain, null
		} else if tag != "!!str" {
			n.kind = plain
		}
		return n, nil
	case yaml.SequenceNode:
		n.kind = list
	case yaml.MappingNode:
		n.kind = mapping
	default:
		return refuse("aliases (`*%s`) are not allowed in a record", y.Value)
	}
	for i := 0; i < len(y.Content); i++ {
		var name node
		if n.kind == mapping {
			*left++ // names do not count
			var err error
			name, err = fromYAML(y.Content[i], depth+1, left)
			switch k := y.Content[i]; {
			case err != nil:
				return node{}, err
			case k.Kind != yaml.ScalarNode || len(name.value) > maxKey:
				return node{}, &Fault{Line: k.Line, Message: fmt.Sprintf("the name of a field is a text of at most %d bytes", maxKey)}
			case k.Tag == "!!merge":
				return node{}, &Fault{Line: k.Line, Message: "merge keys (`<<`) are not allowed in a record"}
			}
			i++
		}
		item, err := fromYAML(y.Content[i], depth+1, left)
		if err != nil {
			return node{}, err
		}
		item.name = name.value
		n.items = append(n.items, item)
	}
	return n, n.distinct()
}

// few is up to how many fields it is quicker to look through them than to sort them.
const few = 40

// distinct refuses a mapping that names a field twice.
func (n *node) distinct() error {
	if n.kind != mapping {
		return nil
	}
	var seen map[string]bool
	if len(n.items) > few {
		seen = make(map[string]bool, len(n.items))
	}
	for i := range n.items {
		name := n.items[i].name
		if seen[name] || seen == nil && n.get(name) != &n.items[i] {
			return &Fault{Line: int(n.items[i].line), Message: fmt.Sprintf("the field %q stands here twice", name)}
		}
		if seen != nil {
			seen[name] = true
		}
	}
	return nil
}
