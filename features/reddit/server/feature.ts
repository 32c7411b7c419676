import { transaction } from '#platform/server/database/database.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import {
  communitiesEndpoints,
  forgettingEndpoints,
  liveSearchEndpoints,
  redditAccountsEndpoints,
  threadEndpoints,
} from '../contract.ts'
import { playbookEndpoints } from '../contract-playbook.ts'
import { redditAccounts } from './accounts/accounts.ts'
import { connectRedditAccount, disconnectRedditAccount } from './accounts/connect.ts'
import { revokeTokens } from './accounts/leaving.ts'
import { refreshStandings } from './accounts/standing.ts'
import { forgetUnlisted } from './communities/community-rows.ts'
import { createCommunityProfiles } from './communities/create-community-profiles.ts'
import { readCommunities } from './communities/read-communities.ts'
import { forgettings } from './deletions/forgettings.ts'
import { recheckPosts } from './deletions/recheck-posts.ts'
import { settleForgotten } from './deletions/settle-forgotten.ts'
import { addLiveLead } from './live/add-live-lead.ts'
import { searchLive } from './live/live-search.ts'
import { readPlaybook } from './playbook/read-playbook.ts'
import { checkReplies } from './replies/check-replies.ts'
import { readPostThread } from './threads/read-thread.ts'

export const redditFeature: Feature = {
  name: 'reddit',
  routes: [
    ...routes(communitiesEndpoints, {
      communityProfilesCreate: (ctx, { body }) => one(createCommunityProfiles(ctx, body)),
    }),
    ...routes(playbookEndpoints, {
      communityPlaybooksCreate: (ctx, { id, body }) => one(readPlaybook(ctx, { id, name: body.name })),
    }),
    ...routes(threadEndpoints, {
      threadReadingsCreate: (ctx, { id, body }) => one(readPostThread(ctx, { id, postId: body.post })),
    }),
    ...routes(liveSearchEndpoints, {
      liveSearchesCreate: (ctx, { id, body }) => one(searchLive(ctx, { id, search: body })),
      liveLeadPut: (ctx, { id, body }) => one(addLiveLead(ctx, { projectId: id, ...body })),
    }),
    ...routes(forgettingEndpoints, {}),
    ...routes(redditAccountsEndpoints, {
      redditAccountsConnect: (ctx, { body, address }) => one(connectRedditAccount(ctx, { ...body, address })),
      redditAccountsDelete: (ctx, { id }) => disconnectRedditAccount(ctx, { id }),
    }),
  ],
  readings: { forgettings, redditAccounts },
  jobs: {
    communities: { run: readCommunities, cron: '*/10 * * * *', isIdle: ({ reddit }) => !reddit },
    recheck: { run: recheckPosts, cron: '* * * * *' },
    replyChecks: { run: checkReplies, cron: '* * * * *' },
    forget: { run: settleForgotten, cron: '41 */2 * * *', isSlow: true },
  },
  upkeep: async (ctx) => {
    await transaction(ctx, (tx) => forgetUnlisted(tx, ctx.now()))
    await revokeTokens(ctx)
    await refreshStandings(ctx)
  },
}
