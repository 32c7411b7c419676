import { queryOptions } from '@tanstack/react-query'
import type { SeoLead, SeoReport } from '../contract.ts'
import { call } from './api.ts'

/** Events keep it current. */
export function seoQuery(projectId: string) {
  return queryOptions({
    queryKey: ['seo', projectId, 'report'],
    queryFn: async ({ signal }): Promise<SeoReport> => (await call('seoFind', { id: projectId, signal })).data,
  })
}

/** The leads that rank or are cited: one request for all rows of a list. */
export function seoLeadsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['seo', projectId, 'leads'],
    queryFn: async ({ signal }): Promise<SeoLead[]> => (await call('seoLeadsFind', { id: projectId, signal })).data,
  })
}
