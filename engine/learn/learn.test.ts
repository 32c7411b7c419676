import { describe, expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { chanceOf } from '../score/chance.ts'
import { feedbackBounds, feedbackOf, withFeedback } from './feedback.ts'
import { type DecidedLead, decisionsMax, learn, signsOf, type Verdict } from './learn.ts'

function post(id: string, title: string, overrides: Partial<Item> = {}): Item {
  const plain = { author: `u_${id}`, flair: null, score: null, numComments: null, postedAt: null }
  return { id, kind: 'post', subreddit: `sub_${id}`, title, body: '', ...plain, ...overrides }
}

const decided = (item: Item, verdict: Verdict): DecidedLead => ({ id: item.id, signs: signsOf(item), verdict })

const wedding = post('w', 'Looking for a photographer and a venue for our wedding ceremony')
const bridal = post('b', 'Which photographer for a small wedding, and which venue?')
const invoices = post('i', 'Looking for software to send invoices and chase late payment')
const billing = post('p', 'Which software sends invoices and tracks payment for freelancers?')

/** Returns the points of an item after these decisions; 0 without an effect. */
const points = (item: Item, ...decisions: DecidedLead[]) => feedbackOf(learn(decisions), item)?.points ?? 0

describe('the effect of a decision', () => {
  const same = { subreddit: 'weddings' }
  const advert = post('a', 'I built an app, check it out', { author: 'maker', body: 'See https://www.adly.example/x' })
  test.each<[string, Item, DecidedLead[], 'up' | 'down' | 'still']>([
    ['wrongPerson moves leads on the same topic down', bridal, [decided(wedding, 'wrongPerson')], 'down'],
    ['wrongPerson does not move leads on other topics', invoices, [decided(wedding, 'wrongPerson')], 'still'],
    ['accepting moves leads on the same topic up', billing, [decided(invoices, 'accepted')], 'up'],
    ['tooOld does not even move similar leads', bridal, [decided(wedding, 'tooOld')], 'still'],
    [
      'hostileCommunity moves the whole community down',
      post('n', 'Anything at all', same),
      [decided(post('h', 'Another thing', same), 'hostileCommunity')],
      'down',
    ],
    [
      'hostileCommunity does not move other communities',
      post('n', 'Anything at all'),
      [decided(post('h', 'Another thing', same), 'hostileCommunity')],
      'still',
    ],
    [
      'advertising moves posts by the same author down',
      post('n', 'Some tips for the garden', { author: 'maker' }),
      [decided(advert, 'advertising')],
      'down',
    ],
    [
      'advertising moves posts with the same link down',
      post('n', 'Some tips', { body: 'as on https://adly.example' }),
      [decided(advert, 'advertising')],
      'down',
    ],
    [
      'wrongPerson does not move posts by the same author',
      post('n', 'Some tips for the garden', { author: 'maker' }),
      [decided(advert, 'wrongPerson')],
      'still',
    ],
    ['no decision moves nothing', invoices, [], 'still'],
  ])('%s', (_name, item, decisions, way) => {
    const moved = points(item, ...decisions)
    if (way === 'still') expect(moved).toBe(0)
    else expect(Math.sign(moved)).toBe(way === 'up' ? 1 : -1)
  })

  test('repeated decisions have more effect, up to the bounds', () => {
    const rejected = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        decided({ ...wedding, id: `w${n}`, subreddit: 'weddings', author: 'maker' }, 'advertising'),
      )
    const like = { ...bridal, subreddit: 'weddings', author: 'maker' }
    expect(points(like, ...rejected(3))).toBeLessThan(points(like, ...rejected(1)))
    expect(points(like, ...rejected(100))).toBeCloseTo(feedbackBounds.down, 0)
    expect(points(like, ...rejected(100))).toBeGreaterThanOrEqual(feedbackBounds.down)
    const accepted = Array.from({ length: 100 }, (_, n) => decided({ ...wedding, id: `w${n}` }, 'accepted'))
    expect(points(bridal, ...accepted)).toBeCloseTo(feedbackBounds.up, 0)
    expect(points(bridal, ...accepted)).toBeLessThanOrEqual(feedbackBounds.up)
  })

  test('a single decision does not reach the bound', () => {
    expect(points(bridal, decided({ ...wedding, body: bridal.title }, 'wrongPerson'))).toBeGreaterThan(
      feedbackBounds.down * 0.9,
    )
  })
})

