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
		for _, one := range []struct{ name, value string }{
			{"to", d.To}, {"subject", d.Subject}, {"body", d.Body}, {"template", d.Template}, {"campaign", d.Campaign}, {"type", string(d.Type)},
		} {
			if one.value == "" && one.name != "body" {
				continue
			}
			all = append(all, Member{one.name, encoded(one.value)})
		}
	}
	for _, m := range added {
		if at := slices.IndexFunc(all, func(have Member) bool { return have.Name == m.Name }); at >= 0 {
			all[at] = m
		} else {
			all = append(all, m)
		}
	}
	line := bytes.NewBufferString("{")
	for i, m := range all {
		if i > 0 {
			line.WriteByte(',')
		}
		line.Write(encoded(m.Name))
		line.WriteByte(':')
		if err := json.Compact(line, m.Value); err != nil {
			return nil, fmt.Errorf("writing the field %.60q: %w", m.Name, err)
		}
	}
	line.WriteByte('}')
	return line.Bytes(), nil
}

// encoded gives a text as JSON.
func encoded(s string) json.RawMessage {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	_ = to.Encode(s) // a text always can
	return bytes.TrimSpace(b.Bytes())
}

// NewMember makes a field of a value.
func NewMember(name string, value any) (Member, error) {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if err := to.Encode(value); err != nil {
		return Member{}, fmt.Errorf("writing the field %s: %w", name, err)
	}
	return Member{name, bytes.TrimSpace(b.Bytes())}, nil
}
