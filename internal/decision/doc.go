// Package decision owns the records of what reviewers decided: decisions (contracts.md#decisions), their amendments, and
// the forms in which both reach the program: its own files, decision events of a review service, and rejection logs in
// markdown. It reads and writes bytes and does no I/O.
//
// A record never changes, and reading loses nothing: a field that this version does not know is kept as it was written, and
// a record of a newer schema is read as far as it is known.
package decision
