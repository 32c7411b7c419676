import type { Community, CommunityEvent, Persona, Subreddit } from '../../community/types.ts'

const dayMs = 86_400_000
const since = Date.UTC(2020, 0, 1)

/**
 * Returns a small community with the same events every day: a thread with many comments, a deep one, and some deleted
 * posts.
 */
export function smallCommunity(): Community {
  return {
    subreddits: subreddits.map(subredditNamed),
    people: people.map(personaOf),
    happenings: happeningsOf,
    ...silence,
  }
}

/** The community doesn't react to clients. */
const silence = { reactionsTo: () => [], wordsOf: () => '' }

const people = ['ada_oaks', 'ben_birch', 'cleo_cedar', 'dan_drift', 'eve_elm']
const subreddits = ['kettles', 'hedgehogs', 'smallfirms', 'backroom']

function subredditNamed(name: string): Subreddit {
  return {
    name,
    title: `All about ${name}`,
    publicDescription: `Where people talk about ${name}.`,
    description: `**Be kind.** Talk about ${name}.`,
    subscribers: 1200 * name.length,
    createdAt: since,
    over18: false,
    type: name === 'backroom' ? 'private' : 'public',
    rules: [{ shortName: 'Be kind', description: 'No *insults*.', kind: 'all' }],
    flairs: ['Question', 'Story'],
    promotion: 'tolerated',
    perDay: 60,
  }
}

function personaOf(name: string): Persona {
  return { name, createdAt: since, linkKarma: 40, commentKarma: 900, description: '', subreddits: ['kettles'] }
}

function happeningsOf(day: number): CommunityEvent[] {
  const start = day * dayMs
  const person = (at: number) => people[at % people.length]!
  const chatter = { kind: 'chatter' } as const
  const happenings: CommunityEvent[] = []
  for (let at = 0; at < 120; at++) {
    const subreddit = subreddits[at % subreddits.length]!
    const key = `${day}-post-${at}`
    const title = `Question ${at} of day ${day} about ${subreddit}`
    const body = at % 7 === 0 ? '' : `Which one would you take? Number *${at % 5}* & <others> are what I know.`
    const link = at % 7 === 0 ? { url: `https://somewhere.example/${day}/${at}` } : {}
    const flair = at % 3 === 0 ? { flair: 'Question' } : {}
    const when = start + at * 700_000
    happenings.push({
      type: 'post',
      key,
      at: when,
      subreddit,
      author: person(at),
      title,
      body,
      votes: at,
      truth: chatter,
      ...link,
      ...flair,
    })
    const parents = [key]
    const size = at === 20 ? 150 : at === 24 ? 14 : 2
    for (let n = 0; n < size; n++) {
      const parent = at === 24 ? parents.at(-1)! : n > 120 ? parents[n - 100]! : key
      const comment = `${key}-comment-${n}`
      const author = person(at + n + 1)
      happenings.push({
        type: 'comment',
        key: comment,
        at: when + 60_000 + n * 1000,
        parent,
        author,
        body: `The second one, and ${n % 9} more.`,
        votes: n % 9,
        truth: { kind: 'answer' },
      })
      parents.push(comment)
    }
    const later = when + 500_000
    const target = key
    if (at % 20 === 5) happenings.push({ type: 'delete', key: `${key}-delete`, at: later, target })
    if (at % 20 === 6)
      happenings.push({ type: 'remove', key: `${key}-remove`, at: later, target, reason: 'advertising' })
    if (at % 20 === 7) happenings.push({ type: 'lock', key: `${key}-lock`, at: later, target })
    if (at % 20 === 8) happenings.push({ type: 'edit', key: `${key}-edit`, at: later, target, body: `Edited ${at}.` })
    if (at % 20 === 9) {
      happenings.push({ type: 'delete', key: `${key}-gone`, at: later, target: `${key}-comment-0` })
      happenings.push({ type: 'remove', key: `${key}-out`, at: later, target: `${key}-comment-1`, reason: 'unkind' })
    }
  }
  happenings.push({ type: 'leave', key: `${day}-leave`, at: start + 1000, person: 'dan_drift' })
  return happenings.toSorted((a, b) => a.at - b.at)
}
