import type { People, Person } from './people.ts'
import { promotionIn } from './promotion.ts'
import { type Random, randomFor } from './random.ts'
import type { CommunityProfile } from './subreddits.ts'
import type { Block, ClientText, Reaction, Removal, ReplyReaction } from './types.ts'

const minute = 60_000
const hour = 60 * minute
/** The probability that the person addressed replies, by the number of earlier turns. */
const patience = [0.8, 0.65, 0.5, 0.3]
/** What people do about a private message: the probabilities of each; otherwise they ignore it. */
const privately = { plain: { reply: 0.7, stop: 0.08, block: 0.05 }, pitch: { reply: 0.45, stop: 0.2, block: 0.15 } }
/** The probability that moderators reply to a message to them. */
const moderatorsReply = 0.7
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
export function reactionsTo(clientText: ClientText, knowledge: CommunityKnowledge): Reaction[] {
  const random = randomFor(`${knowledge.seed}/heard ${clientText.name}`)
  const { home } = knowledge
  const removal = home && clientText.subreddit !== null ? removalOf(clientText, home, random) : null
  const note =
    removal && clientText.kind === 'post' && home?.talk === 'en' ? [noteOf(clientText, removal, knowledge, random)] : []
  if (clientText.kind === 'message') return messageReactions(clientText, knowledge, random)
  const replies =
    clientText.kind === 'post' ? answersTo(clientText, knowledge, random) : repliesTo(clientText, knowledge, random)
  return [...(removal ? [removal] : []), ...note, ...replies].toSorted((a, b) => a.at - b.at)
}

/** Repeated text is spam everywhere; promotion follows the subreddit's rule (sandbox/community/rules.ts). */
function removalOf(clientText: ClientText, { promotion, rules }: CommunityProfile, random: Random): Removal | null {
  const key = `removal of ${clientText.name}`
  if (clientText.isRepeated) {
    return { type: 'removal', key, at: clientText.at + 20_000 + random.below(2 * minute), reason: 'Spam' }
  }
  const { promotes, isDisclosed } = promotionIn(clientText.text)
  const isAllowed = promotion === 'welcome' || (promotion === 'tolerated' && isDisclosed && !clientText.hasPromoted)
  if (!promotes || isAllowed) return null
  const at = clientText.at + 3 * minute + Math.floor(Math.min(6 * hour, random.wait(50) * minute))
  return { type: 'removal', key, at, reason: rules[1]!.shortName }
}

/** Moderators explain the removal of a post to its author, but not that of a comment. */
function noteOf(
  clientText: ClientText,
  { at, reason }: Removal,
  { people, home }: CommunityKnowledge,
  random: Random,
): ReplyReaction {
  const author = clientText.isRepeated ? people.bot : random.pick(people.moderatorsOf.get(home!.name)!)
  const facts = { op: clientText.author, rule: reason }
  return {
    ...saying(clientText, 'note', 0),
    type: 'note',
    at: at + 5000,
    author: author.name,
    intent: 'removed-note',
    facts,
  }
}

function saying(clientText: ClientText, type: ReplyReaction['type'], number: number) {
  const { name, subreddit, thread } = clientText
  return { type, key: `${type} ${number} to ${name}`, subreddit, thread, facts: {} }
}

/** Members of the subreddit reply to a post. */
function answersTo(clientText: ClientText, { people, home }: CommunityKnowledge, random: Random): ReplyReaction[] {
  const members = home && people.membersOf.get(home.name)?.people
  if (!home || !members) return []
  const count = 1 + Math.floor(Math.min(3, random.wait(1.2)))
  const intent = promotionIn(clientText.text).promotes
    ? home.talk === 'en'
      ? 'visitor-pitch'
      : 'reply-no'
    : clientText.text.includes('?')
      ? 'question-answer'
      : 'story-react'
  return Array.from({ length: count }, (_, at) => ({
    at,
    author: random.pick(members),
    when: laterThan(clientText, random),
  }))
    .filter(({ author, when }) => isAround(author, when))
    .map(({ at, author, when }) => ({ ...saying(clientText, 'reply', at), at: when, author: author.name, intent }))
}

/** The person who gets a message replies, asks to stop, blocks its author, or does nothing. */
function messageReactions(
  clientText: ClientText,
  knowledge: CommunityKnowledge,
  random: Random,
): (ReplyReaction | Block)[] {
  const { people, home } = knowledge
  const at = laterThan(clientText, random)
  if (clientText.to?.startsWith('#')) {
    const moderators = (home && people.moderatorsOf.get(home.name)) ?? []
    if (moderators.length === 0 || !random.chance(moderatorsReply)) return []
    const author = random.pick(moderators).name
    return [{ ...saying(clientText, 'reply', 0), type: 'reply', at, author, intent: 'modmail-reply' }]
  }
  const person = people.byName.get(clientText.to?.toLowerCase() ?? '')
  if (!person || person === people.bot || !isAround(person, at)) return []
  const isPitch = clientText.isRepeated || promotionIn(clientText.text).promotes
  const shares = isPitch ? privately.pitch : privately.plain
  const reply = shares.reply * ((patience[clientText.turn] ?? 0) / patience[0]!)
  const roll = random.chance(reply)
    ? 'reply'
    : random.chance(shares.stop / (1 - shares.reply))
      ? 'stop'
      : random.chance(shares.block / (1 - shares.reply - shares.stop))
        ? 'block'
        : 'ignore'
  if (roll === 'ignore') return []
  if (roll === 'block') return [{ type: 'block', key: `block after ${clientText.name}`, at, author: person.name }]
  const isAbroad = home !== null && home.talk !== 'en'
  const intent = roll === 'stop' ? 'private-stop' : isAbroad ? 'op-reply' : 'private-reply'
  return [{ ...saying(clientText, 'reply', 0), type: 'reply', at, author: person.name, intent }]
}

/** The person addressed replies, or another person in the thread. */
function repliesTo(clientText: ClientText, knowledge: CommunityKnowledge, random: Random): ReplyReaction[] {
  const { people } = knowledge
  const addressed = people.byName.get(clientText.to?.toLowerCase() ?? '')
  const replies: ReplyReaction[] = []
  const answer = (person: Person | undefined, at: number) => {
    if (!person || person === people.bot || !isAround(person, at)) return
    const intent = intentOf(clientText, person, knowledge, random)
    replies.push({ ...saying(clientText, 'reply', replies.length), at, author: person.name, intent })
  }
  if (random.chance(patience[clientText.turn] ?? 0)) answer(addressed, laterThan(clientText, random))
  if (clientText.turn === 0 && clientText.others.length > 0 && random.chance(nosy)) {
    const other = people.byName.get(random.pick(clientText.others).toLowerCase())
    if (other !== addressed) answer(other, laterThan(clientText, random))
  }
  return replies
}

function intentOf(
  clientText: ClientText,
  person: Person,
  { home, hasProduct }: CommunityKnowledge,
  random: Random,
): string {
  const isAbroad = home?.talk !== 'en'
  if (promotionIn(clientText.text).promotes && random.chance(0.5)) return isAbroad ? 'reply-no' : 'visitor-pitch'
  if (clientText.starter === person.name) return hasProduct && !isAbroad ? 'op-visitor' : 'op-reply'
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
