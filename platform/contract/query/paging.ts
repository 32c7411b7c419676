import { pageSizeDefault, pageSizeMax } from './filters.ts'
import { booleanOf } from './operands.ts'
import { invalidKey, invalidValue } from './query-faults.ts'

/** A part of a list: by page, by row, or after a cursor (DECISIONS 12). */
export type Paging = (
  | { by: 'page'; page: number; pageSize: number }
  | { by: 'start'; start: number; limit: number }
  | { by: 'cursor'; cursor: string; pageSize: number }
) & {
  /** The rows need not be counted. */
  uncounted?: true
}

const schemes = [
  ['cursor', 'pageSize'],
  ['page', 'pageSize'],
  ['start', 'limit'],
] as const
type Key = (typeof schemes)[number][number]

/**
 * Reads `pagination` in one of its three schemes. Caps sizes at the maximum, which a limit of -1 stands for, and rejects
 * invalid values.
 */
export function readPaging(value: unknown, cursorAllowed: boolean): Paging {
  const { withCount, ...values } = entriesOf(value)
  return { ...readPart(values, cursorAllowed), ...(!isCounted(withCount) && { uncounted: true }) }
}

function readPart(values: Record<string, unknown>, cursorAllowed: boolean): Paging {
  const keys = Object.keys(values)
  const allowedKeys: readonly string[] = schemes.flat()
  for (const key of keys) if (!allowedKeys.includes(key)) throw invalidKey(['pagination', key])
  if (values.cursor !== undefined && !cursorAllowed) throw invalidKey(['pagination', 'cursor'])
  const scheme = schemes.find((names) => keys.every((key) => (names as readonly string[]).includes(key)))
  if (!scheme) throw invalidValue(['pagination'], 'must be page and pageSize, start and limit, or cursor and pageSize')

  const read = (key: Key, least: number, absent: number) =>
    values[key] === undefined ? absent : whole(values[key], key, least)
  const size = (key: 'pageSize' | 'limit') => Math.min(read(key, 1, pageSizeDefault), pageSizeMax)
  if (values.cursor !== undefined) return { by: 'cursor', cursor: cursorOf(values.cursor), pageSize: size('pageSize') }
  if (values.start !== undefined || values.limit !== undefined) {
    return { by: 'start', start: read('start', 0, 0), limit: values.limit === '-1' ? pageSizeMax : size('limit') }
  }
  return { by: 'page', page: read('page', 1, 1), pageSize: size('pageSize') }
}

function entriesOf(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidValue(['pagination'], 'must be an object with keys')
  }
  return { ...value }
}

function whole(value: unknown, key: string, least: number): number {
  if (typeof value !== 'string' || !/^\d{1,12}$/.test(value) || Number(value) < least) {
    throw invalidValue(['pagination', key], `must be a whole number of at least ${least}`)
  }
  return Number(value)
}

function cursorOf(value: unknown): string {
  if (typeof value !== 'string') throw invalidValue(['pagination', 'cursor'], 'must be a single value')
  return value
}

function isCounted(withCount: unknown): boolean {
  const read = withCount === undefined ? true : booleanOf(withCount)
  if (read === null) throw invalidValue(['pagination', 'withCount'], 'must be true or false')
  return read
}
