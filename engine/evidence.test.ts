import { expect, test } from 'vitest'
import { buildFinder } from './candidates.ts'
import type { Item, Profile } from './item.ts'
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

/** What is said under somebody's question. */
function intentOf(title: string, body: string) {
  const plain = {
    author: null,
    flair: null,
    score: null,
    numComments: null,
    postedAt: null,
    subreddit: 'smallbusiness',
  }
  const item: Item = { id: 'a', kind: 'comment', title, body, ...plain }
  const { components } = scoreItem(compiled, item, finder.find(item)[0]!.hits, Date.UTC(2026, 7, 1))
  const { points, reasons } = components.find(({ name }) => name === 'intent')!
  return { points, texts: reasons.map(({ text }) => text) }
}

test('an answer in three words is no request, however its thread is titled', () => {
  const { points, texts } = intentOf('Looking for a simple CRM', 'HubSpot, maybe Salesforce!')
  expect(points).toBeLessThan(0)
  expect(texts.filter((text) => /Short|request/.test(text))).toEqual([])
})

test('who asks in a comment joins the question above it', () => {
  const { points, texts } = intentOf('Looking for a simple CRM', 'Same here, which one do you recommend?')
  expect(points).toBeGreaterThan(0)
  expect(texts.join()).toMatch(/Short and to the point/)
})
