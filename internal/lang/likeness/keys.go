package likeness

// MaxKeys is the most keys that a sketch has.
const MaxKeys = keyWords + maxFigures + maxTitle + keyFigures*(keyFigures-1)/2 + keyTitle*(keyTitle-1)/2 + 1

// How many of the weightiest words make keys, and how many figures and title words make further keys two by two: where
// any single one is in wide use, two together seldom are.
const (
	keyWords   = 24
	keyFigures = 5
	keyTitle   = 4
)

// AppendKeys appends hashes of what a sketch may be found by: claims that are alike share some. They are features, pairs
// of features, and the title as a whole; each stands there once.
func (s *Sketch) AppendKeys(dst []uint64) []uint64 {
	words, figures := s.words[:min(s.stems, keyWords)], s.figures[:s.numbers]
	for len(figures) > 0 && figures[len(figures)-1].class() == loose {
		figures = figures[:len(figures)-1]
	}
	for len(words) > 0 && words[len(words)-1].class() >= common {
		words = words[:len(words)-1]
	}
	var buffer [keyTitle]feature
	title := buffer[:0]
	whole := uint64(s.denials)
	for _, f := range s.title[:s.titles] {
		whole = mix(whole*golden ^ uint64(f))
		if f.class() < plain || f.class() >= precise {
			title = insert(title, f)
			dst = append(dst, mix(uint64(f)+titleKey))
		}
	}
	if s.titles > 0 {
		dst = append(dst, whole)
	}
	for _, f := range words {
		dst = append(dst, mix(uint64(f)))
	}
	for _, f := range figures {
		dst = append(dst, mix(uint64(f)))
	}
	dst = appendPairs(dst, figures[:min(len(figures), keyFigures)], 0)
	return appendPairs(dst, title, titleKey)
}

// titleKey parts the keys of titles from those of texts.
const titleKey = 1 << 63

// insert keeps the least features in order, as many as there is room for.
func insert(fs []feature, f feature) []feature {
	if len(fs) < cap(fs) {
		fs = append(fs, f)
	} else if f >= fs[len(fs)-1] {
		return fs
	}
	i := len(fs) - 1
	for ; i > 0 && fs[i-1] > f; i-- {
		fs[i] = fs[i-1]
	}
	fs[i] = f
	return fs
}

func appendPairs(dst []uint64, fs []feature, kind uint64) []uint64 {
	for i, a := range fs {
		for _, b := range fs[i+1:] {
			dst = append(dst, mix((uint64(a)<<32|uint64(b))*golden+kind))
		}
	}
	return dst
}
