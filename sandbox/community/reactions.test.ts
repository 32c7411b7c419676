import { describe, expect, test } from 'vitest'
import { asksToStop } from '#engine/messages/stop.ts'
import { community } from './community.ts'
import { promotionIn } from './promotion.ts'
import type { ClientText } from './types.ts'

const here = community('here')
const noon = Date.UTC(2026, 10, 18, 12)
const minute = 60_000
/** A regular whose account exists throughout the tests. */
const regular = here
  .happenings(Math.floor(noon / 86_400_000))
  .flatMap((each) =>
    each.type === 'post' && each.subreddit === 'Coffee' && each.truth.kind === 'chatter' ? [each.author] : [],
  )[0]!

function clientText(overrides: Partial<ClientText> = {}): ClientText {
  const defaults = {
    name: 't1_1',
    kind: 'comment' as const,
    at: noon,
    author: 'a_client',
    text: 'The small one is fine.',
  }
  const setting = { subreddit: 'Coffee', thread: null, starter: regular, to: regular, others: [], turn: 0 }
  return { ...defaults, ...setting, isRepeated: false, hasPromoted: false, ...overrides }
}

describe('promotion in a text', () => {
  test.each<[string, boolean, boolean]>([
    ['Thanks, will try the small one.', false, false],
    ['There is a list at https://en.wikipedia.org/wiki/Kettle and in reddit.com/r/Coffee', false, false],
    ['Have a look at https://kettles.example/buy', true, false],
    ['paperfinch.example does that', true, false],
    ['I built a tool that weighs beans, ask me', true, true],
    ['Full disclosure: I work on paperfinch.app', true, true],
    ['Use code TEA20, DM me', true, false],
    ['Version 1.2 of it broke, e.g. at night.', false, false],
  ])('%j: %s, disclosed: %s', (text, promotes, isDisclosed) => {
    expect(promotionIn(text)).toMatchObject({ promotes, isDisclosed: promotes && isDisclosed })
  })
})

describe('moderators remove', () => {
  const link = 'Have a look at https://kettles.example/buy'
  const mine = `Disclosure, I built it: https://kettles.example/buy`
  test.each<[string, Partial<ClientText>, string | null]>([
    ['a link where promotion is forbidden', { subreddit: 'espresso', text: link }, 'No self-promotion'],
    ['a disclosed link where promotion is forbidden', { subreddit: 'espresso', text: mine }, 'No self-promotion'],
    [
      'a pitch without a link where promotion is forbidden',
      { subreddit: 'espresso', text: 'We built an app for that' },
      'No self-promotion',
    ],
    [
      'a link with a reason in the language of the community',
      { subreddit: 'Selbststaendig', text: link },
      'Keine Werbung',
    ],
    ['an undisclosed link where promotion is tolerated', { text: link }, 'Promotion with restraint'],
    [
      'a second promotion in a month where it is tolerated',
      { text: mine, hasPromoted: true },
      'Promotion with restraint',
    ],
    ['a repeated text', { isRepeated: true }, 'Spam'],
    ['no text without promotion', { subreddit: 'espresso' }, null],
    ['no disclosed link where promotion is tolerated', { text: mine }, null],
    ['no promotion where it is welcome', { subreddit: 'CouponDumps', text: link }, null],
    ['no private message', { subreddit: null, kind: 'message', text: link }, null],
  ])('%s', (_, overrides, reason) => {
    const removals = here.reactionsTo(clientText(overrides)).filter(({ type }) => type === 'removal')
    expect(removals.map((each) => 'reason' in each && each.reason)).toEqual(reason === null ? [] : [reason])
    for (const { at } of removals) expect(at - noon).toBeLessThan(7 * 60 * minute)
  })

  test('a post with a note to its author, and a comment without one', () => {
    const notes = (kind: 'post' | 'comment') =>
      here.reactionsTo(clientText({ kind, subreddit: 'espresso', text: link })).filter(({ type }) => type === 'note')
    expect(notes('comment')).toEqual([])
    const [note] = notes('post')
    if (note?.type !== 'note') throw new Error('There is no note')
    expect(here.wordsOf(note, [])).toMatch(/No self-promotion/)
  })
})

