import { ApiError } from '#platform/contract/errors.ts'
import { combinators, operators, topLevelKeys } from '#platform/contract/query/filters.ts'
import { fieldsOf, type Wanted } from '#platform/contract/query/populate.ts'
import { type Query, readQuery } from '#platform/contract/query/query.ts'
import type { Resource, Shown } from '#platform/contract/resource.ts'
import { readQueryString } from '#platform/server/http/url.ts'

/** Random query strings, both realistic and hostile, for tests and benchmarks of the query parser. */

type Random = () => number

/** Table columns that no response contains, as field names and as column names. */
export const privateNames = [
  ['password', 'passwordHash', 'password_hash', 'resetPasswordToken', 'confirmationToken', 'codeHash', 'tokenHash'],
  ['projectId', 'project_id', 'userId', 'user_id', 'postId', 'fingerprint', 'phraseVersion', 'xact'],
  ['backfilledVersion', 'windowDueAt', 'blockedAt', 'confirmedAt', 'revokedAt', 'sessionId', 'updatedBy', 'secret'],
].flat()

const hostile = [
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '0', '-1', '1e9', 'NaN', ''],
  ['t0.password', 't1.password', 'user.passwordHash', 'createdBy.passwordHash', 'id);--', "' or 1=1 --", '"', '`'],
  ['where', 'lookup', '_q', 'having', 'select', '$foo', '$where', '$regex', '$', '%', '_', '\\', '(a+)+$'],
  ['a\0b', '\ud800', 'é', 'İ', '\u202e', '😀', ' ', '+', '&', '=', '[', ']', '[]', '][', '9007199254740993'],
  ['x'.repeat(300), '['.repeat(60), '1'.repeat(400)],
].flat()

const values = [
  [
    'done',
    'true',
    'false',
    '1',
    '60.5',
    '2026-11-20T10:00:00Z',
    '2026-11-20',
    '0000-01-01',
    'abc',
    '*',
    'createdAt:desc',
  ],
  ['01a1f8d3-ea00-7000-8000-28d47e53fe86', '00000000-0000-0000-0000-000000000000', 'published', 'en', '25', '100'],
].flat()

/** Returns a query string for a resource. About half are well-formed, and a fifth are accepted. */
export function anyQuery(random: Random, resource: Resource): string {
  const oneOf = <T>(list: readonly T[], otherwise: T): T => list[Math.floor(random() * list.length)] ?? otherwise
  const isWild = random() < 0.5
  const wild = (share: number) => isWild && random() < share

  const field = () => {
    if (wild(0.3)) return oneOf([...privateNames, ...hostile], '')
    return oneOf(Object.keys(resource.filterable), 'id')
  }
  const value = () => (wild(0.3) ? oneOf(hostile, '') : oneOf(values, ''))
  const nest = (path: string, depth: number): string => {
    const chance = random()
    if (depth > 0 && chance < 0.25)
      return nest(`${path}[${oneOf(combinators, '$not')}]${random() < 0.7 ? '[0]' : ''}`, depth - 1)
    const at = `${path}[${field()}]`
    const list = random() < 0.25 ? `[${Math.floor(random() * 4)}]` : ''
    if (chance < 0.45) return `${at}${list}=${write(value())}`
    const operator = wild(0.2) ? oneOf(hostile, '$eq') : oneOf(operators, '$eq')
    return `${at}[${operator}]${list}=${write(value())}`
  }
  const write = (text: string) => (random() < 0.8 ? encoded(text) : text)
  const parts: Record<string, () => string> = {
    filters: () => nest('filters', wild(0.3) ? 25 : 3),
    sort: () => {
      const name = wild(0.3) ? field() : oneOf(resource.sortable, 'id')
      const at = `sort${random() < 0.3 ? '[0]' : ''}`
      if (random() < 0.3) return `${at}[${name}]=${oneOf(['asc', 'DESC', ''], 'asc')}`
      return `${at}=${write(name)}${oneOf(['', ':asc', ':desc'], '')}`
    },
    fields: () => `fields[${Math.floor(random() * 3)}]=${write(wild(0.3) ? field() : oneOf(fieldsOf(resource), 'id'))}`,
    populate: () => populated(resource, 'populate'),
    pagination: () =>
      `pagination[${oneOf(['page', 'pageSize', 'start', 'limit', 'cursor', 'withCount'], 'page')}]=${write(wild(0.5) ? value() : '1')}`,
  }
  const populated = (of: Shown, path: string): string => {
    const relation = wild(0.3) ? field() : oneOf(Object.keys(of.relations), '*')
    const target = Object.hasOwn(of.relations, relation) ? of.relations[relation] : undefined
    const chance = random()
    if (!target || chance < 0.4) return `${path}=${write(relation)}`
    if (chance < 0.5) return `${path}[${relation}][sort]=${write(wild(0.3) ? field() : 'createdAt:desc')}`
    if (chance < 0.7)
      return `${path}[${relation}][fields][0]=${write(wild(0.3) ? field() : oneOf(fieldsOf(target), 'id'))}`
    return populated(target, `${path}[${relation}][populate]`)
  }
  const count = Math.ceil(random() * 4)
  const chosen = Array.from({ length: count }, () => {
    if (wild(0.1)) return `${oneOf([...hostile, ...privateNames, ...topLevelKeys], 'where')}=${write(value())}`
    return (parts[oneOf(Object.keys(parts), 'filters')] ?? (() => ''))()
  })
  const query = chosen.join('&')
  return wild(0.3) ? damaged(random, query) : query
}

/** Loses, doubles or replaces a character, or repeats the whole query. */
function damaged(random: Random, query: string): string {
  const at = Math.floor(random() * query.length)
  const junk = ['[', ']', '%', '%00', '%ff', '&', '=', '.', '', query][Math.floor(random() * 10)] ?? ''
  return query.slice(0, at) + junk + query.slice(at + (random() < 0.5 ? 1 : 0))
}

function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

/** Parses a query as the server does. Returns null if it is refused. Throws on any other error and on a leak. */
export function readAny(resource: Resource, query: string): Query | null {
  let read: Query
  try {
    read = readQuery(resource, readQueryString(`/api/x?${query}`), 'list')
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null
    throw error
  }
  const stray = [
    ...fieldsUnder(read.where).filter((field) => !Object.hasOwn(resource.filterable, field)),
    ...read.sort.map(({ field }) => field).filter((field) => !resource.sortable.includes(field)),
    ...strayIn(resource, { fields: read.fields, populate: read.populate }),
  ]
  if (stray.length > 0) throw new Error(`${resource.name}?${query} reached ${stray.join(', ')}`)
  return read
}

function fieldsUnder(where: Query['where']): string[] {
  if (where === null) return []
  if (where.kind === 'test') return [where.field]
  return where.kind === 'not' ? fieldsUnder(where.of) : where.of.flatMap(fieldsUnder)
}

function strayIn(of: Shown, { fields, populate, where = null, sort = [] }: Wanted): string[] {
  const own = [
    ...(fields ?? []).filter((field) => !fieldsOf(of).includes(field)),
    ...fieldsUnder(where).filter((field) => !Object.hasOwn(of.filterable, field)),
    ...sort.map(({ field }) => field).filter((field) => !of.sortable.includes(field)),
  ]
  const further = Object.entries(populate).flatMap(([name, wanted]) => {
    const target = of.relations[name]
    return target ? strayIn(target, wanted) : [name]
  })
  return [...own, ...further]
}
