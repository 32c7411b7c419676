import { describe, expect, test } from 'vitest'
import { resources } from '#app/resources.ts'
import { readQueryString } from '../../server/http/url.ts'
import { ApiError } from '../errors.ts'
import type { Condition } from './conditions.ts'
import { readQuery } from './query.ts'

/**
 * What Strapi's own tests of its API ask of filters, sort, fields, populate, and pagination, as far as DECISIONS 6 to 16
 * allow it (docs/decisions/0132). The queries are read as they arrive, in brackets.
 */
const id = '01a1f8d3-ea00-7000-8000-28d47e53fe86'
const nobody = '00000000-0000-0000-0000-000000000000'
const read = (query: string, name = 'opportunities') =>
  readQuery(resources[name]!, readQueryString(`/api/x?${query}`), 'list')

function statusOf(query: string, name?: string): number {
  try {
    read(query, name)
    return 200
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

/** Writes a condition briefly: `state $in new,replied`, with `&` for all, `|` for any, and `!` for not. */
function brief(condition: Condition | null): string {
  if (condition === null) return ''
  if (condition.kind === 'not') return `!(${brief(condition.of)})`
  if (condition.kind === 'test') {
    const operands = condition.operands.map((each) => (each instanceof Date ? each.toISOString() : each))
    return `${condition.field} ${condition.operator} ${operands.join()}`
  }
  const parts = condition.of.map(brief)
  return parts.length === 1 ? String(parts[0]) : `(${parts.join(condition.kind === 'all' ? ' & ' : ' | ')})`
}

describe('filters', () => {
  test.each<[string, string]>([
    // A list of values, in brackets or by repetition, is $in.
    ['filters[state][0]=new&filters[state][1]=replied', 'state $in new,replied'],
    ['filters[state][]=new&filters[state][]=replied', 'state $in new,replied'],
    ['filters[state]=new&filters[state]=replied', 'state $in new,replied'],
    ['filters[score][$in]=42', 'score $in 42'],
    ['filters[score][$notIn]=42', 'score $notIn 42'],
    [`filters[project][0]=${id}`, `project $in ${id}`],
    [`filters[project][id][0]=${id}&filters[project][id][1]=7`, `project $in ${id},${nobody}`],
    // Other operators hold if they hold for any value of a list.
    ['filters[score][$ne][0]=41&filters[score][$ne][1]=43', '(score $ne 41 | score $ne 43)'],
    ['filters[score][$gt][0]=12&filters[score][$gt][1]=56', '(score $gt 12 | score $gt 56)'],
    [
      'filters[text][$containsi][0]=weld&filters[text][$containsi][1]=pipe',
      '(text $containsi weld | text $containsi pipe)',
    ],
    [
      'filters[text][$contains]=a&filters[text][$notContains][0]=b&filters[text][$notContains][1]=c',
      '(text $contains a & (text $notContains b | text $notContains c))',
    ],
    // Lists of conditions.
    ['filters[0][score]=42&filters[1][state]=new', '(score $eq 42 & state $eq new)'],
    [
      'filters[$or][0][score]=42&filters[$or][1][0][score][$gt]=28&filters[$or][1][1][state]=new',
      '(score $eq 42 | (score $gt 28 & state $eq new))',
    ],
    [
      'filters[$or][0][score]=42&filters[$or][1][0][score][$gt]=28&filters[$or][1][1][$or][0][label]=3',
      '(score $eq 42 | (score $gt 28 & label $eq 3))',
    ],
    ['filters[score][$not]=10.99', '!(score $eq 10.99)'],
    ['filters[score][$not][0]=1&filters[score][$not][1]=2', '!(score $in 1,2)'],
    ['filters[$not][state]=new', '!(state $eq new)'],
    ['filters[score][$lte]=42&filters[score][$gte]=42', '(score $lte 42 & score $gte 42)'],
    // An id of another form is nobody's.
    ['filters[id]=999', `id $eq ${nobody}`],
    ['filters[documentId][$in][0]=qa2c4glu9d6k8m1s', `documentId $in ${nobody}`],
    ['filters[project]=12', `project $eq ${nobody}`],
    ['filters[id]=1%20OR%201%3D1', `id $eq ${nobody}`],
    // publishedAt is createdAt.
    ['filters[publishedAt][$gt]=2026-11-20', 'createdAt $gt 2026-11-20T00:00:00.000Z'],
    ['filters[publishedAt][$null]=true', 'createdAt $null true'],
  ])('%s', (query, condition) => {
    expect(brief(read(query).where)).toBe(condition)
  })

  test.each(['true', '1', 't'])('the boolean %s is true', (value) => {
    expect(brief(read(`filters[saved]=${value}`).where)).toBe('saved $eq true')
    expect(brief(read(`filters[saved][$eq]=${value}`).where)).toBe('saved $eq true')
    expect(brief(read(`filters[saved][$in][0]=${value}`).where)).toBe('saved $in true')
  })

  test.each(['false', '0', 'f'])('the boolean %s is false', (value) => {
    expect(brief(read(`filters[saved]=${value}`).where)).toBe('saved $eq false')
    expect(brief(read(`filters[saved][$in][0]=${value}`).where)).toBe('saved $in false')
  })

  test.each<[string, boolean]>([
    ['=true', true],
    ['=1', true],
    ['=t', true],
    ['=anything', true],
    ['[0]=anything', true],
    ['[anything]=anything', true],
    ['=false', false],
    ['=0', false],
    ['=f', false],
    ['=', false],
  ])('$null%s and $notNull%s', (value, isOn) => {
    expect(brief(read(`filters[postedAt][$null]${value}`).where)).toBe(`postedAt $null ${isOn}`)
    expect(brief(read(`filters[postedAt][$notNull]${value}`).where)).toBe(`postedAt $notNull ${isOn}`)
  })

  test.each<[string, string]>([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T10:30', '2026-11-20T10:30:00.000Z'],
    ['2026-11-20T10:30:15.5', '2026-11-20T10:30:15.500Z'],
    ['2026-11-20T10:30:15%2B02:00', '2026-11-20T08:30:15.000Z'],
    ['1795170615000', '2026-11-20T10:30:15.000Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
  ])('the instant %s', (value, instant) => {
    expect(brief(read(`filters[postedAt][$gte]=${value}`).where)).toBe(`postedAt $gte ${instant}`)
  })

  test.each([
    'filters[notAnAttribute]=',
    'filters[t0][createdBy][id][$lt]=1',
    'filters[$fakeOp]=false',
    'filters[id][$STARTSWITH]=123',
    'filters[ID]=1',
    'filters[createdBy][email][$startsWith]=a',
    'filters[updatedBy][t1.password][$startsWith]=$2',
    'filters[$and][0][updatedBy][email][$startsWith]=a',
    'filters[$not][updatedBy][password][$contains]=x',
    'filters[0]=x',
    'filters[state][0][$eq]=new',
    'filters[saved]=yes',
    'filters[postedAt]=20261120',
    'filters[postedAt]=999999999999999',
    'where[id]=1',
    'lookup[name]=x',
  ])('%s is refused', (query) => {
    expect(statusOf(query)).toBe(400)
  })
})

describe('sort', () => {
  test.each<[string, string]>([
    ['sort=score', 'score asc'],
    ['sort=score:desc', 'score desc'],
    ['sort=score:DESC,postedAt:ASC', 'score desc, postedAt asc'],
    ['sort=score%20:%20desc,%20postedAt', 'score desc, postedAt asc'],
    ['sort[score]=desc', 'score desc'],
    ['sort[score]=DESC&sort[postedAt]=asc', 'score desc, postedAt asc'],
    ['sort[0]=score:desc&sort[1]=postedAt', 'score desc, postedAt asc'],
    ['sort[0][score]=desc', 'score desc'],
    ['sort[0][score]=desc&sort[1][postedAt]=asc', 'score desc, postedAt asc'],
    ['sort[0][score]=desc&sort[1]=postedAt', 'score desc, postedAt asc'],
    ['sort=score:desc&sort=postedAt', 'score desc, postedAt asc'],
    ['sort=score:desc,score:asc', 'score desc'],
    ['sort=publishedAt:desc', 'createdAt desc'],
    ['sort=', ''],
    ['sort=,', ''],
    ['sort', ''],
    ['sort[]', ''],
    ['sort[0]=', ''],
    ['sort[score]=', ''],
    ['sort=score,', 'score asc'],
  ])('%s', (query, keys) => {
    expect(
      read(query)
        .sort.map(({ field, direction }) => `${field} ${direction}`)
        .join(', '),
    ).toBe(keys)
  })

  test.each([
    'sort[password]=asc',
    'sort[score]=asc&sort[password]=asc',
    'sort[0][password]=desc',
    'sort[updatedBy][email]=asc',
    'sort[0][createdBy][email]=asc',
    'sort=:asc',
    'sort=score:down',
    'sort[score]=down',
    "sort=score:asc'",
    'sort[__proto__]=asc',
    'sort[constructor]=asc',
  ])('%s is refused', (query) => {
    expect(statusOf(query)).toBe(400)
  })
})

describe('fields and populate', () => {
  const all = { fields: null, populate: {} }

  test.each<[string, string[] | null]>([
    ['fields=score,%20label', ['score', 'label']],
    ['fields[0]=*', null],
    ['fields[0]=*&fields[1]=score', null],
  ])('%s', (query, fields) => {
    expect(read(query).fields).toEqual(fields)
  })

  test.each<[string, unknown]>([
    ['populate=post,%20project', { post: all, project: all }],
    ...['true', '1', 't', '*'].map((value): [string, unknown] => [`populate[post]=${value}`, { post: all }]),
    ...['false', '0', 'f'].map((value): [string, unknown] => [`populate[post]=${value}`, {}]),
  ])('%s', (query, populate) => {
    expect(read(query).populate).toEqual(populate)
  })

  test('related rows are filtered and sorted', () => {
    const { project } = read('populate[project][filters][status][0]=done&populate[project][sort]=name:DESC').populate
    expect(project).toMatchObject({ sort: [{ field: 'name', direction: 'desc' }] })
    expect(brief(project?.where ?? null)).toBe('status $in done')
    expect(read('populate[project][sort]=').populate.project).toMatchObject({ sort: [] })
    const post =
      'populate[post][filters][title][$containsi]=weld&populate[post][sort]=score&populate[post][fields]=title'
    expect(read(post).populate.post).toMatchObject({ sort: [{ field: 'score', direction: 'asc' }], fields: ['title'] })
    const { recipients } = read('populate[recipients][filters][email][$endsWith]=.com', 'alertRules').populate
    expect(brief(recipients?.where ?? null)).toBe('email $endsWith .com')
    const deep = 'populate[memberships][filters][role]=owner&populate[memberships][populate][project][filters][name]=A'
    const { memberships } = read(deep, 'me').populate
    expect(brief(memberships?.where ?? null)).toBe('role $eq owner')
    expect(brief(memberships?.populate.project?.where ?? null)).toBe('name $eq A')
  })

  test('a list of more than 100 relations is refused with its length', () => {
    const query = (count: number) => Array.from({ length: count }, (_, at) => `populate[${at}]=post`).join('&')
    expect(statusOf(query(100))).toBe(200)
    expect(() => read(query(105))).toThrow('Too many populate entries (105)')
  })

  test.each([
    'fields[0]=*&fields[1]=password',
    'fields=fakeField',
    'populate[private]=true',
    'populate[post]=deep',
    'populate[post][on][x]=true',
    'populate[project][filters][user]=x',
    'populate[post][filters][projectId]=x',
    'populate[post][sort]=realm',
    'populate[project][sort]=userId',
    'populate[project][limit]=1',
  ])('%s is refused', (query) => {
    expect(statusOf(query)).toBe(400)
  })
})

describe('pagination', () => {
  test.each<[string, unknown]>([
    ['pagination[limit]=-1', { by: 'start', start: 0, limit: 100 }],
    ['pagination[start]=2&pagination[limit]=-1', { by: 'start', start: 2, limit: 100 }],
    ...['false', '0', 'f'].map((value): [string, unknown] => [
      `pagination[pageSize]=2&pagination[withCount]=${value}`,
      { by: 'page', page: 1, pageSize: 2, uncounted: true },
    ]),
    ...['true', '1', 't'].map((value): [string, unknown] => [
      `pagination[withCount]=${value}`,
      { by: 'page', page: 1, pageSize: 25 },
    ]),
  ])('%s', (query, paging) => {
    expect(read(query).paging).toEqual(paging)
  })

  test.each([
    'pagination[limit]=-2',
    'pagination[start]=-1',
    'pagination[pageSize]=-1',
    'pagination[page]=1&pagination[limit]=1',
    'pagination[withCount]=perhaps',
    'pagination[withCount]=',
  ])('%s is refused', (query) => {
    expect(statusOf(query)).toBe(400)
  })
})
