import { type Feature, one, routes } from '#platform/server/feature.ts'
import { conversationsEndpoints } from '../contract.ts'
import { campaigns } from './campaigns.ts'
import { conversations, createConversation, deleteConversation, updateConversation } from './conversations.ts'
import { createMessage, deleteMessage, messages, updateMessage } from './messages.ts'

export const messagesFeature: Feature = {
  name: 'messages',
  routes: [
    ...routes(conversationsEndpoints, {
      conversationsCreate: (ctx, { body }) => one(createConversation(ctx, body)),
      conversationsUpdate: (ctx, { id, body }) => one(updateConversation(ctx, { id, data: body })),
      conversationsDelete: (ctx, { id }) => deleteConversation(ctx, { id }),
      messagesCreate: (ctx, { body }) => one(createMessage(ctx, body)),
      messagesUpdate: (ctx, { id, body }) => one(updateMessage(ctx, { id, data: body })),
      messagesDelete: (ctx, { id }) => deleteMessage(ctx, { id }),
    }),
    ...campaigns.routes,
  ],
  readings: { conversations, messages, campaigns: campaigns.rows },
}
