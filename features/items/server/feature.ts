import { type Feature, one, routes } from '#platform/server/feature.ts'
import { itemsEndpoints } from '../contract.ts'
import { pushItems } from './push-items.ts'

export const itemsFeature: Feature = {
  name: 'items',
  routes: routes(itemsEndpoints, {
    itemsPush: (ctx, { query, body }) => one(pushItems(ctx, { ...query, body })),
  }),
}
