import type { People, Person } from './people.ts'
import type { Random } from './random.ts'
import type { Remark, Thread } from './threads.ts'
import type { CommunityEvent } from './types.ts'

const minute = 60_000
const hour = 60 * minute
const lastHours = 70

/** Decides a thread's events: bots greet, moderators remove and lock, authors delete. */
export function planFates(thread: Thread, people: People, random: Random): void {
  const post = thread.remarks[0]!
  const removal = removalOf(post, random)
  if (removal) {
    thread.fates.push(removal)
    endAt(thread, removal.at, random.chance(0.8))
  } else if (thread.remarks.length > 8 && random.chance(0.05)) lock(thread, people, random)
  else if (random.chance(0.025)) thread.fates.push(deletion(post, random))
  for (const remark of thread.remarks.slice(1)) {
    const fate = removalOf(remark, random) ?? (random.chance(0.015) ? deletion(remark, random) : undefined)
    if (fate) thread.fates.push(fate)
  }
  if (thread.home.talk === 'en' && random.chance(0.06))
    thread.remarks.splice(1, 0, note(post, people.bot, 'bot', post.at + 2000))
}

/** Advertising is removed where the rules forbid it, and spam everywhere. Occasionally a post breaks another rule. */
function removalOf({ key, at, truth, thread, parent }: Remark, random: Random): CommunityEvent | undefined {
  const { promotion, rules } = thread.home
  const soon = at + 2 * minute + Math.floor(random.wait(truth.kind === 'rubbish' ? 25 : 70) * minute)
  const chance =
    truth.kind === 'rubbish'
      ? 0.94
      : truth.kind === 'advertising'
        ? { forbidden: 0.9, tolerated: 0.3, welcome: 0 }[promotion]
        : truth.kind === 'note'
          ? 0
          : parent
            ? 0.004
            : 0.012
  if (!random.chance(chance)) return undefined
  const rule = truth.kind === 'advertising' ? rules[1]! : truth.kind === 'chatter' ? rules.at(-1)! : rules[0]!
  return {
    type: 'remove',
    key: `r${key}`,
    at: Math.min(soon, at + 8 * hour),
    target: key,
    reason: truth.kind === 'rubbish' ? 'Spam' : rule.shortName,
  }
}

function deletion({ key, at }: Remark, random: Random): CommunityEvent {
  return {
    type: 'delete',
    key: `d${key}`,
    at: at + 5 * minute + Math.floor(Math.min(lastHours, random.wait(9)) * hour),
    target: key,
  }
}

/** Locks a thread after most of its comments; the rest are dropped. */
function lock(thread: Thread, people: People, random: Random): void {
  const post = thread.remarks[0]!
  const last = thread.remarks[Math.floor(thread.remarks.length * 0.7)]!
  const at = last.at + 3 * minute
  endAt(thread, at, true)
  const moderator = random.pick(people.moderatorsOf.get(thread.home.name)!)
  if (thread.home.talk === 'en') thread.remarks.push(note(post, moderator, 'mod-note', at - 1000))
  thread.fates.push({ type: 'lock', key: `l${post.key}`, at, target: post.key })
}

function endAt(thread: Thread, at: number, wholly: boolean): void {
  if (wholly) thread.remarks = thread.remarks.filter((remark) => remark.at < at)
}

function note(post: Remark, author: Person, intent: 'bot' | 'mod-note', at: number): Remark {
  const facts = { ...post.facts, subreddit: post.thread.home.name, op: post.author.name }
  const key = `c${post.key.slice(1)}-${intent}`
  return { key, at, author, intent, facts, votes: 1, truth: { kind: 'note' }, thread: post.thread, parent: post }
}
