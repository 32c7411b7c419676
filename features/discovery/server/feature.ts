import { type Feature, one, routes } from '#platform/server/feature.ts'
import { leadRunsEndpoints } from '../contract.ts'
import { cancelRun, createRun, deleteRun, scheduleRun } from './change-runs.ts'
import { chooseResults } from './choices.ts'
import { compareRuns } from './compare-runs.ts'
import { leadRunResults } from './results.ts'
import { leadRuns } from './runs.ts'
import { startDueRuns } from './start-due.ts'
import { failRun, takeStep } from './steps/take-step.ts'

export const discoveryFeature: Feature = {
  name: 'discovery',
  routes: routes(leadRunsEndpoints, {
    leadRunsCreate: (ctx, { body }) => one(createRun(ctx, body)),
    leadRunsUpdate: (ctx, { id, body }) => one(scheduleRun(ctx, { id, ...body })),
    leadRunsDelete: (ctx, { id }) => deleteRun(ctx, { id }),
    runCancellationPut: (ctx, { id }) => one(cancelRun(ctx, { id })),
    runChoicePut: (ctx, { id, body }) => one(chooseResults(ctx, { id, ...body })),
    runComparisonFind: (ctx, { id, query }) => one(compareRuns(ctx, { id, earlier: query.with ?? null })),
  }),
  readings: { leadRuns, leadRunResults },
  jobs: {
    leadRun: { run: takeStep, giveUp: failRun },
    dueRuns: { run: startDueRuns, cron: '* * * * *' },
  },
}
