import { storedField } from './filters.ts'
import { invalidKey, invalidValue, isList, isObject, listOf, type Path } from './query-faults.ts'

export interface SortKey {
  field: string
  direction: 'asc' | 'desc'
}

/**
 * Reads `sort` in Strapi's notations: names with directions, comma-separated or in a list, or objects of directions by
 * name. Empty parts don't sort. Rejects names that aren't in `sortable`.
 */
export function readSort(sortable: readonly string[], value: unknown, path: Path = ['sort']): SortKey[] {
  const keys = keysOf(value, path).map(({ name, direction }): SortKey => {
    if (!sortable.includes(name)) throw invalidKey([...path, name])
    const lower = direction.toLowerCase()
    if (lower !== 'asc' && lower !== 'desc') throw invalidValue(path, `must be ${name}:asc or ${name}:desc`)
    return { field: storedField(name), direction: lower }
  })
  return keys.filter(({ field }, index) => keys.findIndex((key) => key.field === field) === index)
}

/** A sort key as sent. */
interface Sent {
  name: string
  direction: string
}

function keysOf(value: unknown, path: Path): Sent[] {
  if (value === null) return []
  if (typeof value === 'string') return value.split(',').flatMap(wordOf)
  if (isList(value)) return listOf(value, path).flatMap((each) => keysOf(each, path))
  if (!isObject(value)) throw invalidValue(path, 'must be a name or a list of names')
  return Object.entries(value).flatMap(([name, direction]): Sent[] => {
    if (isObject(direction)) throw invalidKey([...path, name])
    const trimmed = typeof direction === 'string' ? direction.trim() : ''
    return trimmed === '' ? [] : [{ name, direction: trimmed }]
  })
}

function wordOf(word: string): Sent[] {
  if (word.trim() === '') return []
  const [name = '', direction = 'asc', ...rest] = word.split(':').map((part) => part.trim())
  return [{ name, direction: rest.length > 0 ? '' : direction }]
}
