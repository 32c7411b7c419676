import { describe, expect, test } from 'vitest'
import { community } from './community.ts'
import { sampleBusinesses } from './sample-businesses.ts'
import type { ClientText, CommentEvent, CommunityEvent, PostEvent } from './types.ts'

const wednesday = 20_780
const dayLength = 86_400_000
const leads = ['ask', 'comparison', 'complaint']

const here = community('here')
/** The days of `here` that tests share, because generating one is slow: from three days before the week, in order. */
const happeningsOf = new Map(
  Array.from({ length: 17 }, (_, at) => wednesday - 3 + at).map((day) => [day, here.happenings(day)]),
)
const there = community('there')
const week = days(wednesday, 7)
const fortnight = days(wednesday, 14)
const posts = week.flatMap((happening) => (happening.type === 'post' ? [happening] : []))
const comments = week.flatMap((happening) => (happening.type === 'comment' ? [happening] : []))

function days(from: number, count: number): CommunityEvent[] {
  return Array.from({ length: count }, (_, at) => happeningsOf.get(from + at)!).flat()
}

test('the same seed yields the same community, whatever the order of the days; another seed yields another', () => {
  const backwards = community('here')
  for (const day of [wednesday + 2, wednesday + 1, wednesday]) {
    expect(backwards.happenings(day)).toEqual(happeningsOf.get(day))
  }
  expect(there.happenings(wednesday)).not.toEqual(happeningsOf.get(wednesday))
})

test('a day is in order, and all its events are on that day', () => {
  for (const day of [wednesday, wednesday + 1]) {
    const times = happeningsOf.get(day)!.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.every((at) => Math.floor(at / dayLength) === day && Number.isInteger(at))).toBe(true)
  }
})

test('every event has a unique key and refers to something at most three days earlier', () => {
  const keys = week.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const byKey = new Map(days(wednesday - 3, 10).map((happening) => [happening.key, happening]))
  const wrong = week.filter((happening) => {
    const target =
      'target' in happening ? happening.target : happening.type === 'comment' ? happening.parent : undefined
    if (target === undefined) return false
    const before = byKey.get(target)?.at ?? Number.NaN
    return !(before < happening.at && happening.at - before <= 3 * dayLength)
  })
  expect(wrong).toEqual([])
})

test('every author is known, has an account and has not left', () => {
  const born = new Map(here.people.map(({ name, createdAt }) => [name, createdAt]))
  expect(born.size).toBe(here.people.length)
  const left = new Set<string>()
  const wrong: CommunityEvent[] = []
  for (const happening of fortnight) {
    if (happening.type === 'leave') left.add(happening.person)
    if (happening.type !== 'post' && happening.type !== 'comment') continue
    const bornAt = born.get(happening.author) ?? Number.NaN
    if (!(bornAt < happening.at) || left.has(happening.author)) wrong.push(happening)
  }
  expect(wrong).toEqual([])
  expect(left.size).toBeGreaterThan(10)
})

test('people return and stay in their subreddits', () => {
  const byAuthor = Map.groupBy(posts, ({ author }) => author)
  expect([...byAuthor.values()].filter((own) => own.length >= 3).length).toBeGreaterThan(200)
  const homesOf = new Map(here.people.map(({ name, subreddits }) => [name, subreddits]))
  const strangers = posts.filter(({ author, subreddit }) => !homesOf.get(author)!.includes(subreddit))
  expect(strangers.every(({ truth }) => truth.kind === 'advertising' || truth.kind === 'rubbish')).toBe(true)
})

test('a day has about 700 posts and 3,000 comments, unevenly spread over subreddits and hours', () => {
  expect(posts.length / 7).toBeGreaterThan(600)
  expect(posts.length / 7).toBeLessThan(800)
  expect(comments.length / 7).toBeGreaterThan(2500)
  expect(comments.length / 7).toBeLessThan(3600)
  const hours = Object.groupBy(posts, ({ at }) => new Date(at).getUTCHours())
  const busy = Object.values(hours).map((own) => own!.length)
  expect(Math.max(...busy)).toBeGreaterThan(2 * Math.min(...busy))
  expect(here.subreddits.filter(({ perDay }) => perDay > 0).length).toBeGreaterThanOrEqual(40)
})

