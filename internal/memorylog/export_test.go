package memorylog

var (
	MergeTexts = mergeTexts
	Row        = rowOf
)

func InFolder(folder string) *Log { return &Log{folder: folder} }

func (l *Log) File(agent string) string { return l.file(agent) }
