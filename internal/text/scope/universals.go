package scope

// idioms hold a universal word and mean none.
const idioms = `
1 all else|other|things ?things ?being equal|held|same
1 all but
1 at all !times|costs|levels|scales
1 after|above|below all
1 first|best|worst|most|least of all $
1 once and for all
1 all or nothing
1 all in one|all
1 all the same|more|better|way|while|worse
1 all along|told|too|day|night|year|week|time|hands|star|stars|weather|cause|purpose|inclusive|round|out|right|over|in|clear|black|white|female|male|digital|electric|cash|stock
1 all at once
1 all NUM
1 all of the NUM
1 all ?of those|these|them|which|whom|it|this|that|our|my
1 for all its|their|his|her|the|that
1 each other
1 each additional|extra|further|added|marginal|incremental|doubling|halving|subsequent|successive|next|percentage|unit|point|step
1 no longer|more|less|fewer|later|sooner|better|worse|doubt|wonder|evidence|sign|difference|effect|guarantee|larger|smaller|higher|lower|greater|faster|slower|clear|consensus|accident|coincidence|significant|detectable|measurable|special|vote|show|code|data
1 no two
1 no one|single|person|body $
1 every other|second|third|few|so|now|bit|inch|additional|extra|further|new|added|marginal|incremental|doubling|halving|year|month|week|day|hour|minute|quarter|night|morning|spring|summer|autumn|winter|season|decade|century|NUM
1 any more|longer|way|rate|given|number|number's
1 in any case|event
1 any one of
1 none the|other|too
1 nothing more|less|like|other|short|new
1 nothing ?_1 to do with|without
1 next|almost|close to nothing
1 for|from|with|about nothing
1 does|do|did|adds|add|costs|cost|gain|gains|changes|changed|lose|loses|proves|shows|has|have|had|know|say|says nothing
1 costs|cost _1 nothing
1 never ending|mind|again|before|yet|fully|quite|smokers|smoker|smoked|users|takers|married|treated|events|seen|really|been|had
1 always on|valid|available|connected|already|listening
1 not|n't _1 always|universally|necessarily|everywhere|inevitably|invariably
1 everyone|everybody|everything else's
`

// universals are phrases beyond single words that claim something of everything.
const universals = `
2 CAN *only
3 *cannot|can't ever
3 cannot|can't|not|never under any *circumstances|circumstance|condition|conditions
3 ^ *whatever the|their|its
2 ^ *however|whichever|whoever|wherever their|its|the|one|you|we|they
3 *all the world's|world
2 BE *doomed !to
2 BE the *reason !why|for|that
3 *solely|entirely|wholly|purely|exclusively explained|caused|driven|determined|decided|shaped|set
2 for one *reason
3 ?has|have|had but one *cause|reason|source|root|purpose|aim
3 or not at *all $
2 the *moment|instant they|it|he|she|a
2 <but|and|while|though|yet|so ^ *only !if|when|where|after|because|the|a|an|in|on
2 the *whole|entirety of
2 no|not|never|nobody|nothing _8 *ever $
3 *nothing|nobody|none except|save
3 by|for|on|in|through *nothing but
2 ^ *no _3 has|have _2 without
3 in|under|at *no case|way|circumstance|circumstances|time|country|society|market
3 *every|each one of them|us|these
2 there has|have never *been
3 there has|have never *been a|an GREAT
2 BE *impossible
2 BE *incapable of
2 CAN _1 *nothing
2 not|don't|doesn't|cannot|can't _3 for|to|of|by *anyone|anybody
2 not a *single
3 *if and only if
3 BE *purely|solely|entirely|exclusively|wholly ?DET ?_1 ?KEYSTONE|matter|product|question|result|consequence of|about|due|down
3 BE *nothing more|less|but|other
3 measure~|produce~|teach~|reward~|create~ *nothing but|except
3 nothing _2 *like a|the
2 by|for|on|in|through|of *nothing else
3 ^ *all ?that _3 want|wants|need|needs|do|does BE
3 *none of the GREAT
2 in|of|across|at|throughout|for|on *every|any line|walk|branch|part|form|sphere|sort|kind|shape of
3 *irrespective|regardless of
3 *any and all
3 come|come *what may
3 across the *board
3 the world *over
3 all over the *world|globe|planet|earth
2 BE *universal|ubiquitous|eternal $
2 *anywhere|anytime $
3 there BE *no _4 that|who does|do|is|are|has not
3 *exclusively by|from|through|on|in
2 BE *guaranteed|certain to
3 in|on|of|across|at|throughout *every|all ?known|human continent|continents|century|centuries|era|eras|age|ages|culture|cultures|civilization|civilisation|generation|society|societies|creature|language|period|corner
3 only *ever
2 in|throughout the whole|entirety of ?_1 *history
2 *nobody|nothing|none|no-one ever
2 no _1 *ever
3 *every|each last one
3 bar *none
3 *whatsoever
2 by _3 and *nothing else
3 and *nothing|nobody else
2 by|to|on _3 *alone $
3 there BE no such *thing as
3 without *exception|exceptions
3 *no exceptions
3 in every|all|any *case|cases|instance|instances|situation|situations|context|contexts|setting|settings|circumstance|circumstances|scenario|scenarios
3 under any|all|every *circumstances|circumstance|condition|conditions
3 under *no circumstances
3 at *all times|costs|levels|scales
3 for *all time
3 *no matter what|how|who|which|where|when|whether|the
2 *regardless of context|circumstance|circumstances|everything|who|what|where|how
3 never *ever
3 each and *every
3 *every single
2 *every|each time
3 always and *everywhere
2 ^ *whenever|wherever
3 ^ *whoever|whichever
2 ^ *whatever|whatsoever !the|their|its|your
2 *whenever|wherever they|people|companies|firms|there
3 throughout|in all of ?human|recorded *history
3 throughout ?human|recorded *history
2 since *time immemorial
2 since the dawn of *time|humanity|civilization|civilisation|history|man
2 _1 percent of the *time
3 everything|everyone|everybody *else BE
2 BE ?_1 *inevitable|unavoidable|timeless|ineluctable $
2 BE a *universal law|truth|principle|rule|constant
2 BE *everyone|everybody's|everything $
3 BE *everything ?else ?in $
2 change~|decide~|explain~|govern~|trump~|beat~|drive~|determine~|fix~|solve~|shape~|ruin~|destroy~|transform~ *everything ?else $
3 there BE *no _3 without
3 ^ without ?DET ?_3 there BE *no
2 BE *doomed|destined|bound|fated to
2 explain~|change~|transform~ *everything about|in
2 nothing ?_1 *matters|works|survives|lasts|beats
2 *nothing else matters|works|counts
3 *without fail
3 once ?a|an _2 *always
2 *cannot|can't exist|survive|function|succeed|thrive|work without
3 the common *denominator|thread
2 what *separates|distinguishes ?the _4 from
3 sooner or *later
2 there BE *no way|alternative|substitute|escape|shortcut|limit|exception|exceptions
3 *no amount of
3 at no *time|point|price
3 *never once
3 in the *history of
3 *hundred percent
3 ^ *however _1 the|its|their|a|an|one|they|it
3 at *any scale|level|price|time|point|size|cost
3 *iron law
2 *entirely|completely|totally|utterly|wholly unpredictable|useless|meaningless|random|predictable|impossible|irrelevant|determined|explained|arbitrary|dependent|free
2 *guarantee|guarantees
2 BE *nothing|little more than
3 *reduces|reduce|reducible to
2 in every|any *respect|way|sense
3 since the *beginning|dawn|birth
`

