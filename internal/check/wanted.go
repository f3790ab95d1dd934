package check

import "slices"

// wants reports whether the findings of a gate are wanted. Every gate runs all the same, because what is kept of a run holds for all.
func (r *Request) wants(tag string) bool {
	return (len(r.Select) == 0 || slices.Contains(r.Select, tag)) && !slices.Contains(r.Ignore, tag)
}

// wanted are the gates whose findings are wanted, by their tags; nil where those of all gates are.
func (s *Session) wanted() []string {
	if len(s.Select)+len(s.Ignore) == 0 {
		return nil
	}
	tags := []string{}
	for _, g := range s.gates {
		if s.wants(g.ID) {
			tags = append(tags, g.ID)
		}
	}
	return tags
}
