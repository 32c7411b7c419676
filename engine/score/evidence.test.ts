import { describe, expect, test } from 'vitest'
import { buildFinder } from '../candidates/candidates.ts'
import type { Item, Profile } from '../item.ts'
import { compileProfile, scoreItem } from './score.ts'

const profile: Profile = {
  name: 'Dealnest',
  website: 'dealnest.example',
  summary: 'A simple CRM for small businesses: contacts, deals pipeline, follow-up reminders and lead capture forms.',
  keywords: ['crm', 'track leads', 'sales pipeline'],
  competitors: ['HubSpot', 'Salesforce'],
}
const compiled = compileProfile(profile)
const finder = buildFinder([{ id: 'p', profile }])

const plainItem = {
  author: null,
  flair: null,
  score: null,
  numComments: null,
  postedAt: null,
  subreddit: 'smallbusiness',
}

/** Returns the intent of an item, by default of a comment below another user's question. */
function intentOf(title: string, body: string, kind: Item['kind'] = 'comment') {
  const item: Item = { id: 'a', kind, title, body, ...plainItem }
  const { components } = scoreItem(compiled, item, finder.find(item)[0]!.hits)
  const { points, reasons } = components.find(({ name }) => name === 'intent')!
  return { points, texts: reasons.map(({ text }) => text), reasons }
}

test('a three-word answer is not a request, whatever the title of its thread', () => {
  const { points, texts } = intentOf('Looking for a simple CRM', 'HubSpot, maybe Salesforce!')
  expect(points).toBeLessThan(0)
  expect(texts.filter((text) => /Short|request/.test(text))).toEqual([])
})

test('a question in a comment joins the question above it', () => {
  const pointsOf = (title: string) => intentOf(title, 'Same here, which one do you recommend? HubSpot?').points
  expect(pointsOf('Looking for a simple CRM')).toBeGreaterThan(pointsOf('I built a simple CRM'))
})

describe('advice in a title', () => {
  const advice = 'Gives advice instead of asking for it'
  const body = 'A CRM keeps track of leads and of your sales pipeline.'

  test.each<[string, string, boolean]>([
    ['is detected in a list', 'Five mistakes in every CRM and sales pipeline', true],
    ['is detected in a how-to', 'How we track leads in a CRM', true],
    ['is not detected in a question', 'What mistakes did you make with your CRM?', false],
    ['is not detected in a request', 'Looking for a guide to our first CRM', false],
    ['is not detected in a plain statement', 'Our CRM and sales pipeline', false],
  ])('%s', (_name, title, isAdvice) => {
    const { texts, reasons } = intentOf(title, body, 'post')
    expect(texts.includes(advice)).toBe(isAdvice)
    const spans = reasons.find(({ text }) => text === advice)?.spans ?? []
    for (const { start, end } of spans) expect(title.slice(start, end)).toMatch(/^(mistakes|How we)$/)
    if (/mistakes/.test(title) && isAdvice) expect(spans).toHaveLength(1)
  })

  test('does not count for an answer below it', () => {
    expect(intentOf('Five mistakes in every CRM', body).texts).not.toContain(advice)
  })
})

test('the more a text addresses its reader, the less it counts as a request', () => {
  const filler = 'The sales pipeline is long and the CRM is slow to show it to the team. '
  const pointsOf = (body: string) => intentOf('CRM and sales pipeline', body, 'post').points
  const toReader = pointsOf(`${filler}And you lose leads. Your team too.`)
  expect(toReader).toBeLessThan(pointsOf(`${filler}And they lose leads. Their team too.`))
  // The same address weighs less in a longer text.
  const more = 'And so it goes on. '.repeat(8)
  const drop = (rest: string) => pointsOf(`${rest}And they lose leads.`) - pointsOf(`${rest}And you lose leads.`)
  expect(drop(filler + more)).toBeLessThan(drop(filler))
})

describe('words of the product itself are its topic rather than cues', () => {
  const reasonsFor = (summary: string, keywords: string[], title: string, body: string) => {
    const own = { name: 'Plumewell', website: null, summary, keywords, competitors: ['Ada', 'Bob', 'Cleo'] }
    const item: Item = { ...plainItem, id: 'a', kind: 'post', title, body }
    const scored = scoreItem(compileProfile(own), item, buildFinder([{ id: 'p', profile: own }]).find(item)[0]!.hits)
    return scored.components.flatMap(({ reasons }) => reasons).map(({ text }) => text)
  }
  const promotes = 'Promotes their own work'
  const feedback = [
    'How do you collect customer feedback?',
    'Which widget for feedback on our roadmap is good?',
  ] as const
  const source = [
    'Looking for open source analytics',
    'Which open source analytics is good? Open source only.',
  ] as const

  test.each<[string, string, string[], string, string, readonly [string, string], boolean]>([
    [
      'feedback',
      'for a feedback tool',
      ['customer feedback'],
      'Collects feedback on a roadmap',
      promotes,
      feedback,
      false,
    ],
    ['feedback', 'for a roadmap tool', ['roadmap'], 'Shows customers a roadmap', promotes, feedback, true],
    ['open source', 'for an open-source tool', ['analytics'], 'Open-source analytics', promotes, source, false],
    ['open source', 'for another analytics tool', ['analytics'], 'Source of all analytics', promotes, source, true],
    [
      'tips',
      'for a tip jar',
      ['tip jar'],
      'Customers leave tips for creators',
      'Gives advice instead of asking for it',
      ['Tips for creators on a stream', 'My tip jar is empty.'],
      false,
    ],
  ])('"%s" %s', (_word, _product, keywords, summary, reason, [title, body], isCue) => {
    expect(reasonsFor(summary, keywords, title, body).includes(reason)).toBe(isCue)
  })
})