test('a few percent of the posts are leads, for every kind of product and daily for each sample business', () => {
  const asks = fortnight.flatMap((each) => (each.type === 'post' && leads.includes(each.truth.kind) ? [each] : []))
  expect(asks.length / (2 * posts.length)).toBeGreaterThan(0.03)
  expect(asks.length / (2 * posts.length)).toBeLessThan(0.06)
  expect(new Set(asks.map(({ truth }) => truth.product)).size).toBeGreaterThan(25)
  for (const { kind, subreddits } of sampleBusinesses) {
    const own = asks.filter(({ truth }) => truth.product === kind)
    expect(own.length / 14, kind).toBeGreaterThan(2.5)
    expect(own.every(({ subreddit }) => subreddits.some((name) => name === subreddit))).toBe(true)
  }
})

describe.each([
  // These days are already cached.
  { seed: 'here', people: here, from: wednesday + 11 },
  { seed: 'there', people: there, from: wednesday },
])('seed $seed', ({ people, from }) => {
  test('no two of 2,000 consecutive items share twelve consecutive words, including replies to clients', () => {
    const happenings = [0, 1].flatMap((day) => people.happenings(from + day))
    const answers = answersIn(people, happenings)
    expect(answers.length).toBeGreaterThan(40)
    const items = [...happenings, ...answers].toSorted((a, b) => a.at - b.at).flatMap(itemOf)
    expect(items.length).toBeGreaterThan(5000)
    const lastSaid = new Map<string, number>()
    const shared: string[] = []
    items.forEach((text, at) => {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      for (let from = 0; from + 12 <= words.length; from++) {
        const run = words.slice(from, from + 12).join(' ')
        const before = lastSaid.get(run)
        if (before !== undefined && before !== at && at - before < 2000) shared.push(run)
        lastSaid.set(run, at)
      }
    })
    expect(shared).toEqual([])
  })
})

test('texts vary: few titles of a subreddit repeat within a week, and people write short and long', () => {
  const titles = posts.map(({ subreddit, title }) => `${subreddit} ${title}`)
  expect(new Set(titles).size / titles.length).toBeGreaterThan(0.9)
  const lengths = comments.map(({ body }) => body.split(/\s+/).length).toSorted((a, b) => a - b)
  expect(lengths[0]).toBeGreaterThan(0)
  expect(lengths[Math.floor(lengths.length * 0.9)]).toBeGreaterThan(20)
  expect(posts.some(({ body }) => body.split('\n\n').length >= 3)).toBe(true)
})

