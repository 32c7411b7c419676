import { type Feature, one, routes } from '#platform/server/feature.ts'
import { mentionsEndpoints } from '../contract.ts'
import { handleMentions } from './handle-mentions.ts'
import { mentionTotals } from './mention-totals.ts'
import { readMentionTrends } from './mention-trends.ts'
import { mentions } from './mentions.ts'
import { createMentionMute, deleteMentionMute, mentionMutes } from './mutes.ts'
import { updateMention } from './update-mention.ts'

export const mentionsFeature: Feature = {
  name: 'mentions',
  routes: [
    ...routes(mentionsEndpoints, {
      mentionTotals: (ctx, { query }) => one(mentionTotals(ctx, query)),
      mentionsUpdate: (ctx, { id, body }) => one(updateMention(ctx, { id, data: body })),
      handledMentionsPut: (ctx, { id, body }) => one(handleMentions(ctx, { id, data: body })),
      mentionTrends: (ctx, { id, query }) => one(readMentionTrends(ctx, { id, query })),
      mentionMutesCreate: (ctx, { body }) => one(createMentionMute(ctx, body)),
      mentionMutesDelete: (ctx, { id }) => deleteMentionMute(ctx, { id }),
    }),
  ],
  readings: { mentions, mentionMutes },
}
