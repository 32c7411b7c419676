import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController, type RawServerDefault } from 'fastify'
import { beginSocialSignIn } from '#features/accounts/server/social/begin-social-sign-in.ts'
import { finishSocialSignIn } from '#features/accounts/server/social/finish-social-sign-in.ts'
import { signInWithToken } from '#features/accounts/server/social/sign-in-with-token.ts'
import { registerSocial } from '#features/accounts/server/social/social.ts'
import { registerBrandLogos } from '#features/agencies/server/brand/logo-route.ts'
import { unsubscribeFromAlerts } from '#features/alerts/server/index.ts'
import { registerPaddleWebhooks } from '#features/billing/server/reports/webhook-route.ts'
import { registerPeopleFile } from '#features/crm/server/csv/people-csv.ts'
import { registerResultsFile } from '#features/discovery/server/results-file.ts'
import { unsubscribeFromReport } from '#features/insights/server/mail/unsubscribe.ts'
import { registerReportFile } from '#features/insights/server/report-file.ts'
import { opensLink } from '#features/insights/server/shared.ts'
import { registerFeeds } from '#features/integrations/server/feeds/feed-route.ts'
import { registerMcp } from '#features/integrations/server/mcp/mcp-route.ts'
import { registerLeadsFile } from '#features/leads/server/leads-file.ts'
import { registerMentionsFile } from '#features/mentions/server/mentions-file.ts'
import { unsubscribeFromMail } from '#features/messages/server/mail-outbox/unsubscribe.ts'
import { registerMailboxConsent } from '#features/messages/server/mailboxes/finish-consent.ts'
import { unsubscribe } from '#features/operations/server/capture/capture.ts'
import { registerUnsubscribe } from '#features/operations/server/capture/unsubscribe-route.ts'
import { figuresReader } from '#features/operations/server/health/figures.ts'
import { openMeter, registerMetrics } from '#features/operations/server/health/metrics.ts'
import { countEvent } from '#features/operations/server/visits/count-visit.ts'
import { registerVisits } from '#features/operations/server/visits/visits.ts'
import { registerExportFile } from '#features/privacy/server/export/export-file.ts'
import { openExport } from '#features/privacy/server/export/open-export.ts'
import { finishRedditAccount } from '#features/reddit/server/accounts/connect.ts'

import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { parseBodies } from '#platform/server/http/bodies.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { answerErrors, endBrokenRequest, refuseWritesToFullDisk, sendError } from '#platform/server/http/errors.ts'
import { isApiPath, setSecurityHeaders } from '#platform/server/http/headers.ts'
import { openDocuments } from '#platform/server/http/pages/documents.ts'
import { registerIcons } from '#platform/server/http/pages/icons.ts'
import { registerPages } from '#platform/server/http/pages/pages.ts'
import { logRequests } from '#platform/server/http/request-log.ts'
import { registerEvents } from '#platform/server/http/stream/events.ts'
import { openHub, type Pulse } from '#platform/server/http/stream/stream-hub.ts'
import { decodableUrl } from '#platform/server/http/url.ts'
import { registerDocs } from './openapi/page/register.ts'
import { serverFeatures } from './server.ts'

export interface AppOptions {
  /** The folder of the built pages; null if there are none. */
  webRoot: string | null
  roles: string[]
  version: string
  /** The proxies that are trusted to report the caller's address: none, all, or a list of addresses. */
  trustProxy: boolean | string
  /** Triggers updates of open streams; once a second by default. */
  pulse?: Pulse
  /** Whether the metrics cover the whole process; true for one app per process. */
  metersProcess?: boolean
}

const bodyMax = 1024 * 1024
/** The timeout of a whole request in ms. Otherwise a client could hold a connection open byte by byte. */
const requestMaxMs = 60_000

/** Builds the HTTP server: the API under /api, the pages everywhere else. */
export async function buildApp(ctx: Ctx, options: AppOptions): Promise<FastifyInstance> {
  const app = fastify<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => ctx.id(),
    bodyLimit: bodyMax,
    requestTimeout: requestMaxMs,
    trustProxy: options.trustProxy,
    clientErrorHandler: endBrokenRequest,
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 16_000 },
  })
  await app.register(cookie)
  setSecurityHeaders(app, ctx)
  const meter = openMeter(options.version, options.metersProcess ?? false)
  logRequests(app, meter)
  parseBodies(app)
  const documents = options.webRoot === null ? null : await openDocuments(options.webRoot, ctx.publicUrl)
  answerErrors(app, ctx, documents)
  refuseWritesToFullDisk(app, ctx)
  const figures = figuresReader()
  const call = registerEndpoints(app, ctx, serverFeatures({ ...options, figures: figures.read }))
  registerSocial(app, ctx, {
    begin: beginSocialSignIn,
    finish: finishSocialSignIn,
    connect: finishRedditAccount,
    withToken: signInWithToken,
  })
  registerMailboxConsent(app, ctx)
  registerExportFile(app, ctx, openExport)
  registerLeadsFile(app, ctx)
  registerResultsFile(app, ctx)
  registerMentionsFile(app, ctx)
  registerPeopleFile(app, ctx)
  registerReportFile(app, ctx)
  registerBrandLogos(app, ctx)
  registerPaddleWebhooks(app, ctx)
  registerUnsubscribe(app, ctx, async (ctx, token) => {
    if (await unsubscribe(ctx, token)) return 'guide'
    if (await unsubscribeFromAlerts(ctx, token)) return 'alerts'
    if (await unsubscribeFromReport(ctx, token)) return 'report'
    return (await unsubscribeFromMail(ctx, token)) ? 'mail' : null
  })
  registerFeeds(app, ctx)
  registerMcp(app, ctx, { version: options.version, call })
  registerIcons(app)
  registerDocs(app, { version: options.version, publicUrl: ctx.publicUrl })
  const hub = openHub(ctx, {
    ...(options.pulse && { pulse: options.pulse }),
    // Screens request new figures right after a health event.
    heard: (kinds) => (kinds === null || kinds.has('health')) && figures.forget(),
  })
  registerEvents(app, ctx, hub)
  registerMetrics(app, ctx, { meter, hub, figures: figures.read })
  // Keeps unknown addresses below /api away from the pages, which handle all other addresses.
  for (const url of ['/api', '/api/*']) app.get(url, (_request, reply) => reply.callNotFound())
  const pages = await registerPages(app, ctx, { documents, opensLink })
  registerVisits(app, ctx, (own, event) => countEvent(own, event, pages.pageOf))
  app.setNotFoundHandler((request, reply) =>
    isApiPath(request.url)
      ? sendError(reply, new ApiError('NotFoundError', 'Not Found'))
      : pages.notFound(request, reply),
  )
  return app
}
