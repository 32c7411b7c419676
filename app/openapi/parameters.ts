import { operatorsOf } from '#platform/contract/query/conditions.ts'
import {
  combinators,
  type Operator,
  operandsMax,
  pageSizeDefault,
  pageSizeMax,
  populateDepthMax,
} from '#platform/contract/query/filters.ts'
import { fieldsOf } from '#platform/contract/query/populate.ts'
import type { FieldType, Resource, Shown } from '#platform/contract/resource.ts'
import type { JsonSchema } from './schemas.ts'

/** A parameter of an operation. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  style?: 'deepObject' | 'form'
  explode?: boolean
  schema: JsonSchema
}

/**
 * Returns the query parameters of a list or a single row (DECISIONS 12, 13). Brackets nest:
 * `filters[status][$in][0]=done`.
 */
export function queryParameters(resource: Resource, asked: 'list' | 'one'): Parameter[] {
  const ofRows = asked === 'list' ? [filters(resource), sort(resource), pagination(resource)] : []
  return [...ofRows, ...fields('fields', resource), ...populate(resource), ...constants]
}

/** Returns the filters of a resource as a component: each field with the operators of its type. */
export function filterSchema({ name, filterable }: Shown): JsonSchema {
  const self = { $ref: `#/components/schemas/${filterName(name)}` }
  const byField = Object.entries(filterable).map(([field, type]) => [
    field,
    { $ref: `#/components/schemas/${typeName(type)}` },
  ])
  return {
    type: 'object',
    description: 'All conditions must match.',
    properties: { ...Object.fromEntries(byField), ...combined(self) },
    additionalProperties: false,
  }
}

export function filterName(resource: string): string {
  return `Filters_${resource}`
}

/** Returns the filters on each field type, as components. */
export function fieldSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(fieldTypes.map((type) => [typeName(type), fieldSchema(type)]))
}

const values: Record<FieldType, JsonSchema> = {
  id: { type: 'string', format: 'uuid' },
  relation: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  instant: { type: 'string', format: 'date-time', description: 'Or milliseconds since 1970.' },
}

const fieldTypes = Object.keys(values) as FieldType[]

function fieldSchema(type: FieldType): JsonSchema {
  const self = { $ref: `#/components/schemas/${typeName(type)}` }
  const tests = operatorsOf(type).map((operator) => [operator, operandSchema(operator, values[type])])
  const byId = { $ref: `#/components/schemas/${typeName('id')}` }
  return {
    description:
      type === 'relation'
        ? 'The id of the row, several ids, or conditions on it.'
        : 'The value, several values, or conditions on it. A condition with several values must match for any of them.',
    oneOf: [
      values[type],
      {
        type: 'object',
        properties: {
          ...Object.fromEntries(tests),
          ...(type === 'relation' && { id: byId, documentId: byId }),
          ...combined(self),
        },
        additionalProperties: false,
      },
      { type: 'array', items: values[type], maxItems: operandsMax },
    ],
  }
}

function operandSchema(operator: Operator, value: JsonSchema): JsonSchema {
  if (operator === '$null' || operator === '$notNull') return { type: 'boolean' }
  if (operator === '$between') return { type: 'array', items: value, minItems: 2, maxItems: 2 }
  return operator === '$in' || operator === '$notIn' ? { type: 'array', items: value, maxItems: operandsMax } : value
}

function combined(self: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    combinators.map((combinator) => [combinator, combinator === '$not' ? self : { type: 'array', items: self }]),
  )
}

function typeName(type: FieldType): string {
  return `Filter_${type}`
}

function filters({ name }: Pick<Shown, 'name'>, parameter = 'filters'): Parameter {
  return {
    name: parameter,
    in: 'query',
    description: 'Conditions in nested brackets: `filters[field][$operator]=value`.',
    style: 'deepObject',
    explode: true,
    schema: { $ref: `#/components/schemas/${filterName(name)}` },
  }
}

function sort({ sortable }: Pick<Shown, 'sortable'>, parameter = 'sort'): Parameter {
  const keys = sortable.flatMap((field) => [field, `${field}:asc`, `${field}:desc`])
  return named(parameter, 'Fields to sort by, in order of priority. Brackets work too: `sort[field]=desc`.', keys)
}

function fields(name: string, of: Shown): Parameter[] {
  return [named(name, 'The fields to return. Ids are always included.', ['*', ...fieldsOf(of)])]
}

/** Returns the parameters that populate relations by name, each with its fields and nested relations. */
function populate({ relations }: Shown, prefix = 'populate', depth = 1): Parameter[] {
  const names = Object.keys(relations)
  if (names.length === 0 || depth > populateDepthMax) return []
  const own = named(prefix, 'The relations to include.', ['*', ...names])
  const deeper = Object.entries(relations).flatMap(([name, target]) => [
    ...fields(`${prefix}[${name}][fields]`, target),
    filters(target, `${prefix}[${name}][filters]`),
    sort(target, `${prefix}[${name}][sort]`),
    ...populate(target, `${prefix}[${name}][populate]`, depth + 1),
  ])
  return [own, ...deeper]
}

function pagination({ cursor }: Resource): Parameter {
  const count = { type: 'integer', minimum: 1 }
  const size = {
    ...count,
    default: pageSizeDefault,
    description: `Values above ${pageSizeMax} are reduced to ${pageSizeMax}.`,
  }
  return {
    name: 'pagination',
    in: 'query',
    description: cursor
      ? 'Use page and pageSize, start and limit, or cursor and pageSize. The cursor is the nextCursor of the last response.'
      : 'Use page and pageSize, or start and limit.',
    style: 'deepObject',
    explode: true,
    schema: {
      type: 'object',
      properties: {
        page: { ...count, default: 1 },
        pageSize: size,
        start: { type: 'integer', minimum: 0, default: 0 },
        limit: { ...size, minimum: -1, description: `${size.description} -1 stands for ${pageSizeMax}.` },
        withCount: { type: 'boolean', default: true, description: 'Whether to return the total and the page count.' },
        ...(cursor && { cursor: { type: 'string' } }),
      },
      additionalProperties: false,
    },
  }
}

const constants: Parameter[] = [
  {
    name: 'status',
    in: 'query',
    description: 'Always published. There are no drafts.',
    schema: { type: 'string', enum: ['published'] },
  },
  {
    name: 'locale',
    in: 'query',
    description: 'Always en. There are no other locales.',
    schema: { type: 'string', enum: ['en'] },
  },
]

function named(name: string, description: string, words: readonly string[]): Parameter {
  const schema = { type: 'array', items: { type: 'string', enum: words } }
  return { name, in: 'query', description, style: 'form', explode: false, schema }
}
