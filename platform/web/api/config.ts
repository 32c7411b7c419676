import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** What is configured at run time; it stays as long as the page does (DECISIONS 27). */
export const configQuery = queryOptions({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call('config', { signal }),
})
