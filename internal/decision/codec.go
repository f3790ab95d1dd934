package decision

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Decode reads a record as its file holds it. It is strict on types and lenient on fields that it does not know, which it
// keeps. What a record of a newer schema holds otherwise is kept, too; Newer tells. The faults name lines.
func Decode(data []byte) (*Decision, error) {
	d := new(Decision)
	if err := decode(data, d, &d.Schema, schemaName); err != nil {
		return nil, err
	}
	return d, nil
}

// Encode writes a record: the same bytes for the same record everywhere, and what Decode reads as the same record.
func (d *Decision) Encode() ([]byte, error) {
	if d.QualityScore != nil && (math.IsNaN(*d.QualityScore) || math.IsInf(*d.QualityScore, 0)) {
		return nil, &Fault{Field: "quality_score", Message: "is no number that can be written"}
	}
	return encode(d)
}

// Newer reports whether the record is of a newer schema than this program knows: some of it may mean more than is seen.
func (d *Decision) Newer() bool { return isNewer(d.Schema, schemaName) }

func decode(data []byte, g group, schema *string, name string) error {
	if len(data) > MaxRecord {
		return &Fault{Message: fmt.Sprintf("the record has %d bytes; it may have %d", len(data), MaxRecord)}
	}
	n, own, err := readOwn(string(data))
	if err == nil && !own {
		n, err = readYAML(data)
	}
	if err != nil {
		return err
	}
	if n.kind != mapping {
		return &Fault{Line: n.line, Message: "the record is no mapping of `field: value` lines"}
	}
	version, err := schemaOf(&n, name)
	if err != nil {
		return err
	}
	b := binder{newer: version > 1}
	b.mapping(&n, g)
	return faults(b.faults).err()
}

// schemaOf gives the version of the record's schema.
func schemaOf(n *node, name string) (int, error) {
	s := n.get("schema")
	if s == nil {
		return 0, &Fault{Field: "schema", Message: "is missing; it is " + name + "1"}
	}
	version := versionOf(s.value, name)
	if version == 0 || s.kind > plain {
		return 0, &Fault{Line: s.line, Field: "schema", Message: fmt.Sprintf("%.80q is not %s1 or a newer version of it", s.value, name)}
	}
	return version, nil
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

func isNewer(schema, name string) bool { return versionOf(schema, name) > 1 }

func encode(g group) ([]byte, error) {
	n := groupNode(g)
	if fault := n.check(0); fault != "" {
		return nil, &Fault{Message: "the record " + fault}
	}
	if n.size() > maxNodes {
		return nil, errManyNodes
	}
	if err := n.distinct(); err != nil {
		return nil, err
	}
	b := make([]byte, 0, 1024)
	for i := range n.items {
		b = appendLine(b, n.keys[i], &n.items[i])
	}
	if len(b) > MaxRecord {
		return nil, &Fault{Message: fmt.Sprintf("the record has %d bytes when it is written; it may have %d", len(b), MaxRecord)}
	}
	return b, nil
}
