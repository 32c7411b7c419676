import { expect, test } from 'vitest'
import type { Competitor, Keyword } from '../../contract.ts'
import { competitorCsv } from '../competitors/competitor-file.ts'
import { keywordCsv } from '../keywords/keyword-file.ts'
import { readRows } from './read-rows.ts'

const row = { id: '1', documentId: '1', createdAt: '', updatedAt: '', publishedAt: '' }
const keyword: Keyword = {
  ...row,
  ...{ kind: 'brand', query: '-podcast crm', status: 'paused', pausedBy: 'user' },
  ...{ subredditsIn: ['agency', 'smallbusiness'], subredditsOut: [], language: 'en', minScore: 0 },
  ...{ hitsPerDay: 0, hitsFrom: null, leadShare: null, lastHitAt: null },
}
const waitingKeyword: Keyword = {
  ...keyword,
  ...{ query: 'orbital "pipe, welder"', pausedBy: 'quota', minScore: null, language: null },
}
const competitor: Competitor = {
  ...row,
  ...{ name: 'Weldco, Inc.', website: 'https://weldco.example', status: 'retired', pausedBy: null },
  ...{ aliases: ['=1+1', 'Weld | Co'], domains: ['weldco.example', 'weld.example'] },
  ...{ subreddit: 'weldco', excludeWords: ['-welding', '"rod"'] },
}
const waitingCompetitor: Competitor = {
  ...competitor,
  ...{ name: '@pipes', website: null, status: 'paused', pausedBy: 'quota' },
  ...{ aliases: [], domains: [], subreddit: null, excludeWords: [] },
}
const read = (file: string) => readRows(file, keywordCsv.columns, keywordCsv.read, keywordCsv.nameOf)
const readCompetitors = (file: string) =>
  readRows(file, competitorCsv.columns, competitorCsv.read, competitorCsv.nameOf)

const fieldsOf = ({ kind, query, status, subredditsIn, subredditsOut, language, minScore }: Keyword) => {
  return { kind, query, status, subredditsIn, subredditsOut, language, minScore }
}
const competitorFieldsOf = ({ name, website, status, aliases, domains, subreddit, excludeWords }: Competitor) => {
  return { name, website, status, aliases, domains, subreddit, excludeWords }
}

test.each([
  [
    'keywords',
    read(keywordCsv.write([keyword, waitingKeyword])),
    [fieldsOf(keyword), { ...fieldsOf(waitingKeyword), status: 'active' }],
  ],
  [
    'competitors',
    readCompetitors(competitorCsv.write([competitor, waitingCompetitor])),
    [competitorFieldsOf(competitor), { ...competitorFieldsOf(waitingCompetitor), status: 'active' }],
  ],
])(
  '%s are the same after an export and import, and those paused by quota become active',
  (_noun, { rows, faults }, values) => {
    expect(faults).toEqual([])
    expect(rows.map(({ value }) => value)).toEqual(values)
  },
)

test('no name, alias or excluded word of a competitor is exported as a formula', () => {
  const cells = competitorCsv.write([competitor, waitingCompetitor]).split(/\r\n|,/)
  expect(cells).toEqual(expect.arrayContaining([`"'@pipes"`, expect.stringMatching(/^"?'=1\+1/)]))
  expect(cells.filter((cell) => /^"?[=+@-]/.test(cell))).toEqual([])
})

test('a list of words without a header is read as keywords', () => {
  expect(read('crm\nsales pipeline\n').rows.map(({ line, value }) => [line, value.query, value.kind])).toEqual([
    [1, 'crm', 'problem'],
    [2, 'sales pipeline', 'problem'],
  ])
})

test('columns can be in any order, and each invalid line is reported while the others are read', () => {
  const { rows, faults } = read(
    [
      'Kind,Query,Min score',
      'problem,crm,5',
      'noise,one,',
      'brand,,',
      'problem,crm AND (,',
      'problem,CRM,',
      'problem,two,many',
      'brand,three,',
    ].join('\n'),
  )
  expect(rows.map(({ line, value }) => [line, value.query, value.minScore])).toEqual([
    [2, 'crm', 5],
    [8, 'three', null],
  ])
  expect(faults.map(({ line, message }) => [line, message])).toEqual([
    [3, 'kind is “noise” but must be problem or brand'],
    [4, 'query is empty'],
    [5, expect.stringContaining('Try: ')],
    [6, 'Duplicate of line 2'],
    [7, 'min_score is “many” but must be a number'],
  ])
})

test('a file with an unclosed quote is reported as a whole', () => {
  expect(read('query\n"crm').faults).toMatchObject([{ line: 2 }])
})

test('a line with more cells than columns is reported, not cut', () => {
  const { rows, faults } = read('query\ncrm, simple\n"crm, simple"\nsales,,\n')
  expect(rows.map(({ value }) => value.query)).toEqual(['crm, simple', 'sales'])
  expect(faults.map(({ line, message }) => [line, message])).toEqual([
    [2, 'This line has 2 cells for 1 column. Put quotes around values that contain a separator'],
  ])
})

test('ten thousand lines are the same after an export and import', () => {
  const many = Array.from({ length: 10_000 }, (_, each) => ({ ...keyword, query: `=crm ${each} "pipe, welder"` }))
  const { rows, faults } = read(keywordCsv.write(many).replaceAll('\r\n', '\n'))
  expect(faults).toEqual([])
  expect(rows).toHaveLength(10_000)
  expect(rows.at(-1)).toMatchObject({ line: 10_001, value: { query: '=crm 9999 "pipe, welder"' } })
})

test('a header row is detected', () => {
  expect(read('crm\n').hasHead).toBe(false)
  expect(read('kind,query\nbrand,crm\n').hasHead).toBe(true)
})
