import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import type { Item, Profile } from '../item.ts'
import { buildFinder, FinderBuilder, type Part } from './candidates.ts'
import { watchlistOf } from './watchlist.ts'

const crm: Profile = {
  name: 'Dealnest',
  website: null,
  summary: 'A simple CRM for small teams: contacts, a deals pipeline, follow-up reminders and lead capture forms.',
  keywords: ['crm', 'track leads', 'sales pipeline', 'contact management', 'C++'],
  competitors: ['HubSpot', 'Wave', 'Monday'],
}
const travel: Profile = {
  name: 'Wayfare',
  website: null,
  summary: 'Plans trips for independent travellers: itineraries, flights, hotels.',
  keywords: ['itinerary', 'cheap flights', 'trip planning'],
  competitors: ['TripIt'],
}

function item(title: string, body = '', subreddit = 'AskReddit'): Item {
  return {
    id: 'a',
    kind: 'post',
    subreddit,
    author: null,
    title,
    body,
    flair: null,
    score: null,
    numComments: null,
    postedAt: null,
  }
}

function phrasesFor(profile: Profile, candidate: Item): string[] | null {
  const [found] = buildFinder([{ id: 'p', profile }]).find(candidate)
  return found ? [...new Set(found.hits.filter(({ kind }) => kind !== 'profile').map(({ phrase }) => phrase))] : null
}

describe('criteria that make an item a candidate', () => {
  test.each<[string, Item, string[] | null]>([
    ['a keyword', item('Any CRM you like?'), ['crm']],
    ['a keyword in the body', item('Help', 'we need a crm'), ['crm']],
    ['a keyword with symbols', item('Is C++ hard?'), ['C++']],
    ['a keyword written with a hyphen', item('Our sales-pipeline leaks'), ['sales pipeline']],
    ['a keyword in the singular', item('How to track lead origin'), ['track leads']],
    ['a competitor', item('hubspot is down'), ['HubSpot']],
    ['a competitor with an everyday name is not enough', item('Wave is nice'), null],
    ['an everyday word is not enough', item('I wave on monday'), null],
    ['a keyword inside another word is not enough', item('acrmb'), null],
    ['one word of the summary is not enough', item('My contacts are gone'), null],
    [
      'several words of the summary',
      item('Contacts, deals, reminders: how do you capture a lead?', 'Our pipeline leaks.'),
      [],
    ],
    ['an empty text is not enough', item('', ''), null],
  ])('%s', (_name, candidate, phrases) => {
    expect(phrasesFor(crm, candidate)).toEqual(phrases)
  })

  test('a subreddit close to the product makes an item a candidate more easily', () => {
    const title = 'First time abroad, what would you pack?'
    expect(phrasesFor(travel, item(title, '', 'solotravel'))).toEqual([])
    expect(phrasesFor(travel, item(title, '', 'webdev'))).toBeNull()
  })
})

describe('a request with few of the words of the product makes an item a candidate', () => {
  const request = 'Can you recommend an app with reminders?'
  test.each<[string, Item, string[] | null]>([
    ["in a community of the product's kind", item(request, '', 'sales'), []],
    ['but not in another community', item(request, '', 'gardening'), null],
    ['but not if it asks for nothing', item('Reminders for the birthdays of our customers', '', 'sales'), null],
    ['but not below the request of another user', { ...item(request, '', 'sales'), kind: 'comment' }, null],
    ['but not without words of the product', item('Can you recommend an app for recipes?', '', 'sales'), null],
  ])('%s', (_name, candidate, phrases) => {
    expect(phrasesFor(crm, candidate)).toEqual(phrases)
  })
})

