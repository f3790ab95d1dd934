package main

// frames counts a sense's sentence frames in WordNet: those without an object,
// those with one, and whether "something ----s" is among the former.
type frames struct {
	without, with float64
	something     bool
}

func framesOf(fields []string) (f frames) {
	for i := 0; i+2 < len(fields); i++ {
		switch id := fields[i+1]; {
		case fields[i] != "+":
		case intransitiveFrames[id]:
			f.without++
			f.something = f.something || id == "01"
		default:
			f.with++
		}
	}
	return f
}

// bare is the share of a sense's uses that show no object.
func (f frames) bare() float64 { return f.without / max(1, f.with+f.without) }

// intransitive is the same without the objects that are only understood: a thing
// doubles, but who builds builds something.
func (f frames) intransitive() float64 {
	switch {
	case f.with == 0 && f.without > 0:
		return 1
	case f.something:
		return max(.6, f.bare())
	}
	return f.bare() / 3
}

// intransitiveFrames are the numbers of WordNet's sentence frames without an object.
var intransitiveFrames = map[string]bool{
	"01": true, "02": true, "03": true, "04": true, "06": true, "07": true,
	"12": true, "13": true, "22": true, "23": true, "27": true, "28": true,
	"32": true, "34": true, "35": true,
}

// newer are verbs that WordNet 3.0 lacks: coined since, or made of a noun.
const newer = `
	airdrop architect autocomplete autoscale backfill backtest benchmark bottleneck crater crowdsource deplatform deskill
	disincentivise dogfood downvote fasttrack finetune frontload gaslight gatekeep greenlight handwave impact
	incentivise insource interface jailbreak mainstream microdose multitask offboard offshore onboard onshore outbid
	outcompete outmigrate outspend overestimate overfish overfit overinvest overorder oversell overtrain plateau prefetch
	preload preorder pretrain prototype proxy rebase rebrand recalibrate refactor reframe rehome reprice repost repurpose
	reskill retweet rewild ringfence sandbox scapegoat screenshot shortchange showcase sideload silo snapshot template
	timebox tokenise triage unbundle undercount underfit underfund underinvest undersell unfollow upcycle upsell upskill
	upvote vape videoconference whitelist workshop`

// ergative are verbs that WordNet's frames give an object only, though what
// changes is as often their subject: bread browns, error compounds.
const ergative = `
	adapt backfire break brown caramelize clump coagulate compound convert corrode crystallize default degrade diffuse
	evolve form fragment generalise generalize halve improve last multiply open replicate reproduce retrain saturate scale
	soften split spread stabilize strengthen transfer weaken wear`

// objectless are verbs whose object is often understood. Their participle still names what was done to the object:
// letters written, wages paid.
const objectless = `
	borrow close cook drink drive eat fit hedge hunt invest lead learn lend lose pay rank read save sell ship spend
	study teach trade write`
