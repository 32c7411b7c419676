import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { text } from '../texts.ts'

export const ApiTokenCreate = z.strictObject({
  project: relation,
  name: text(100),
  scope: z.enum(entity.tokenScopes).default('read'),
})
export type ApiTokenCreate = z.input<typeof ApiTokenCreate>

export const apiTokensEndpoints = {
  apiTokensFind: {
    method: 'GET',
    path: '/api-tokens',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    find: 'apiTokens',
    answer: many(entity.ApiToken),
  },
  apiTokensFindOne: {
    method: 'GET',
    path: '/api-tokens/:id',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    find: 'apiTokens',
    answer: one(entity.ApiToken),
  },
  /** The only answer that tells the token itself. */
  apiTokensCreate: {
    method: 'POST',
    path: '/api-tokens',
    access: 'inPerson',
    right: 'manageTokens',
    body: envelope(ApiTokenCreate),
    answer: one(entity.ApiToken.extend({ token: z.string() })),
    status: 201,
  },
  apiTokensDelete: {
    method: 'DELETE',
    path: '/api-tokens/:id',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
