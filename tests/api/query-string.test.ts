import { describe, expect, test } from 'vitest'
import { projectsResource } from '#features/projects/contract.ts'
import { readQuery } from '#platform/contract/query/query.ts'
import { readQueryString } from '#platform/server/http/url.ts'

describe('readQueryString', () => {
  test.each<[string, unknown]>([
    ['/api/projects', {}],
    ['/api/projects?', {}],
    [
      '/x?filters[status][$in][0]=done&filters[status][$in][1]=paid',
      { filters: { status: { $in: ['done', 'paid'] } } },
    ],
    ['/x?filters%5Bname%5D%5B%24eq%5D=a%20b', { filters: { name: { $eq: 'a b' } } }],
    ['/x?filters[name]=a+b', { filters: { name: 'a b' } }],
    ['/x?filters[name]=a%2Bb', { filters: { name: 'a+b' } }],
    ['/x?populate[]=post', { populate: ['post'] }],
    ['/x?filters[constructor][prototype]=1', { filters: { constructor: { prototype: '1' } } }],
    ['/x?hasOwnProperty=1', { hasOwnProperty: '1' }],
    ['/x?filters[status]', { filters: { status: null } }],
  ])('%s', (url, query) => {
    expect(readQueryString(url)).toEqual(query)
  })

  test('$in accepts more than the 20 values that parsers allow by default', () => {
    const query = Array.from({ length: 120 }, (_, index) => `filters[name][$in][${index}]=${index}`).join('&')
    expect(readQuery(projectsResource, readQueryString(`/x?${query}`), 'list').where).toMatchObject({
      of: [{ of: [{ operands: { length: 120 } }] }],
    })
  })

  test.each([
    ['a __proto__ key', '/x?__proto__[admin]=1'],
    ['a nested __proto__ key', '/x?filters[__proto__][status]=done'],
    ['an encoded __proto__ key', '/x?filters[%5f_proto__][status]=done'],
    ['more than 16 kB', `/x?filters[name]=${'a'.repeat(16_001)}`],
    ['more than 1000 keys', `/x?${Array.from({ length: 1001 }, (_, index) => `a${index}=`).join('&')}`],
    ['1000 nested keys', `/x?filters${'[a]'.repeat(1000)}=1`],
    ['a list index of a million', '/x?filters[name][$in][1000000]=1'],
    ['an invalid UTF-8 byte', '/x?filters[name]=%ff'],
    ['a lone percent sign', '/x?filters[name]=100%'],
  ])('%s is refused', (_what, url) => {
    expect(() => readQueryString(url)).toThrow(expect.objectContaining({ name: 'ValidationError', status: 400 }))
  })

  test('input never ends up in Object.prototype', () => {
    readQueryString('/x?constructor[prototype][admin]=1')
    expect('admin' in {}).toBe(false)
  })
})
