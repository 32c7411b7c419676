import type { FieldType } from '../resource.ts'
import { hasPlainYear } from '../texts.ts'
import { type Operator, operandsMax } from './filters.ts'
import { invalidValue, isList, listOf, type Path } from './query-faults.ts'

export type Operand = string | number | boolean | Date

/** Reads what an operator compares a field with. Throws ValidationError for a value of another type. */
export function operandsOf(operator: Operator, type: FieldType, value: unknown, path: Path): Operand[] {
  if (operator === '$null' || operator === '$notNull') return [isOn(value)]
  if (operator === '$between') {
    const bounds = listOf(value, path)
    if (bounds.length !== 2) throw invalidValue(path, 'must be two values')
    return bounds.map((bound) => operand(type, bound, path))
  }
  if (!takesList(operator)) return [operand(type, value, path)]
  const values = isList(value) ? listOf(value, path) : [value]
  if (values.length > operandsMax) throw invalidValue(path, `must have at most ${operandsMax} values`)
  return values.map((each) => operand(type, each, path))
}

/** Returns whether an operator compares with a whole list. Others hold if they hold for any value of a list. */
export function takesList(operator: Operator): boolean {
  return ['$in', '$notIn', '$between', '$null', '$notNull'].includes(operator)
}

/** Reads the forms of a boolean that Strapi has; null for any other value. */
export function booleanOf(value: unknown): boolean | null {
  if (value === 'true' || value === 't' || value === '1') return true
  return value === 'false' || value === 'f' || value === '0' ? false : null
}

/** Reads the operand of `$null`. As in Strapi, anything that isn't false or empty turns it on. */
function isOn(value: unknown): boolean {
  return booleanOf(value) ?? Boolean(value)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The id that no row has. Ids of another form, such as Strapi's numbers, find as little. */
const nobody = '00000000-0000-0000-0000-000000000000'
const decimal = /^-?\d{1,15}(\.\d{1,15})?$/
const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/
/** Milliseconds since 1970. Nine digits are already in January 1970, and four would be a year. */
const milliseconds = /^(0|\d{9,15})$/

function operand(type: FieldType, value: unknown, path: Path): Operand {
  if (typeof value !== 'string') throw invalidValue(path, 'must be a single value')
  if (value.includes('\0')) throw invalidValue(path, 'must not contain the NUL character')
  switch (type) {
    case 'text':
      return value
    case 'number':
      if (!decimal.test(value)) throw invalidValue(path, 'must be a number')
      return Number(value)
    case 'boolean': {
      const read = booleanOf(value)
      if (read === null) throw invalidValue(path, 'must be true or false')
      return read
    }
    case 'instant':
      return instantOf(value, path)
    case 'id':
    case 'relation':
      return uuid.test(value) ? value : nobody
  }
}

function instantOf(value: string, path: Path): Date {
  const date = dateOf(value)
  if (!date || Number.isNaN(date.getTime()) || !hasPlainYear(date)) {
    throw invalidValue(path, 'must be a timestamp such as 2026-01-31T12:00:00Z')
  }
  return date
}

function dateOf(value: string): Date | null {
  if (milliseconds.test(value)) return new Date(Number(value))
  const [text, time, , , zone] = instant.exec(value) ?? []
  if (text === undefined) return null
  // Without a zone, a time would be read in the zone of the server.
  return new Date(time === undefined || zone ? text : `${text}Z`)
}
