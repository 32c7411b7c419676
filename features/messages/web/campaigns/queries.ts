import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Campaign, CampaignPerson, CampaignPreview } from '../../contract-campaigns.ts'
import { call } from '../api.ts'

/** Returns the campaigns of a project, newest first. */
export function campaignsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['campaigns', projectId],
    queryFn: ({ signal }): Promise<Campaign[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const query = { filters, sort: 'createdAt:desc', pagination: { page, pageSize: 100 } }
        return call('campaignsFind', { query, signal })
      }, signal),
  })
}

/** Returns a campaign. */
export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }): Promise<Campaign> => (await call('campaignsFindOne', { id, signal })).data,
  })
}

/** Returns what a campaign would write to whom. */
export function previewQuery(id: string) {
  return queryOptions({
    queryKey: ['campaign', id, 'preview'],
    queryFn: async ({ signal }): Promise<CampaignPreview> => (await call('campaignPreviewFind', { id, signal })).data,
  })
}

const pageSize = 25

/** Returns the people of a campaign, those with the newest changes first. */
export function campaignPeopleQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['campaign', id, 'people'],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<CampaignPerson[]> => {
      const filters = { campaign: { id: { $eq: id } } }
      const populate = { person: true, message: { populate: ['conversation'] } }
      const pagination = { page: pageParam, pageSize }
      return (
        await call('campaignPeopleFind', { query: { filters, sort: 'updatedAt:desc', populate, pagination }, signal })
      ).data
    },
    getNextPageParam: (rows, _pages, last) => (rows.length === pageSize ? last + 1 : null),
  })
}