/** Returns who replies to 300 similar texts, how often, and after how long. */
function repliesTo(overrides: Partial<ClientText>): { by: Map<string, number>; delays: number[] } {
  const replies = Array.from({ length: 300 }, (_, at) =>
    here.reactionsTo(clientText({ name: `t1_${at}`, ...overrides })),
  ).flat()
  const by = new Map<string, number>()
  for (const each of replies) if (each.type === 'reply') by.set(each.author, (by.get(each.author) ?? 0) + 1)
  return { by, delays: replies.map(({ at }) => (at - noon) / minute) }
}

test('the person addressed usually replies, within minutes to a day, and less often as the exchange continues', () => {
  const shares = [0, 1, 2, 3, 4].map((turn) => (repliesTo({ turn }).by.get(regular) ?? 0) / 300)
  expect(shares[0]).toBeGreaterThan(0.7)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(shares[4]).toBe(0)
  const { delays } = repliesTo({})
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2)
  expect(Math.max(...delays)).toBeLessThanOrEqual(20 * 60 + 2)
})

test('other people in the thread join in occasionally, and reply if the person addressed has left', () => {
  const { by } = repliesTo({ to: 'nobody_at_all', others: [regular] })
  expect(by.get(regular)! / 300).toBeGreaterThan(0.2)
  expect(by.get(regular)! / 300).toBeLessThan(0.5)
  expect([...repliesTo({ to: 'AutoModerator' }).by]).toEqual([])
})

test('members of the subreddit reply to a post, and the recipient replies to a message', () => {
  const post = repliesTo({ kind: 'post', to: null, text: 'Which kettle?\nFor tea.\n' })
  expect(post.by.size).toBeGreaterThan(20)
  const homes = new Map(here.people.map(({ name, subreddits }) => [name, subreddits]))
  for (const name of post.by.keys()) expect(homes.get(name)).toContain('Coffee')
  const message = { kind: 'message', subreddit: null, starter: null } as const
  expect(repliesTo(message).by.get(regular)).toBeGreaterThan(200)
})

test('people answer, ignore, or refuse a private message, or block its author, and refuse adverts more often', () => {
  const share = (text: string) => {
    const fates = Array.from({ length: 400 }, (_, at) => {
      const message = { name: `t4_${at}`, kind: 'message', subreddit: null, starter: null, text } as const
      const [reaction] = here.reactionsTo(clientText(message))
      if (reaction?.type !== 'reply') return reaction?.type ?? 'ignored'
      return reaction.intent
    })
    return (fate: string) => fates.filter((each) => each === fate).length / fates.length
  }
  const [plain, pitch] = [share('Which kettle did you take?'), share('Try my app at kettles.example')]
  expect(plain('private-reply')).toBeGreaterThan(0.6)
  expect(pitch('private-reply')).toBeLessThan(0.55)
  for (const fate of ['private-stop', 'block']) {
    expect(plain(fate)).toBeGreaterThan(0.02)
    expect(pitch(fate)).toBeGreaterThan(plain(fate))
  }
  expect(plain('ignored')).toBeGreaterThan(0.05)
})

test('what people say to refuse a message asks to stop, in their language', () => {
  for (const { name, subreddits } of here.people.filter((_, at) => at % 80 === 0)) {
    const say = { type: 'reply', key: `k ${name}`, at: noon, author: name, intent: 'private-stop', facts: {} } as const
    const words = here.wordsOf({ ...say, subreddit: null, thread: null }, [])
    expect(`${subreddits[0]}: ${words} ${asksToStop(words)}`).toMatch(/ true$/)
  }
})

test('moderators mostly reply to messages to their subreddit', () => {
  const asked = { kind: 'message', subreddit: null, starter: null, to: '#Coffee' } as const
  const { by } = repliesTo(asked)
  expect([...by.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(150)
})

test('the same text gets the same reactions, in other words if those were already used', () => {
  const asked = (name: string) => clientText({ name, kind: 'message', subreddit: null, starter: null })
  const again = community('here')
  const long = Array.from({ length: 30 }, (_, at) => `t4_${at}`).flatMap((name) => {
    const [reaction] = here.reactionsTo(asked(name))
    expect(again.reactionsTo(asked(name))[0]).toEqual(reaction)
    if (reaction?.type !== 'reply') return []
    const words = here.wordsOf(reaction, [])
    expect(again.wordsOf(reaction, [])).toBe(words)
    return words.split(/\s+/).length > 14 ? [{ reaction, words }] : []
  })
  expect(long.length).toBeGreaterThan(3)
  for (const { reaction, words } of long) expect(here.wordsOf(reaction, [words])).not.toBe(words)
})
