package cite

import "bytes"

// addAddress adds what an address points to. A site speaks with one voice, but on one that publishes many the first
// parts of the path say who speaks: an account, or a work.
func (l *list) addAddress(s *Source, t *token) {
	address := l.source[t.Start:t.End]
	if i := bytes.Index(address, []byte("://")); i >= 0 {
		address = address[i+3:]
	} else if bytes.HasPrefix(address, []byte("10.")) {
		s.add(keyOf(address))
		return
	}
	if i := bytes.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	host, path, _ := bytes.Cut(address, []byte("/"))
	host = bytes.TrimPrefix(host, []byte("www."))
	path = bytes.TrimRight(path, "/")
	if n := accounts[string(host)]; n > 0 {
		s.add(keyOf(account(path, n)))
		return
	}
	if label := registered(host); !many(label) {
		s.add(keyOf(label))
		return
	}
	last := bytes.TrimSuffix(path[bytes.LastIndexByte(path, '/')+1:], []byte(".pdf"))
	switch {
	case bytes.HasSuffix(host, []byte("doi.org")):
		s.add(keyOf(path))
	case bytes.HasSuffix(host, []byte("arxiv.org")):
		s.add(keyOf(last))
	default:
		s.add(keyOf(address[bytes.Index(address, host):]))
	}
}

// account is the nth part of a path, or the last one there is.
func account(path []byte, n int) []byte {
	for ; n > 1; n-- {
		i := bytes.IndexByte(path, '/')
		if i < 0 {
			break
		}
		path = path[i+1:]
	}
	path, _, _ = bytes.Cut(path, []byte("/"))
	return bytes.TrimPrefix(path, []byte("@"))
}

// accounts are the sites on which a part of the path, counted from one, names who speaks.
var accounts = map[string]int{
	"x.com": 1, "twitter.com": 1, "medium.com": 1, "github.com": 1, "gitlab.com": 1, "linkedin.com": 2, "youtube.com": 1,
	"facebook.com": 1, "instagram.com": 1, "mirror.xyz": 1, "huggingface.co": 1, "bsky.app": 2, "warpcast.com": 1,
	"mastodon.social": 1, "t.me": 1, "sites.google.com": 2, "tiktok.com": 1, "patreon.com": 1,
}

// registered is the label of a host that somebody has registered: "nature" of www.nature.com, "ons" of ons.gov.uk; on
// hosts that give each author a name of his own it is that name.
func registered(host []byte) []byte {
	host, _ = cutLabel(host)
	rest, label := cutLabel(host)
	switch string(label) {
	case "co", "gov", "ac", "org", "com", "edu", "substack", "github", "wordpress", "blogspot", "medium", "tumblr", "ghost":
		if len(rest) > 0 {
			_, label = cutLabel(rest)
		}
	}
	return label
}

// cutLabel takes the last label off a host.
func cutLabel(host []byte) (rest, label []byte) {
	i := bytes.LastIndexByte(host, '.')
	return host[:max(i, 0)], host[i+1:]
}

// many reports whether a site publishes the works of many: journals, archives, newspapers, encyclopedias.
func many(label []byte) bool {
	_, ok := publishers[string(label)]
	return ok
}

var publishers = func() map[string]struct{} {
	m := map[string]struct{}{}
	for _, label := range bytes.Fields([]byte(`doi arxiv ssrn nih nature science sciencemag sciencedirect springer wiley tandfonline jstor oup cambridge sagepub
		plos frontiersin mdpi biorxiv medrxiv researchgate semanticscholar pnas acm ieee aeaweb nber bmj thelancet nejm
		jamanetwork cell cochranelibrary wikipedia archive google nytimes washingtonpost theguardian bbc ft wsj economist
		bloomberg reuters apnews forbes wired techcrunch theatlantic newyorker vox time cnn cnbc npr arstechnica theverge
		hbr mit stanford harvard substack lesswrong alignmentforum reddit ycombinator stackoverflow quora europa
		gov un worldbank oecd imf who osf zenodo figshare kaggle openreview aclanthology neurips mlr`)) {
		m[string(label)] = struct{}{}
	}
	return m
}()
