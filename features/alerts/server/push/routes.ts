import { one, routes } from '#platform/server/feature.ts'
import { pushEndpoints } from '../../contract-push.ts'
import { addBrowser, readPush, removeBrowser, testBrowser } from './browsers.ts'

/** The endpoints of notifications in browsers. */
export const pushRoutes = routes(pushEndpoints, {
  pushBrowsersFind: (ctx) => one(readPush(ctx)),
  pushBrowserCreate: (ctx, { body }) => one(addBrowser(ctx, body)),
  pushBrowserDelete: (ctx, { id }) => removeBrowser(ctx, { id }),
  pushTestCreate: (ctx, { id }) => one(testBrowser(ctx, { id })),
})
