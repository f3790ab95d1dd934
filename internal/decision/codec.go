package decision

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Decode reads a record as its file holds it. It is strict on types and lenient on fields that it does not know, which it
// keeps. What a record of a newer schema holds otherwise is kept, too; Newer tells. The faults name lines.
func Decode(data []byte) (*Decision, error) { return decode(data, new(Decision)) }

// DecodeAmendment reads an amendment as its file holds it, as Decode does a decision.
func DecodeAmendment(data []byte) (*Amendment, error) { return decode(data, new(Amendment)) }

// Encode writes a record: the same bytes for the same record everywhere, and what Decode reads as the same record.
func (d *Decision) Encode() ([]byte, error) { return encode(d) }

// Encode writes an amendment, as Decision.Encode does a decision.
func (a *Amendment) Encode() ([]byte, error) { return encode(a) }

// Newer reports whether the record is of a newer schema than this program knows: some of it may mean more than is seen.
func (d *Decision) Newer() bool { return d.Head().isNewer() }

// Newer reports whether the amendment is of a newer schema than this program knows.
func (a *Amendment) Newer() bool { return a.Head().isNewer() }

// Decode reads a record of the kind as its file holds it, as Decode does a decision.
func (k *Kind) Decode(data []byte) (Record, error) { return decode(data, k.empty()) }

func decode[R record](data []byte, r R) (none R, err error) {
	if len(data) > MaxRecord {
		return none, &Fault{Message: fmt.Sprintf("the record has %d bytes; it may have %d", len(data), MaxRecord)}
	}
	n, err := read(data)
	if err != nil {
		return none, err
	}
	if n.kind != mapping {
		return none, &Fault{Line: int(n.line), Message: "the record is no mapping of `field: value` lines"}
	}
	if n.get("schema") == nil {
		return none, &Fault{Field: "schema", Message: "is missing; it is " + r.Head().Kind.schema + "1"}
	}
	return r, take(&n, r, false)
}

// read reads a record in the form in which Encode writes it, or in any other of YAML.
func read(data []byte) (node, error) {
	if n, own, err := readOwn(string(data)); own || err != nil {
		return n, err
	}
	return readYAML(data)
}

// take takes over what stands in a record, whose schema may be left out.
func take(n *node, r record, strict bool) error {
	b := binder{strict: strict}
	if s := n.get("schema"); s != nil {
		name := r.Head().Kind.schema
		version := versionOf(s.value, name)
		if version == 0 || s.kind > plain {
			return &Fault{Line: int(s.line), Field: "schema", Message: fmt.Sprintf("%.80q is not %s1 or a newer version of it", s.value, name)}
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
	switch fault := n.check(0); {
	case fault != "":
		return nil, &Fault{Message: "the record " + fault}
	case n.size() > maxNodes:
		return nil, errManyNodes
	}
	if err := n.distinct(); err != nil {
		return nil, err
	}
	b := appendRecord(make([]byte, 0, 1024), &n)
	if len(b) > MaxRecord {
		return nil, &Fault{Message: fmt.Sprintf("the record has %d bytes when it is written; it may have %d", len(b), MaxRecord)}
	}
	return b, nil
}

// isFinite reports whether a number can be written.
func isFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
