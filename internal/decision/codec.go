package decision

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Decode reads a record as its file holds it. It is strict on types and lenient on fields that it does not know, which it
// keeps. What a record of a newer schema holds otherwise is kept, too; Newer tells. The faults name lines.
func Decode(data []byte) (*Decision, error) { return decode(data, new(Decision)) }

// DecodeAmendment reads an amendment as its file holds it, as Decode does a decision.
func DecodeAmendment(data []byte) (*Amendment, error) { return decode(data, new(Amendment)) }

// DecodeAllowance reads an allowance as its file holds it, as Decode does a decision.
func DecodeAllowance(data []byte) (*Allowance, error) { return decode(data, new(Allowance)) }

// Encode writes a record: the same bytes for the same record everywhere, and what Decode reads as the same record.
func (d *Decision) Encode() ([]byte, error) { return encode(d) }

// Encode writes an amendment, as Decision.Encode does a decision.
func (a *Amendment) Encode() ([]byte, error) { return encode(a) }

// Encode writes an allowance, as Decision.Encode does a decision.
func (a *Allowance) Encode() ([]byte, error) { return encode(a) }

// Newer reports whether the record is of a newer schema than this program knows: some of it may mean more than is seen.
func (d *Decision) Newer() bool { return d.Head().isNewer() }

// Newer reports whether the amendment is of a newer schema than this program knows.
func (a *Amendment) Newer() bool { return a.Head().isNewer() }

// Newer reports whether the allowance is of a newer schema than this program knows.
func (a *Allowance) Newer() bool { return a.Head().isNewer() }

// Decode reads a record of the kind as its file holds it, as Decode does a decision.
func (k *Kind) Decode(data []byte) (Record, error) { return decode(data, k.empty()) }

func decode[R record](data []byte, r R) (none R, err error) {
	if len(data) > MaxRecord {
		return none, &document.Fault{Message: fmt.Sprintf("the record has %d bytes; it may have %d", len(data), MaxRecord)}
	}
	n, err := document.Read(data)
	if err != nil {
		return none, err
	}
	if n.Kind != document.Mapping {
		return none, &document.Fault{Line: int(n.Line), Message: "the record is no mapping of `field: value` lines"}
	}
	if n.Get("schema") == nil {
		return none, &document.Fault{Field: "schema", Message: "is missing; it is " + r.Head().Kind.schema + "1"}
	}
	return r, take(&n, r, false)
}

// take takes over what stands in a record, whose schema may be left out.
func take(n *document.Node, r record, strict bool) error {
	b := binder{strict: strict}
	if s := n.Get("schema"); s != nil {
		name := r.Head().Kind.schema
		version := versionOf(s.Value, name)
		if version == 0 || s.Kind > document.Plain {
			return &document.Fault{Line: int(s.Line), Field: "schema", Message: fmt.Sprintf("%.80q is not %s1 or a newer version of it", s.Value, name)}
		}
		b.newer = version > 1
	}
	b.mapping(n, r)
	return faults(b.faults).err()
}

// versionOf gives the version of a schema, or 0 where it is none of that name.
func versionOf(schema, name string) int {
	number, ok := strings.CutPrefix(schema, name)
	version, err := strconv.Atoi(number)
	if !ok || err != nil || version < 1 || strconv.Itoa(version) != number {
		return 0
	}
	return version
}

func encode(g group) ([]byte, error) {
	n := groupNode(g)
	b, err := document.Append(make([]byte, 0, 1024), &n)
	if err != nil {
		return nil, err
	}
	if len(b) > MaxRecord {
		return nil, &document.Fault{Message: fmt.Sprintf("the record has %d bytes when it is written; it may have %d", len(b), MaxRecord)}
	}
	return b, nil
}

// MarshalJSON gives the fields in the order of the table, without those of no value, and then those that this
// version does not know.
func (d *Decision) MarshalJSON() ([]byte, error) {
	return marshal(d), nil
}

// MarshalJSON gives the fields of an amendment as Decision.MarshalJSON does those of a decision.
func (a *Amendment) MarshalJSON() ([]byte, error) {
	return marshal(a), nil
}

// MarshalJSON gives the fields of an allowance as Decision.MarshalJSON does those of a decision.
func (a *Allowance) MarshalJSON() ([]byte, error) {
	return marshal(a), nil
}

func marshal(g group) []byte {
	n := groupNode(g)
	return document.AppendJSON(nil, &n)
}

// isFinite reports whether a number can be written.
func isFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