describe('the learned state', () => {
  const all = [decided(wedding, 'wrongPerson'), decided(invoices, 'accepted')]
  test('depends only on the current decisions', () => {
    const later = decided(post('l', 'I made a planner for your wedding, check it out'), 'advertising')
    const before = feedbackOf(learn(all), bridal)
    const between = feedbackOf(learn([later, ...all]), bridal)
    expect(between).not.toEqual(before)
    expect(feedbackOf(learn(all), bridal)).toEqual(before)
  })

  test('uses only the newest decisions', () => {
    const newest = Array.from({ length: decisionsMax }, (_, n) => decided({ ...invoices, id: `i${n}` }, 'accepted'))
    expect(learn([...newest, ...all])).toEqual(learn(newest))
  })
})

describe('reasons', () => {
  test('never call a lead similar to itself', () => {
    const feedback = feedbackOf(learn([decided(wedding, 'accepted')]), wedding)
    expect(feedback?.reasons.map(({ text }) => text).filter((text) => text.startsWith('Similar'))).toEqual([])
  })

  test('name the number of similar leads, the rejection reason and the shared words', () => {
    const feedback = feedbackOf(learn([decided(wedding, 'wrongPerson')]), bridal)!
    const [reason] = feedback.reasons
    expect(reason!.text).toBe('Similar to a lead you rejected as not your audience')
    const words = reason!.spans.map(({ start, end }) => bridal.title.slice(start, end).toLowerCase())
    expect(words.join(' ')).toContain('wedding')
    expect(words.join(' ')).toContain('venue')
  })

  test.each<[string, Item, DecidedLead[], string]>([
    [
      'who the author is',
      post('n', 'Tips for the garden', { author: 'maker' }),
      [decided(post('a', 'Look at this', { author: 'maker' }), 'advertising')],
      'By u/maker, author of a lead you rejected as advertising',
    ],
    [
      'which community it is from',
      post('n', 'Anything at all', { subreddit: 'Weddings' }),
      [1, 2].map((n) => decided(post(`w${n}`, 'Another thing', { subreddit: 'weddings' }), 'hostileCommunity')),
      'You marked r/Weddings as not welcoming promotion',
    ],
    [
      'how many leads were rejected',
      post('n', 'Anything at all', { subreddit: 'Weddings' }),
      [1, 2, 3].map((n) =>
        decided(post(`w${n}`, 'Another thing', { subreddit: 'weddings' }), n === 1 ? 'accepted' : 'wrongPerson'),
      ),
      'From r/Weddings, where you rejected 2 of 3 leads',
    ],
  ])('say %s', (_name, item, decisions, text) => {
    const texts = feedbackOf(learn(decisions), item)?.reasons.map((reason) => reason.text)
    expect(texts).toContain(text)
  })

  test('add up to the component, and components to the score', () => {
    const decisions = [decided(wedding, 'wrongPerson'), decided(invoices, 'accepted')]
    const feedback = feedbackOf(learn(decisions), bridal)!
    expect(feedback.reasons.reduce((sum, reason) => sum + reason.points, 0)).toBeCloseTo(feedback.points)
    const fit = { name: 'fit' as const, points: 40, reasons: [] }
    const scored = withFeedback([fit], feedback)
    expect(scored.score).toBe(chanceOf(40 + feedback.points))
    expect(withFeedback(scored.components, feedback)).toEqual(scored)
    expect(withFeedback(scored.components, null)).toEqual({ score: chanceOf(40), components: [fit] })
  })
})