test('each project gets its own hits, with offsets into the original text', () => {
  const finder = buildFinder([
    { id: 'crm', profile: crm },
    { id: 'again', profile: { ...crm, keywords: ['CRM'] } },
    { id: 'travel', profile: travel },
  ])
  const text = item('Moving off HubSpot', 'Which ＣＲＭ would you take?')
  const found = finder.find(text)
  expect(found.map(({ projectId }) => projectId)).toEqual(['crm', 'again'])
  const named = found.map(({ hits }) => hits.filter(({ kind }) => kind !== 'profile'))
  expect(named[0]!.map(({ field, start, end }) => text[field]!.slice(start, end))).toEqual(['HubSpot', 'ＣＲＭ'])
  expect(named[1]!.map(({ phrase }) => phrase)).toEqual(['HubSpot', 'CRM'])
})

test('each item is evaluated independently of earlier ones', () => {
  const finder = buildFinder([{ id: 'crm', profile: crm }])
  const half = item('How do you follow up on a deal?')
  const first = finder.find(half)
  expect(finder.find(half)).toEqual(first)
  expect(finder.find(half)).toEqual(first)
})

test('hits are capped for a text that repeats one keyword', () => {
  const [found] = buildFinder([{ id: 'crm', profile: crm }]).find(item('crm', 'crm '.repeat(10_000)))
  expect(found!.hits.filter(({ kind }) => kind === 'keyword')).toHaveLength(20)
  expect(found!.hits.length).toBeLessThanOrEqual(80)
})

describe('a subset of many projects', () => {
  const ids = Array.from({ length: 7 }, (_, number) => `p${number}`)
  const finder = buildFinder(ids.map((id) => ({ id, profile: { ...crm, summary: '' } })))
  const found = (part: Part) => finder.find(item('Any CRM you like?'), part).map(({ projectId }) => projectId)

  test.each<[string, Part, string[]]>([
    ['all projects', {}, ids],
    ['the first three', { limit: 3 }, ['p0', 'p1', 'p2']],
    ['the projects after one', { after: 'p4' }, ['p5', 'p6']],
    ['the next two', { after: 'p2', limit: 2 }, ['p3', 'p4']],
    ['all except some', { except: new Set(['p0', 'p3', 'p6']) }, ['p1', 'p2', 'p4', 'p5']],
    ['a limited number, not counting the excluded ones', { except: new Set(['p0', 'p1']), limit: 2 }, ['p2', 'p3']],
    ['no projects', { after: 'p6' }, []],
  ])('%s', (_name, part, expected) => {
    expect(found(part)).toEqual(expected)
  })
})

test('an ambiguous name is found after many occurrences of the everyday word', () => {
  const wave = { ...crm, summary: '', keywords: ['invoice'], competitors: ['Wave'] }
  const [found] = buildFinder([{ id: 'p', profile: wave }]).find(item('invoice', `${'wave '.repeat(500)}Wave`))
  expect(found!.hits.at(-1)!.phrase).toBe('Wave')
})

describe('a competitor named by an everyday word', () => {
  const own = { ...crm, summary: '', keywords: ['invoice', 'crm'], competitors: ['Wave', 'Later', 'HubSpot'] }
  const competitors = (text: Item) => (phrasesFor(own, text) ?? []).filter((phrase) => own.competitors.includes(phrase))

  test.each<[string, Item, string[]]>([
    ['counts with a capital in a sentence', item('invoice', 'We pay for Wave and want to leave.'), ['Wave']],
    ['counts as a domain', item('invoice', 'we pay for wave.com and want to leave'), ['Wave']],
    ['counts beside another name', item('Wave or HubSpot for an invoice?'), ['Wave', 'HubSpot']],
    ['counts beside the category', item('Wave invoice is wrong'), ['Wave']],
    ['counts in a list of names', item('invoice', 'Tried: HubSpot, Wave, Zoho'), ['HubSpot', 'Wave']],
    ['does not count in lower case', item('invoice', 'we wave at them later'), []],
    ['does not count at the start of a text', item('Wave them an invoice, they said'), []],
    ['does not count at the start of a sentence', item('invoice', 'I paid. Later I saw the crm.'), []],
    ['does not count at the start of a line', item('invoice', 'I paid\n- Later I saw it'), []],
    ['does not count in a title in capitals', item('How To Send Your Invoice Later Than Everyone Else'), []],
    ['does not count in a text in capitals', item('invoice', 'PLEASE TELL THEM LATER THAT THIS IS WRONG'), []],
    ['does not count beside a name of another sentence', item('I left HubSpot. Later came an invoice'), ['HubSpot']],
  ])('%s', (_name, text, expected) => {
    expect(competitors(text)).toEqual(expected)
  })
})

