/** The ages of minors, who are never leads. */
const ages = Array.from({ length: 8 }, (_, years) => years + 10)

/** Phrases that show what the author wants, by kind. `text` is the reason shown. Phrases are separated by bars. */
export const cues = {
  ask: {
    text: 'Looking for a product or service',
    phrases: [
      'recommend|recommends|recommended|recommendation|recommendations|recs|suggestion|suggestions|suggest',
      'looking for|looking to find|looking to buy|looking to hire|looking to switch|looking to move|looking to replace',
      'looking into|looking at|in search of|searching for|in the market for|shopping around|shopping for',
      'alternative|alternatives|replacement|replacements|substitute for|something like|similar to',
      'best|which|vs|versus|compare|compared|comparing|comparison|better than|worth it|worth the|worth paying',
      'what do you use|what do you guys use|what are you using|what are you guys using|what does everyone use',
      'what do people use|what is everyone using|what software|what tool|what tools|what app|what apps|what platform',
      'what service|what services|anyone use|anyone used|anyone using|anyone tried|anyone have experience|anyone know of',
      'anyone know a|anyone recommend|anyone here use|anyone here using|anyone had experience|has anyone tried',
      'know of a|know of any|know any|know a good|is there a|is there an|is there any|are there any|any good|good way to',
      'need a|need an|need to find|need to hire|need someone to|hiring|hire|want to hire|want to buy|want to switch',
      'experience with|experiences with|thoughts on|opinions on|opinion on|reviews of|where can i find|where can i get',
      'where do you find|where to find|how do i find|how to find|how to choose|how do i choose|should i use|should i go with',
      'willing to pay|my budget is|our budget is|within budget|quote|quotes|pricing for|cheapest|affordable',
    ],
  },
  leave: {
    text: 'Wants to switch from their current solution',
    phrases: [
      'switch from|switching from|switched from|switch to|switching to|switch away|moving from|moving away from|move from',
      'move away from|migrate|migrate from|migrating|migrating from|migration|ditch|ditching|replace|replacing',
      'cancel my|cancelled my|canceled my|cancelling|get rid of|fed up with|outgrown|outgrew|price increase|raised prices',
      'increased their pricing|raising prices|shutting down|being discontinued|discontinued|got too expensive',
    ],
  },
  wonder: {
    text: 'Asks a question',
    phrases: [
      'help|advice|tips|guidance|question|questions|wondering|curious|how do i|how do you|how can i|how can we|how to',
      'how should i|how would|how would you|should i|should we|can i|can you|can someone|can anyone|do i|does anyone',
      'has anyone|have any of you|anyone|anybody|what is|what are|what should|what would|what do|what can|any advice',
      'any tips|any ideas|any help|i need|we need|i want|trying to|trying to figure|new to|where can|where do|is it',
    ],
  },
  pain: {
    text: 'Describes a problem',
    phrases: [
      'struggle|struggling|frustrated|frustrating|frustration|tired of|overwhelmed|overwhelming|stuck|too expensive',
      'so expensive|too complicated|too slow|so slow|too much time|nightmare|hate|sick of|problem|problems|issue|issues',
      "confused|confusing|hard to|can't|cannot|won't|keeps|broken|losing|lost|wasting|wasted|mess|messy|manual|manually",
      'spend hours|spending hours|hours a week|hours every|screwed|scam|scammed|worried|worry|falling behind|hacked',
      'down|error|fail|failed|failing|fails|drowning|unpaid|overdue|late payment|late payments|rejected|ghosted|ripped off',
    ],
  },
  category: {
    text: 'Mentions a type of product or service',
    phrases: [
      'software|app|apps|tool|tools|service|services|platform|platforms|program|programs|template|templates|system|systems',
      'solution|solutions|provider|providers|company|companies|plugin|plugins|website|planner|agency',
      'agencies|freelancer|freelancers|broker|brokers|hosting|host|consultant|contractor|contractors|coach|designer',
    ],
  },
  own: {
    text: 'Promotes their own work',
    phrases: [
      'i built|i made|i created|i launched|i developed|i wrote|i released|i open sourced|we built|we made|we created',
      "we launched|we released|we developed|i've built|i've made|i've created|i've been building|we've built|i just built",
      "i just launched|we just launched|just launched|i'm building|i am building|im building|we're building|i've developed",
      'been building|been working on|my app|my tool|my product|my startup|my saas|my side project|my extension|my library',
      'my plugin|my blog|my article|my newsletter|my channel|my video|my agency|my service|my services|our app|our tool',
      'our product|our platform|our service|our services|our agency|our team|check out|check it out|check this out',
      'feedback|roast|open source|for hire|dm me|dms are open|sign up|early access|waitlist|beta|introducing|showoff',
      'show off|launch|launched|launching|promo|discount|giveaway|free trial|case study|lessons|lesson|how i',
      "here's how|here's what|here's why|game changer|we help|i help|offering|offer|release|released|i will build|i'll build",
      'growth hack|our clients|comment below|link in|i recently came across|limited time',
    ],
  },
  research: {
    text: 'Collects opinions or ideas',
    phrases: [
      'would you use|would you pay|would you buy|validate|validating|validation|market research|research|survey|idea',
      'ideas|thinking of building|thinking about building|want to build|planning to build|working on a|pain point',
      'pain points|how do you currently|how do you handle|how do you manage|how do you deal|biggest challenge|what if',
    ],
  },
  news: {
    text: 'Reads like news',
    phrases: [
      'says|said|report|reports|reported|announces|announced|according to|acquires|acquired|news|breach',
      'vulnerability|vulnerabilities|lawsuit|ceo|billion|million',
    ],
  },
  career: {
    text: 'About jobs or careers',
    phrases: [
      'career|careers|interview|interviews|internship|salary|salaries|hired|job offer|job market|entry level',
      'years of experience|laid off|layoff|layoffs|applying for|land a job|get a job|find a job|first job|new job|job|jobs',
      'recruiter|recruiters|coworkers|my manager|my boss|promotion|resignation|quit my|open to work|open to opportunities',
      'looking for opportunities|looking for a role|looking for work|looking for freelance work|referral|referrals',
    ],
  },
  learn: {
    text: 'Wants to learn rather than buy',
    phrases: [
      'learn|learning|course|courses|certificate|certificates|certification|certifications|bootcamp|roadmap|tutorial',
      'tutorials|textbook|book|books|study|studying|exam|exams|degree|student|students|school|college|university|class',
      'classes|beginner|beginners|resources|resource|teach|teaching|self taught|get into|getting into|break into',
      'breaking into|explain|explained|eli5|guide|guides',
    ],
  },
  talk: {
    text: 'Just chatting',
    phrases: [
      'rant|venting|vent|lpt|psa|ama|til|unpopular opinion|hot take|story|update|anyone else|am i the only|what do you think',
      'your favorite|your favourite|thank you|thanks to|etiquette|rude|funny|joke|debate|discussion|discuss|controversial',
      'change my mind|the future of|why do people|why does everyone|why are|why is everyone|stop using|stop doing|am i crazy',
      'the only one|does anyone else|just me|proud|finally|reminder that|remember when|appreciate|inspired|motivation',
    ],
  },
  make: {
    text: 'Asks how to build or set up something',
    phrases: [
      'implement|implementing|implementation|integrate|integrating|code|codebase|coding|function|api|apis|endpoint|endpoints',
      'backend|frontend|repo|repository|localhost|nginx|proxy|docker|config|configure|configuration|compile|library|framework',
      'query|queries|script|scripts|debug|debugging|exception|build my own|building my own|vibe code|vibe coding|set up a',
      'command|commands|database|dns|server|servers|component|components|typescript|python|javascript',
    ],
  },
  distress: {
    text: 'Author in distress: never a lead',
    phrases: [
      'kill myself|killing myself|suicidal|commit suicide|thoughts of suicide|thinking about suicide|attempted suicide',
      'end my life|ending my life|end it all|want to die|wanna die|wish i was dead|better off dead|no reason to live',
      "don't want to live|dont want to live|don't want to be alive|don't want to be here anymore|self harm|self-harm",
      'self harming|cutting myself|was raped|raped me|sexually assaulted|sexually abused',
      'molested|abusive husband|abusive wife|abusive boyfriend|abusive girlfriend|abusive partner|abusive relationship',
      'abusive marriage|abusive parents|abusive father|abusive mother|domestic violence|domestic abuse',
      'nowhere to sleep|sleeping in my car|living in my car',
    ],
  },
  minor: {
    text: 'Written by a minor: never a lead',
    phrases: [
      "i'm a minor|i am a minor|as a minor|i'm underage|i am underage|im underage|i'm a teenager|i am a teenager",
      "i'm in high school|i am in high school|im in high school|i'm in middle school|i am in middle school",
      "i'm a high school|i am a high school|im a high school|i'm still in high school|i'm in 8th grade|i'm in 9th grade",
      "i'm in 10th grade|i'm in 11th grade|i'm in 12th grade",
      ...ages.map(
        (age) =>
          `i'm ${age}|im ${age}|i am ${age}|i'm only ${age}|i'm just ${age}|i turned ${age}|i just turned ${age}`,
      ),
      ...ages.map(
        (age) => `i (${age}m|i (${age}f|i [${age}m|i [${age}f|me (${age}m|me (${age}f|${age}yo here|i'm a ${age}`,
      ),
    ],
  },
  self: {
    text: 'Talks about themselves',
    phrases: ["i|i'm|im|i've|ive|my|me|we|our|us|we're|myself"],
  },
  reader: {
    text: 'Addresses the reader',
    phrases: ["you|your|you're|yourself"],
  },
} as const satisfies Record<string, { text: string; phrases: readonly string[] }>

/** Phrases of advice or of a personal report, in a title that asks for nothing. They may be cues as well. */
export const advice = {
  text: 'Gives advice instead of asking for it',
  phrases: [
    'tip|tips|pro tip|lpt|psa|ama|guide|tutorial|lesson|lessons|mistakes|reasons|ways to|things i|things we|things you',
    "here's|how i|how we|why you|what i|step by step",
  ],
} as const

export type CueKind = keyof typeof cues
export const cueKinds = Object.keys(cues) as CueKind[]

/** Kinds whose phrases are the topic of some products, for which they say nothing about the author. */
export const topicCues: readonly CueKind[] = ['own', 'research', 'news', 'career', 'learn', 'talk', 'make']

/** The index of each kind in cueKinds, for tables by number. */
export const cueNumber = Object.fromEntries(cueKinds.map((kind, number) => [kind, number])) as Record<CueKind, number>
