// Package decision owns the records of what reviewers decided: the decision of contract 5.5, the amendments that come
// later, and the forms in which both reach the program: its own files, decision events of a review service, and rejection
// logs in markdown. It reads and writes bytes, and does no I/O of its own.
//
// A record is never changed and nothing of it is ever dropped: a field that this version does not know is kept as it was
// written and written again, and a record of a newer schema is read as far as it is known.
package decision
