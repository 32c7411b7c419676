import { describe, expect, test } from 'vitest'
import { buildFinder } from '../candidates/candidates.ts'
import type { Item, Profile } from '../item.ts'
import { compileProfile, scoreItem } from './score.ts'

const profile: Profile = {
  name: 'Pennyplan',
  website: null,
  summary: 'A budgeting app for households: plan every dollar, pay off debt and share a budget.',
  keywords: ['budgeting app', 'pay off debt', 'monthly budget'],
  competitors: ['YNAB'],
}

function judge(title: string, body: string, product = profile) {
  const plain = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  const item: Item = { id: 'a', kind: 'post', subreddit: 'personalfinance', title, body, ...plain }
  const [candidate] = buildFinder([{ id: 'p', profile: product }]).find(item)
  return scoreItem(compileProfile(product), item, candidate?.hits ?? [])
}

const asks = 'Looking for a budgeting app, any recommendations?'

test('an outright request is a lead', () => {
  expect(judge(asks, 'We want a monthly budget for two.').label).toBe(3)
})

describe('the guard against distress and minors', () => {
  test.each([
    ['wants to die', 'I am drowning in debt and honestly I want to die.', 'distress'],
    ['is suicidal', 'The bills made me suicidal again.', 'distress'],
    ['is abused', 'I must leave my abusive husband and have 200 dollars.', 'distress'],
    ['is homeless', 'I am sleeping in my car since May.', 'distress'],
    ['says their age', "I'm 15 and get pocket money.", 'minor'],
    ['says their age with a curly apostrophe', 'I’m 16, first job.', 'minor'],
    ['says their age in Reddit’s notation', 'I (17F) want to save for college.', 'minor'],
    ['goes to high school', "I'm in high school and want to learn to save.", 'minor'],
  ])('rejects an author who %s, whatever the request', (_name, body, word) => {
    const { label, score, components } = judge(asks, body)
    expect(label).toBe(0)
    expect(score).toBeLessThan(0.1)
    expect(components[1]!.reasons).toHaveLength(1)
    expect(components[1]!.reasons[0]!.text).toContain(word)
    expect(components[1]!.reasons[0]!.spans.length).toBeGreaterThan(0)
  })

  test.each([
    ['a duration', "I'm 15 minutes away from giving up on spreadsheets."],
    ['a percentage', "I'm 15% over my monthly budget."],
    ['an adult', "I'm 35 and my daughter is 15."],
  ])('does not mistake %s for a minor', (_name, body) => {
    expect(judge(asks, body).label).toBeGreaterThanOrEqual(2)
  })
})

describe('languages', () => {
  const german = 'Ich suche eine einfache App, mit der meine Frau und ich unsere Ausgaben gemeinsam planen können.'

  test('a text in a foreign language is not a lead of an English product, and the reason names the language', () => {
    const { label, components } = judge('YNAB Alternative?', german)
    expect(label).toBe(0)
    expect(components[1]!.reasons.map(({ text }) => text)).toEqual(['Keyword match only: written in German'])
  })

  test('the reason promises no keyword where none occurs', () => {
    const { components } = judge('Budget für zwei?', german)
    expect(components[1]!.reasons.map(({ text }) => text)).toEqual(['Written in German'])
  })

  test("a text in the language of the product's description is not penalized", () => {
    const summary = 'Eine einfache App für Haushalte: Ausgaben gemeinsam planen, Schulden abbezahlen und sparen.'
    const { components } = judge('YNAB Alternative?', german, { ...profile, summary, keywords: ['Haushaltsbuch'] })
    expect(components[1]!.reasons.map(({ text }) => text).join()).not.toMatch(/written in/i)
  })

  test('a text in a language from the settings is not penalized', () => {
    const texts = (languages: string[]) =>
      judge('YNAB Alternative?', german, { ...profile, languages }).components[1]!.reasons.map(({ text }) => text)
    expect(texts(['fr', 'de']).join()).not.toMatch(/written in/i)
    expect(texts(['fr'])).toContain('Keyword match only: written in German')
  })

  test.each(['YNAB vs Monarch', 'ynab ynab ynab', '', 'GPT-4o RTX 5090 SSD NVMe DDR5 PCIe ATX LGA1851 Noctua NH-D15'])(
    'no language is guessed from too little text: %s',
    (title) => {
      expect(
        judge(title, '')
          .components[1]!.reasons.map(({ text }) => text)
          .join(),
      ).not.toMatch(/written in/i)
    },
  )
})
