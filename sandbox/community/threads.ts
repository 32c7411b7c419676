import { planFates } from './fates.ts'
import { type Form, formFor, forms, formsAbroad, furtherAnswers, heaviest, thanksFor } from './forms.ts'
import { answersTo as answersInLexicon, type Lexicon, say } from './grammar.ts'
import { kinds, lexiconOfKind, lexiconsFor } from './language.ts'
import { newcomer, type People, type Person, somebody } from './people.ts'
import { type Random, randomFor } from './random.ts'
import { leadsPerDay, sampleBusinesses } from './sample-businesses.ts'
import { type CommunityProfile, homes } from './subreddits.ts'
import type { CommunityEvent, Truth } from './types.ts'

/** A planned post or comment before it is worded: author, intent, target and topic. */
export interface Remark {
  key: string
  at: number
  author: Person
  /** The lexicon section that it is worded from. */
  intent: string
  facts: Readonly<Record<string, string>>
  votes: number
  truth: Truth
  thread: Thread
  /** The remark that it answers; absent for the post itself. */
  parent?: Remark
}

export interface Thread {
  home: CommunityProfile
  form: Form
  /** The kind of product, if any. */
  kind: string | undefined
  /** The answers to its question, if it has one. */
  own: readonly Lexicon[]
  /** The post and its comments, by time. */
  remarks: Remark[]
  /** Removals, deletions and locks. */
  fates: CommunityEvent[]
}

export const dayLength = 86_400_000
/** A post gets no replies after this. */
const longest = 2.95 * dayLength
const meanAnswers = 3.2
const workplaces = /^(?:formal|terse)$/
/** Relative activity for each hour of the local day. */
const awake = [5, 3, 2, 1, 1, 2, 4, 7, 9, 10, 10, 10, 11, 11, 10, 10, 10, 11, 12, 13, 14, 14, 12, 8]

/** Returns the threads that begin on a day, with their comments on that day and the next three. */
export function threadsOf(seed: string, people: People, day: number): Thread[] {
  return homes
    .filter(({ perDay }) => perDay > 0)
    .flatMap((home) => {
      const random = randomFor(`${seed}/${day}/${home.name}`)
      const weekend = [0, 6].includes(new Date(day * dayLength).getUTCDay())
      const busy = weekend ? (workplaces.test(home.tone) ? 0.6 : 1.15) : 1
      const posts = Math.floor(home.perDay * busy * (0.75 + random.next() * 0.5) + random.next())
      return Array.from({ length: posts }, (_, at) => threadBy(seed, people, home, day, at))
    })
}

function threadBy(seed: string, people: People, home: CommunityProfile, day: number, number: number): Thread {
  const key = `${day}-${home.name}-${number}`
  const random = randomFor(`${seed}/thread ${key}`)
  const lead = leadKind(home, random)
  const form = lead ? leadForm(home, random) : formOf(home, number, random)
  const kind = lead ?? (forms[form].product ? random.pick(home.kinds) : undefined)
  const at = day * dayLength + timeOfDay(home, random)
  const stranger =
    form === 'spam' || (form === 'advert' && random.chance(0.6)) || (form === 'research' && random.chance(0.4))
  const author =
    form === 'weekly'
      ? random.pick(people.moderatorsOf.get(home.name)!)
      : stranger
        ? newcomer(people, at, random)
        : somebody(people.membersOf.get(home.name)!, at, random)
  const question = form === 'question' ? ownQuestion(home, day, number, random) : undefined
  const thread: Thread = { home, form, kind, own: question?.answers ?? [], remarks: [], fates: [] }
  const post: Remark = {
    key: `p${key}`,
    at,
    author,
    intent: question ? 'asked' : form,
    facts: { ...factsOf(kind, random), ...question?.facts },
    votes: votesOf(form, random, home),
    truth: truthOf(forms[form].truth, kind),
    thread,
  }
  thread.remarks = [post, ...answersTo(post, people, random)]
  planFates(thread, people, random)
  return thread
}

/**
 * Returns the kind that a lead is about, or undefined for other posts. Each kind has a fixed daily rate over all its
 * subreddits.
 */
function leadKind(home: CommunityProfile, random: Random): string | undefined {
  return home.kinds.find((kind) => random.chance(leadsPerDay(kind) / postsOf.get(kind)!))
}

/** The posts per day in all subreddits that discuss a kind. */
const postsOf = new Map(
  kinds.map((kind) => [kind, homes.reduce((sum, home) => sum + (home.kinds.includes(kind) ? home.perDay : 0), 0)]),
)

function leadForm({ talk }: CommunityProfile, random: Random): Form {
  return heaviest(random.next(), { ask: 62, leave: 20, compare: talk === 'en' ? 18 : 0 }) as Form
}

function formOf(home: CommunityProfile, number: number, random: Random): Form {
  if (home.talk !== 'en') return formFor(random.next(), formsAbroad)
  const strict = home.tone === 'formal'
  // At most one moderator thread per day.
  const allowed = (Object.keys(forms) as Form[]).filter(
    (form) => !(form === 'weekly' && number > 0) && !(strict && (form === 'joke' || form === 'show')),
  )
  return number === 0 && random.chance(0.4) ? 'weekly' : formFor(random.next(), allowed)
}

/**
 * Returns a question that this subreddit has answers to: each at most once a day. Later posts use generic questions.
 */
function ownQuestion({ name, talk, theme, tone }: CommunityProfile, day: number, number: number, random: Random) {
  const lexicons = lexiconsFor(talk, theme, tone, undefined)
  const questions = lexicons[0]!.get('question')!
  if (talk === 'en' && (number >= questions.length || random.chance(0.45))) return undefined
  const question = questions[(name.length + day * 5 + number) % questions.length]!
  const answers = answersInLexicon(question)
  const own: Lexicon[] = answers.length === 0 ? [] : [new Map([['reply', answers]])]
  return { facts: { asked: say(question, { facts: {}, lexicons }, random) }, answers: own }
}

