import { Identity, Provider } from '#features/accounts/contract.ts'

import type { Operation } from './document.ts'
import type { Parameter } from './parameters.ts'
import type { SchemaWriter } from './schemas.ts'

/** Calls that are no rows of the table of endpoints, since they answer with a stream or a redirect. */
export function extraOperations(schemas: SchemaWriter): Record<string, Record<'get', Operation>> {
  const failures = (...codes: number[]) =>
    Object.fromEntries(codes.map((code) => [String(code), { $ref: `#/components/responses/${code}` }]))
  const provider: Parameter = {
    name: 'provider',
    in: 'path',
    description: 'One that this server is configured for; GET /config lists them.',
    required: true,
    schema: schemas.body(Provider),
  }
  return {
    '/events': {
      get: {
        operationId: 'events',
        summary: 'What changes in a project, as it changes',
        tags: ['events'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [
          {
            name: 'project',
            in: 'query',
            description: 'The project to hear of. Who sends `Last-Event-ID` goes on where they left off.',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          },
        ],
        responses: {
          200: {
            description: 'Server-sent events; they tell what changed, and not to what.',
            content: { 'text/event-stream': {} },
          },
          ...failures(400, 401, 402, 403, 404, 429, 500, 503),
        },
      },
    },
    '/exports/{id}/file': {
      get: {
        operationId: 'exportFile',
        summary: 'The file of an export that is done',
        tags: ['exports'],
        security: [{ bearer: [] }, { cookie: [] }],
        parameters: [
          {
            name: 'id',
            in: 'path',
            description: 'Of an export of your own.',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          },
        ],
        responses: {
          200: {
            description: 'An attachment with a JSON object a line: `type` says what it is, `data` is it.',
            content: { 'application/x-ndjson': {} },
          },
          ...failures(401, 403, 404, 409, 500, 503),
        },
      },
    },
    '/connect/{provider}': {
      get: {
        operationId: 'connect',
        summary: 'Send a browser to a provider, to sign in there',
        tags: ['auth'],
        security: [],
        parameters: [provider],
        responses: { 302: { description: 'To the provider, or back with what is wrong.' }, ...failures(429, 500, 503) },
      },
    },
    '/auth/{provider}/callback': {
      get: {
        operationId: 'providerCallback',
        summary: 'Sign in with a token of a provider',
        tags: ['auth'],
        security: [],
        parameters: [
          provider,
          {
            name: 'access_token',
            in: 'query',
            description: 'One that the provider gave to the app of this server.',
            required: true,
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: { description: 'Done.', content: { 'application/json': { schema: schemas.answer(Identity) } } },
          ...failures(400, 429, 500, 503),
        },
      },
    },
  }
}
