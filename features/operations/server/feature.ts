import { sql } from 'drizzle-orm'
import { endActing, endOldActings, readFlags } from '#features/accounts/server/index.ts'
import { installedSources } from '#features/reddit/server/index.ts'
import { providers } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { captureEndpoints, feedbackEndpoints, healthEndpoints, mailEndpoints, programEndpoints } from '../contract.ts'
import { adminEndpoints } from '../contract-admin.ts'
import {
  actAsUser,
  createGrant,
  deleteGrant,
  deleteUser,
  exportUser,
  mailConfirmation,
  putFlags,
} from './admin/accounts.ts'
import { readOperatorFigures, readServerErrors } from './admin/figures.ts'
import { findProjects } from './admin/projects.ts'
import { findUser, findUsers } from './admin/users.ts'
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
  await endOldActings(ctx)
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
    ...routes(adminEndpoints, {
      adminUsersFind: (ctx, { query }) => findUsers(ctx, query),
      adminUsersFindOne: (ctx, { id }) => one(findUser(ctx, { id })),
      adminProjectsFind: (ctx, { query }) => findProjects(ctx, query),
      actingPut: (ctx, { id }) => one(actAsUser(ctx, { id })),
      actingDelete: (ctx) => endActing(ctx),
      adminConfirmationCreate: (ctx, { id, address }) => one(mailConfirmation(ctx, { id, address })),
      adminFlagsPut: (ctx, { id, body }) => one(putFlags(ctx, { id, ...body })),
      adminExportCreate: (ctx, { id }) => one(exportUser(ctx, { id })),
      adminUsersDelete: (ctx, { id, body }) => one(deleteUser(ctx, { id, ...body })),
      accessGrantCreate: (ctx, { id, body }) => one(createGrant(ctx, { id, ...body })),
      accessGrantDelete: (ctx, { id }) => deleteGrant(ctx, { id }),
      serverErrorsFind: (ctx) => one(readServerErrors(ctx)),
      operatorFiguresFind: (ctx, { query }) => one(readOperatorFigures(ctx, query)),
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
        eventHash: ctx.outside.eventHash,
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
