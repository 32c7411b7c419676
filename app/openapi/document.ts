import { z } from 'zod'
import { type Endpoint, takesIdempotencyKey } from '#platform/contract/endpoint.ts'
import { ErrorBody } from '#platform/contract/errors.ts'
import { readBacks } from '#platform/contract/read-back.ts'
import type { Resource } from '#platform/contract/resource.ts'
import { endpoints } from '../contracts.ts'
import { resources } from '../resources.ts'
import { errorResponses, errorsOf } from './errors.ts'
import { extraOperations } from './extra-operations.ts'
import { fieldSchemas, filterName, filterSchema, type Parameter, queryParameters } from './parameters.ts'
import { type JsonSchema, SchemaWriter } from './schemas.ts'
import { summaryOf } from './summaries.ts'

const readBackOf = readBacks(Object.values(endpoints))

/** The parts of OpenAPI 3.1 that our document uses. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, JsonSchema>
  }
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | { $ref: string }>
}

export interface Response {
  description: string
  content?: Content
}

type Content = Record<string, { schema?: JsonSchema }>

const description = [
  'Read and write the data of your projects. The API is compatible with Strapi 5 and its client.',
  'Responses contain rows in `data` and pagination in `meta`. `id` and `documentId` are identical.',
  'A request with an unknown key fails with status 400 and the name of the key.',
].join('\n')

/** Generates the OpenAPI document from the table of endpoints and the resource descriptions. */
export function openApiDocument(version: string): OpenApi {
  const schemas = new SchemaWriter()
  const paths: OpenApi['paths'] = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) }
  }
  Object.assign(paths, extraOperations(schemas))
  const responses = errorResponses(schemas.answer(ErrorBody))
  const shown = Object.values(resources).flatMap((resource) => [...Object.values(resource.relations), resource])
  const filters = shown.map((each) => [filterName(each.name), filterSchema(each)])
  return {
    openapi: '3.1.0',
    info: { title: 'Earshot API', version, description },
    servers: [{ url: '/api' }],
    tags: [...new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)))].map(
      (name) => ({ name }),
    ),
    paths,
    components: {
      schemas: { ...schemas.components, ...fieldSchemas(), ...Object.fromEntries(filters) },
      responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The jwt from signing in, or an API token of a project.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'jwt',
          description: 'Used by browsers. Writes require an Origin header that matches this site.',
        },
      },
    },
  }
}

function operation(name: string, endpoint: Endpoint, schemas: SchemaWriter): Operation {
  const status = String(endpoint.status ?? 200)
  const body = requestBody(endpoint, schemas)
  return {
    operationId: name,
    summary: summaryOf(name, endpoint),
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: security(endpoint),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryOf(endpoint, schemas),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: { required: !(endpoint.body instanceof z.ZodOptional), content: body } }),
    responses: {
      [status]: answer(endpoint, schemas),
      ...Object.fromEntries(errorsOf(endpoint).map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  }
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: [
    'A key of your choice, such as a UUID, for safe retries. For 24 hours, repeating a request with the same key',
    'returns the original response. A different request with the same key fails with 422. A 409 means that the first',
    'request is still running or was interrupted.',
  ].join(' '),
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function answer({ answer, status }: Endpoint, schemas: SchemaWriter): Response {
  if (status === 204) return { description: 'Success.' }
  return { description: 'Success.', content: { 'application/json': { schema: schemas.answer(answer) } } }
}

function requestBody({ body, bytesMax, lines }: Endpoint, schemas: SchemaWriter): Content | null {
  if (lines) return { 'application/x-ndjson': { schema: { maxLength: bytesMax } } }
  if (bytesMax) return { 'application/octet-stream': { schema: { maxLength: bytesMax } } }
  return body ? { 'application/json': { schema: schemas.body(body) } } : null
}

function security({ access }: Endpoint): Record<string, string[]>[] {
  if (access === 'anyone') return []
  const signedIn = [{ bearer: [] }, { cookie: [] }]
  return access === 'known' ? [{}, ...signedIn] : signedIn
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
    if (name === 'id') return inPath(name, 'The id of the row.', { type: 'string', format: 'uuid' })
    if (name === 'number')
      return inPath(name, 'The index of the chunk, starting at 0.', { type: 'integer', minimum: 0 })
    return inPath(name, '', { type: 'string' })
  })
}

function inPath(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'path', description, required: true, schema }
}

function queryOf(endpoint: Endpoint, schemas: SchemaWriter): Parameter[] {
  const { find, path, query } = endpoint
  const written = readBackOf(endpoint)?.find
  if (written) return queryParameters(written, 'one')
  if (find) return queryParameters(find, isOne(find, path) ? 'one' : 'list')
  if (!query) return []
  const { properties, required } = z
    .object({
      properties: z.record(z.string(), z.record(z.string(), z.unknown())),
      required: z.array(z.string()).default([]),
    })
    .parse(schemas.body(query))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    description: '',
    required: required.includes(name),
    schema,
  }))
}

/** Returns whether an endpoint reads a single row: by its id, or because there is only one. */
function isOne({ name }: Resource, path: string): boolean {
  return name === 'me' || path.includes(':id')
}
