import { describe, expect, test } from 'vitest'
import { profileFromPages } from './profile-from-pages.ts'
import { pageTexts, type Refinement, refinedProfile } from './refined-profile.ts'

const home = `<title>Tidewell – surf reports</title>
  <h1>Surf reports without stale forecasts</h1>
  <p>Tidewell tells surfers and lifeguards when waves are worth the drive, from buoys and tide tables.</p>
  <p>Better than Swellbook, say the people of r/surfing.</p>`
const pricing = '<title>Prices</title><p>Beach schools pay once a season for all of their instructors.</p>'
const pages = [
  { url: 'https://tidewell.example/', html: home },
  { url: 'https://tidewell.example/pricing', html: pricing },
]
const profile = profileFromPages(pages)
const nothing: Refinement = {
  name: '',
  summary: '',
  audience: [],
  pains: [],
  keywords: [],
  competitors: [],
  communities: [],
}
const refined = (refinement: Partial<Refinement>) => refinedProfile(profile, { ...nothing, ...refinement }, pages)

test('text that the pages support is accepted, with the page that contains it', () => {
  const summary = 'Tidewell tells surfers when waves are worth the drive.'
  const better = refined({ name: 'Tidewell', summary, audience: ['beach schools'], keywords: ['surf forecast'] })
  expect(better.madeBy).toBe('model')
  expect(better.name).toEqual(profile.name)
  expect(better.summary).toEqual({ text: summary, origin: 'model', page: '/' })
  expect(better.audience).toEqual([{ text: 'beach schools', origin: 'model', page: '/pricing' }])
  expect(better.keywords).toEqual([{ text: 'surf forecast', origin: 'model', page: '/' }])
})

test('a competitor that was already found on a page keeps that page', () => {
  const [first] = profile.competitors
  expect(first).toMatchObject({ text: 'Swellbook', page: '/' })
  expect(refined({ competitors: ['SWELLBOOK'] }).competitors).toEqual([first])
})

test('fields that the model leaves empty stay unchanged', () => {
  expect(refined({})).toEqual({ ...profile, madeBy: 'model' })
})

describe('text that no page supports is dropped', () => {
  test.each([
    ['name', 'Surfline'],
    ['summary', 'The cheapest payroll software for restaurants, with free cash for everybody who signs up.'],
  ] as const)('%s: %s', (kind, text) => {
    expect(refined({ [kind]: text })[kind]).toEqual(profile[kind])
  })

  test.each([
    ['audience', 'payroll clerks'],
    ['pains', 'unpaid invoices'],
    ['keywords', 'restaurant payroll'],
    ['keywords', 'the with and'],
    ['competitors', 'Wavetop'],
    ['communities', 'wallstreetbets'],
  ] as const)('%s: %s', (kind, text) => {
    expect(refined({ [kind]: [text] })[kind]).toEqual(profile[kind])
  })
})

describe('text that does not fit the form is dropped', () => {
  test.each([
    ['a query operator', 'surf OR waves', []],
    ['an excluded word', 'surf -waves', []],
    ['a query field', 'title:surf', []],
    ['markup', '<b>surf</b>', []],
    ['an overlong phrase', `surf ${'reports '.repeat(20)}`, []],
    ['a list of phrases', 'surf report, tide table', ['surf reports']],
    ['a line break', 'surf\nreport', ['surf reports']],
  ])('%s', (_, text, kept) => {
    const { keywords } = refined({ keywords: [text, 'tide tables'] })
    expect(keywords.map((each) => each.text)).toEqual([...kept, 'tide tables'])
  })

  test('repetitions, and more than the maximum', () => {
    const words = ['surf', 'waves', 'tide', 'buoys', 'drive', 'surfers', 'lifeguards', 'forecasts', 'reports']
    const pairs = words.flatMap((a) => words.map((b) => `${a} ${b}`))
    const { keywords } = refined({ keywords: ['surf report', 'Surf Reports', ...pairs] })
    expect(keywords).toHaveLength(12)
    expect(keywords.filter(({ text }) => /^surf reports?$/i.test(text))).toHaveLength(1)
  })

  test('an invalid community name', () => {
    const { communities } = refined({ communities: ['r/surfing', 'surfing tips', '../admin', 'x'] })
    expect(communities.map(({ text }) => text)).toEqual(['surfing'])
  })
})

test('a model gets plain text, each line once, up to a maximum per page', () => {
  const texts = pageTexts(
    [{ url: 'https://x.example/a', html: `<nav>Home</nav>${'<p>One \u0001line.</p>'.repeat(3)}` }],
    20,
  )
  expect(texts).toEqual([{ path: '/a', text: 'One  line.' }])
  expect(pageTexts(pages, 10).map(({ text }) => text.length)).toEqual([10, 10])
})
