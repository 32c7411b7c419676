import { type Rules, rule, some, very } from './rules.ts'

/** Words for a product in a complaint about one. */
const product =
  'app|software|tool|platform|plan|version|subscription|program|plugin|site|website|service|crm|extension|tier|api'

/** Doubts about products by what they are about. A sentence counts for the first. */
export const objectionRules: Rules = {
  'Price increases': [
    rule(
      'pric',
      '(?<!(?:stock|share|house|home|gas|oil) )pric(?:e|es|ing) (?:hikes?|increases?|jumped|went up|has gone up|have gone up|keeps? (?:going up|increasing|rising)|increased|doubled|tripled)',
    ),
    rule(
      'pric subs prem',
      `(?:rais(?:ed|es|ing)|raise|hik(?:ed|es|ing)|increas(?:ed|ing)|jack(?:ed|ing)(?: up)?|doubl(?:ed|ing)|bump(?:ed|ing)(?: up)?) (?:up )?(?:the |their |its |our )?(?:price|prices|pricing|subscription|premiums?)(?! of)`,
    ),
  ],
  'Too expensive': [
    rule(
      'expe pric cost',
      `(?:${very}|is|are|gets|getting|got|was|quite|more|seems|seem|looks|kinda|more and more) (?:expensive|pricey|costly)(?! (?:enough|than))`,
    ),
    rule('over', 'overpriced'),
    rule(
      'afford justify',
      `(?:can't|cannot|couldn't|can't really|don't|hard to) (?:really |even |currently )?(?:afford|justify)(?! to (?:lose|miss|be|wait|fail|make))`,
    ),
    rule(
      'much fort arm lot ton insane',
      `(?:costs?|costing|charging|charges?|pay|paying) (?:me |us )?(?:too much|so much|a fortune|an arm|way too much|a lot|a ton|an insane)`,
    ),
    rule('budg pric', `(?:out of|outside|above|beyond|over|not in) (?:of )?(?:my|our|the) (?:budget|price range)`),
    rule(
      'high stee craz insa ridi absu expe wild outr brut conf much proh bit',
      `(?:price|prices|pricing|cost|costs|fees?) (?:is|are|was|seems|seem|gets|got|has gotten) ${some}(?:high|steep|crazy|insane|ridiculous|absurd|expensive|wild|outrageous|brutal|confusing|too much|prohibitive|a bit much)`,
    ),
    rule(
      'wort pay payi spen drop shel',
      `not worth (?:the (?:price|money|cost)|paying)|(?:(?:don't|do not|didn't) (?:really |necessarily )?(?:want to|wanna)|rather not|hate to|can't|cannot|not (?:willing|looking|ready|trying) to) (?:be )?(?:pay|paying|spend|drop|shell out)(?! (?:\\S+ ){0,2}(?:time|hours|days|weeks|months|years|attention))`,
    ),
    rule(
      'nick hidd goug robb rip tigh stic ripo',
      'nickel and dim(?:e|ed|ing)|hidden (?:fees?|costs?|charges)|price gouging|highway robbery|(?:a|total|complete|absolute|huge) rip[- ]?off|tight budget|sticker shock',
    ),
  ],
  'No free plan, or a subscription': [
    rule('free', 'no (?:longer )?(?:a )?free (?:plan|tier|trial|version|option)s?'),
    rule(
      'free',
      `free (?:plan|tier|version|trial)(?:s|'s)? (?:is|are|was|has|only|isn't|doesn't|does not|ended|limits?|ran out|expired|sucks|used to|gone|anymore)`,
    ),
    rule(
      'free',
      `(?:isn't|aren't|not|no longer|wasn't|nothing is) (?:actually |really |even |truly |totally |completely )?free(?! to | of )`,
    ),
    rule(
      'payw subs mont',
      `paywall(?:s|ed)?|(?:requires?|need|needs|without|forced|forces|have to (?:buy|get|pay for)|don't want(?: to (?:buy|pay for))?|want to avoid|hate|no more|another|yet another|tired of|sick of|not (?:looking|wanting) for) ${some}(?:subscriptions?|monthly fees?)(?! (?:box|business|manage|track))`,
    ),
  ],
  'Locked in': [
    rule(
      'lock cont comm plan',
      `(?:vendor )?lock-in|vendor lock(?: in)?|locked into|(?:locks?|lock) (?:me|us|you) in|(?:feel|feeling|be|being|get|stuck) locked in|locked in (?:with|for|by)|(?:annual|yearly|long[- ]term|multi[- ]year) (?:contract|commitment|plan only)`,
    ),
    rule(
      'canc expo migr out unsu',
      `(?:can't|cannot|couldn't|hard to|impossible to|difficult to|won't let me|wouldn't let me|no way to|never let me) (?:easily |even )?(?:end|cancel|export|migrate|get out of|opt out|unsubscribe)`,
    ),
    rule('fee fees', '(?:cancell?ation|early termination|exit) fees?'),
  ],
  'Privacy and security': [
    rule('priv secu', `(?:privacy|security) (?:concerns?|issues?|nightmare|risks?|worries)`),
    rule(
      'priv secu data docu info pers',
      `(?:worried|concerned|concerns?|paranoid|nervous|uncomfortable|iffy|uneasy|worry|careful|worrying) (?:about|with|over|by|giving|sharing|sending|having) ${some}(?:privacy|security|data|documents|information|personal)`,
    ),
    rule(
      'data info note docu',
      `(?:sell(?:s|ing)?|sold|leak(?:s|ed|ing)?|mining|harvest(?:s|ing)?|scrap(?:es|ing)|train(?:s|ing)? on|steal(?:s|ing)?) (?:my|your|our|user|users'|their|all (?:my|your)|customer) (?:\\p{L}+ )?(?:data|info|information|notes|documents)`,
    ),
    rule(
      'data info file docu pass',
      `(?:don't|do not|didn't|not|wouldn't|hate) (?:really )?(?:want(?: to)?|like|comfortable|feel comfortable) ${some}(?:my|our) ${some}(?:data|information|files|documents|passwords)`,
    ),
  ],
  'Lack of trust': [
    rule(
      'trus',
      `(?:don't|do not|didn't|can't|cannot|never|not|hard to|wouldn't|won't|lost|no|zero) (?:really |fully |completely |totally |even |sure (?:if|whether) (?:i|we) can |sure who to |know (?:who|what|which ones?|if i can) (?:to )?|(?:all|my|our) )?trust`,
    ),
    rule(
      'sket shad scam spam pred',
      `(?:seems?|seemed|sounds?|looks?|looked|feels?|felt|is|are|was|kinda|so|bit|really|super|pretty) (?:kind of |kinda |a bit |a little |so |really |pretty |very |super )?(?:sketchy|shady|scammy|spammy|predatory)`,
    ),
    rule(
      'skep scep wary leer susp dist revi stor',
      '(?:skeptical|sceptical|wary|leery|suspicious|distrustful) (?:of|about|that)?|(?:bad|terrible|mixed|horrible|awful|poor|negative|fake|sketchy) reviews|(?:horror|scary) stories about',
    ),
    rule(
      'legi trus',
      `(?:is|are) (?:it|this|that|they|these|\\p{L}+|\\p{L}+ \\p{L}+) (?:actually |even |really )?(?:legit|legitimate|trustworthy)`,
    ),
  ],
  'Poor support': [
    rule(
      'supp serv',
      `(?:bad|poor|terrible|horrible|awful|useless|nonexistent|non-existent|zero|no|lousy|slow|worst|garbage|abysmal) (?:customer |tech |technical )?(?:support(?! for| from)|customer service)`,
    ),
    rule(
      'supp serv',
      `(?:customer service|customer support|tech support|their support|support team) (?:is|was|has been|are|have been|sucks|never|doesn't|won't|didn't) (?:\\p{L}+ )?(?:bad|poor|terrible|horrible|awful|useless|nonexistent|slow|a joke|garbage|abysmal|respond|unhelpful|help|reply|trash|condescending|dismissive|clueless)`,
    ),
    rule(
      'resp repl answ back',
      `(?:support|customer service|company) (?:never|won't|don't|doesn't|didn't|haven't|hasn't|stopped) (?:even )?(?:respond(?:ed|ing|s)?|repl(?:y|ied)|answer(?:ed|ing|s)?|get back|got back|gotten back)`,
    ),
  ],
  'Missing features': [
    rule(
      "doesn't does won't can't cann didn't",
      `(?:it|which|that|${product}) (?:doesn't|does not|won't|can't|cannot|didn't) (?:really |even |actually |yet |currently |seem to |natively )?(?:support|offer|include|integrate|integrations?|provide|sync with|export|let me|let you|let us|allow|handle|have (?:an?|any|the|enough|good|great|proper|native|support))`,
    ),
    rule(
      'lack feat func inte cust opti',
      `(?:it|which|that|${product}) (?:lacks|lacked)|(?:missing|lack of|lacks|limited) (?:\\p{L}+ )?(?:features?|functionality|integrations?|customization|options)`,
    ),
  ],
  'More than they need': [
    rule(
      'over bloa crep feat opti bell than much all most half some',
      `overkill|bloat(?:ed|ware)?|feature creep|too many (?:features|options|bells)|(?:way )?(?:more than|too much for) (?:what )?(?:i|we|my|our) (?:\\p{L}+ )?(?:need|needs|want|use|team|business)|don't need (?:all|most|half|something (?:so|that|too))`,
    ),
  ],
  'Hard to learn': [
    rule(
      'lear',
      `(?:steep(?:er)?|huge|big|high|massive|serious|bit of a) learning curve|learning curve (?:is|was|seems|looks|feels|too)`,
    ),
    rule(
      'comp tech over conv unin clun',
      `(?:too|so|way too|overly|unnecessarily|super|insanely|incredibly) (?:complicated|complex|technical)(?! (?:enough|than))|overcomplicated|convoluted|unintuitive|clunky`,
    ),
    rule(
      'hard intu user begi easy',
      `hard to (?:learn|set up|use|navigate|configure)|(?:isn't|not|aren't|wasn't) (?:very |that |super |really |so |at all |particularly )?(?:intuitive|user[- ]friendly|beginner[- ]friendly|easy to use)`,
    ),
  ],
  'Unsure if it’s worth it': [
    rule(
      'hesi relu fenc conv sold unco torn',
      `(?:i'm|i am|we're|bit|little|been|very|really|so|am|still) (?:a bit |a little |pretty |quite |still |really |very )?(?:hesitant|reluctant|on the fence|not convinced|not sold|unconvinced|torn)`,
    ),
    rule(
      "wort over nece it'l sens just idea righ",
      `(?:not sure|unsure|don't know|wondering|debating|questioning|can't tell|can't decide|curious) (?:if|whether) ${some}(?:worth|overkill|necessary|it'll|makes sense|justified|a good idea|the right)`,
    ),
    rule(
      'wort over',
      `(?:is|are|was|would) (?:it|this|that|they|these|\\p{L}+|\\p{L}+ \\p{L}+) (?:actually |even |really |still |genuinely )?(?:worth (?:it|the|paying|buying|getting)|overkill)(?=[^.!]*\\?)`,
    ),
  ],
}
