import { describe, expect, test } from 'vitest'
import type { LeadRun, LeadRunResult } from '#features/discovery/contract.ts'
import { leadCommands } from '../commands.ts'
import { aPost, newLead } from '../factories.ts'
import { asLead } from './as-lead.ts'
import { changesResult, choiceText, chosenText } from './choices.ts'
import { resultCommands } from './commands.ts'
import { communitiesOf, draftOf, sentOf } from './draft.ts'
import { criteriaText, progressText, sourcesText, stateText } from './labels.ts'
import { findParams, readFindView, resultFilters } from './view.ts'

const run = '01890000-0000-7000-8000-000000000001'
const other = '01890000-0000-7000-8000-000000000002'
const criteria = { audience: [], communities: [], signals: [], competitors: [], days: 30, size: 50 }

const at = '2026-01-01T00:00:00.000Z'
const result: LeadRunResult = {
  ...{ id: other, documentId: other, createdAt: at, updatedAt: at, publishedAt: at },
  ...{ run, rank: 1, score: 61, label: 2, components: [], sentence: null, snippet: { text: '', marks: [] } },
  ...{ postedAt: null, copies: [], lead: null, dismissed: false, post: aPost() },
}

describe('the address', () => {
  test.each([
    ['', {}],
    [`run=${run}`, { run }],
    [`run=${run}&show=open&label=3&label=1&result=${other}`, { run, show: 'open', labels: [3, 1], result: other }],
    [`run=${run}&compare=before`, { run, compare: 'before' }],
    [`from=${run}`, { from: run }],
  ] as const)('%s is read and written', (text, view) => {
    const read = readFindView(new URLSearchParams(text))
    expect(read).toMatchObject(view)
    expect(findParams(read).toString()).toBe(text)
  })

  test.each(['run=1', 'run=%00', 'show=love', 'label=7', `compare=x`])('%s is ignored', (text) => {
    expect(findParams(readFindView(new URLSearchParams(text))).toString()).toBe('')
  })

  test.each([
    ['all', {}],
    ['open', { isLead: { $eq: false }, dismissed: { $eq: false } }],
    ['leads', { isLead: { $eq: true } }],
    ['dismissed', { dismissed: { $eq: true } }],
  ] as const)('%s results are filtered on the server', (show, expected) => {
    expect(resultFilters(run, { show, labels: [] })).toEqual({ run: { $eq: run }, ...expected })
  })
})

describe('a form', () => {
  test('starts with the audience of the project, and sends it only if it was changed', () => {
    const draft = draftOf({ audience: ['bakers'] }, null)
    expect(draft).toMatchObject({ audience: ['bakers'], days: '30', size: '50', schedule: 'never' })
    expect(sentOf(draft, ['bakers'])).toEqual({ criteria, schedule: null })
    const changed = sentOf({ ...draft, audience: ['cooks'], days: 'any', schedule: 'weekly' }, ['bakers'])
    expect(changed).toEqual({ criteria: { ...criteria, audience: ['cooks'], days: null }, schedule: 'weekly' })
  })

  test('starts with the criteria of an earlier run', () => {
    const earlier = { criteria: { ...criteria, audience: ['cooks'], days: null, size: 100 } }
    expect(draftOf({ audience: ['bakers'] }, earlier)).toMatchObject({ audience: ['cooks'], days: 'any', size: '100' })
  })

  test('takes communities in the ways people write them', () => {
    expect(communitiesOf(['r/SaaS', '/r/sales', 'agency', 'two words', 'x', '-'])).toEqual(['saas', 'sales', 'agency'])
  })
})

