import type { Ctx } from '#platform/server/ctx.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { seoEndpoints } from '../contract.ts'
import { addSeoLead } from './add-lead.ts'
import { askQuestions } from './ask-questions.ts'
import { beginUpdates, finishUpdates } from './begin-updates.ts'
import { deleteOldReceipts, readFacts, recheckThreads } from './check-threads.ts'
import { putQueries } from './queries.ts'
import { readSeo, readSeoLeads } from './report.ts'

export const seoFeature: Feature = {
  name: 'seo',
  routes: routes(seoEndpoints, {
    seoFind: (ctx, { id }) => one(readSeo(ctx, { id })),
    seoLeadsFind: (ctx, { id }) => one(readSeoLeads(ctx, { id })),
    seoQueriesPut: (ctx, { id, body }) => one(putQueries(ctx, { id, ...body })),
    seoLeadPut: (ctx, { id, body }) => one(addSeoLead(ctx, { projectId: id, ...body })),
  }),
  jobs: { seo: { run: updateSeo, cron: '* * * * *' } },
  upkeep: deleteOldReceipts,
}

/** Does what is due of the monthly updates. Each step finds the work that an earlier run left. */
async function updateSeo(ctx: Ctx): Promise<void> {
  await beginUpdates(ctx)
  await askQuestions(ctx)
  await finishUpdates(ctx)
  await readFacts(ctx)
  await recheckThreads(ctx)
}
