import { describe, expect, test } from 'vitest'
import { resources } from '#app/resources.ts'
import { ApiError } from '../errors.ts'
import { readQuery } from './query.ts'

const id = '01a1f8d3-ea00-7000-8000-28d47e53fe86'
const read = (raw: Record<string, unknown>, name = 'opportunities') => readQuery(resources[name]!, raw, 'list')

function refusal(run: () => unknown): ApiError {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('accepted queries', () => {
  test('an empty query returns the first page of all rows', () => {
    expect(read({})).toEqual({
      where: null,
      sort: [],
      fields: null,
      populate: {},
      paging: { by: 'page', page: 1, pageSize: 25 },
    })
  })

  test.each([
    ['a bare value', { status: 'done' }],
    ['an operator', { status: { $eq: 'done' } }],
  ])('filter by %s', (_form, filters) => {
    const where = { kind: 'test', field: 'status', operator: '$eq', operands: ['done'] }
    const all = JSON.stringify(read({ filters }, 'projects').where)
    expect(all).toContain(JSON.stringify(where))
  })

  test.each([
    ['shorthand', id],
    ['operator', { $eq: id }],
    ['id', { id }],
    ['id with operator', { id: { $eq: id } }],
    ['documentId', { documentId: { $in: [id] } }],
  ])('filter a relation by %s', (_form, project) => {
    expect(JSON.stringify(read({ filters: { project } }).where)).toContain(id)
  })

  test('a list with gaps in its indexes is still a list', () => {
    expect(read({ filters: { state: { $in: { 0: 'new', 7: 'replied' } } } }).where).toEqual({
      kind: 'all',
      of: [{ kind: 'all', of: [{ kind: 'test', field: 'state', operator: '$in', operands: ['new', 'replied'] }] }],
    })
  })

  test.each([
    ['createdAt:desc', [{ field: 'createdAt', direction: 'desc' }]],
    ['score', [{ field: 'score', direction: 'asc' }]],
    [
      ['score:desc', 'postedAt:asc'],
      [
        { field: 'score', direction: 'desc' },
        { field: 'postedAt', direction: 'asc' },
      ],
    ],
    [
      'score:desc,createdAt',
      [
        { field: 'score', direction: 'desc' },
        { field: 'createdAt', direction: 'asc' },
      ],
    ],
  ])('sort=%j', (sort, keys) => {
    expect(read({ sort }).sort).toEqual(keys)
  })

  test.each([
    ['fields=score', 'score', ['score']],
    ['fields=score,label', 'score,label', ['score', 'label']],
    ['fields[0]=score', ['score'], ['score']],
    ['fields=*', '*', null],
  ])('%s', (_query, fields, chosen) => {
    expect(read({ fields }).fields).toEqual(chosen)
  })

  test.each([
    [{ page: '2' }, { by: 'page', page: 2, pageSize: 25 }],
    [
      { page: '1', pageSize: '1000' },
      { by: 'page', page: 1, pageSize: 100 },
    ],
    [{ pageSize: '999999999999' }, { by: 'page', page: 1, pageSize: 100 }],
    [{ start: '30' }, { by: 'start', start: 30, limit: 25 }],
    [{ limit: '5' }, { by: 'start', start: 0, limit: 5 }],
    [
      { cursor: 'abc', pageSize: '5' },
      { by: 'cursor', cursor: 'abc', pageSize: 5 },
    ],
  ])('pagination %j', (pagination, paging) => {
    expect(read({ pagination }).paging).toEqual(paging)
  })

  test('status=published and locale=en have no effect', () => {
    expect(() => read({ status: 'published', locale: 'en' })).not.toThrow()
  })
})

const deep = (levels: number): unknown => (levels === 0 ? { state: 'new' } : { $and: [deep(levels - 1)] })

describe('rejected queries', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown top-level key', { where: { id } }, 'Invalid key where'],
    ['another unknown top-level key', { lookup: { id } }, 'Invalid key lookup'],
    ['a search', { _q: 'x' }, 'Invalid key _q'],
    ['a filter by a private column', { filters: { projectId: id } }, 'Invalid key projectId'],
    ['a filter by the password', { filters: { password: { $startsWith: '$2' } } }, 'Invalid key password'],
    [
      'a nested filter by the password',
      { filters: { $or: [{ $not: { password: 'x' } }] } },
      'Invalid key password at $or.0.$not',
    ],
    ['a filter by a field of a relation', { filters: { project: { name: 'x' } } }, 'Invalid key name at project'],
    ['a filter with a table prefix', { filters: { 't1.password': 'x' } }, 'Invalid key t1.password'],
    ['SQL in a field name', { filters: { 'id);--': 'x' } }, 'Invalid key id);--'],
    ['an inherited property name', { filters: { constructor: { prototype: 'x' } } }, 'Invalid key constructor'],
    ['another inherited property name', { filters: { toString: 'x' } }, 'Invalid key toString'],
    ['an unknown operator', { filters: { state: { $foo: 'x' } } }, 'Invalid key $foo at state'],
    [
      'an inherited property name as an operator',
      { filters: { state: { valueOf: 'x' } } },
      'Invalid key valueOf at state',
    ],
    ['an operator of another type', { filters: { score: { $containsi: '1' } } }, 'Invalid key $containsi at score'],
    ['a comparison of booleans', { filters: { saved: { $gt: 'true' } } }, 'Invalid key $gt at saved'],
    ['a field that cannot be sorted by', { sort: 'body' }, 'Invalid key body'],
    ['a sort by a field of a relation', { sort: 'post.title' }, 'Invalid key post.title'],
    ['a private field', { fields: 'projectId' }, 'Invalid key projectId'],
    ['a relation as a field', { fields: 'post' }, 'Invalid key post'],
    ['an unknown relation', { populate: 'user' }, 'Invalid key user'],
    ['an inherited property name as a relation', { populate: { constructor: 'true' } }, 'Invalid key constructor'],
    [
      'a relation of a relation',
      { populate: { post: { populate: 'project' } } },
      'Invalid key project at post.populate',
    ],
    [
      'a private filter in a relation',
      { populate: { post: { filters: { realm: 'x' } } } },
      'Invalid key realm at post.filters',
    ],
    [
      'a private field of a relation',
      { populate: { post: { fields: ['source'] } } },
      'Invalid key source at post.fields',
    ],
    ['an unknown pagination key', { pagination: { offset: '1' } }, 'Invalid key offset'],
  ])('%s, with the key in the error', (_what, raw, message) => {
    const error = refusal(() => read(raw))
    expect(error.message).toBe(message)
    expect(error.name).toBe('ValidationError')
    expect(error.details).toMatchObject({ source: 'query', key: message.split(' ')[2] })
  })

  test.each<[string, Record<string, unknown>]>([
    ['the status draft', { status: 'draft' }],
    ['another language', { locale: 'de' }],
    ['a word as filters', { filters: 'x' }],
    ['a list as filters', { filters: ['x'] }],
    ['a repeated field in different shapes', { filters: { state: ['new', { $ne: 'x' }] } }],
    ['an object as a value', { filters: { state: { $eq: { $eq: 'new' } } } }],
    ['a null value', { filters: { state: null } }],
    ['an invalid number', { filters: { score: 'NaN' } }],
    ['a number that is too long', { filters: { score: '9'.repeat(400) } }],
    ['a hexadecimal number', { filters: { label: '0x10' } }],
    ['an invalid boolean', { filters: { saved: 'yes' } }],
    ['an invalid timestamp', { filters: { postedAt: { $gt: 'yesterday' } } }],
    ['an impossible timestamp', { filters: { postedAt: { $gt: '2026-13-45' } } }],
    ['a timestamp in the year 0', { filters: { postedAt: { $gt: '0000-01-01' } } }],
    ['a NUL character', { filters: { state: 'a\0b' } }],
    ['one bound', { filters: { score: { $between: ['1'] } } }],
    ['three bounds', { filters: { score: { $between: ['1', '2', '3'] } } }],
    ['a bound outside a list', { filters: { score: { $between: '1' } } }],
    ['more than 200 values', { filters: { state: { $in: Array.from({ length: 201 }, () => 'x') } } }],
    ['more than 200 conditions', { filters: { $or: Array.from({ length: 201 }, () => ({ state: 'x' })) } }],
    ['more than 10 levels', { filters: deep(11) }],
    ['$and without a list', { filters: { $and: { state: 'new' } } }],
    ['an unknown sort direction', { sort: 'score:down' }],
    ['a second sort direction', { sort: 'score:asc:asc' }],
    ['a word as the options of a relation', { populate: { post: 'yes' } }],
    ['page 0', { pagination: { page: '0' } }],
    ['page -1', { pagination: { page: '-1' } }],
    ['page 1.5', { pagination: { page: '1.5' } }],
    ['page NaN', { pagination: { page: 'NaN' } }],
    ['a list as the page', { pagination: { page: ['1'] } }],
    ['a page size in exponential notation', { pagination: { pageSize: '1e9' } }],
    ['a page size of 0', { pagination: { pageSize: '0' } }],
    ['a page above the largest safe integer', { pagination: { page: '9007199254740993' } }],
    ['a negative start', { pagination: { start: '-1' } }],
    ['a limit of 0', { pagination: { limit: '0' } }],
    ['a page and a start', { pagination: { page: '1', start: '0' } }],
    ['a cursor and a page', { pagination: { cursor: 'x', page: '2' } }],
    ['a list as the cursor', { pagination: { cursor: ['x'] } }],
    ['a word as pagination', { pagination: '2' }],
    ['withCount that is neither true nor false', { pagination: { withCount: 'perhaps' } }],
  ])('%s', (_what, raw) => {
    expect(refusal(() => read(raw)).status).toBe(400)
  })

  test('10 levels of filters are still allowed', () => {
    expect(() => read({ filters: deep(4) })).not.toThrow()
  })

  test('a cursor on a resource without cursor paging', () => {
    expect(refusal(() => read({ pagination: { cursor: 'x' } }, 'keywords')).message).toBe('Invalid key cursor')
  })

  test.each(['filters', 'sort', 'pagination'])('%s on a single row', (key) => {
    expect(refusal(() => readQuery(resources.projects!, { [key]: {} }, 'one')).message).toBe(`Invalid key ${key}`)
  })
})