describe('moderation', () => {
  const removed = new Map(week.flatMap((each) => (each.type === 'remove' ? [[each.target, each] as const] : [])))
  const of = (promotion: string) => {
    const subreddits = here.subreddits.filter((subreddit) => subreddit.promotion === promotion).map(({ name }) => name)
    return posts.filter(
      ({ subreddit, truth, at }) =>
        subreddits.includes(subreddit) && truth.kind === 'advertising' && at < (wednesday + 6) * dayLength,
    )
  }
  const shareRemoved = (own: PostEvent[]) => own.filter(({ key }) => removed.has(key)).length / own.length

  test('advertising is removed within hours where it is forbidden, and often stays where it is tolerated', () => {
    expect(shareRemoved(of('forbidden'))).toBeGreaterThan(0.75)
    expect(shareRemoved(of('tolerated'))).toBeLessThan(0.6)
    for (const { key, at, subreddit } of of('forbidden')) {
      const removal = removed.get(key)
      if (!removal) continue
      expect(removal.at - at).toBeLessThan(9 * 3_600_000)
      expect(here.subreddits.find(({ name }) => name === subreddit)!.rules[1]!.shortName).toBe(removal.reason)
    }
  })

  test('a locked thread gets no more comments', () => {
    const locks = week.flatMap((each) => (each.type === 'lock' ? [each] : []))
    expect(locks.length).toBeGreaterThan(10)
    const threadOf = rootsOf(comments)
    for (const lock of locks) {
      expect(comments.filter(({ key, at }) => threadOf(key) === lock.target && at > lock.at)).toEqual([])
    }
  })

  test('posts, comments and accounts are deleted, and texts are edited on the day they were written', () => {
    const counts = Map.groupBy(week, ({ type }) => type)
    expect(counts.get('delete')!.length).toBeGreaterThan(100)
    expect(counts.get('leave')!.length).toBeGreaterThan(0)
    const byKey = new Map([...posts, ...comments].map((item) => [item.key, item]))
    for (const edit of week.flatMap((each) => (each.type === 'edit' ? [each] : []))) {
      const { body, at } = byKey.get(edit.target)!
      expect(edit.body.startsWith(body) && edit.body !== body).toBe(true)
      expect(Math.floor(at / dayLength)).toBe(Math.floor(edit.at / dayLength))
    }
  })
})

test('a subreddit has the description and rules that Reddit publishes', () => {
  for (const subreddit of here.subreddits) {
    expect(subreddit.name).toMatch(/^\w{2,21}$/)
    expect(subreddit.rules.length).toBeGreaterThanOrEqual(2)
    expect(subreddit.createdAt).toBeLessThan(wednesday * dayLength)
  }
  expect(new Set(here.subreddits.map(({ type }) => type))).toEqual(new Set(['public', 'private', 'banned']))
})

/** Returns the replies to a client who answers every eightieth comment of the second day. */
function answersIn(people: typeof here, happenings: readonly CommunityEvent[]): CommentEvent[] {
  const middle = happenings[Math.floor(happenings.length / 2)]!.at
  const comments = happenings.flatMap((each) =>
    each.type === 'comment' && Math.abs(each.at - middle) < dayLength / 2 ? [each] : [],
  )
  const subreddit = people.subreddits.find(({ name }) => name === 'Coffee')!.name
  const reactions = comments
    .filter((_, at) => at % 40 === 0)
    .flatMap((comment, at) => [
      ...people.reactionsTo(clientText(comment.author, { name: `t1_${at}`, at: comment.at, subreddit })),
      ...people.reactionsTo(
        clientText(comment.author, { name: `t4_${at}`, at: comment.at, subreddit: null, kind: 'message' }),
      ),
    ])
  const words: string[] = []
  return reactions.flatMap((reaction) => {
    if (reaction.type === 'removal' || reaction.type === 'block') return []
    const body = people.wordsOf(reaction, words)
    words.push(body)
    const { key, at, author } = reaction
    return [
      { type: 'comment' as const, key, at, author, body, parent: '', votes: 1, truth: { kind: 'answer' as const } },
    ]
  })
}

function clientText(to: string, overrides: Partial<ClientText>): ClientText {
  const plain = { kind: 'comment' as const, name: 't1_1', at: 0, author: 'a_client', text: 'The small one.' }
  const setting = { subreddit: 'Coffee', thread: null, starter: null, others: [], turn: 0 }
  return { ...plain, ...setting, to, isRepeated: false, hasPromoted: false, ...overrides }
}

function itemOf(happening: CommunityEvent): string[] {
  if (happening.type === 'post') return [`${happening.title}\n${happening.body}`]
  return happening.type === 'comment' ? [happening.body] : []
}

function rootsOf(all: CommentEvent[]): (key: string) => string {
  const parents = new Map(all.map(({ key, parent }) => [key, parent]))
  return (key) => {
    let root = key
    while (parents.has(root)) root = parents.get(root)!
    return root
  }
}
