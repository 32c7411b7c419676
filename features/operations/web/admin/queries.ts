import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ProjectStatus } from '#engine/rules/access.ts'
import type { DayRange } from '#platform/ui/charts/days.ts'
import type { AdminPlan, AdminSort, userStates } from '../../contract-admin.ts'
import { call } from './api.ts'

export type UserState = (typeof userStates)[number]

/** What a list shows. Empty texts show everything. */
export interface ListView<State extends string, Plan extends string = never> {
  search: string
  state: State | ''
  plan: Plan | ''
  sort: AdminSort
}

function queryOf<State extends string, Plan extends string>(
  { search, state, plan, sort }: ListView<State, Plan>,
  cursor: string | null,
) {
  return { sort, ...(search && { search }), ...(state && { state }), ...(plan && { plan }), ...(cursor && { cursor }) }
}

/** The key of everything that admins see, which a change fetches again. */
export const adminKey = ['admin']

export const usersQuery = (view: ListView<UserState>) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'users', view],
    queryFn: ({ pageParam, signal }) => call('adminUsersFind', { query: queryOf(view, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.pagination.nextCursor ?? null,
  })

export const projectsQuery = (view: ListView<ProjectStatus, AdminPlan>) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, 'projects', view],
    queryFn: ({ pageParam, signal }) => call('adminProjectsFind', { query: queryOf(view, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.pagination.nextCursor ?? null,
  })

/** One account. Polls while its export is in progress. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'user', id],
    queryFn: async ({ signal }) => (await call('adminUsersFindOne', { id, signal })).data,
    refetchInterval: ({ state }) => {
      const exported = state.data?.export?.state
      return exported === 'waiting' || exported === 'running' ? 2_000 : false
    },
  })

export const errorsQuery = queryOptions({
  queryKey: [...adminKey, 'errors'],
  queryFn: async ({ signal }) => (await call('serverErrorsFind', { signal })).data,
  refetchInterval: 60_000,
})

export const figuresQuery = ({ from, to }: DayRange) =>
  queryOptions({
    queryKey: [...adminKey, 'figures', from, to],
    queryFn: async ({ signal }) => (await call('operatorFiguresFind', { query: { from, to }, signal })).data,
  })
