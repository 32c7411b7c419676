import { sql } from 'drizzle-orm'
import { readFlags } from '#features/accounts/server/index.ts'
import { installedSources } from '#features/reddit/server/index.ts'
import { providers } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { captureEndpoints, feedbackEndpoints, healthEndpoints, mailEndpoints, programEndpoints } from '../contract.ts'
import { collectEmail } from './capture/capture.ts'
import { sendFeedback } from './feedback/feedback.ts'
import { foldTallies, type ReadFigures } from './health/figures.ts'
import { readHealth } from './health/read-health.ts'
import { retryJobs } from './health/retry-jobs.ts'
import { readUndeliveredMail, readUndeliveredMails } from './mail/undelivered-mails.ts'
import { purgeSandbox, readSandbox } from './sandbox/sandbox.ts'
import { forgetVisits } from './visits/counts.ts'

/** Properties of the web process that endpoints report. */
export interface WebFacts {
  version: string
  roles: string[]
  figures: ReadFigures
}

/** Runs hourly, like every feature's `upkeep`. */
export async function operationsUpkeep(ctx: Ctx): Promise<void> {
  await transaction(ctx, (tx) => foldTallies(tx, ctx.now()))
  await transaction(ctx, (tx) => forgetVisits(ctx, tx))
}

export const operationsFeature = ({ version, roles, figures }: WebFacts): Feature => ({
  name: 'operations',
  routes: [
    ...routes(healthEndpoints, {
      retriesCreate: (ctx, { id, body }) => one(retryJobs(ctx, { id, ...body })),
      healthReport: (ctx, { id }) => one(readHealth(ctx, { id, figures })),
    }),
    ...routes(mailEndpoints, {
      undeliveredMailsFind: (ctx, { query }) => one(readUndeliveredMails(ctx, query)),
      undeliveredMailsFindOne: (ctx, { id }) => one(readUndeliveredMail(ctx, { id })),
    }),
    ...routes(feedbackEndpoints, {
      feedbackCreate: (ctx, { body }) => one(sendFeedback(ctx, body)),
    }),
    ...routes(captureEndpoints, {
      collectEmail: (ctx, { body, address }) => collectEmail(ctx, { ...body, address }),
    }),
    ...routes(programEndpoints, {
      health: async (ctx) => {
        await transaction(ctx, (tx) => tx.execute(sql`select 1`))
        return { status: 'ok' as const, version, roles }
      },
      config: async (ctx) => ({
        providers: providers.filter((name) => ctx.signIn[name]),
        oidcName: ctx.signIn.oidc?.name ?? null,
        sources: installedSources(ctx),
        captureUrl: ctx.captureUrl,
        eventUrl: ctx.outside.eventUrl,
        embeds: ctx.outside.embeds,
        iconHosts: [...ctx.iconHosts],
        flags: await readFlags(ctx),
        chatAlerts: ctx.chatAlerts,
      }),
      sandbox: (ctx) => readSandbox(ctx),
      sandboxDelete: (ctx, { id }) => one(purgeSandbox(ctx, { id })),
    }),
  ],
})
