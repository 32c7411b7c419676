import type { FieldType, Shown } from '../resource.ts'
import { combinators, conditionsMax, filterDepthMax, type Operator, operators, storedField } from './filters.ts'
import { type Operand, operandsOf, takesList } from './operands.ts'
import { invalidKey, invalidValue, isList, isObject, listOf, type Path } from './query-faults.ts'

/** A condition on rows. Its fields are filterable fields of the resource, and its operands have their types. */
export type Condition =
  | { kind: 'all' | 'any'; of: Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'test'; field: string; operator: Operator; operands: Operand[] }

/**
 * Reads the `filters` of a query string (brackets already parsed). Throws ValidationError 'Invalid key x' with its path
 * for a key that the resource does not list (DECISIONS 11, 12).
 */
export function readFilters(resource: Shown, filters: unknown, path: Path = ['filters']): Condition {
  return new Reader(resource).row(filters, path)
}

class Reader {
  readonly #resource: Shown
  #tests = 0

  constructor(resource: Shown) {
    this.#resource = resource
  }

  /** Reads an object of fields and combinators, or a list of such objects, all of which must hold. */
  row(value: unknown, path: Path): Condition {
    if (isList(value)) return { kind: 'all', of: eachOf(value, path, (part, at) => this.row(part, at)) }
    const parts = entriesOf(value, path).map(([key, part]): Condition => {
      const here: Path = [...path, key]
      const combined = this.#combined(key, part, here, (inner, at) => this.row(inner, at))
      if (combined) return combined
      const type = Object.hasOwn(this.#resource.filterable, key) ? this.#resource.filterable[key] : undefined
      if (!type) throw invalidKey(here)
      return this.#field(storedField(key), type, part, here)
    })
    return { kind: 'all', of: parts }
  }

  /** Reads the condition on one field: a bare value, a list of values, operators, or combinators of these. */
  #field(field: string, type: FieldType, value: unknown, path: Path): Condition {
    if (typeof value === 'string') return this.#test(field, type, '$eq', value, path)
    if (isList(value)) return this.#test(field, type, '$in', value, path)
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
    return { kind: combinator === '$and' ? 'all' : 'any', of: eachOf(value, path, read) }
  }

  #test(field: string, type: FieldType, operator: Operator, value: unknown, path: Path): Condition {
    if (isList(value) && !takesList(operator)) {
      const of = eachOf(value, path, (each, at) => this.#test(field, type, operator, each, at))
      return { kind: 'any', of }
    }
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

function entriesOf(value: unknown, path: Path): [string, unknown][] {
  if (path.length > filterDepthMax) throw invalidValue(path, `must be at most ${filterDepthMax} levels deep`)
  if (!isObject(value)) throw invalidValue(path, 'must be an object with keys')
  return Object.entries(value)
}

/** Reads each part of a list. A list in a list counts as a level. */
function eachOf<Part>(value: unknown, path: Path, read: (part: unknown, at: Path) => Part): Part[] {
  if (path.length > filterDepthMax) throw invalidValue(path, `must be at most ${filterDepthMax} levels deep`)
  return listOf(value, path).map((part, index) => read(part, [...path, String(index)]))
}
