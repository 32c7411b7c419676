import type { FieldType, Resource } from '../resource.ts'
import { hasPlainYear } from '../texts.ts'
import { combinators, conditionsMax, filterDepthMax, type Operator, operandsMax, operators } from './filters.ts'
import { invalidKey, invalidValue, listOf, type Path } from './query-faults.ts'

export type Operand = string | number | boolean | Date

/** A condition on rows. Its fields are filterable fields of the resource, and its operands have their types. */
export type Condition =
  | { kind: 'all' | 'any'; of: Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'test'; field: string; operator: Operator; operands: Operand[] }

/**
 * Reads the `filters` of a query string (brackets already parsed). Throws ValidationError 'Invalid key x' with its path
 * for a key that the resource does not list (DECISIONS 11, 12).
 */
export function readFilters(resource: Resource, filters: unknown): Condition {
  return new Reader(resource).row(filters, ['filters'])
}

class Reader {
  readonly #resource: Resource
  #tests = 0

  constructor(resource: Resource) {
    this.#resource = resource
  }

  /** Reads an object of fields and combinators, all of which must hold. */
  row(value: unknown, path: Path): Condition {
    const parts = entriesOf(value, path).map(([key, part]): Condition => {
      const here: Path = [...path, key]
      const combined = this.#combined(key, part, here, (inner, at) => this.row(inner, at))
      if (combined) return combined
      const type = Object.hasOwn(this.#resource.filterable, key) ? this.#resource.filterable[key] : undefined
      if (!type) throw invalidKey(here)
      return this.#field(key, type, part, here)
    })
    return { kind: 'all', of: parts }
  }

  /** Reads the condition on one field: a bare value, operators, or combinators of both. */
  #field(field: string, type: FieldType, value: unknown, path: Path): Condition {
    if (typeof value === 'string') return this.#test(field, type, '$eq', value, path)
    const parts = entriesOf(value, path).map(([key, part]): Condition => {
      const here: Path = [...path, key]
      if (type === 'relation' && (key === 'id' || key === 'documentId')) return this.#field(field, 'id', part, here)
      const combined = this.#combined(key, part, here, (inner, at) => this.#field(field, type, inner, at))
      if (combined) return combined
      const operator = operators.find((name) => name === key)
      if (!operator || !fits(operator, type)) throw invalidKey(here)
      return this.#test(field, type, operator, part, here)
    })
    return { kind: 'all', of: parts }
  }

  #combined(key: string, value: unknown, path: Path, read: (inner: unknown, at: Path) => Condition): Condition | null {
    const combinator = combinators.find((name) => name === key)
    if (!combinator) return null
    if (combinator === '$not') return { kind: 'not', of: read(value, path) }
    const of = listOf(value, path).map((inner, index) => read(inner, [...path, String(index)]))
    return { kind: combinator === '$and' ? 'all' : 'any', of }
  }

  #test(field: string, type: FieldType, operator: Operator, value: unknown, path: Path): Condition {
    this.#tests += 1
    if (this.#tests > conditionsMax) throw invalidValue(path, `must have at most ${conditionsMax} conditions`)
    return { kind: 'test', field, operator, operands: operandsOf(operator, type, value, path) }
  }
}

const general: readonly Operator[] = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull']
const comparing: readonly Operator[] = ['$lt', '$lte', '$gt', '$gte', '$between']

/** Returns the operators that fields of a type support. */
export function operatorsOf(type: FieldType): Operator[] {
  return operators.filter((operator) => fits(operator, type))
}

function fits(operator: Operator, type: FieldType): boolean {
  if (type === 'text' || general.includes(operator)) return true
  return (type === 'number' || type === 'instant') && comparing.includes(operator)
}

function operandsOf(operator: Operator, type: FieldType, value: unknown, path: Path): Operand[] {
  if (operator === '$null' || operator === '$notNull') return [operand('boolean', value, path)]
  if (operator === '$between') {
    const bounds = listOf(value, path)
    if (bounds.length !== 2) throw invalidValue(path, 'must be two values')
    return bounds.map((bound) => operand(type, bound, path))
  }
  if (operator !== '$in' && operator !== '$notIn') return [operand(type, value, path)]
  const values = typeof value === 'string' ? [value] : listOf(value, path)
  if (values.length > operandsMax) throw invalidValue(path, `must have at most ${operandsMax} values`)
  return values.map((each) => operand(type, each, path))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const decimal = /^-?\d{1,15}(\.\d{1,15})?$/
const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/

function operand(type: FieldType, value: unknown, path: Path): Operand {
  if (typeof value !== 'string') throw invalidValue(path, 'must be a single value')
  if (value.includes('\0')) throw invalidValue(path, 'must not contain the NUL character')
  switch (type) {
    case 'text':
      return value
    case 'number':
      if (!decimal.test(value)) throw invalidValue(path, 'must be a number')
      return Number(value)
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw invalidValue(path, 'must be true or false')
      return value === 'true'
    case 'instant':
      return instantOf(value, path)
    case 'id':
    case 'relation':
      if (!uuid.test(value)) throw invalidValue(path, 'must be an id')
      return value
  }
}

function instantOf(value: string, path: Path): Date {
  const date = new Date(value)
  const isValid = instant.test(value) && !Number.isNaN(date.getTime()) && hasPlainYear(date)
  if (!isValid) throw invalidValue(path, 'must be a timestamp such as 2026-01-31T12:00:00Z')
  return date
}

function entriesOf(value: unknown, path: Path): [string, unknown][] {
  if (path.length > filterDepthMax) throw invalidValue(path, `must be at most ${filterDepthMax} levels deep`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidValue(path, 'must be an object with keys')
  }
  return Object.entries(value)
}
