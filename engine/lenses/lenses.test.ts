import { describe, expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { compileQuery } from '../query/compile.ts'
import { type Lens, lenses, lensQuery, lensReader } from './lenses.ts'

const competitors = ['Pipedrive', 'HubSpot']
const read = lensReader(competitors)

function item(title: string, body = '', kind: Item['kind'] = 'post'): Item {
  return {
    ...{ id: 'a', kind, subreddit: 'smallbusiness', author: null, title, body },
    ...{ flair: null, score: null, numComments: null, postedAt: null },
  }
}

const cases: [Item, Lens[]][] = [
  [item('Can anyone recommend a simple CRM?'), ['recommendation']],
  [item('Our setup', 'Looking for software to track quotes. Any suggestions?'), ['recommendation']],
  [item('Looking for an alternative to spreadsheets'), ['recommendation', 'alternative']],
  [item('We are moving away from our accountant'), ['alternative']],
  [item('They raised prices again'), ['alternative', 'price']],
  [item('Invoicing', 'It is so frustrating, and the app keeps crashing'), ['pain']],
  [item('A nice bakery opened in town', 'The bread is fresh every morning.'), []],
  [item('Which CRM is affordable?'), ['recommendation', 'price']],
  [item('Pipedrive', 'I hate Pipedrive, it is slow and buggy.'), ['complaint']],
  [item('I love HubSpot', 'It works well for us.'), []],
  // The title above a comment is another user's.
  [item('Can anyone recommend a simple CRM?', 'Nice weather today.', 'comment'), []],
  [item('A thread', 'Can anyone recommend a simple CRM?', 'comment'), ['recommendation']],
]

describe('the lenses', () => {
  test.each(cases)('of %j are %j', (post, expected) => {
    expect(read(post)).toEqual(expected)
  })

  test('without competitors, there are no complaints about one', () => {
    expect(lensReader([])(item('I hate Pipedrive, it is slow and buggy.'))).not.toContain('complaint')
  })

  test.each(lenses)('the query of %s matches every item with it', (lens) => {
    const query = lensQuery(lens, competitors)
    if (!query) return
    const compiled = compileQuery(query)
    const having = cases.map(([post]) => post).filter((post) => read(post).includes(lens))
    expect(having.length).toBeGreaterThan(0)
    for (const post of having) expect(compiled.matches(post, 0)).toBe(true)
  })
})