// essences claim that something is the one and only.
const essences = `
3 the *sole KEYSTONE|function|point|aim|use of|for|behind
3 the one and *only
3 the *single ?most KEY|important|biggest|greatest|strongest|best|decisive|powerful KEYSTONE
3 BE ?really|truly|ultimately the *ONLY ?ONLY KEYSTONE
3 BE the *fundamental !attribution|theorem|frequency|difference|distinction|tension|right|rights _1 of|from|in|behind|to|for|by|that|which|on
3 ^ the *fundamental|root|sole|ultimate|true|real KEYSTONE of|behind|in|for
3 ^ the *key|secret to|behind
3 the *only KEYSTONE that|to|for|of|worth|which
3 the *only sustainable|durable|reliable|real|true|valid|meaningful|lasting|genuine KEYSTONE
2 BE the *key|main|primary KEYSTONE of|behind|in|for
2 BE the *key to|for
2 BE the *secret to|of|behind
2 BE the *answer to
3 all ?that|there *matters|counts
3 *all you|we|they|one|anyone need|needs|needed
3 the one *thing|factor|quality|skill|trait that
3 at the *root|heart|core|bottom|base|centre|center of all|every|everything|any
3 BE the *only ?_1 KEYSTONE|form|resource|asset|kind left|in|of
2 the one *true
3 the *root|engine|foundation|basis|source|mother|driver|cause|essence|bedrock|cornerstone|key|heart of all|every|everything|any
3 lies|sits|stands *behind|beneath|under all|every|everything
3 BE *behind all|every|everything
3 underlie~|drive~|explain~|govern~|determine~|decide~|shape~|underpin~ *all|every BROAD
3 BE the single ?most *important|biggest|greatest|strongest|best|decisive|powerful|largest ?KEYSTONE
2 comes|come|boils|boil *down to
3 what _1 *every|all BROAD
3 what *every|all _2 BE|has|have|share|shares|lacks|needs|miss|missing
3 BE *nothing but
3 BE the *essence of
2 the be *all
2 BE the *cause|origin|driver|engine|motor|essence|price|mother|measure of|behind
`

// scopes say where a claim ends.
const scopes = `
2 by definition|construction|design
2 theorem|provably|mathematically|tautologically|definitionally
2 in expectation|aggregate|theory|principle|equilibrium
2 as a group|whole|class
2 in the worst|best|average|general|typical case
2 on average
2 so far
2 to date
2 on record
2 else equal
2 except|unless|excluding|barring
2 other than
2 apart|aside from
2 in|of|across|among|within|throughout|from|for|on the|our|this|these|both|all|its|their ?_2 SAMPLE
2 by|under the ?_3 law|laws|rule|rules|act|statute|treaty|charter|constitution|convention|contract|code|amendment|definition
2 by|under _2 law|rules|statute|treaty|charter|definition
2 in|during|throughout|since|until|after|before|across ?the|this|that|last|past|late|early|mid ?_1 PERIOD
2 since|until|during|after DET _2 $
2 at least|most NUM
1 only|even if|when|where|after|while|once
1 up to
`