describe('the words of a run', () => {
  test.each([
    [{}, 'Last 30 days'],
    [{ days: null }, 'Any time'],
    [{ days: 1, signals: ['leave', 'pain'] }, 'Last day · wants to switch or describes a problem'],
    [
      { competitors: ['Pipewise'], communities: ['a', 'b', 'c'] },
      'Last 30 days · names Pipewise · in r/a, r/b and 1 more',
    ],
    [{ audience: ['bakers'] }, 'Last 30 days · for bakers'],
  ] as const)('%j is %s', (changes, text) => {
    expect(criteriaText({ ...criteria, ...changes } as LeadRun['criteria'])).toBe(text)
  })

  const working = {
    ...{ state: 'running', phase: 'reading', postsDone: 1200, postsTotal: 48_211, candidates: 31, results: 4 },
    secondsLeft: null,
  } as LeadRun

  test.each<[Partial<LeadRun>, string]>([
    [{ phase: 'counting' }, 'Counting the stored posts…'],
    [{}, '1,200 of 48,211 posts · 31 on topic · 4 found'],
    [{ secondsLeft: 12.2 }, '1,200 of 48,211 posts · 31 on topic · 4 found · 13 s left'],
    [{ secondsLeft: 0 }, '1,200 of 48,211 posts · 31 on topic · 4 found · 1 s left'],
    [{ secondsLeft: 61 }, '1,200 of 48,211 posts · 31 on topic · 4 found · 2 min left'],
    [{ secondsLeft: 5_400 }, '1,200 of 48,211 posts · 31 on topic · 4 found · 1.5 h left'],
  ])('the progress with %j is %s', (changes, text) => {
    expect(progressText({ ...working, ...changes })).toBe(text)
  })

  test('name its phase while it works, and its state before and after', () => {
    expect(stateText(working)).toBe('Reading posts')
    expect(stateText({ state: 'queued', phase: 'counting' })).toBe('Waiting to start')
    expect(stateText({ state: 'failed', phase: 'reading' })).toBe('Failed')
    expect(sourcesText({ api: 30, feed: 0, import: 1800 })).toBe('1,800 imported, 30 from the Reddit API')
  })
})

describe('a choice', () => {
  const lead = { id: run, state: 'rejected', saved: false } as const

  test.each([
    [{ lead: null, dismissed: false }, null, [true, true, false]],
    [{ lead: null, dismissed: true }, 'Dismissed', [true, false, true]],
    [{ lead, dismissed: false }, 'Rejected', [false, false, false]],
    [{ lead: { ...lead, state: 'new' }, dismissed: false }, 'In your leads', [false, false, false]],
    [{ lead: { ...lead, state: 'new', saved: true }, dismissed: false }, 'Saved in your leads', [false, false, false]],
  ] as const)('about %j shows %s', (about, text, changes) => {
    expect(choiceText(about)).toBe(text)
    expect((['added', 'dismissed', 'none'] as const).map((choice) => changesResult(about, choice))).toEqual(changes)
  })

  test('says what it did, with the number', () => {
    expect(chosenText('added', 1)).toBe('Added to your leads')
    expect(chosenText('dismissed', 3)).toBe('Dismissed 3 results')
  })
})

describe('a result', () => {
  test('is shown as a lead, with the decisions about its lead and the score of its run', () => {
    expect(asLead(result, undefined)).toMatchObject({ id: other, score: 61, state: 'new', unread: true })
    const known = newLead(run, { score: 7, saved: true, claim: { user: run, by: 'Ann', at } })
    expect(asLead(result, known)).toMatchObject({ id: run, score: 61, saved: true, claim: { by: 'Ann' } })
  })

  const actions = {
    me: '',
    move() {},
    decide() {},
    reject() {},
    undo() {},
    choose() {},
    chooseAll() {},
    clearChoice() {},
  }
  const keysOf = (isLead: boolean, mayDecide = true) => {
    const commands = leadCommands(asLead(result, undefined), [], actions)
    const own = resultCommands(commands, { isLead, mayDecide, hasResult: true, choose() {} })
    return own.flatMap(({ keys }) => keys ?? [])
  }

  test('has the keys of leads, and those to add and dismiss it while it is none', () => {
    expect(keysOf(true)).toEqual(expect.arrayContaining(['j', 'k', 'Enter', 'r', 'x', 's', 'c', 'o', 'v', 'V', 'u']))
    expect(keysOf(false).toSorted()).toEqual(['Enter', 'Escape', 'V', 'a', 'j', 'k', 'o', 'u', 'v', 'x'])
    expect(keysOf(false, false).toSorted()).toEqual(['Enter', 'j', 'k', 'o'])
  })
})