const hours = awake.flatMap((share, hour) => Array.from({ length: share }, () => hour))

function timeOfDay({ ahead }: CommunityProfile, random: Random): number {
  return Math.floor((((random.pick(hours) - ahead + 24) % 24) + random.next()) * 3_600_000)
}

function answersTo(post: Remark, people: People, random: Random): Remark[] {
  const { thread } = post
  const liveliness = 0.6 + Math.min(1.2, thread.home.perDay / 20)
  const mean = meanAnswers * forms[thread.form].heat * liveliness
  const wanted = Math.min(70, Math.floor(random.wait(mean) * (random.chance(0.06) ? 3 : 0.85)))
  const times = Array.from(
    { length: wanted },
    () => post.at + 60_000 + Math.floor(random.wait(random.chance(0.7) ? 2.2 : 14) * 3_600_000),
  )
  const answers: Remark[] = []
  for (const at of times.filter((each) => each < post.at + longest).toSorted((a, b) => a - b)) {
    const parent =
      answers.length > 0 && random.chance(0.45) ? answers[Math.floor(answers.length * Math.sqrt(random.next()))]! : post
    answers.push(answerTo(parent, post, answers.length, at, people, random))
  }
  return answers
}

function answerTo(parent: Remark, post: Remark, number: number, at: number, people: People, random: Random): Remark {
  const { thread } = post
  const members = people.membersOf.get(thread.home.name)!
  const asker = parent !== post && parent.author !== post.author && random.chance(0.35) && post.author.leavesAt > at
  const intent = asker ? thanksTo(parent, thread.home) : intentTo(parent, post, random)
  const shill = intent === 'shill'
  let author = asker ? post.author : shill ? newcomer(people, at, random) : somebody(members, at, random)
  for (let tries = 0; tries < 5 && !asker && (author === parent.author || author === post.author); tries++) {
    author = somebody(members, at, random)
  }
  const asks = intent === 'same-ask'
  return {
    key: `c${post.key.slice(1)}-${number}`,
    at,
    author,
    intent,
    facts: { ...post.facts, ...recommended(thread.kind, post, parent, random) },
    votes: shill
      ? -random.below(12)
      : Math.floor(random.wait(random.chance(0.1) ? 60 : 4)) + 1 - (random.chance(0.06) ? 9 : 0),
    truth: truthOf(asks ? 'ask' : shill ? 'advertising' : 'answer', thread.kind),
    thread,
    parent,
  }
}

function thanksTo({ intent }: Remark, { talk }: CommunityProfile): string {
  const thanks = thanksFor[intent] ?? 'op-reply'
  return talk === 'en' || thanks === 'thanks' ? thanks : 'op-reply'
}

function intentTo(parent: Remark, post: Remark, random: Random): string {
  const { home, form, kind } = post.thread
  const top = parent === post
  if (home.talk !== 'en') {
    const answers = { recommend: 50, advise: 22, same: 12, counter: 16 }
    if (!top) return heaviest(random.next(), furtherAnswers.abroad)
    if (kind === undefined) return `${form === 'question' ? 'question-answer' : `${form}-react`}`
    return form === 'advert' ? 'reply-no' : heaviest(random.next(), answers)
  }
  if (top) return heaviest(random.next(), forms[form].answers)
  return heaviest(random.next(), kind === undefined ? furtherAnswers.chatter : furtherAnswers.product)
}

/** A reply repeats the recommendation above it; a new recommendation picks its own. */
function recommended(kind: string | undefined, post: Remark, parent: Remark, random: Random): Record<string, string> {
  if (kind === undefined) return {}
  if (parent !== post) return { rec: parent.facts.rec!, recsite: parent.facts.recsite! }
  const rec = random.pick(namesOf(kind).filter((name) => name !== post.facts.name))
  return { rec, recsite: siteOf(rec) }
}

/** Returns the names that a thread about a kind of product mentions. */
export function factsOf(kind: string | undefined, random: Random): Record<string, string> {
  if (kind === undefined) return { spam: random.pick(['bigwinz', 'fastcash4u', 'likefarm', 'topwatchez', 'essayhero']) }
  const names = namesOf(kind)
  // Competitors on a sample business's website are mentioned most.
  const mentionedMost = sampleBusinesses.find((business) => business.kind === kind)?.competitors.length ?? 0
  const from = random.below(mentionedMost > 0 && random.chance(0.5) ? mentionedMost : names.length)
  const [name, other, third, maker] = [0, 1, 2, 3].map((step) => names[(from + step) % names.length]!)
  return {
    name: name!,
    other: other!,
    third: third!,
    maker: maker!,
    site: siteOf(maker!),
    code: `${maker!.replace(/\W.*/, '').toUpperCase()}${5 + random.below(20)}`,
  }
}

function namesOf(kind: string): string[] {
  return lexiconOfKind(kind)
    .get('name')!
    .map((pattern) => pattern.join(''))
}

function siteOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

function truthOf(kind: Truth['kind'], product: string | undefined): Truth {
  return product === undefined ? { kind } : { kind, product }
}

function votesOf(form: Form, random: Random, home: CommunityProfile): number {
  if (form === 'spam' || form === 'advert' || form === 'research') return random.below(3)
  const size = Math.max(1, Math.log10(home.subscribers) - 3)
  return Math.floor(random.wait(4 * size * forms[form].heat) ** (random.chance(0.07) ? 1.9 : 1))
}
