package scope

// truisms are predicates that nobody could deny of their subject.
const truisms = `
3 may or may|might not
3 only|just|still|barely beginning|starting|scratching to|the
3 BE ?VERY about more than
3 in more ways|senses|respects than
3 cannot|can't|hardly|difficult|hard|impossible ?to|be overstated|overstate|overestimated|overestimate|exaggerated|exaggerate
3 play~ a|an|its|their ?VERY ?BIG ?and|or ?BIG role|part $
3 play~ a|an|its|their ?VERY ?BIG ?and|or ?BIG role|part in|for|across|when|throughout
3 has|have|had a|an ?BIG role|part to play
3 have|has a|an ?BIG role|place in|for
3 part to play
4 BE ?VERY ?VERY important|valuable|useful|helpful|beneficial|worthwhile|relevant|invaluable|meaningful|significant|advisable !than|only|because $
4 BE ?VERY ?VERY important|valuable|useful|helpful|beneficial|worthwhile|relevant|invaluable|meaningful|significant|advisable for|to|in|when|if|because|since|and|across|as|at
2 BE ?VERY ?VERY essential|crucial|critical|vital|key|necessary|indispensable|imperative|paramount|central|fundamental|pivotal|instrumental $
2 BE ?VERY ?VERY essential|crucial|critical|vital|key|necessary|indispensable|imperative|paramount|central|fundamental|pivotal|instrumental for|to|in|when|if|because|since|and|across|as|at
3 it BE ?VERY KEY to|that|for
3 increasingly|ever|more and more KEY $
3 BE becoming ?an|a ?increasingly|more ?and ?more KEY|COMPLEX|popular|common|valuable|influential|powerful|prominent
2 ?BE becoming ?an|a increasingly
3 grow~ ?in importance|relevance|significance|complexity
3 <no|what|that|dark|subject|organic|white|gray|grey|particulate|the|as|it matters|matter ?VERY|greatly|deeply|enormously|immensely|hugely|tremendously $
3 <no|what|that|dark|subject|organic|white|gray|grey|particulate|the|as|it matters|matter ?a ?lot|deal|great|greatly|deeply for|to|in|when|if|because|since|as|at
2 BE ?VERY COMPLEX $
3 BE ?VERY COMPLEX and|because|but|in|with|or|for|since
3 BE ?VERY complex|multifaceted|multi-faceted|nuanced|multidimensional|interconnected|intertwined|interrelated|evolving|changing|shifting|many-sided|context-dependent
3 BE changing|shifting|evolving ?_1 rapidly|quickly|fast|constantly|continuously|dramatically|over|as
3 BE changing|transforming|reshaping|redefining|revolutionizing|revolutionising|disrupting|altering|influencing|affecting|shaping ?the ?how|way|ways|world|face|nature|landscape|society|business|industries|industry|everything|field|future|rules
3 BE changing|transforming|reshaping|redefining|revolutionizing|revolutionising|influencing|affecting|shaping many|several|various|different|some
3 has|have changed|transformed|reshaped|revolutionized|revolutionised|influenced|affected|shaped|altered the ?very way|ways|world|face|nature|landscape|field|industry
3 has|have changed|evolved|developed|shifted|grown ?VERY|significantly|dramatically|considerably|greatly|substantially|a ?lot over|through|across|since|in|with|as
3 has|have changed|evolved ?VERY|significantly|dramatically|considerably|greatly|substantially $
3 continue|continues to evolve|grow|change|develop|matter|play|be|shape|influence|expand|transform|raise|spread
2 depend~ ?VERY ?in|on ?large|part ?on context|circumstances|circumstance|perspective
3 depend~ ?VERY on ?the|its|their|many ?specific|particular|individual context|contexts|circumstances|individual|situation|person|people|setting|case|perspective|environment|details|specifics|user|needs
3 depend~ ?VERY on ?a ?MANY|number|variety|range|host|combination|mix|set|whole|wide ?of ?MANY ASPECTS|things
3 depend~ ?VERY on ?a|an MANY|number|variety|range|host|combination|mix|balance|interplay|interaction
3 depend|depends ?VERY on who|what|where|when|how you|one|we|it|they|people
2 depend~ ?VERY on how $
3 a|the number|variety|range|host|combination|multitude|mix|array|mixture|blend|confluence|interplay of ?_1 ASPECTS
3 BE|reflect~|involve~|combine~|require~|represent~|contain~|show~ a|an ?BIG|delicate|careful|complex|subtle mix|mixture|combination|blend|balance|interplay|range|variety|host|number|array|multitude of|between
3 MANY ?VERY ?COMPLEX|KEY|related|other|interacting ASPECTS
2 MANY ?VERY ?COMPLEX|KEY|related|other|interacting SIDES
3 both SIDES and|or SIDES
3 SIDES and|or SIDES
3 SIDES as well as SIDES
2 <the|which|whose tradeoffs|tradeoff|trade-offs|trade-off $
3 there BE tradeoffs|trade-offs|trade
3 involve~|require~|entail~|come~|bring~ ?with ?some|many|certain|various|several tradeoffs|trade-offs
3 there BE ?VERY ?no easy|simple|single|silver|perfect|universal|one-size-fits-all|straightforward
3 there BE ?VERY many|several|various|multiple|numerous|different|two|room|ways|more|plenty
3 there BE ?VERY a lot|number|variety|range|place|need|case
3 one size
3 BE ?a double-edged|double
2 CAN ?VERY influence|affect|impact|shape|vary|differ|matter|contribute|interact
3 CAN ?VERY ?both|make ?a difference
2 CAN ?VERY ?both|be beneficial|useful|helpful|harmful|difficult|challenging|hard|effective|powerful|good|bad|dangerous|valuable|important|complex|complicated|risky|tricky|affected|influenced|improved|shaped
2 CAN ?VERY help|benefit|improve|support|enhance|lead|change|play|bring|learn
3 CAN be ?both|VERY ?a|an ?BIG|good|SIDES|KEY tool|asset|resource|source|factor|help|way|strategy|option|issue|problem
2 help~|can|may ?to make|improve|support|create|achieve|foster|promote|enhance ?a ?GOOD WELFARE
2 influence|influences|affect|affects|impact|impacts|shape|shapes|drives WELFARE $
3 influence|influences|affect|affects|shape|shapes each other
3 influence|influences|affect|affects|impact|impacts|shape|shapes ?VERY MANY|BROAD|how ?people|we
3 influenced|affected|shaped|driven|determined|impacted by ?a|both ?VERY MANY|number|variety|range|host|context|combination|mix|both|things
3 has|have|having|had|make~|exert~|leave~ a|an ?VERY ?BIG ?and ?BIG impact|effect|influence|bearing|difference|imprint $
3 has|have|having|had|make~|exert~|leave~ a|an ?VERY ?BIG ?and ?BIG impact|effect|influence|bearing|difference|imprint on|for|in|across|to|when
3 has|have|having|had ?VERY ?MANY|some ?BIG ?and ?BIG implications|consequences|effects|impacts|ramifications|repercussions for|on|across|in
3 has|have ?VERY many|several|various|multiple|different|numerous|both ?ASPECTS|SIDES
3 has|have its|their ?own ?_1 SIDES|place|uses|ASPECTS
2 BE ?VERY related|linked|connected|tied|associated ?to|with WELFARE $
3 BE ?VERY interrelated|intertwined|interlinked|interdependent|inseparable
3 go~ hand in hand
2 BE ?VERY linked|connected|related|tied $
3 vary|varies|differ|differs ?VERY|widely|greatly|considerably|significantly|substantially ?_1 by|across|between|from|with|among|depending ?DET ?on ?and context|contexts|individual|individuals|person|people|situation|situations|circumstances|case|cases|setting|settings|organization|organizations|country|countries|culture|cultures|user|users|place|region|regions|industry|field|patient|patients
3 vary|varies|differ|differs ?VERY|widely|greatly|considerably $
3 differently|different depending on
2 depending on ?the ?how ?context|situation|circumstances|individual|person|case|they|it
3 for different|various|many reasons
3 in different|various|many|several|important|some|complex|multiple|interesting|new|unexpected|diverse|countless|profound|subtle|significant|fundamental|surprising|meaningful ways
3 differently
3 mean~ different things
3 different|many|various people|individuals|groups|users|cultures|contexts|situations have|need|respond|react|want|learn|see
3 keep ?_2 in mind
3 bear ?_2 in mind
3 take|taken|taking ?it|them|this ?_2 into account|consideration
3 take|taken ?it|them|this ?_2 seriously
3 pay|paying ?more|close|careful attention to
3 deserve~|merit~|warrant~ ?more|BIG|careful|close|closer|further|serious attention|consideration|scrutiny|study|thought|research
3 do|does well to
3 MODAL|need|needs|to be mindful|careful|aware|cautious|considered|addressed|taken|understood|balanced|weighed|managed|thoughtful|prepared|evaluated|discussed|handled
3 should|must|need|needs ?to ?not|carefully|also|always consider|understand|think|reflect|recognize|recognise|acknowledge|balance|weigh|prepare|adapt|remember
2 something ?that _4 need|needs|should|must
3 ?require~|need~|demand~|take~ ?VERY careful|cautious|thoughtful|ongoing|continuous|constant consideration|planning|thought|attention|management|balance|balancing|design|implementation|effort|evaluation|communication|monitoring
3 require~|need~|demand~|take~ ?VERY time and effort|patience|resources|practice|money
2 require~|need~|demand~ ?a|the ?VERY ?_1 collaboration|cooperation|commitment|coordination|understanding|communication|patience|dedication|teamwork
3 require~|need~|demand~ ?a|an ?_1 holistic|balanced|multifaceted|nuanced|comprehensive|integrated|multidisciplinary|collaborative|thoughtful|strategic
3 require~|need~|demand~ both ?the ?_1 public|private|technical|human|social|theory|skill|skills|practice|individual|local|science|art|hard|short|talent|time|people and
3 ?strike~|strike|find~ a|the ?right balance between
3 BE ?VERY about finding|striking|balance|balancing|people
3 BE ?VERY ?only|just|but one of ?the|many ?MANY|most ?KEY ASPECTS|elements|factors|things|components|pillars|parts|pieces|considerations|concerns|issues
3 BE ?only|just|but one factor|element|part|piece|aspect|ingredient|component of|among|in
4 BE a|an ?VERY KEY|COMPLEX|big|major|broad|sensitive|significant issue|topic|phenomenon|process|problem|challenge|question|subject|matter|area|factor|part|aspect|element|consideration|tool|component|concern|field|force|source|asset|skill|driver|resource|feature|step|goal|ingredient
3 BE a|an ?VERY ?BIG|KEY part|aspect|element|component|ingredient|issue|concern|consideration of|in|for
2 BE ?VERY more than just|simply|merely
3 BE not without ?its|SIDES|risks
3 raise|raises|raised|raising ?MANY ?BIG|new|interesting|ethical|legal|difficult|serious|hard|tough|ethical ?and ?_1 questions|issues|concerns
3 more research|work|study|data|evidence BE needed|required|necessary
3 remains to be seen
3 only time will
3 BE here to stay
3 ?BE open|opens|opening|offer|offers|offering|provide|provides|create|creates|creating|bring|brings|present|presents|unlock|unlocks ?up ?a|an ?MANY|wide|host|range|of new|exciting|interesting|unprecedented|fresh|promising|significant|enormous|great|huge|many|tremendous perspectives|possibilities|opportunities|doors|avenues|horizons|questions|challenges|ways|insights|potential|benefits|value|options|frontiers
3 has|have|hold|holds|show|shows|offer|offers ?VERY|the ?BIG potential|promise ?for|to|in|as
2 may|might|could|can find ?value|it|that
3 GOOD _3 lead~|produce~|make~|result~|mean~|create~|improve~|bring~|yield~|promote~|foster~ ?to|in|for ?a|an GOOD WELFARE|decisions|products|software|design|code|teams|people
3 BE worth considering|studying|understanding|exploring|discussing|remembering|noting|taking|thinking|the
2 BE powerful|popular|interesting|everywhere|common|inevitable|natural|normal $
3 take~ time $
3 take~ time to|and
3 some _3 and others
3 matter|matters as well
3 to ?some|varying|different|a ?certain extent|degrees|degree
2 reflect~ both
3 BE the product|result of ?a ?both|MANY|combination
3 ?both _3 and _3 matter|count|contribute
2 touch|touches many|every|all|on
2 affect|affects|affected|influence|influences|influenced|shape|shapes|impact|impacts|inform|informs !how|less|more|only
3 affect|affects|influence|influences|shape|shapes|inform|informs|change|changes|transform|transforms ?the ?way|ways how|people|we|us|audiences|users|society|societies|communities|organizations|individuals
3 how people|we|audiences|users|consumers|individuals|teams|organizations|societies think|see|work|live|feel|behave|experience|interact|communicate|learn|respond
2 changed|shaped|transformed|influenced how|people|society
2 contribute|contributes|contributed to
2 help|helps|enable~|allow~ ?DET ?_2 ?to understand|learn|grow|make|see|navigate|achieve|succeed|adapt|improve|manage|deal|cope|connect|engage|thrive|communicate|work
2 support|supports|enhance|enhances|foster|fosters|promote|promotes|facilitate|facilitates|enrich|enriches ?DET ?_2 WELFARE|experience|collaboration|creativity|engagement|communication|learning|growth
2 respond|responds|react|reacts|adapt|adapts to ?MANY|changes|changing|events|conditions|shocks|circumstances|pressure
2 interact|interacts|intersect|intersects ?with ?MANY
3 interact|interacts in
2 involve|involves|include|includes|entail|entails|encompass|encompasses ?DET ?MANY|more|both|range|actors|stakeholders
3 has|have|had economic|social|political|cultural|technical|ethical|legal|human|practical|emotional ?and|or|social|political|cultural|legal|economic|ethical ?and|or ?social|political|cultural|legal|economic|ethical dimensions|aspects|implications|consequences|effects|sides|components|roots|causes
3 offer|offers|provide|provides|hold|holds|give|gives|gave|gain|gains ?us ?a|an|MANY|BIG|useful ?useful|valuable|important|practical lessons|perspective|perspectives|view|glimpse|glimpses|insights|insight|benefits|advantages|value|guidance|opportunities|perspective|clues|potential
2 evoke|evokes|inspire|inspires|fascinate|fascinates|engage|engages
3 bring~|connect~|unite~ people|communities|us together|across|through|with
3 BE both a|an _2 and
3 BE a|an ?VERY ?BIG|ongoing|continuous|lifelong|delicate|natural|normal|constant|KEY|COMPLEX|collective|shared process|journey|art|science|act|balance|challenge|issue|question|matter|part|moment|topic|tool|feature|factor|phenomenon|concept|skill|responsibility|effort|marathon|blessing|necessity|opportunity|concern|reality|subject|area|endeavour|endeavor of|in|for|that|which|to|as|because
3 BE a|an ?VERY ?BIG|ongoing|continuous|lifelong|delicate|natural|normal|constant|KEY|COMPLEX|collective|shared|balancing process|journey|art|science|act|balance|challenge|issue|matter|moment|topic|tool|factor|phenomenon|concept|skill|responsibility|effort|marathon|blessing|necessity|opportunity|concern|reality|subject|endeavour|endeavor $
4 BE a|an KEY|necessary|natural|normal|legitimate|good part|step|tool|moment|idea|place|consideration|concern|question|starting
3 BE|MODAL not ?be ?always|an|a ?VERY easy|simple|straightforward|one-size-fits-all
3 easier said than
3 MODAL|not ?not ?to overlook|overlooked|ignore|ignored|neglect|neglected|forget|forgotten|underestimate|underestimated
3 need|needs|have|has to manage|address|consider|adapt|understand|balance|weigh|think|work|deal|learn|navigate|prepare|respond|find|remember|take|face
3 face~ ?BIG|MANY ?BIG|MANY challenges|choices|dilemmas|difficulties|questions|pressures|hurdles|obstacles|trade-offs|tradeoffs|issues|risks|uncertainty
3 face~ difficult|hard|tough|many|complex|various|several|significant|serious choices|decisions|questions|challenges|problems|trade-offs|tradeoffs|issues
2 continue|continues to
3 weigh~|balance~|consider~ ?DET ?_1 SIDES|risk and|against|with
3 in ways that|which ?are|scientists|researchers|we|experts|MODAL|CAN
3 in light|view of ?their|its|the ?own|specific goals|needs|circumstances|situation|context
3 in ?its|their|the ?right|wider|broader|proper context $
2 some _4 than others
3 BE|work~|perform~|do|does|learn~|function~ better|best when|if _3 well|right|properly|prepared|good|supported|motivated|correctly|clear|healthy
3 ?when|if|are|is done|used|managed|implemented|designed|handled|applied ?VERY well|properly|correctly|carefully|responsibly|wisely|right|appropriately|thoughtfully|effectively $
3 winners and losers
3 a|an ?VERY wide|broad|whole|large|great|rich|vast range|variety|array|spectrum|number|mix|set of
2 a|an variety|range|host|multitude|myriad|array|combination|mix|mixture|blend|number of
3 MANY places|actors|areas|stakeholders|disciplines|fields|industries|sectors|backgrounds|walks|parties|hands|players|levels|shapes|angles|people|participants|aspects
3 no one|single factor|cause|explanation|solution|answer|approach|method|metric|measure|model|theory|reason|strategy|tool|policy
3 BE ?only|just|one|but ?a|an ?KEY|BIG part of ?the|a|any|every|everyday|our|modern|human|daily
3 at the intersection|crossroads|heart|core|interface|centre|center of _2 and
3 at the intersection|crossroads|interface of
3 opinions|views|experts|scholars|researchers|economists|scientists ?still|often|continue differ|vary|disagree|debate|to
3 the debate|discussion|conversation on|over|about|around _4 continues|is|goes|evolves
3 BE|remain~ ?VERY ?a|an debated|contested|controversial|unclear|uncertain|unresolved|unknown|open|disputed|challenge|concern|priority|topic ?matter|question|issue|of|for|in|and|$
2 BE real $
3 CAN|should|must be seen|viewed|understood|thought|considered|read|approached as|in|of|from|through|with
2 CAN be used to|for|in|as|by|both
3 for better or
3 like any|every|all
3 there BE ?VERY a|an ?VERY relationship|link|connection|correlation|interplay|balance|tension between
2 the relationship|link|connection|interplay|interaction between _6 BE|depends|matters
3 there BE more to
3 highlight|highlights|underscore|underscores|illustrate|illustrates|demonstrate|demonstrates|show|shows|emphasize|emphasizes|emphasise|emphasises|underline|underlines the|how ?BIG importance|need|value|complexity|power|potential|KEY|role|challenges|limits
2 BE a|an reminder|example|reflection|testament|tribute|mirror of|that|to
3 can|could learn ?a ?lot|much|something|many from|lessons
2 lessons for
3 the right people|tools|balance|time|mix|tool|approach|context|conditions
2 in ?the today|today's|modern ?modern world|society|economy|age|life|era
2 around|across the world|globe $
3 come~|arise~|stem~|result~ from many|various|different|several|multiple
3 rest~|rely|relies|relied|hinge~ on a|an|the ?VERY combination|mix|number|range|variety|balance|interplay of
3 rest~|rely|relies|relied|hinge~ on many|several|various|both
3 work|works|working together
3 evolve|evolves|evolving $
3 ?BE|continue evolving|developing|growing|maturing|adapting and|as|in|with|alongside
3 has|have always ?been BIG|KEY|part|about
2 depend|depends on ?the quality|nature|context|environment|people|how|goals|needs
3 offer~|have|has|bring~ ?_2 something for
2 reflect|reflects ?the|a|their|its|our
3 some _6 and _2 for others
3 for some _6 for others
2 BE the foundation|basis|cornerstone|backbone|heart|core|bedrock|hallmark of
3 BE the foundation|basis|cornerstone|backbone|heart|core|bedrock|hallmark of ?any|all|every GOOD
2 evolve|evolves along|with|as|over|together
3 BE ?VERY ?more nuanced|complicated|complex|subtle than
3 BE not a|an panacea|cure-all|silver|magic|one-off|one-time
3 has|have come a long way
3 BE at a|an ?_1 crossroads|inflection|turning
3 BE an ?VERY active|emerging|important|growing|exciting|interesting area|field|topic|trend
2 face~ an ?VERY uncertain|changing|new
2 BE ?VERY likely|set|poised|expected to play|evolve|change|matter|continue|grow|shape|become
3 reflect~ ?_1 broader|wider|deeper|larger|general trends|changes|shifts|forces|patterns|values
3 offer~|provide~|open~ a window on|into|onto
3 BE both a|an|the ?_2 cause|product|result and
2 BE only as good|strong as
3 BE as much ?a|an|about ?_3 as
3 should|must|can only|not be ?fully understood|viewed|separated|studied|evaluated|assessed
3 cannot|can't be ?fully understood|considered|viewed|separated|studied|evaluated|assessed ?in|without
3 part art part
3 what works|work ?_4 CAN not
3 no two _3 are alike|identical|equal|same
3 not all _3 are created|equal|alike|same
3 room for improvement|growth|debate|both
3 BE|keep~ gaining|attracting|growing|drawing|receiving ?more|BIG|in attention|traction|interest|importance|popularity|momentum|recognition
3 BE on the rise
3 gain|gains|gained|attract|attracts|draw|draws|receive|receives ?more|BIG attention|traction|interest|importance|popularity|momentum|recognition
2 CAN ?VERY reshape|transform|redefine|offer|serve
2 benefit|benefits from
2 attitudes|perceptions|expectations|preferences|norms|habits _4 BE|change|shift|vary|differ|evolve
3 best of both
3 best in combination
3 outcomes|results|effects|experiences|opinions|needs|preferences|views CAN ?VERY vary|differ
3 outcomes|results|effects|experiences|opinions|needs|preferences|views vary|differ
3 more than one way|factor|cause|reason|answer
2 ?require~|involve~|mean~|need~ balancing|weighing|juggling|navigating
3 a moving target
3 new ways|possibilities|opportunities|challenges|questions|perspectives|avenues for|of|to|in|about
2 MODAL adapt|evolve|change|collaborate|prepare|rethink|reconsider|innovate ?to|in|as|with|their|if|and|how
2 close~ attention
3 can|could go either|both
2 ?will|would look different
3 BE different from person|place|team|case
2 BE ?VERY uncertain|unpredictable|debatable|subjective|relative $
3 user|customer|employee|patient|consumer|public|stakeholder|community needs|experience|engagement|feedback|satisfaction BE|matters|plays|drives|shapes
3 but ?so ?do other|others ?ASPECTS matter|count|too
3 MANY ?_1 mechanisms|influences|pathways|processes|drivers|channels
2 as _2 ask|pay|become|becomes|grow|grows|learn|evolve|change|adapt|demand|mature|matures ?VERY more|new|aware|better|over|to
3 well-known|widely|generally|commonly accepted|known|recognized|recognised|acknowledged|agreed|understood ?that
3 lie~|sit~ at the heart|core of
3 BE here|bound|likely to stay|change|evolve|grow|matter
3 has|have ?something|everything|much|little|a ?lot|great ?deal ?of to do with
3 has|have ?much|more|a ?lot in common
3 its|their ?own|fair share of
3 has|have its|their place|critics|limits|limitations|uses|moments|merits|reasons|challenges|strengths|weaknesses|flaws|virtues|costs|risks
3 has|have yet to
3 has|have a way|habit of
3 has|have ?VERY profound|significant|major|big|huge|large|substantial|deep|lasting|important|real|considerable|unexpected|unintended|unforeseen|wide-ranging|far-reaching effects|effect|consequences|implications|impact|impacts|influence
3 CAN have ?VERY ?BIG ?and|or ?_1 effects|effect|consequences|implications|impact|impacts|influence
3 bring~|brought ?with both|its|their ?own SIDES
3 bring~|brought ?with ?it|them both|new|its|their ?own SIDES
3 come~ with ?its|their ?own SIDES
3 come~ in many|all|various|different forms|shapes|kinds|sizes|varieties
3 say|says|tell|tells|told|reveal|reveals|teach|teaches|taught ?us ?VERY something|much|more|little|a ?lot|great ?deal ?of about|from
3 remind~ us|people|everyone that|of|how
3 BE a|an ?VERY two-way|one-way|never-ending|team|human|work|matter|question|way|fact|part|mixed|living|slippery|fine|different|whole street|process|effort|sport|business|endeavour|bag|thing|document|slope|line|balance|game|beast|ballgame|story
3 BE a|an matter|question|way|fact of
3 BE only as
3 more than meets|meet
3 walk~ a fine|thin|delicate|narrow
3 open|opens|opened ?new|up|some doors|door
3 make|makes or break|mar
3 hang|hangs in the balance
3 follow|follows its|their own
3 goes|go|went a long way
3 goes|go|went beyond|deeper|further
3 there BE something|lessons|wisdom|merit|truth|value|reason|reasons|room|place|scope|potential|limits|parallels to|in|for|behind|between|about
3 there BE much|more to|in|behind|about
3 there BE ?VERY still|always
3 it would|BE ?be ?a wrong|mistake|unwise|foolish to
3 a balance has|must|needs|should
3 balance between _2 and
3 BE ?VERY needed|required|necessary|called if|for|to|when|where|in
3 see|sees|view|views|look|looks _2 through|from different|another
3 BE where _2 meet|meets|intersect|intersects|come|comes
3 gives|give|gave rise|shape|meaning to
3 calls|call for ?a|an ?_1 tailored|careful|thoughtful|new|different|nuanced|balanced|deliberate|sustained|collective
3 brings|bring something|their|its own|of|to
3 BE made|shaped|formed|built|born|defined|driven|marked|coloured|colored|characterised|characterized ?as|both by|of|out|over|from ?a|an|both|many|its|their|the|our combination|time|times|mix|forces|factors|contexts|history|context|culture|people|experience
3 BE bound|tied|wrapped|intertwined|entangled|interwoven up|with|together
3 BE as diverse|varied|complex|old|important as
3 no easy|simple|silver|magic|single|quick|perfect|straightforward|clear answer|answers|bullet|fix|solution|solutions|recipe|formula|path|way|choice|choices|cure
3 cuts|cut both ways
3 BE neither _3 nor
3 BE a|an blessing|journey|marathon|mindset|spectrum|continuum|conversation|dialogue|partnership|lifestyle
3 BE not a|an destination|monolith|homogeneous|luxury|binary|one-way|end|exact|given|silver|panacea
3 BE what one|we|you|they|people make|makes
3 at the end of the day
3 when BE said and done
3 time will tell
3 the jury BE|still
3 remain|remains|remained ?VERY to|an|a be|open|matter|work|live|subject|challenge|mystery|puzzle|topic
3 BE a means to
3 BE easy|hard|difficult|tempting|natural to see|say|overlook|forget|imagine|underestimate|ignore|understand
3 change~|transform~|alter~|affect~|shape~|influence~ the ?_1 life|lives|face|nature|course|landscape|character|tone|mood|atmosphere|dynamics of
3 require~|need~|demand~|involve~ ?a|both MANY
3 require~|need~|demand~|involve~ ?both _1 and _1 $
3 MODAL|need|needs|CAN not be enemies|opposites|mutually|feared|rushed
3 draw~|drew inspiration|lessons|strength|attention
3 has|have|had a|an ?_1 ?and ?_1 history|past|tradition|heritage|future|legacy|story
3 BE an|a ?VERY important|big|difficult|hard|major|key|crucial|personal decision|choice|moment|step
3 BE ?only|just|but part of the
`

