import { queryOptions } from '@tanstack/react-query'
import type { Outreach, PublicReply } from '../../contract-outbox.ts'
import { call } from '../api.ts'

/** What the author of a lead said about messages, and how one would be sent. */
export function outreachQuery(leadId: string) {
  return queryOptions({
    queryKey: ['outreach', leadId],
    // Somebody may have messaged the author from another screen.
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<Outreach> => (await call('outreachFind', { id: leadId, signal })).data,
  })
}

/** How a reply to a lead would be posted, and what became of the last one. */
export function publicReplyQuery(leadId: string) {
  return queryOptions({
    queryKey: ['outreach', leadId, 'public-reply'],
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<PublicReply> => (await call('publicReplyFind', { id: leadId, signal })).data,
  })
}
