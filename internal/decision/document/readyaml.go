package document

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/yamlerr"
)

// readYAML reads one document. It takes what readOwn leaves.
func readYAML(data []byte) (Node, error) {
	root, line, message := yamlerr.Document(data)
	switch {
	case message != "":
		return Node{}, &Fault{Line: line, Message: strings.ReplaceAll(message, "the file", "the record")}
	case root == nil:
		return Node{}, &Fault{Message: "there is no record; the text is empty"}
	}
	left := maxNodes
	return fromYAML(root, 0, &left)
}

// fromYAML takes over a node of yaml.v3 and refuses what could mean more than it shows: anchors, aliases, tags, and merge
// keys. Left is how many more nodes there may be.
func fromYAML(y *yaml.Node, depth int, left *int) (Node, error) {
	n := Node{Line: int32(y.Line)}
	refuse := func(format string, args ...any) (Node, error) {
		return Node{}, &Fault{Line: y.Line, Message: fmt.Sprintf(format, args...)}
	}
	switch *left--; {
	case *left < 0:
		return Node{}, errManyNodes
	case depth > maxDepth:
		return refuse("the record nests deeper than %d levels", maxDepth)
	case y.Anchor != "":
		return refuse("anchors (`&%s`) are not allowed in a record", y.Anchor)
	case y.Style&yaml.TaggedStyle != 0:
		return refuse("tags (`%s`) are not allowed in a record", y.Tag)
	}
	switch y.Kind {
	case yaml.ScalarNode:
		n.Value = y.Value
		if tag := y.ShortTag(); tag == "!!null" {
			n.Kind, n.Value = Plain, null
		} else if tag != "!!str" {
			n.Kind = Plain
		}
		return n, nil
	case yaml.SequenceNode:
		n.Kind = List
	case yaml.MappingNode:
		n.Kind = Mapping
	default:
		return refuse("aliases (`*%s`) are not allowed in a record", y.Value)
	}
	for i := 0; i < len(y.Content); i++ {
		var name Node
		if n.Kind == Mapping {
			*left++ // names do not count
			var err error
			name, err = fromYAML(y.Content[i], depth+1, left)
			switch k := y.Content[i]; {
			case err != nil:
				return Node{}, err
			case k.Kind != yaml.ScalarNode || len(name.Value) > maxKey:
				return Node{}, &Fault{Line: k.Line, Message: fmt.Sprintf("the name of a field is a text of at most %d bytes", maxKey)}
			case k.Tag == "!!merge":
				return Node{}, &Fault{Line: k.Line, Message: "merge keys (`<<`) are not allowed in a record"}
			}
			i++
		}
		item, err := fromYAML(y.Content[i], depth+1, left)
		if err != nil {
			return Node{}, err
		}
		item.Name = name.Value
		n.Items = append(n.Items, item)
	}
	return n, n.distinct()
}

// few is up to how many fields it is quicker to look through them than to sort them.
const few = 40

// distinct refuses a mapping that names a field twice.
func (n *Node) distinct() error {
	if n.Kind != Mapping {
		return nil
	}
	var seen map[string]bool
	if len(n.Items) > few {
		seen = make(map[string]bool, len(n.Items))
	}
	for i := range n.Items {
		name := n.Items[i].Name
		if seen[name] || seen == nil && n.Get(name) != &n.Items[i] {
			return &Fault{Line: int(n.Items[i].Line), Message: fmt.Sprintf("the field %q stands here twice", name)}
		}
		if seen != nil {
			seen[name] = true
		}
	}
	return nil
}
