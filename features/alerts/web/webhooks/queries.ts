import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { Destination, DestinationDelivery } from '../../contract-deliveries.ts'
import { call } from '../api.ts'

/** How often to look, in ms, whether a message was sent. */
const sendingMs = 1000

/** The webhooks of a project, by name. */
export const webhooksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['webhooks', projectId],
    queryFn: ({ signal }): Promise<Destination[]> =>
      findAll((page, alive) => {
        const query = {
          filters: { project: { id: { $eq: projectId } } },
          populate: ['createdBy'],
          sort: 'name:asc',
          pagination: { page, pageSize: 100 },
        }
        return call('destinationsFind', { query, signal: alive })
      }, signal),
  })

/** The newest messages to a webhook. Only people who may change the project can read them. */
export const webhookLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-log', id],
    queryFn: async ({ signal }): Promise<DestinationDelivery[]> =>
      (await call('destinationDeliveriesFind', { id, signal })).data,
    refetchInterval: ({ state }) => state.data?.some(isBeingSent) && sendingMs,
  })

/** Returns whether a message is about to be sent, or is being sent. */
export function isBeingSent({ state }: Pick<DestinationDelivery, 'state'>): boolean {
  return state === 'queued' || state === 'armed'
}
