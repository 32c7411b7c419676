import type { Community, CommunityEvent, Persona, Subreddit } from '#sandbox/community/types.ts'

const dayMs = 86_400_000
const since = Date.UTC(2020, 0, 1)

/** The subreddit that all projects listen to. */
export const subreddit = 'smallfirms'

/** Begins the names of those who ask for something. */
export const askerPrefix = 'asker_'

/** Returns the name of a person who asks for something. */
export function askerNamed(number: number): string {
  return `${askerPrefix}${number}`
}

/**
 * Returns a community of one subreddit, in which people chat all day, `perDay` posts with a comment each. The bench adds
 * the posts that ask for something.
 */
export function chattingCommunity({ askers, perDay }: { askers: number; perDay: number }): Community {
  const names = [...chatters, ...Array.from({ length: askers }, (_, number) => askerNamed(number))]
  return {
    subreddits: [home],
    people: names.map(personaOf),
    happenings: (day) => Array.from({ length: perDay }, (_, number) => chat(day, number, perDay)).flat(),
    reactionsTo: () => [],
    wordsOf: () => '',
  }
}

const chatters = ['ada_oaks', 'ben_birch', 'cleo_cedar', 'dan_drift', 'eve_elm']

const home: Subreddit = {
  name: subreddit,
  title: 'Small firms',
  publicDescription: 'Where people run small firms.',
  description: 'Be kind.',
  subscribers: 12_000,
  createdAt: since,
  over18: false,
  type: 'public',
  rules: [],
  flairs: [],
  promotion: 'tolerated',
  perDay: 60,
}

function personaOf(name: string): Persona {
  return { name, createdAt: since, linkKarma: 40, commentKarma: 900, description: '', subreddits: [subreddit] }
}

function chat(day: number, number: number, perDay: number): CommunityEvent[] {
  const key = `${day}-${number}`
  const at = day * dayMs + Math.floor((number * dayMs) / perDay)
  const truth = { kind: 'chatter' } as const
  const author = (step: number) => chatters[(number + step) % chatters.length]!
  const post = { type: 'post', key, at, subreddit, author: author(0), votes: number, truth } as const
  const comment = { type: 'comment', key: `${key}-c`, at: at + 60_000, parent: key, author: author(1), truth } as const
  return [
    { ...post, title: `Day ${day}, photo ${number} of our shop`, body: 'It rained all day, and we painted the door.' },
    { ...comment, votes: 1, body: `Nice door. That was number ${number} on day ${day}.` },
  ]
}
