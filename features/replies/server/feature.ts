import { type Feature, one, routes } from '#platform/server/feature.ts'
import { promptsContract, promptVersionsEndpoints } from '../contract.ts'
import { promptVersions } from './prompt-versions.ts'
import { createPrompt, deletePrompt, prompts, updatePrompt } from './prompts.ts'

export const repliesFeature: Feature = {
  name: 'replies',
  routes: [
    ...routes(promptsContract.endpoints, {
      promptsCreate: (ctx, { body }) => one(createPrompt(ctx, body)),
      promptsUpdate: (ctx, { id, body }) => one(updatePrompt(ctx, { id, data: body })),
      promptsDelete: (ctx, { id }) => deletePrompt(ctx, { id }),
    }),
    ...routes(promptVersionsEndpoints, {}),
  ],
  readings: { prompts, promptVersions },
}
