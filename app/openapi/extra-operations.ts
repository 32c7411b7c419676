import { Identity, Provider } from '#features/accounts/contract.ts'

import type { Operation } from './document.ts'
import type { Parameter } from './parameters.ts'
import type { SchemaWriter } from './schemas.ts'

/** Operations outside the table of endpoints, because they return a stream or a redirect. */
export function extraOperations(schemas: SchemaWriter): Record<string, Record<'get', Operation>> {
  const failures = (...codes: number[]) =>
    Object.fromEntries(codes.map((code) => [String(code), { $ref: `#/components/responses/${code}` }]))
  const provider: Parameter = {
    name: 'provider',
    in: 'path',
    description: 'A provider configured on this server. GET /config lists them.',
    required: true,
    schema: schemas.body(Provider),
  }
  return {
    '/events': {
      get: {
        operationId: 'events',
        summary: 'Stream changes in a project',
        tags: ['events'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [
          {
            name: 'project',
            in: 'query',
            description: 'The project to follow. Send `Last-Event-ID` to resume after that event.',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          },
        ],
        responses: {
          200: {
            description: 'Server-sent events. They name the rows that changed, without the new values.',
            content: { 'text/event-stream': {} },
          },
          ...failures(400, 401, 402, 403, 404, 429, 500, 503),
        },
      },
    },
    '/exports/{id}/file': {
      get: {
        operationId: 'exportFile',
        summary: 'Download the file of a finished export',
        tags: ['exports'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [
          {
            name: 'id',
            in: 'path',
            description: 'The id of one of your exports.',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          },
        ],
        responses: {
          200: {
            description: 'An attachment with one JSON object per line, each with a `type` and its `data`.',
            content: { 'application/x-ndjson': {} },
          },
          ...failures(401, 403, 404, 409, 500, 503),
        },
      },
    },
    '/reports/{id}/file': {
      get: {
        operationId: 'reportFile',
        summary: 'Download the numbers of a report as CSV',
        tags: ['reports'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [
          {
            name: 'id',
            in: 'path',
            description: 'The id of the report. Reports of quotes have no numbers.',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          },
        ],
        responses: {
          200: { description: 'The days of the report until today.', content: { 'text/csv': {} } },
          ...failures(401, 402, 403, 404, 500, 503),
        },
      },
    },
    '/brand-logos/{id}': {
      get: {
        operationId: 'brandLogo',
        summary: 'Get the logo of an agency',
        tags: ['agency'],
        security: [],
        parameters: [
          {
            name: 'id',
            in: 'path',
            description: 'The end of the address of a logo.',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          },
        ],
        responses: {
          200: { description: 'The image.', content: { 'image/png': {} } },
          ...failures(404, 500, 503),
        },
      },
    },
    '/opportunities.csv': {
      get: {
        operationId: 'opportunitiesFile',
        summary: 'Download a list of leads as CSV',
        tags: ['opportunities'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [],
        responses: {
          200: {
            description: 'At most 10,000 leads, with the filters and the order of `GET /opportunities`.',
            content: { 'text/csv': {} },
          },
          ...failures(400, 401, 402, 403, 404, 500, 503),
        },
      },
    },
    '/mentions.csv': {
      get: {
        operationId: 'mentionsFile',
        summary: 'Download a list of mentions as CSV',
        tags: ['mentions'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [],
        responses: {
          200: {
            description: 'At most 10,000 mentions, with the filters and the order of `GET /mentions`.',
            content: { 'text/csv': {} },
          },
          ...failures(400, 401, 402, 403, 404, 500, 503),
        },
      },
    },
    '/people.csv': {
      get: {
        operationId: 'peopleFile',
        summary: 'Download a list of people as CSV',
        tags: ['people'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [],
        responses: {
          200: {
            description: 'At most 10,000 people, with the filters and the order of `GET /people`.',
            content: { 'text/csv': {} },
          },
          ...failures(400, 401, 402, 403, 404, 500, 503),
        },
      },
    },
    '/connect/{provider}': {
      get: {
        operationId: 'connect',
        summary: 'Redirect a browser to sign in with a provider',
        tags: ['auth'],
        security: [],
        parameters: [provider],
        responses: {
          302: { description: 'A redirect to the provider, or back with an error.' },
          ...failures(429, 500, 503),
        },
      },
    },
    '/auth/{provider}/callback': {
      get: {
        operationId: 'providerCallback',
        summary: "Sign in with a provider's access token",
        tags: ['auth'],
        security: [],
        parameters: [
          provider,
          {
            name: 'access_token',
            in: 'query',
            description: "An access token that the provider issued to this server's app.",
            required: true,
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: { description: 'Success.', content: { 'application/json': { schema: schemas.answer(Identity) } } },
          ...failures(400, 429, 500, 503),
        },
      },
    },
  }
}
