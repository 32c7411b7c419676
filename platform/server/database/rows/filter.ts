import { and, between, inArray, isNotNull, isNull, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { PgArray, type PgColumn, PgReal } from 'drizzle-orm/pg-core'
import type { Condition } from '../../../contract/query/conditions.ts'
import type { Operator } from '../../../contract/query/filters.ts'
import type { Operand } from '../../../contract/query/operands.ts'

/** The column for each field that may be filtered or sorted by. */
export type Columns = Readonly<Record<string, PgColumn>>

/** A field with several values: a query for them, in a column `value`. A test holds if any of them meets it. */
export class ValuesOf {
  readonly query: SQL

  constructor(query: SQL) {
    this.query = query
  }
}

/** The column, expression or values for each field that may be filtered by. */
export type Filterable = Readonly<Record<string, PgColumn | SQL | ValuesOf>>

/** Compiles a condition to SQL. Operands are always parameters; field names must be in `columns`. */
export function compile(condition: Condition, columns: Filterable): SQL {
  switch (condition.kind) {
    case 'all':
      return and(...condition.of.map((part) => compile(part, columns))) ?? sql`true`
    case 'any':
      return or(...condition.of.map((part) => compile(part, columns))) ?? sql`false`
    case 'not':
      return not(sql`(${compile(condition.of, columns)})`)
    case 'test':
      return test(columnOf(columns, condition.field), condition.operator, condition.operands)
  }
}

export function columnOf<Column>(columns: Readonly<Record<string, Column>>, field: string): Column {
  const column = columns[field]
  if (!column) throw new Error(`no column for the field ${field}`)
  return column
}

function test(column: PgColumn | SQL | ValuesOf, operator: Operator, operands: Operand[]): SQL {
  if (column instanceof PgArray) return testMany(column, operator, operands)
  if (column instanceof ValuesOf) {
    return sql`exists (select from (${column.query}) as one where ${test(sql`one.value`, operator, operands)})`
  }
  const values = operands.map((operand) => parameter(column, operand))
  const [value, other] = values
  const text = String(operands[0])
  switch (operator) {
    case '$eq':
      return sql`${column} = ${value}`
    case '$eqi':
      return sql`lower(${column}) = lower(${value})`
    case '$ne':
      return sql`${column} <> ${value}`
    case '$nei':
      return sql`lower(${column}) <> lower(${value})`
    case '$lt':
      return sql`${column} < ${value}`
    case '$lte':
      return sql`${column} <= ${value}`
    case '$gt':
      return sql`${column} > ${value}`
    case '$gte':
      return sql`${column} >= ${value}`
    case '$between':
      return between(sql`${column}`, value, other)
    case '$in':
      return inArray(sql`${column}`, values)
    case '$notIn':
      return notInArray(sql`${column}`, values)
    case '$null':
      return operands[0] === true ? isNull(column) : isNotNull(column)
    case '$notNull':
      return operands[0] === true ? isNotNull(column) : isNull(column)
    case '$contains':
      return sql`${column} like ${`%${literal(text)}%`}`
    case '$notContains':
      return sql`${column} not like ${`%${literal(text)}%`}`
    case '$containsi':
      return sql`${column} ilike ${`%${literal(text)}%`}`
    case '$notContainsi':
      return sql`${column} not ilike ${`%${literal(text)}%`}`
    case '$startsWith':
      return sql`${column} like ${`${literal(text)}%`}`
    case '$startsWithi':
      return sql`${column} ilike ${`${literal(text)}%`}`
    case '$endsWith':
      return sql`${column} like ${`%${literal(text)}`}`
    case '$endsWithi':
      return sql`${column} ilike ${`%${literal(text)}`}`
  }
}

/** Tests a to-many relation: whether any of its rows matches. */
function testMany(column: PgColumn, operator: Operator, operands: Operand[]): SQL {
  const meetsAny = sql`${column} && ${sql.param(operands.map(String))}::uuid[]`
  switch (operator) {
    case '$eq':
    case '$in':
      return meetsAny
    case '$ne':
    case '$notIn':
      return not(meetsAny)
    case '$null':
    case '$notNull':
      return (operator === '$null') === operands[0] ? sql`${column} = '{}'` : sql`${column} <> '{}'`
    default:
      throw new Error(`${operator} is not supported for relations`)
  }
}

/** Escapes the characters that LIKE treats as patterns. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Casts an operand to a type wide enough for any input, so that a number too large for the column finds nothing instead
 * of failing. For a real column, rounds it to the nearest real.
 */
function parameter(column: PgColumn | SQL, operand: Operand): SQL {
  if (operand instanceof Date) return sql`${operand.toISOString()}::timestamptz`
  if (typeof operand !== 'number') return sql`${operand}`
  return column instanceof PgReal ? sql`${Math.fround(operand)}::real` : sql`${operand}::float8`
}