test('a brand name is found after any number of profile words', () => {
  const words = watchlistOf(crm).phrases.flatMap(({ kind, spellings }) => (kind === 'profile' ? spellings[0]! : []))
  expect(words.length).toBeGreaterThan(70)
  const [found] = buildFinder([{ id: 'p', profile: crm }]).find(item('Hello', `${words.join('. ')}. ${crm.name}.`))
  expect(found!.hits.at(-1)).toMatchObject({ phrase: crm.name, kind: 'brand' })
})

describe('the product name', () => {
  const named = (name: string, text: string) =>
    phrasesFor({ name, website: null, summary: '', keywords: [], competitors: [] }, item('Hello', text))

  test.each<[string, string, boolean]>([
    ['Ledgerly', 'we moved to ledgerly', true],
    ['Ledgerly', 'a ledger', false],
    ['My project', 'My project is late, as always', false],
    ['   ', 'Anything at all', false],
  ])('%j in %j', (name, text, isFound) => {
    expect(named(name, text) !== null).toBe(isFound)
  })
})

test('a phrase that many projects share stays fast when a text repeats it', () => {
  const builder = new FinderBuilder()
  const watchlist = watchlistOf({ ...crm, summary: '' })
  for (let id = 0; id < 3000; id++) builder.add(`${id}`, watchlist)
  const finder = builder.build()
  const before = computedMs()
  finder.find(item('crm', 'crm '.repeat(60)))
  const once = computedMs() - before
  finder.find(item('crm', 'crm '.repeat(60_000)))
  expect(computedMs() - before - once).toBeLessThan(once * 20 + 500)
})

test('a profile without words has no candidates', () => {
  const empty = { name: 'X', website: null, summary: '', keywords: ['', '  '], competitors: [] }
  expect(phrasesFor(empty, item('Anything at all', 'crm'))).toBeNull()
})

describe('well-known makers of the same kind of product', () => {
  const thin: Profile = { ...crm, summary: 'A simple CRM.', keywords: ['crm'], competitors: [] }
  const thread = item('Pipedrive raised its price again', 'What now?')
  const found = (profile: Profile) => buildFinder([{ id: 'p', profile }]).find(thread)[0]?.hits ?? []

  test.each<[string, Profile, boolean]>([
    ['are matched for a product without listed competitors', thin, true],
    ['are matched for a product with two listed competitors', { ...thin, competitors: ['HubSpot', 'Close'] }, true],
    [
      'are not matched for a product with three listed competitors',
      { ...thin, competitors: ['HubSpot', 'Close', 'Copper'] },
      false,
    ],
  ])('%s', (_name, profile, isMatched) => {
    expect(found(profile).some(({ phrase }) => phrase === 'Pipedrive')).toBe(isMatched)
  })

  test('produce only profile hits', () => {
    expect(found(thin).filter(({ kind }) => kind !== 'profile')).toEqual([])
  })

  test('exclude the product itself and its listed competitors', () => {
    const own = found({ ...thin, name: 'Pipedrive' }).filter(({ phrase }) => phrase === 'Pipedrive')
    expect(own.map(({ kind }) => kind)).toEqual(['brand'])
    const named = found({ ...thin, competitors: ['pipedrive'] }).filter(({ phrase }) => /pipedrive/i.test(phrase))
    expect(named.map(({ phrase, kind }) => [phrase, kind])).toEqual([['pipedrive', 'competitor']])
  })
})
