// Package decision owns the records of what reviewers decided (contracts.md#records): decisions, the amendments that come
// later, and the forms in which decisions reach the program: its own files, decision events of a review service, and
// rejection logs in markdown. It reads and writes bytes, and does no I/O of its own.
//
// A kind of record is a struct with a table of its fields (table.go). Reading, writing, validation, amendments, redaction,
// the columns of the index, the JSON Schema and the reference page follow from the table, so a new field takes two places:
// the struct in types.go, and a row of the table.
//
// A record is never changed and nothing of it is ever dropped: a field that this version does not know is kept as it was
// written and written again, and a record of a newer schema is read as far as it is known.
package decision
