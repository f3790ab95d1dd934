package overclaim

import "testing"

func TestFind(t *testing.T) {
	strong := []string{
		"anonymous markets eliminate herding in corporate forecasting because dissent becomes profitable",
		"quadratic funding solves the underprovision of public goods in small towns",
		"models below seven billion parameters can never plan more than four steps ahead",
		"fans who own a share always spend more than fans who do not",
		"pair programming makes code review redundant since the design has been argued over",
		"a retail digital currency dooms small banks because every scare becomes a run",
		"every successful turnaround starts with a cull of the library",
		"zero knowledge payroll makes leaks of salaries a mathematical impossibility",
		"installation crews are unquestionably the bottleneck of the build-out",
		"wages are the single greatest driver of league position",
		"leaded petrol fully explains the rise and fall of violent crime",
		"potted plants completely purify indoor air",
		"batch auctions make sandwich attacks a thing of the past",
		"futarchy is incorruptible because a bad proposal loses money",
		"gene drives will wipe malaria off the map of Africa",
		"blood sugar is demonstrably the fuel of willpower",
		"black holes are beyond question what dark matter is made of",
		"the four-day week pays for itself in any office, as three years of accounts have established",
		"any token community with more than five hundred voters must collapse into an oligarchy",
		"a compulsory session is a surefire remedy for litigation",
		"a stool test tells you precisely which foods will make you gain weight",
		"spindle density determines intelligence while schooling may at most shade it",
		"remote work proves that offices were a mistake",
		"bonding curves guarantee liquidity for small tokens",
		"open source models are inevitably going to overtake closed ones",
		"it is impossible to align a language model by prompting",
		"staking is the only way to secure a small chain",
		"no algorithm can detect generated text",
		"only prediction markets can aggregate dispersed knowledge",
		"tutoring is the most effective intervention in schools",
		"standups are the best way to keep a team aligned",
		"universal basic income ends poverty",
		"language apps revolutionize vocabulary learning",
		"retrieval is the key to reliable agents",
		"caffeine cures the afternoon slump",
		"nobody can beat the index over a decade",
		"carbon taxes always cut emissions without harming growth",
		"remote teams invariably drift apart",
		"zinc puts an end to the common cold",
		"microlending is bound to fail in villages without roads",
		"cold showers render antidepressants unnecessary",
		"rent control without exception shrinks supply",
		"everything else is noise once wages are known",
		"phonics alone explains who learns to read",
		"blockchains are immune to censorship",
		"sleep debt irrefutably shortens life",
		"all democracies drift into bureaucracy",
		"the case for daylight saving is beyond any doubt closed",
		"token voting has proven that holders govern badly",
		"algorithmic trading wiped out human market makers",
		"meditation is a silver bullet for burnout",
		"sunlight is the cure for short sight",
		"kelp farming will single-handedly reverse ocean acidification",
	}
	strong = append(strong,
		"open borders would double world output beyond any doubt",
		"voice assistants spell the end of typing in clinics",
		"microcredit lifts every borrower out of poverty",
		"nothing but stake keeps validators honest",
		"the gut microbiome holds the key to obesity",
		"no firm survives without a data strategy",
		"a wealth tax is the one measure that works against inequality",
		"mentoring turns any novice into an expert within weeks",
		"school uniforms have nothing to do with discipline",
		"lead pipes are the cause of the fall of Rome",
		"depression is entirely genetic",
		"university degrees are worthless to programmers",
		"a signed preprint is a guarantee of quality",
		"a shared wallet stops all fraud in a cooperative",
		"formal verification is proof against operator mistakes",
		"the compiler cannot be fooled by malformed input",
		"language models will replace radiologists",
		"sortition has no equal among ways to select officials",
		"there can be no innovation without ownership",
		"paired reading fixes comprehension gaps for good",
		"tax competition comes down to one number",
		"stake alone keeps validators honest",
		"nothing predicts grades like sleep",
		"nobody reads the terms of an app store",
		"large committees must fail at design",
		"the second audit confirms that the code is safe",
		"gamers could never tell the two codecs apart",
	)
	plain := []string{
		"eating after midnight is associated with higher fasting glucose",
		"longer cinema windows may raise later viewership",
		"guaranteed income recipients in Stockton moved into full-time work",
		"lead isotopes suggest that the green glazes came from Anatolian ore",
		"zero knowledge proofs were under a tenth of the operating cost",
		"proof of stake validators cluster in two cloud regions",
		"Tetlock answered critics who held that forecasting is impossible by showing an edge",
		"best-of-five matches produce fewer upsets than best-of-three",
		"residential radon raises risk in never-smokers by sixteen percent",
		"coarse bran shortened transit more than fine bran, which points to bulk",
		"mobile phones moved the beaches toward perfect competition",
		"a laboratory market absorbed its manipulators, which suggests that futarchy can survive some attacks",
		"always-on speakers woke by accident up to nineteen times a day",
		"all nine villages with a salaried mechanic still had water",
		"naps may steady the hands of surgeons",
		"nothing in the Larkfield logs guarantees that pupils keep using the bot",
		"the Norse possibly gave up Greenland because ivory no longer paid, though cold alone cannot be excluded",
		"the trial does not prove that bran works",
		"only children read earlier in the Leeds cohort",
		"critics claim that wages always fall",
		"the new rule eliminated 40 percent of the queue",
		"the agent solved more tasks with a list of failures",
		"no plot in the Rothamsted trial ever out-yielded the control",
		"loan guarantees raise lending to small firms",
		"the proof proves difficult to check",
		"cured ham keeps longer in cold cellars",
		"the film never recovered its cost, by one estimate",
		"pupils learn every day from their peers",
		"firms tend to fail when the founder leaves",
		"almost all of the gain came in the first year",
		"Arrow's theorem makes a fair ranking impossible for three options",
		"the patch reduced crashes in every one of the 14 sites",
		"token economics creates natural meritocracy in investment governance",
		"the strike ended in March after the offer was raised",
		"both ends of the income scale gained",
		"memory is not always reliable in court",
		"the best case for tariffs rests on learning effects",
		"the belief that markets always clear misled the regulator",
		"deposit insurance helps eliminate runs",
		"one of the most effective treatments is also the cheapest",
		"\"Always Be Closing\" trained a generation of salesmen",
		"crypto's primary use case is capital formation because issuance solves the fundraising bottleneck",
		"raises compress from months to days because they eliminate gatekeepers",
		"three paths exist but only collective superintelligence preserves human agency",
		"agents create many proposals but only those with stake become live",
		"living agents can become more valuable than any single portfolio company",
		"bees returned regardless of wind",
		"every ward that kept the rule had fewer falls",
		"no patient relapsed within the year",
		"all pumps with a guard kept their water",
		"the Guarantee scheme lowers rents by a tenth",
		"a curfew eliminated the queue at the gate",
		"software alone cannot create trust between strangers",
		"does remote work always lower output?",
		"no vaccine has reached the valley so far",
		"the tool was the only one that ran on the old kernel",
		"inflation was the best predictor of the vote in the 2019 panel",
		"many markets always clear late",
		"short sleep goes with lower scores",
		"the definitive host of the fluke is the sheep",
		"in theory auctions always find the highest bidder",
		"the reform is far from inevitable",
		"growers who tried the trap never returned to sprays in Oromia",
		"the team could not reproduce the perfect score",
		"firms that measure everything often decide less",
		"grids with more storage waste fewer hours of wind",
		"deflation is categorically different from contraction",
	}
	for _, title := range strong {
		if _, ok := Find(title); !ok {
			t.Errorf("passes: %s", title)
		}
	}
	for _, title := range plain {
		if w, ok := Find(title); ok {
			t.Errorf("fires on %q (%v): %s", title[w.Start:w.End], w.Kind, title)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Find("internet capital markets compress fundraising from months to days because permissionless raises eliminate gatekeepers while futarchy replaces due diligence")
	}
}

func FuzzFind(f *testing.F) {
	f.Add("the only way to \"solve\" any of the 14 impossible cases is beyond any doubt")
	f.Fuzz(func(t *testing.T, title string) {
		if w, ok := Find(title); ok && (w.Start < 0 || w.End <= w.Start || w.End > len(title)) {
			t.Fatalf("%d:%d of %d", w.Start, w.End, len(title))
		}
	})
}
