package gate_test

import (
	"testing"

	"github.com/kbgate/kbgate/internal/gate"
)

// factualNote makes a claim from title, description and body.
func factualNote(title, description, body string) []byte {
	return []byte("---\ntype: claim\ndescription: \"" + description + "\"\nsource: \"[[audit]]\"\n---\n# " + title + "\n\n" + body + "\n")
}

// TestFactualDiscrepancy says what is certain, what is a hint, and what is left to readers: small counts, years, parts in words,
// figures whose body has none of the kind.
func TestFactualDiscrepancy(t *testing.T) {
	const certain, hint, silent = "certain", "a hint", "silence"
	const plain = "The register follows the yard over five seasons. It is a record of work and of waiting."
	for _, c := range []struct {
		about, title, description, body string
		want                            string
	}{
		{"another figure of the same things, in the same words", "a new crane cut the wait of 61 percent of the ships at the northern quay", "", "The crane cut the wait of 47 percent of the ships at the northern quay.", certain},
		{"the same with a date of its own", "a new crane cut the wait of 61 percent of the ships at the northern quay", "", "In 2019 the crane cut the wait of 47 percent of the ships at the northern quay.", hint},
		{"a range in other words", "crews aged 22-25 rest longest", "", "Those who rest longest are 22 to 25 years old.", silent},
		{"magnitudes in other words", "13M boxes and $90 million passed the quay", "", "The quay counted 13+ million boxes, for which it took 90M.", silent},
		{"a sum rounded", "the port earned 7 billion dollars", "", "The port took in $6.7 billion.", silent},
		{"Portuguese figures", "o porto pagou R$ 1.240,50 por caixa", "", "O porto pagou por caixa 1240,50 reais, e não são muitas.", silent},
		{"a Portuguese figure that the body lacks", "o porto pagou 2,7 milhões de euros pelas gruas", "", "O contrato das gruas custou ao porto 3,9 milhões de euros em três prestações.", hint},
		{"a figure in a comment and one in code", "crews rest 31 hours", "", "<!-- 44 hours -->\n\nCrews rest long.\n\n    44 hours\n", silent},
		{"a loss that does not follow", "crews rest", "", "The licence was cut from 2055 to 2040, a loss of 12 years.", hint},
		{"a loss that follows", "crews rest", "", "The licence was cut from 2055 to 2040, a loss of 15 years.", silent},
		{"a percentage in other words", "half of the boxes wait for crew", "", "In 50 percent of cases a box waits for crew, and in 20 for a crane.", silent},
		{"a percentage that the body lacks", "92 percent of the boxes wait for crew", "", plain, silent},
		{"a percentage of another value", "72 percent of the boxes wait for crew", "", "Of all boxes 27 percent wait for crew.", hint},
		{"fair rounding", "about 60 percent of the boxes wait for crew", "", "Of all boxes 59.6 percent wait for crew.", silent},
		{"rounding too far", "about 80 percent of the boxes wait for crew", "", "Of all boxes 48.6 percent wait for crew.", hint},
		{"a bound that holds", "more than a third of the boxes wait for crew", "", "Of all boxes 38 percent wait for crew.", silent},
		{"a bound that fails", "more than a third of the boxes wait for crew", "", "Of all boxes 28 percent wait for crew.", silent},
		{"million for billion", "ports earned 7.2 million dollars on fees", "", "Ports took in 7.2 billion dollars, less than 90 million of it for storage.", hint},
		{"a sum in signs", "ports earned $1.57T on fees", "", "Ports took in 1.57 trillion dollars.", silent},
		{"a ratio that follows", "the crane doubled throughput", "", "Throughput went from 96 boxes an hour to 194.", silent},
		{"a ratio that does not", "the crane tripled throughput", "", "Throughput went from 96.5 boxes an hour to 194.5.", silent},
		{"a difference that follows", "clerks lead dockers by 5 points", "", "The clerks scored 76.5 percent and the dockers 71.3 percent.", silent},
		{"a relative change", "waiting fell by 43 percent", "", "Waiting fell from 6.8 days to 3.9 days.", silent},
		{"a relative change of another value", "waiting fell by 63 percent", "", "Waiting fell from 6.8 days to 3.9 days.", silent},
		{"a part of a whole", "9 of 10 cranes idle at night", "", "Of the cranes 90 percent idle at night.", silent},
		{"one in so many", "one crane in seven idles at night", "", "Out of 34 cranes five idle at night.", silent},
		{"a year of another value", "the 1931 strike closed the yard", "", "The strike of 1913 closed the yard for a month.", silent},
		{"a year in a range", "the 1995 rule closed the yard", "", "Between 1990 and 1998 the rule was in force.", silent},
		{"a decade", "the quota of the 1990s failed", "", "Between 1990 and 1996 the quota stayed the same.", silent},
		{"a month of another name", "the March 2021 storm closed the yard", "", "The storm of May 2021 closed the yard.", silent},
		{"a length of time between years", "the yard grew for four years", "", "The yard grew from 2020 to 2024.", silent},
		{"a length of time of another value", "the yard was closed for 72 days", "", "The yard was closed for 27 days.", hint},
		{"hours and minutes", "the nine hour outage closed the yard", "", "The outage took 4 hours 35 minutes in all.", silent},
		{"numbers that are names", "GPT-4 and Web3 tools read Article 230 like Windows 95 manuals", "", plain, silent},
		{"a small count", "four mechanisms slow the yard", "", plain, silent},
		{"a small count with its list", "four mechanisms slow the yard", "", "- tides\n- crews\n- cranes\n- paper", silent},
		{"a subset of the things", "three paths lead to the yard", "", "The first two paths are steep.", silent},
		{"a description with a figure of its own", "crews decide on delays", "Overtime costs 310 crowns per shift", plain, silent},
		{"a description that contradicts the body", "crews decide on delays", "The median shift lasts 5.9 hours", "The median shift lasts 3.6 hours, by the log.", hint},
		{"a rate that contradicts the body", "crews decide on delays", "The queue moves by 15 kilometres a year", "The queue moved at about 8 kilometres a year.", silent},
		{"years exchanged", "ports grow since 2.31 million boxes came in 2019", "", "The port handled 2.31 million boxes, and 2019 was a good year.", silent},
		{"a source that speaks of other things", "tides decide on delays in 34 percent of cases", "", "Tides explain 34 percent of the delays at the northern quay, by its own log.", silent},
		{"a range as it was", "robots took the berth from 31 to 37 lifts an hour", "", "A berth makes 37 lifts an hour now, and made 31 before.", silent},
		{"a ratio of two counts", "gulls outnumber dockers five to one", "", "The warden counted 1,000 gulls and 200 dockers.", silent},
		{"a ratio of two counts that does not follow", "gulls outnumber dockers five to one", "", "The warden counted 1,000 gulls and 450 dockers.", silent},
		{"percent for points", "pilots raised the share of early ships by 14 percent", "", "In spring 30 percent of ships were early, and in autumn 44 percent.", silent},
		{"points for points", "pilots raised the share of early ships by 14 points", "", "In spring 30 percent of ships were early, and in autumn 44 percent.", silent},
		{"doubled for halved", "the quay doubled its output", "", "Output went from 30 crates to 44. The power used fell from 9.2 to 4.6 kilowatts.", silent},
		{"a value of another time", "the dredging still deepens the channel by 2.4 metres five years later", "", "After two years the channel was 2.4 metres deeper. After five it was 0.3 metres deeper.", silent},
		{"a level that the body does not give", "automation cut the usual gang to four men", "", "Gangs had 14 men in those days and have 9 now.", silent},
		{"a difference with the unit once", "the new lock took seven hours off the passage", "", "The passage takes 12 hours, while it had been 19.", silent},
		{"half below the median", "half of all crews rest less than 6 hours", "", "The median crew rests for 6 hours.", silent},
		{"a rate by another time", "a berth earns little more than $2,000 a month", "", "The ledger has $24,600 for the year.", silent},
		{"a rate that is of another time", "a berth earns $2,000 a month", "", "The ledger has $2,000 a year for a berth.", silent},
		{"a year reckoned from another", "the yard reopened in 1954", "", "The yard closed in 1949 and opened again five years later.", silent},
		{"digits exchanged in the description's year", "the wreck waited for its finder", "The bell was raised in 1932", "A diver found the bell in 1923, in mud.", silent},
		{"the same direction in other words", "lamp oil got 30 percent dearer and rose ever since", "", "After the storm lamp oil climbed 30 percent.", silent},
		{"another part of the same whole", "locks fail for want of grease", "Only 4 of the 65 locks had grease in their log", "In 14 of the 65 locks the log tells of grease.", silent},
		{"another vote", "the guild voted 8 to 5 for the quay", "", "The guild carried the quay by 9 to 4 in the vote.", silent},
		{"the same vote", "the guild voted 8 to 5 for the quay", "", "The guild carried the quay by 8 to 5.", silent},
		{"a threshold for a mean", "a crew rests 21 hours on average between two trips", "", "Crews rest between trips: mean 34 hours. Only crews with at least 21 hours were asked.", silent},
		{"a value of the past for today", "a third of the crews still sing at work", "", "Today 12 percent of the crews sing; in 1991 34 percent of the crews did.", silent},
		{"a change that the ends do not allow", "tolls went down", "The night toll narrowed by more than half in a year", "The night toll fell from 71 to 52 dollars. Half of the barges wait.", silent},
		{"a year with two digits exchanged", "the dam moved the mills", "Its completion in 1852 moved the mills", "After the opening in 1825 the mills went south.", silent},
		{"the bound of a time that is another", "silt has grown since 1980 at the quay", "", "Between 1970 and 1990 silt grew at the quay.", silent},
		{"a bound with another age", "the pilots over 42 berth slowest", "", "The harbour office timed 310 berthings. Those by pilots of 75 and older were the slowest.", silent},
		{"a small number in digits", "crews rest 8 hours between tides", "", "By the log crews rest 5 hours between two tides. Some sleep ashore.", silent},
		{"an end of a range beside the other", "cranes help", "Waiting fell from 94 minutes to 52", "The median wait went from 74 to 52 minutes.", silent},
		{"a range as the body has it", "cranes help", "Waiting fell from 74 minutes to 52", "The median wait went from 74 to 52 minutes.", silent},
		{"one of two groups", "cranes help", "Storm lamps were missing on 34 percent of the barges and on 12 percent of the ferries", "Storm lamps were missing on 21 percent of the barges and on 12 percent of the ferries.", hint},
		{"an addition of the description's own", "cranes help", "Waiting fell from 74 minutes to 52; the yard has 26 berths", "The median wait went from 74 to 52 minutes. The cranes cost 40 million kroner.", silent},
		{"a number of a quotient", "cranes help", "Of 19 masters 6 would have taken the new berth", "Of 19 masters 14 would have taken the new berth at once.", silent},
		{"the difference in points of two shares", "cranes help", "Lamps raised early berthings by 8 points", "Early berthings were at 71 percent without lamps and at 79 percent with them.", silent},
	} {
		note := factualNote(c.title, c.description, c.body)
		got := silent
		if found, isCertain := verdict(t, gate.FactualDiscrepancy, "claims/note.md", note, nil); isCertain {
			got = certain
		} else if found {
			got = hint
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}

// A file name often has no points and no per cent signs, and may begin with a number that orders it.
func TestFactualDiscrepancyFileNames(t *testing.T) {
	for _, c := range []struct {
		name, body string
		faulty     bool
	}{
		{"movements win by Chenoweth's 3-5 percent rule.md", "Campaigns that mobilised 3.5 percent won.", false},
		{"movements-win-by-the-3-5-percent-rule.md", "Campaigns that mobilised 3.5 percent won.", false},
		{"movements-win-with-75-percent-support.md", "Campaigns that mobilised 3.5 percent won.", true},
		{"71-ferries-outlive-their-crews.md", "The yard has 40 ferries.", false},
	} {
		note := []byte("---\ntype: claim\ndescription: \"Success rates of 10-52% are too low\"\n---\n\n" + c.body + "\n")
		if got := judge(t, gate.FactualDiscrepancy, c.name, note, nil); got != c.faulty {
			t.Errorf("%s: found %v, want %v", c.name, got, c.faulty)
		}
	}
}
