import { type Feature, one, routes } from '#platform/server/feature.ts'
import { viewFeedsEndpoints } from '../contract.ts'
import { createViewFeed, deleteViewFeed, viewFeeds } from './feeds/view-feeds.ts'

export const integrationsFeature: Feature = {
  name: 'integrations',
  routes: routes(viewFeedsEndpoints, {
    viewFeedsCreate: (ctx, { body }) => one(createViewFeed(ctx, body)),
    viewFeedsDelete: (ctx, { id }) => deleteViewFeed(ctx, { id }),
  }),
  readings: { viewFeeds },
}
