import { describe, expect, test } from 'vitest'
import type { Mention } from '../contract.ts'
import { mentionOf } from './factories.ts'
import { mentionsOf, neighbor, type Page, type Pages, withMentions, withStates } from './pages.ts'

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T12:00:00.000Z`
/** Mentions of the 20th to the 15th, in two pages. */
const all = [20, 19, 18, 17, 16, 15].map((number) => mentionOf({ id: `m${number}`, postedAt: day(number) }))
const page = (data: Page['data']): Page => ({ data, meta: { pagination: { total: 6 } } })
const pages: Pages = { pages: [page(all.slice(0, 3)), page(all.slice(3))], pageParams: [null, null] }
const ids = (list: Pages) => mentionsOf(list).map(({ id }) => id)
const handled = (...names: string[]) =>
  all.filter(({ id }) => names.includes(id)).map((each) => ({ ...each, handled: true }))

describe('a list', () => {
  test('of open mentions loses those that were handled, and gets them back in their places', () => {
    const without = withMentions(pages, handled('m19', 'm16'), 'open')
    expect(ids(without)).toEqual(['m20', 'm18', 'm17', 'm15'])
    expect(ids(withMentions(without, [all[4]!, all[1]!], 'open'))).toEqual(ids(pages))
  })

  test('of all mentions shows them changed in their places', () => {
    const changed = withMentions(pages, handled('m17'), 'all')
    expect(ids(changed)).toEqual(ids(pages))
    expect(mentionsOf(changed).find(({ id }) => id === 'm17')?.handled).toBe(true)
  })

  test('takes back the oldest at its end, and the only one in an empty list', () => {
    expect(ids(withMentions(withMentions(pages, handled('m15'), 'open'), [all[5]!], 'open'))).toEqual(ids(pages))
    const empty: Pages = { pages: [page([])], pageParams: [null] }
    expect(ids(withMentions(empty, [all[0]!], 'open'))).toEqual(['m20'])
  })

  test('ignores mentions that are not in it and do not belong', () => {
    expect(withMentions(pages, [mentionOf({ id: 'other', handled: true })], 'open')).toEqual(pages)
  })

  test('orders mentions without a date or of the same time by ID', () => {
    const old = mentionOf({ id: 'm14', postedAt: null })
    const same = mentionOf({ id: 'm19b', postedAt: day(19) })
    expect(ids(withMentions(pages, [old, same], 'open'))).toEqual([
      'm20',
      'm19b',
      'm19',
      'm18',
      'm17',
      'm16',
      'm15',
      'm14',
    ])
  })
})

test('a list shows what others handled and what was deleted, in the same places', () => {
  const post = { title: 'A title', body: 'Some words', standing: 'there' } as NonNullable<Mention['post']>
  const shown: Pages = { pages: [page([{ ...all[0]!, post }, { ...all[1]!, post }, all[2]!])], pageParams: [null] }
  const changed = mentionsOf(
    withStates(shown, [
      { ...all[0]!, handled: true, post: { ...post, body: '' } },
      { ...all[1]!, sentence: '', author: null, post: { ...post, title: '', standing: 'deleted' } },
    ]),
  )
  expect(changed.map(({ id, handled }) => [id, handled])).toEqual([
    ['m20', true],
    ['m19', false],
    ['m18', false],
  ])
  expect(changed[0]?.post).toEqual(post)
  expect(changed[1]).toMatchObject({ sentence: '', author: null, post: { title: '', body: '', standing: 'deleted' } })
})

test.each([
  ['m19', ['m19'], 'm18'],
  ['m19', ['m19', 'm18'], 'm17'],
  ['m15', ['m15'], 'm16'],
  ['m15', all.map(({ id }) => id), null],
])('after %s, when %j leave, %s opens', (id, leaving, expected) => {
  expect(neighbor(all, id, leaving)?.id ?? null).toBe(expected)
})
