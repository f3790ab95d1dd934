package decision

import (
	"strings"
	"time"
)

// Kind is a kind of record: where its files lie, what its schema is called, and what a file is read into, whose table has the
// fields.
type Kind struct {
	Folder string // below the store's folder
	schema string // without the version
	empty  func() Record
}

// The kinds of records.
var (
	Decisions   = &Kind{"decisions", schemaName, func() Record { return new(Decision) }}
	Amendments  = &Kind{"amendments", amendmentSchemaName, func() Record { return new(Amendment) }}
	Allowances  = &Kind{"allowances", allowanceSchemaName, func() Record { return new(Allowance) }}
	Refinements = &Kind{"refinements", refinementSchemaName, func() Record { return new(Refinement) }}

	// Kinds are all of them. Any other file below the store's folder is a fault, unless it is a read-me file.
	Kinds = []*Kind{Decisions, Amendments, Allowances, Refinements}

	// ReservedFolders are those of kinds that later versions may have. What stands there is a fault as well, but it is not taken
	// away unseen.
	ReservedFolders = []string{"edge_cases", "rules"}
)

// KindAt is the kind in whose folder a path lies, nil for none.
func KindAt(path string) *Kind {
	folder, _, _ := strings.Cut(path, "/")
	for _, k := range Kinds {
		if k.Folder == folder {
			return k
		}
	}
	return nil
}

// Path is where the record of an id lies below the store's folder: decisions/2026/11/21/ID.yaml, the day being the id's own. It
// is empty where the id is none.
func (k *Kind) Path(id string) string {
	at, ok := IDTime(id)
	if !ok {
		return ""
	}
	return k.Folder + at.Format("/2006/01/02/") + id + ".yaml"
}

// ParsePath reads the path of a record, as Kind.Path gives it. Where two programs wrote different records of one id, the second
// is a conflict copy beside the first, and copied is what its name has more: the beginning of its object's name.
func ParsePath(path string) (kind *Kind, id, copied string, ok bool) {
	kind = KindAt(path)
	name, yaml := strings.CutSuffix(path[strings.LastIndexByte(path, '/')+1:], ".yaml")
	id, copied, isCopy := strings.Cut(name, "-")
	ok = kind != nil && yaml && isCopy == (copied != "") && isHexLower(copied) && IsID(id)
	if !ok || strings.Replace(path, name+".yaml", id+".yaml", 1) != kind.Path(id) {
		return nil, "", "", false
	}
	return kind, id, copied, true
}

func isHexLower(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// Record is a record of any kind.
type Record interface {
	record
	Path() string // below the store's folder; empty where the id is none
	Encode() ([]byte, error)
	Validate(now time.Time) error
	Secrets() []error
	Newer() bool
}

// record is a group that has a file of its own.
type record interface {
	group
	Head() Head
}

// Head is what all records have in common.
type Head struct {
	Kind     *Kind
	Schema   string
	ID       string
	At       time.Time
	Source   Source
	SourceID string
}

// Head gives that of a decision.
func (d *Decision) Head() Head { return Head{Decisions, d.Schema, d.ID, d.At, d.Source, d.SourceID} }

// Head gives that of an amendment.
func (a *Amendment) Head() Head { return Head{Amendments, a.Schema, a.ID, a.At, a.Source, a.SourceID} }

// Head gives that of an allowance.
func (a *Allowance) Head() Head { return Head{Allowances, a.Schema, a.ID, a.At, a.Source, a.SourceID} }

// isNewer reports whether the record is of a newer schema than this program knows: some of it may mean more than is seen.
func (h Head) isNewer() bool { return versionOf(h.Schema, h.Kind.schema) > 1 }

// Path is where the decision lies below the store's folder.
func (d *Decision) Path() string { return Decisions.Path(d.ID) }

// Path is where the amendment lies below the store's folder.
func (a *Amendment) Path() string { return Amendments.Path(a.ID) }

// Path is where the allowance lies below the store's folder. NotePath is that of the note.
func (a *Allowance) Path() string { return Allowances.Path(a.ID) }
