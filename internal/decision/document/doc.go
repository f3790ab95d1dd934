// Package document reads and writes one YAML or JSON document of a record as a tree of nodes, in the one form that kbgate
// writes. It knows no field of any record, refuses what could mean more than it shows, and does no I/O.
package document
