import { type Feature, one, routes } from '#platform/server/feature.ts'
import { mentionsEndpoints } from '../contract.ts'
import { mentionTotals } from './mention-totals.ts'
import { mentions } from './mentions.ts'
import { updateMention } from './update-mention.ts'

export const mentionsFeature: Feature = {
  name: 'mentions',
  routes: [
    ...routes(mentionsEndpoints, {
      mentionTotals: (ctx, { query }) => one(mentionTotals(ctx, query)),
      mentionsUpdate: (ctx, { id, body }) => one(updateMention(ctx, { id, data: body })),
    }),
  ],
  readings: { mentions },
}
