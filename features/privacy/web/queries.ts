import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/api.ts'
import type { Export } from '../contract.ts'

/** One's exports, newest first; asked for again while one of them is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }): Promise<Export[]> => (await call('exportsFind', { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2_000 : false),
})

export function isUnderWay({ state }: Pick<Export, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}
