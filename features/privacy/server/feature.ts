import { type Feature, one, routes } from '#platform/server/feature.ts'
import { dataEndpoints } from '../contract.ts'
import { deleteExpired } from './delete-expired.ts'
import { deleteAccount } from './erasure/delete-account.ts'
import { runErasure } from './erasure/run-erasure.ts'
import { createExport } from './export/create-export.ts'
import { deleteExport, findExport, findExports } from './export/own-exports.ts'
import { giveUpExport, runExport } from './export/run-export.ts'

export const privacyFeature: Feature = {
  name: 'privacy',
  routes: [
    ...routes(dataEndpoints, {
      exportsFind: (ctx) => one(findExports(ctx)),
      exportsCreate: (ctx, { body }) => one(createExport(ctx, body)),
      meDelete: (ctx, { body }) => deleteAccount(ctx, body),
      exportsFindOne: (ctx, { id }) => one(findExport(ctx, { id })),
      exportsDelete: (ctx, { id }) => deleteExport(ctx, { id }),
    }),
  ],
  jobs: {
    erase: { run: runErasure, isSlow: true },
    export: { run: runExport, giveUp: giveUpExport, isSlow: true },
  },
  upkeep: deleteExpired,
}
