import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { projectsResource } from '#features/projects/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { endpoints } from '../contracts.ts'
import { openApiDocument } from './document.ts'
import { summarizedNames } from './summaries.ts'

const document = openApiDocument('1.2.3')
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const table = Object.entries<Endpoint>(endpoints)
const ofResources = table.flatMap(([name, endpoint]) => (endpoint.find ? [[name, endpoint.find] as const] : []))

/** Returns the allowed values of an operation's parameter. */
function wordsOf(operationId: string, name: string): unknown {
  const operation = operations.find((each) => each.operationId === operationId)
  const { schema } = operation?.parameters.find((parameter) => parameter.name === name) ?? {}
  return JSON.parse(JSON.stringify(schema ?? null))?.items?.enum
}

test('the document is valid OpenAPI 3.1 without dangling references', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const text = JSON.stringify(document)
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    const components: Record<string, object> = document.components
    expect(Object.keys(components[kind] ?? {})).toContain(name)
  }
  expect(text).not.toContain('$defs')
})

/** Operations outside the table of endpoints. */
const beside = [
  'connect',
  'events',
  'exportFile',
  'opportunitiesFile',
  'brandLogo',
  'mentionsFile',
  'peopleFile',
  'providerCallback',
  'reportFile',
]

test('the document contains every endpoint, the operations outside the table, and nothing else', () => {
  const all = [...Object.keys(endpoints), ...beside]
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(all.toSorted())
})

test.each(table)('%s has its access, parameters, body and responses', (name, endpoint) => {
  const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`${name} is missing`)
  expect(operation.summary).not.toBe('')
  expect(operation.security.length > 0).toBe(endpoint.access !== 'anyone')
  expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.bytesMax !== undefined)
  expect(Object.keys(operation.responses)).toEqual(
    expect.arrayContaining([String(endpoint.status ?? 200), '400', '500']),
  )
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
  expect(inPath).toEqual(named)
})

test.each(ofResources)('%s has the query parameters of its resource', (name, resource) => {
  for (const field of wordsOf(name, 'fields') as string[]) {
    expect(field === '*' || Object.keys(resource.entity.shape).includes(field)).toBe(true)
    expect(Object.keys(resource.relations)).not.toContain(field)
  }
  const relations = Object.keys(resource.relations)
  expect(wordsOf(name, 'populate')).toEqual(relations.length > 0 ? ['*', ...relations] : undefined)
})

describe('the list of projects', () => {
  test('has filters by field, with the operators of each type', () => {
    const { schemas } = document.components
    const { properties } = JSON.parse(JSON.stringify(schemas.Filters_projects))
    expect(Object.keys(properties)).toEqual([...Object.keys(projectsResource.filterable), '$and', '$or', '$not'])
    const operators = (type: string) =>
      Object.keys(JSON.parse(JSON.stringify(schemas[`Filter_${type}`])).oneOf[1].properties)
    expect(operators('boolean')).toEqual(['$eq', '$ne', '$in', '$notIn', '$null', '$notNull', '$and', '$or', '$not'])
    expect(operators('text')).toContain('$containsi')
    expect(operators('number')).not.toContain('$containsi')
    expect(operators('relation')).toEqual(expect.arrayContaining(['id', 'documentId', '$eq']))
  })

  test('sorts in both directions', () => {
    expect(wordsOf('projectsFind', 'sort')).toEqual(expect.arrayContaining(['createdAt', 'createdAt:desc', 'name:asc']))
  })
})

test('nested relations have their own parameters', () => {
  expect(wordsOf('me', 'populate[memberships][populate][project][fields]')).toContain('name')
  expect(wordsOf('keywordsFind', 'populate[project][fields]')).not.toContain('version')
})

test('only operations that create as a signed-in caller accept an idempotency key', () => {
  const taking = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  expect(taking.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['projectsCreate', 'keywordsCreate', 'apiTokensCreate']),
  )
  for (const { responses } of taking)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '409', '422']))
  expect(taking.map(({ operationId }) => operationId)).not.toContain('register')
})

test('every summary belongs to an existing endpoint', () => {
  expect(summarizedNames.filter((name) => !Object.hasOwn(endpoints, name))).toEqual([])
})
