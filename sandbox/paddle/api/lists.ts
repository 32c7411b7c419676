import { invalidField } from '../life/refusal.ts'

interface Listed {
  id: string
}

/** A page in Paddle's format. */
export interface ListAnswer<T extends object = object> {
  data: T[]
  pagination: { per_page: number; next: string; has_more: boolean; estimated_total: number }
}

const perPageMost = 200
const dates = ['created_at', 'updated_at', 'billed_at']

/**
 * Answers a list request: `order_by` by ID (newest first by default), `after`, `per_page`, comma lists of values for the
 * fields in `filters`, and, for transactions, times with [LT], [LTE], [GT], [GTE]. Rejects other parameters.
 */
export function listAnswer<T extends Listed>(
  items: readonly T[],
  url: URL,
  { filters, hasDates = false }: { filters: readonly string[]; hasDates?: boolean },
): ListAnswer<T> {
  const { searchParams: query } = url
  let found = [...items]
  for (const [name, value] of query) {
    if (['order_by', 'after', 'per_page', 'include'].includes(name)) continue
    const [, field = name, operator] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
    if (hasDates && dates.includes(field))
      found = found.filter((each) => compare(fieldOf(each, field), operator, value))
    else if (operator === undefined && filters.includes(field)) {
      const wanted = value.toLowerCase().split(',')
      found = found.filter((each) => wanted.includes(String(fieldOf(each, field)).toLowerCase()))
    } else throw invalidField(name, 'is not a known query parameter')
  }
  const isRising = /^id\[ASC\]$/i.test(query.get('order_by') ?? '')
  found.sort((a, b) => (a.id < b.id === isRising ? -1 : 1))
  const after = query.get('after')
  const rest = after === null ? found : found.filter(({ id }) => (isRising ? id > after : id < after))
  const perPage = Math.min(perPageMost, Math.max(1, Number(query.get('per_page') ?? 50) || 50))
  const page = rest.slice(0, perPage)
  const next = new URL(url)
  next.searchParams.set('after', page.at(-1)?.id ?? after ?? '')
  return {
    data: page,
    pagination: {
      per_page: perPage,
      next: next.href,
      has_more: rest.length > page.length,
      estimated_total: found.length,
    },
  }
}

function fieldOf(item: object, field: string): unknown {
  return Object.entries(item).find(([name]) => name === field)?.[1]
}

function compare(value: unknown, operator: string | undefined, wanted: string): boolean {
  const difference = Date.parse(String(value)) - Date.parse(wanted)
  if (operator === undefined) return difference === 0
  return (
    { LT: difference < 0, LTE: difference <= 0, GT: difference > 0, GTE: difference >= 0 }[operator.toUpperCase()] ??
    false
  )
}
