import { describe, expect, test } from 'vitest'
import { relatedAfter, relatedRowAfter } from '../../server/database/rows/related.ts'
import { changedRelation, optionalRelation, relatedRows } from './relations.ts'

/** The forms of relations in bodies that Strapi's tests of its API use (docs/decisions/0132). */
const [a, b, c] = [1, 2, 3].map((each) => `01a1f8d3-ea00-7000-8000-00000000000${each}`) as [string, string, string]

describe('a relation to several rows', () => {
  const after = (sent: unknown) =>
    relatedAfter([a, b], relatedRows(3).parse(sent), { field: 'recipients', most: 3 }).map(
      (id) => ({ [a]: 'a', [b]: 'b', [c]: 'c' })[id],
    )

  test.each<[string, unknown, string]>([
    ['ids', [a, c], 'a c'],
    ['objects', [{ id: a }, { documentId: c }], 'a c'],
    ['an id alone', c, 'c'],
    ['an object alone', { documentId: c }, 'c'],
    ['nothing', [], ''],
    ['null', null, ''],
    ['set', { set: [c, { id: b }] }, 'b c'],
    ['set to null', { set: null }, ''],
    ['connect', { connect: [c] }, 'a b c'],
    ['connect with an object', { connect: { documentId: c } }, 'a b c'],
    ['connect what is connected', { connect: [b, { id: b }] }, 'a b'],
    ['disconnect', { disconnect: [{ documentId: a }] }, 'b'],
    ['disconnect what is not connected', { disconnect: [c] }, 'a b'],
    ['disconnect all', { disconnect: [b, a] }, ''],
    ['connect and disconnect', { connect: [c], disconnect: [a], options: { strict: true } }, 'b c'],
    ['disconnect what is connected at once', { connect: [c], disconnect: [a, c] }, 'b c'],
    ['an empty object', {}, 'a b'],
  ])('is changed by %s', (_, sent, ids) => {
    expect(after(sent).join(' ')).toBe(ids)
  })

  test.each<[string, unknown]>([
    ['a position', { connect: [{ documentId: c, position: { end: true } }] }],
    ['set beside connect', { set: [a], connect: [b] }],
    ['an unknown key', { connect: [a], invalid: 'fake' }],
    ['an unknown option', { connect: [a], options: { invalid: true } }],
    ['an id of another form', { connect: ['invalid'] }],
    ['too many rows', [a, b, c, a]],
  ])('refuses %s', (_, sent) => {
    expect(relatedRows(3).safeParse(sent).success).toBe(false)
  })

  test('refuses more rows than it may have after the change', () => {
    const change = relatedRows(2).parse({ connect: [c] })
    expect(() => relatedAfter([a, b], change, { field: 'recipients', most: 2 })).toThrow('at most 2')
  })
})

describe('a relation to one row', () => {
  test.each<[string, unknown, string | null | undefined]>([
    ['an id', b, b],
    ['an object', { documentId: b }, b],
    ['connect', { connect: [b] }, b],
    ['connect and disconnect', { connect: [{ id: b }], disconnect: [a, b] }, b],
    ['set', { set: [b] }, b],
    ['null', null, null],
    ['set to nothing', { set: [] }, null],
    ['set to null', { set: null }, null],
    ['disconnect', { disconnect: [a] }, null],
    ['disconnect with an object', { disconnect: { documentId: a } }, null],
    ['disconnect another row', { disconnect: [b] }, undefined],
    ['an empty connect', { connect: [] }, undefined],
  ])('is changed by %s', (_, sent, id) => {
    expect(relatedRowAfter(a, changedRelation.parse(sent))).toBe(id)
    expect(optionalRelation.parse(sent)).toBe(id ?? null)
  })
})
