package conflict

var MostBytes = &mostBytes
