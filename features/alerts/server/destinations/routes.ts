import { one, routes } from '#platform/server/feature.ts'
import { destinationsEndpoints } from '../../contract-deliveries.ts'
import { readDestinationDeliveries, replay, testDestination } from './deliveries.ts'
import { createDestination, deleteDestination, rotateSecret, updateDestination } from './destinations.ts'

/** The endpoints of webhooks. */
export const destinationRoutes = routes(destinationsEndpoints, {
  destinationsCreate: (ctx, { body }) => one(createDestination(ctx, body)),
  destinationsUpdate: (ctx, { id, body }) => one(updateDestination(ctx, { id, data: body })),
  destinationsDelete: (ctx, { id }) => deleteDestination(ctx, { id }),
  destinationSecretCreate: (ctx, { id }) => one(rotateSecret(ctx, { id })),
  destinationTestCreate: (ctx, { id }) => one(testDestination(ctx, { id })),
  destinationDeliveriesFind: (ctx, { id }) => one(readDestinationDeliveries(ctx, { id })),
  destinationReplayCreate: (ctx, { id, body }) => one(replay(ctx, { id, data: body })),
})
