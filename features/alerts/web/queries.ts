import { queryOptions } from '@tanstack/react-query'
import { findAll } from '#platform/web/api/find-all.ts'
import type { AlertSubscription, MailSuppression } from '../contract.ts'
import type { AlertDelivery } from '../contract-deliveries.ts'
import type { NotificationSettings, OwnDelivery } from '../contract-personal.ts'
import { call } from './api.ts'

/** The members who accepted their invitation, as recipients to choose from. */
export const recipientsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['alert-recipients', projectId],
    queryFn: async ({ signal }): Promise<{ id: string; email: string }[]> => {
      const members = await findAll(
        (page) =>
          call('membersFind', {
            query: {
              filters: { project: { id: { $eq: projectId } }, status: { $eq: 'active' } },
              populate: ['user'],
              sort: 'email:asc',
              pagination: { page, pageSize: 100 },
            },
            signal,
          }),
        signal,
      )
      return members.flatMap(({ user }) => (user ? [{ id: user.id, email: user.email }] : []))
    },
  })

/** The keywords and competitors that a rule can be limited to. */
export const termsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['alert-terms', projectId],
    queryFn: async ({ signal }): Promise<{ id: string; text: string }[]> => {
      const filters = { project: { id: { $eq: projectId } } }
      const [keywords, competitors] = await Promise.all([
        findAll(
          (page) =>
            call('keywordsFind', {
              query: {
                filters: { ...filters, kind: { $ne: 'competitor' } },
                sort: 'query:asc',
                pagination: { page, pageSize: 100 },
              },
              signal,
            }),
          signal,
        ),
        findAll(
          (page) =>
            call('competitorsFind', {
              query: { filters, sort: 'name:asc', pagination: { page, pageSize: 100 } },
              signal,
            }),
          signal,
        ),
      ])
      return [
        ...keywords.map(({ id, query }) => ({ id, text: query })),
        ...competitors.map(({ id, name }) => ({ id, text: name })),
      ]
    },
  })

/** The query key of the delivery logs of all projects. */
export const deliveriesKey = ['alert-deliveries']

/** How often to look, in ms, whether a message was sent. */
const sendingMs = 2000

/** Samples in browsers wait for the next worker. */
function isBeingSent({ state, channel, sample }: AlertDelivery): boolean {
  return state === 'armed' || (state === 'queued' && channel === 'push' && sample)
}

/** The newest messages of a project's rules. */
export const deliveriesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, projectId],
    queryFn: async ({ signal }): Promise<AlertDelivery[]> =>
      (await call('alertDeliveriesFind', { id: projectId, signal })).data,
    // No event announces a message, so each visit asks.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(isBeingSent) && sendingMs,
  })

/** The newest messages to the user in all their projects. */
export const ownDeliveriesQuery = queryOptions({
  queryKey: [...deliveriesKey, 'own'],
  queryFn: async ({ signal }): Promise<OwnDelivery[]> => (await call('ownDeliveriesFind', { signal })).data,
  staleTime: 0,
})

/** The user's quiet hours and digest time. */
export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: async ({ signal }): Promise<NotificationSettings> =>
    (await call('notificationSettingsFind', { signal })).data,
})

/** The rules of all projects that alert the user, or could. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['alert-subscriptions'],
  queryFn: async ({ signal }): Promise<AlertSubscription[]> => (await call('alertSubscriptionsFind', { signal })).data,
})

/** Whether the user's address gets no alerts, and why; null if it does. */
export const suppressionQuery = queryOptions({
  queryKey: ['mail-suppression'],
  queryFn: async ({ signal }): Promise<MailSuppression | null> => (await call('mailSuppressionFind', { signal })).data,
})
