import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { resource } from '../../contract/resource.ts'
import { row } from '../../contract/row.ts'
import type { Feature } from '../feature.ts'
import { joinFeatures } from './registry.ts'

const Shelf = z.object({ ...row, name: z.string() })
const shelves = resource('bookShelves', {
  entity: Shelf,
  create: z.strictObject({ project: z.uuid(), name: z.string() }),
  update: z.strictObject({ name: z.string() }),
  rights: { read: 'readLeads', write: 'decide' },
  filters: { name: 'text' },
  sort: ['name'],
  relations: {},
})
const list: Endpoint = shelves.endpoints.bookShelvesFind

describe('resource()', () => {
  test("declares five endpoints with the resource's rights", () => {
    const summary = Object.entries<Endpoint>(shelves.endpoints).map(([name, { method, path, right, status = 200 }]) =>
      [name, method, path, right, status].join(' '),
    )
    expect(summary).toEqual([
      'bookShelvesFind GET /book-shelves readLeads 200',
      'bookShelvesFindOne GET /book-shelves/:id readLeads 200',
      'bookShelvesCreate POST /book-shelves decide 201',
      'bookShelvesUpdate PUT /book-shelves/:id decide 200',
      'bookShelvesDelete DELETE /book-shelves/:id decide 204',
    ])
  })

  test('makes rows filterable by id, dates, project and the declared filters', () => {
    expect(Object.keys(shelves.resource.filterable)).toEqual([
      'id',
      'documentId',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'project',
      'name',
    ])
  })
})

describe('features are refused at startup', () => {
  const endpoint: Endpoint = { method: 'GET', path: '/ping', access: 'anyone', answer: z.null() }
  const answered = { name: 'ping', endpoint, handle: async () => null }
  const feature = (name: string, rest: Partial<Feature>): Feature => ({ name, routes: [], ...rest })

  test('if two have an endpoint with the same name', () => {
    const two = [feature('a', { routes: [answered] }), feature('b', { routes: [answered] })]
    expect(() => joinFeatures(two)).toThrow('two features have an endpoint called ping')
  })

  test('if two have a reading with the same name', () => {
    const readings = { shelves: {} as never }
    expect(() => joinFeatures([feature('a', { readings }), feature('b', { readings })])).toThrow(
      'two features have a reading called shelves',
    )
  })

  test('if an endpoint has no handler', () => {
    const unanswered = { name: 'bookShelvesFind', endpoint: list, handle: null }
    expect(() => joinFeatures([feature('a', { routes: [unanswered] })])).toThrow(
      'the endpoint bookShelvesFind has no handler: add a handler or a reading to its feature',
    )
  })

  test('but not because of their order', () => {
    const [a, b] = [feature('a', { routes: [answered] }), feature('b', { readings: { shelves: {} as never } })]
    expect(joinFeatures([a, b]).routes).toEqual(joinFeatures([b, a]).routes)
  })
})
