import { type Feature, one, routes } from '#platform/server/feature.ts'
import { promptsContract, promptVersionsEndpoints, replyModelEndpoints } from '../contract.ts'
import { cannedRepliesContract } from '../contract-canned.ts'
import { replyDraftsEndpoints } from '../contract-drafts.ts'
import { replyTeamEndpoints } from '../contract-team.ts'
import { forgetAnswering, signAnswering, stopAnswering } from './answering.ts'
import { cannedReplies, createCannedReply, deleteCannedReply, updateCannedReply } from './canned-replies.ts'
import { testPrompts } from './draft-tests.ts'
import { promptVersions } from './prompt-versions.ts'
import { createPrompt, deletePrompt, prompts, updatePrompt } from './prompts.ts'
import { readReplyCompany } from './reply-company.ts'
import { readReplyContext } from './reply-context.ts'
import { createDraft, replyDrafts } from './reply-drafts.ts'
import { chooseReplyModel, readReplyModel } from './reply-model.ts'
import { askOpinion } from './reply-opinion.ts'
import { readReplyText, saveReplyText } from './reply-texts.ts'

export const repliesFeature: Feature = {
  name: 'replies',
  routes: [
    ...routes(promptsContract.endpoints, {
      promptsCreate: (ctx, { body }) => one(createPrompt(ctx, body)),
      promptsUpdate: (ctx, { id, body }) => one(updatePrompt(ctx, { id, data: body })),
      promptsDelete: (ctx, { id }) => deletePrompt(ctx, { id }),
    }),
    ...routes(promptVersionsEndpoints, {}),
    ...routes(replyDraftsEndpoints, {
      replyContextFind: (ctx, { id }) => one(readReplyContext(ctx, { id })),
      draftCreate: (ctx, { id, body, onText }) => one(createDraft(ctx, { id, ...body }, onText)),
      draftTestCreate: (ctx, { id, body }) => one(testPrompts(ctx, { id, ...body })),
      replyOpinionCreate: (ctx, { id, body }) => one(askOpinion(ctx, { id, ...body })),
      replyTextFind: (ctx, { id }) => one(readReplyText(ctx, { id })),
      replyTextPut: (ctx, { id, body }) => one(saveReplyText(ctx, { id, ...body })),
    }),
    ...routes(replyModelEndpoints, {
      replyModelFind: (ctx, { id }) => one(readReplyModel(ctx, { id })),
      replyModelPut: (ctx, { id, body }) => one(chooseReplyModel(ctx, { id, ...body })),
    }),
    ...routes(cannedRepliesContract.endpoints, {
      cannedRepliesCreate: (ctx, { body }) => one(createCannedReply(ctx, body)),
      cannedRepliesUpdate: (ctx, { id, body }) => one(updateCannedReply(ctx, { id, data: body })),
      cannedRepliesDelete: (ctx, { id }) => deleteCannedReply(ctx, { id }),
    }),
    ...routes(replyTeamEndpoints, {
      replyCompanyFind: (ctx, { id }) => one(readReplyCompany(ctx, { id })),
      answeringPut: (ctx, { id }) => one(signAnswering(ctx, { id })),
      answeringDelete: (ctx, { id }) => stopAnswering(ctx, { id }),
    }),
  ],
  readings: { prompts, promptVersions, replyDrafts, cannedReplies },
  upkeep: forgetAnswering,
}
