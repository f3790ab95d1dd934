package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Line gives a draft as one line of JSON: its fields as they were written and in their order, and what is added. A field of the same
// name is replaced where it stands. A draft that was not JSON has the fields that kbgate read of it.
func (d *Draft) Line(added ...Member) ([]byte, error) {
	all := slices.Clone(d.Members)
	if all == nil {
		for _, text := range []struct{ name, value string }{
			{"to", d.To}, {"subject", d.Subject}, {"body", d.Body}, {"template", d.Template}, {"campaign", d.Campaign}, {"type", string(d.Type)},
		} {
			if text.value != "" || text.name == "body" {
				all = append(all, Member{text.name, text.value})
			}
		}
	}
	for _, m := range added {
		if at := slices.IndexFunc(all, func(have Member) bool { return have.Name == m.Name }); at >= 0 {
			all[at] = m
		} else {
			all = append(all, m)
		}
	}
	line := []byte{'{'}
	for i, m := range all {
		if i > 0 {
			line = append(line, ',')
		}
		var err error
		if line, err = appendJSON(line, m.Name); err == nil {
			line, err = appendJSON(append(line, ':'), m.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("writing the field %.60q: %w", m.Name, err)
		}
	}
	return append(line, '}'), nil
}

// appendJSON appends a value as JSON on one line.
func appendJSON(line []byte, value any) ([]byte, error) {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	err := to.Encode(value)
	return append(line, bytes.TrimSpace(b.Bytes())...), err
}
