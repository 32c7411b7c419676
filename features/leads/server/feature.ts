import { transaction } from '#platform/server/database/database.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { opportunitiesEndpoints } from '../contract.ts'
import {
  assignOpportunity,
  claimOpportunity,
  rejectOpportunity,
  replyToOpportunity,
  saveOpportunity,
  unclaimOpportunity,
  unrejectOpportunity,
  unreplyToOpportunity,
  unsaveOpportunity,
} from './decisions.ts'
import { forgetEndpoint } from './endpoint-health.ts'
import { judgeLeads } from './judging/judge-leads.ts'
import { judgeNeeds } from './judging/judge-needs.ts'
import { deleteOldModelUse, readModelUse } from './judging/model-use.ts'
import { readLeadFilters } from './lead-filters.ts'
import { opportunitiesOf } from './opportunities.ts'
import { embedLeads } from './ranking/embed.ts'
import { reorderLeads } from './ranking/reorder.ts'
import { sweepWindows } from './ranking/windows.ts'
import { readReleases } from './read-releases.ts'
import { readOpportunity, unreadOpportunity, visitLeads } from './reading.ts'
import { releaseDue } from './release-finds.ts'
import { lookAtUnusual } from './releases.ts'

export const leadsFeature: Feature = {
  name: 'leads',
  routes: [
    ...routes(opportunitiesEndpoints, {
      rejectionPut: (ctx, { id, body }) => one(rejectOpportunity(ctx, { id, reason: body.reason })),
      rejectionDelete: (ctx, { id }) => one(unrejectOpportunity(ctx, { id })),
      releasesFind: (ctx, { id }) => one(readReleases(ctx, { id })),
      leadFiltersFind: (ctx, { id }) => one(readLeadFilters(ctx, { id })),
      readPut: (ctx, { id }) => one(readOpportunity(ctx, { id })),
      readDelete: (ctx, { id }) => one(unreadOpportunity(ctx, { id })),
      leadVisitPut: (ctx, { id }) => one(visitLeads(ctx, { id })),
      modelUseFind: (ctx, { id }) => one(readModelUse(ctx, { id })),
      replyPut: (ctx, { id, body }) => one(replyToOpportunity(ctx, { id, ...body })),
      replyDelete: (ctx, { id }) => one(unreplyToOpportunity(ctx, { id })),
      savePut: (ctx, { id }) => one(saveOpportunity(ctx, { id })),
      saveDelete: (ctx, { id }) => one(unsaveOpportunity(ctx, { id })),
      claimPut: (ctx, { id }) => one(claimOpportunity(ctx, { id })),
      claimDelete: (ctx, { id }) => one(unclaimOpportunity(ctx, { id })),
      assigneePut: (ctx, { id, body }) => one(assignOpportunity(ctx, { id, assignee: body.assignee })),
    }),
  ],
  readings: { opportunities: opportunitiesOf },
  jobs: {
    embed: { run: embedLeads, cron: '* * * * *', isIdle: ({ embedding }) => !embedding },
    needs: { run: judgeNeeds, cron: '* * * * *', isIdle: ({ openNeedJudge }) => !openNeedJudge },
    judge: { run: judgeLeads, cron: '* * * * *', isIdle: ({ model }) => !model },
    windows: { run: sweepWindows, cron: '*/5 * * * *' },
    reorder: { run: reorderLeads },
    release: { run: releaseDue, cron: '* * * * *' },
  },
  upkeep: async (ctx) => {
    if (!ctx.embedding) await transaction(ctx, (tx) => forgetEndpoint(tx, 'embedding'))
    if (!ctx.model) await transaction(ctx, (tx) => forgetEndpoint(tx, 'model'))
    if (!ctx.openNeedJudge) await transaction(ctx, (tx) => forgetEndpoint(tx, 'need'))
    await transaction(ctx, (tx) => deleteOldModelUse(ctx, tx))
    await transaction(ctx, (tx) => lookAtUnusual(ctx, tx))
  },
}
