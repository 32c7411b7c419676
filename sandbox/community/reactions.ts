import type { People, Person } from './people.ts'
import { promotionIn } from './promotion.ts'
import { type Random, randomFor } from './random.ts'
import type { CommunityProfile } from './subreddits.ts'
import type { ClientText, Reaction, Removal, ReplyReaction } from './types.ts'

const minute = 60_000
const hour = 60 * minute
/** The probability that the person addressed replies, by the number of earlier turns. */
const patience = [0.8, 0.65, 0.5, 0.3]
/** The probability that another person in the thread replies. */
const nosy = 0.35

/** The context in which the community reads a text. */
export interface CommunityKnowledge {
  seed: string
  people: People
  /** Null for a message. */
  home: CommunityProfile | null
  /** Whether the thread is about products. */
  hasProduct: boolean
}

/**
 * Returns the reactions to a client's text: moderators remove what breaks the rules, and the person addressed or
 * another one replies after a while. Depends only on the seed and the text.
 */
export function reactionsTo(heard: ClientText, hearing: CommunityKnowledge): Reaction[] {
  const random = randomFor(`${hearing.seed}/heard ${heard.name}`)
  const { home } = hearing
  const removal = home && heard.subreddit !== null ? removalOf(heard, home, random) : null
  const note = removal && heard.kind === 'post' && home?.talk === 'en' ? [noteOf(heard, removal, hearing, random)] : []
  const replies = heard.kind === 'post' ? answersTo(heard, hearing, random) : repliesTo(heard, hearing, random)
  return [...(removal ? [removal] : []), ...note, ...replies].toSorted((a, b) => a.at - b.at)
}

/** Repeated text is spam everywhere; promotion follows the subreddit's rule (sandbox/community/rules.ts). */
function removalOf(heard: ClientText, { promotion, rules }: CommunityProfile, random: Random): Removal | null {
  const key = `removal of ${heard.name}`
  if (heard.isRepeated) {
    return { type: 'removal', key, at: heard.at + 20_000 + random.below(2 * minute), reason: 'Spam' }
  }
  const { promotes, isDisclosed } = promotionIn(heard.text)
  const isAllowed = promotion === 'welcome' || (promotion === 'tolerated' && isDisclosed && !heard.hasPromoted)
  if (!promotes || isAllowed) return null
  const at = heard.at + 3 * minute + Math.floor(Math.min(6 * hour, random.wait(50) * minute))
  return { type: 'removal', key, at, reason: rules[1]!.shortName }
}

/** Moderators explain the removal of a post to its author, but not that of a comment. */
function noteOf(
  heard: ClientText,
  { at, reason }: Removal,
  { people, home }: CommunityKnowledge,
  random: Random,
): ReplyReaction {
  const author = heard.isRepeated ? people.bot : random.pick(people.moderatorsOf.get(home!.name)!)
  const facts = { op: heard.author, rule: reason }
  return {
    ...saying(heard, 'note', 0),
    type: 'note',
    at: at + 5000,
    author: author.name,
    intent: 'removed-note',
    facts,
  }
}

function saying(heard: ClientText, type: ReplyReaction['type'], number: number) {
  const { name, subreddit, thread } = heard
  return { type, key: `${type} ${number} to ${name}`, subreddit, thread, facts: {} }
}

/** Members of the subreddit reply to a post. */
function answersTo(heard: ClientText, { people, home }: CommunityKnowledge, random: Random): ReplyReaction[] {
  const members = home && people.membersOf.get(home.name)?.people
  if (!home || !members) return []
  const count = 1 + Math.floor(Math.min(3, random.wait(1.2)))
  const intent = promotionIn(heard.text).promotes
    ? home.talk === 'en'
      ? 'visitor-pitch'
      : 'reply-no'
    : heard.text.includes('?')
      ? 'question-answer'
      : 'story-react'
  return Array.from({ length: count }, (_, at) => ({
    at,
    author: random.pick(members),
    when: laterThan(heard, random),
  }))
    .filter(({ author, when }) => isAround(author, when))
    .map(({ at, author, when }) => ({ ...saying(heard, 'reply', at), at: when, author: author.name, intent }))
}

/** The person addressed replies, or another person in the thread. */
function repliesTo(heard: ClientText, hearing: CommunityKnowledge, random: Random): ReplyReaction[] {
  const { people } = hearing
  const addressed = people.byName.get(heard.to?.toLowerCase() ?? '')
  const replies: ReplyReaction[] = []
  const answer = (person: Person | undefined, at: number) => {
    if (!person || person === people.bot || !isAround(person, at)) return
    const intent = intentOf(heard, person, hearing, random)
    replies.push({ ...saying(heard, 'reply', replies.length), at, author: person.name, intent })
  }
  if (random.chance(patience[heard.turn] ?? 0)) answer(addressed, laterThan(heard, random))
  if (heard.kind === 'comment' && heard.turn === 0 && heard.others.length > 0 && random.chance(nosy)) {
    const other = people.byName.get(random.pick(heard.others).toLowerCase())
    if (other !== addressed) answer(other, laterThan(heard, random))
  }
  return replies
}

function intentOf(heard: ClientText, person: Person, { home, hasProduct }: CommunityKnowledge, random: Random): string {
  if (heard.kind === 'message') return home && home.talk !== 'en' ? 'op-reply' : 'private-reply'
  const isAbroad = home?.talk !== 'en'
  if (promotionIn(heard.text).promotes && random.chance(0.5)) return isAbroad ? 'reply-no' : 'visitor-pitch'
  if (heard.starter === person.name) return hasProduct && !isAbroad ? 'op-visitor' : 'op-reply'
  if (isAbroad) return random.pick(['reply-yes', 'reply-no'])
  return random.pick(hasProduct ? ['reply-yes', 'how-long', 'price-q'] : ['reply-yes', 'reply-no', 'reply-more'])
}

/** Usually within an hour or two; some people only look in the next day. */
function laterThan({ at, kind }: ClientText, random: Random): number {
  const mean = random.chance(0.8) ? (kind === 'message' ? 80 : 40) : 360
  return at + 2 * minute + Math.floor(Math.min(20 * hour, random.wait(mean) * minute))
}

function isAround({ createdAt, leavesAt }: Person, at: number): boolean {
  return createdAt < at && leavesAt > at
}
