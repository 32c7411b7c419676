import { type Feature, one, routes } from '#platform/server/feature.ts'
import { promptsEndpoints } from '../contract.ts'
import { promptVersions } from './prompt-versions.ts'
import { createPrompt, deletePrompt, prompts, updatePrompt } from './prompts.ts'

export const repliesFeature: Feature = {
  name: 'replies',
  routes: [
    ...routes(promptsEndpoints, {
      promptsCreate: (ctx, { body }) => one(createPrompt(ctx, body)),
      promptsUpdate: (ctx, { id, body }) => one(updatePrompt(ctx, { id, data: body })),
      promptsDelete: (ctx, { id }) => deletePrompt(ctx, { id }),
    }),
  ],
  readings: { prompts, promptVersions },
}
