import { type Condition, readFilters } from './conditions.ts'
import * as entity from './entities.ts'
import { topLevelKeys } from './filters.ts'
import { type Paging, readPaging } from './paging.ts'
import { invalidKey, invalidValue, wordsOf } from './query-faults.ts'
import { type ResourceName, resources } from './resources.ts'

/** A query string that has been understood: nothing in it names anything that the resource does not offer. */
export interface Query {
  where: Condition | null
  sort: SortKey[]
  /** Fields to answer with; null for all. */
  fields: string[] | null
  /** Relations to answer with, each with the fields wanted of it (null for all). */
  populate: Record<string, string[] | null>
  paging: Paging
}

export interface SortKey {
  field: string
  direction: 'asc' | 'desc'
}

/** What a single row may be asked with: there is nothing to filter, sort or page. */
const oneRowKeys: readonly string[] = ['fields', 'populate', 'status', 'locale']

const shapes = {
  projects: entity.Project.shape,
  keywords: entity.Keyword.shape,
  competitors: entity.Competitor.shape,
  opportunities: entity.Opportunity.shape,
  imports: entity.Import.shape,
  posts: entity.Post.shape,
}

/**
 * Reads a query string whose brackets are already parsed (DECISIONS 12, 13), for a list or for one row.
 * Throws ValidationError naming the key and its path.
 */
export function readQuery(name: ResourceName, raw: Record<string, unknown>, wanted: 'list' | 'one'): Query {
  const allowed: readonly string[] = wanted === 'one' ? oneRowKeys : topLevelKeys
  for (const key of Object.keys(raw)) if (!allowed.includes(key)) throw invalidKey([key])
  expect(raw, 'status', 'published')
  expect(raw, 'locale', 'en')
  const { filters, sort, fields, populate, pagination } = raw
  const resource = resources[name]
  return {
    where: filters === undefined ? null : readFilters(resource, filters),
    sort: sort === undefined ? [] : wordsOf(sort, ['sort']).map((word) => readSortKey(resource.sortable, word)),
    fields: fields === undefined ? null : readFields(selectable(name), fields, ['fields']),
    populate: populate === undefined ? {} : readPopulate(resource.relations, populate),
    paging: readPaging(pagination, resource.cursor),
  }
}

function expect(raw: Record<string, unknown>, key: string, value: string): void {
  if (raw[key] !== undefined && raw[key] !== value) throw invalidValue([key], `must be ${value}`)
}

function readSortKey(sortable: readonly string[], word: string): SortKey {
  const [field = '', direction = 'asc', ...rest] = word.trim().split(':')
  if (!sortable.includes(field)) throw invalidKey(['sort', field])
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    throw invalidValue(['sort'], `must be ${field}:asc or ${field}:desc`)
  }
  return { field, direction }
}

function readFields(known: readonly string[], value: unknown, path: [string, ...string[]]): string[] | null {
  const words = wordsOf(value, path)
  for (const word of words) if (word !== '*' && !known.includes(word)) throw invalidKey([...path, word])
  return words.includes('*') ? null : words
}

/** `*`, names, or an object of names to `true`, `*` or what is wanted of them. */
function readPopulate(relations: Record<string, 'posts'>, value: unknown): Query['populate'] {
  const named = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (named && !Object.keys(value).every((key) => /^\d+$/.test(key))) {
    return Object.fromEntries(
      Object.entries(value).map(([name, wanted]) => [name, readRelation(relations, name, wanted)]),
    )
  }
  const words = wordsOf(value, ['populate'])
  const names = words.flatMap((word) => (word === '*' ? Object.keys(relations) : [word]))
  return Object.fromEntries(names.map((name) => [name, readRelation(relations, name, 'true')]))
}

function readRelation(relations: Record<string, 'posts'>, name: string, wanted: unknown): string[] | null {
  const target = Object.hasOwn(relations, name) ? relations[name] : undefined
  if (!target) throw invalidKey(['populate', name])
  if (wanted === 'true' || wanted === '*') return null
  if (typeof wanted !== 'object' || wanted === null) throw invalidValue(['populate', name], 'must be true or *')
  for (const key of Object.keys(wanted)) if (key !== 'fields') throw invalidKey(['populate', name, key])
  const fields = 'fields' in wanted ? wanted.fields : '*'
  return readFields(selectable(target), fields, ['populate', name, 'fields'])
}

/** All fields of a resource except its relations, which come by populate. */
function selectable(name: keyof typeof shapes): string[] {
  const relations: object = name === 'posts' ? {} : resources[name].relations
  return Object.keys(shapes[name]).filter((field) => !Object.hasOwn(relations, field))
}