// specifics say something that can be denied.
const specifics = `
2 from _3 to
2 but|and only
4 faster|slower|larger|smaller|higher|lower|longer|shorter|earlier|later|sooner|stronger|weaker|cheaper|safer|worst|harder|healthier $
3 fewer|first|last|worst
3 <BE|MODAL|CAN|do|does|did|has|have|is|why|or not !only|just|always|all|without|every|easy|simple|be
4 more|less|fewer|better|worse|faster|slower|larger|smaller|higher|lower|longer|shorter|earlier|later|stronger|weaker|cheaper|safer|sooner|greater|easier|harder|rather _6 than
4 more than $
3 instead of
3 only if|when|where|after|because|for|among|once|until|while|in|on|at|by|through|with|under|to|as|from
2 so !that
3 but|and not !only|just|always|without
3 not !only|just|always|all|without|every|easy|simple|be
3 but|and not
3 most when|if|where|in|for|among
3 <DET|PREP|MANY|KEY|COMPLEX|and raise|raises|raised|lower|lowers|lowered|cut|cuts|reduce|reduces|reduced|increase|increases|increased|double|doubles|doubled|shrink|shrinks|shrank|widen|widens|narrow|narrows|shorten|shortens|lengthen|delay|delays|delayed|slow|slows|slowed|speed|speeds|push|pushes|pushed|pull|pulls|pulled|shift|shifts|shifted|move|moves|moved|displace|displaces|replace|replaces|replaced|crowd|crowds|kill|kills|killed|block|blocks|stop|stops|stopped|prevent|prevents|prevented|cause|causes|caused|trigger|triggers|triggered|reverse|reverses|erase|eliminate|eliminates|destroy|destroys|rise|rises|rose|fall|falls|fell|drop|drops|dropped|decline|declined|collapse|collapsed|predict|predicts|predicted|lag|lags|overtake|beat|beats|fail|fails|failed|converge|converges|select|selects
2 unless|despite|except
2 even if|when|where|after|though|among
3 at the expense|cost of
3 no effect|impact|role|difference|bearing
2 once|until|within
2 neither|nor
2 least|most _3 when|in|for|among
3 times as|more|less|the
3 outperform~|outweigh~|outlast~|exceed~|halve~|double~|triple~|outpace~
`
