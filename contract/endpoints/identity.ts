import { z } from 'zod'
import { type Endpoint, nothing } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { email, password, text } from '../texts.ts'

export const Credentials = z.strictObject({ identifier: text(320), password: z.string().min(1).max(256) })
export type Credentials = z.infer<typeof Credentials>

export const Registration = z.strictObject({ username: text(320).min(3).optional(), email, password })
export type Registration = z.infer<typeof Registration>

export const Identity = z.object({ jwt: z.string(), user: entity.User })
export type Identity = z.infer<typeof Identity>

export const identityEndpoints = {
  login: {
    method: 'POST',
    path: '/auth/local',
    access: 'anyone',
    session: 'starts',
    body: Credentials,
    answer: Identity,
  },
  register: {
    method: 'POST',
    path: '/auth/local/register',
    access: 'anyone',
    session: 'starts',
    body: Registration,
    answer: Identity,
  },
  logout: { method: 'POST', path: '/auth/logout', access: 'anyone', session: 'ends', answer: nothing, status: 204 },
  me: {
    method: 'GET',
    path: '/users/me',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    find: 'me',
    answer: entity.User,
  },
} as const satisfies Record<string, Endpoint>
