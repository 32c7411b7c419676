import { type Feature, one, routes } from '#platform/server/feature.ts'
import { messagesContract } from '../contract.ts'
import { campaigns } from './campaigns.ts'
import { conversations } from './conversations.ts'
import { createMessage, deleteMessage, messages, updateMessage } from './messages.ts'

export const messagesFeature: Feature = {
  name: 'messages',
  routes: [
    ...conversations.routes,
    ...routes(messagesContract.endpoints, {
      messagesCreate: (ctx, { body }) => one(createMessage(ctx, body)),
      messagesUpdate: (ctx, { id, body }) => one(updateMessage(ctx, { id, data: body })),
      messagesDelete: (ctx, { id }) => deleteMessage(ctx, { id }),
    }),
    ...campaigns.routes,
  ],
  readings: { conversations: conversations.rows, messages, campaigns: campaigns.rows },
}
