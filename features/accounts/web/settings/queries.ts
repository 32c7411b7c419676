import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { ApiToken, Session } from '../../contract.ts'
import { call } from '../api.ts'

/** The user's sessions: the current one first, then the most recently used. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<Session[]> => {
    const rows = await findAll(
      (page) =>
        call('sessionsFind', { query: { sort: 'lastUsedAt:desc', pagination: { page, pageSize: 100 } }, signal }),
      signal,
    )
    return rows.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

/** The API tokens of all projects in which the user may create them, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }): Promise<ApiToken[]> =>
    findAll((page) => {
      const pagination = { page, pageSize: 100 }
      const query = { populate: ['project', 'createdBy'], sort: 'createdAt:desc', pagination }
      return call('apiTokensFind', { query, signal })
    }, signal),
})

/** The address waiting for confirmation; null if there is none. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: async ({ signal }) => (await call('emailChange', { signal })).data,
})

/** Whether two-factor sign-in is on, and the recovery codes left. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async ({ signal }) => (await call('twoFactor', { signal })).data,
})

/** The user's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call('passkeys', { signal })).data,
})

/** Whether the user has a password, and their linked accounts. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: async ({ signal }) => (await call('signInMethods', { signal })).data,
})
