package config

import "gopkg.in/yaml.v3"

// Sets reports whether a configuration sets a key of its own accord, be it to its default: Sets(data, "gates", "body_too_thin").
// What Parse refuses sets nothing.
func Sets(data []byte, path ...string) bool {
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil || len(document.Content) == 0 {
		return false
	}
	node := document.Content[0]
	for _, name := range path {
		node = valueOf(node, name)
		if node == nil {
			return false
		}
	}
	return true
}

// valueOf is the value of a key in a mapping, or nil.
func valueOf(n *yaml.Node, name string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}
