import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guard } from '#engine/rules/access.ts'
import {
  appPaths,
  authPaths,
  decodedPath,
  isAppPath,
  preservedQuery,
  publicPaths,
  withoutTrailingSlash,
} from '#engine/rules/paths.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Actor, Ctx } from '../../ctx.ts'
import { identify, tokenOf } from '../authenticate.ts'
import { clearSessionCookies, setRedirectCookie } from '../cookies.ts'
import type { Documents } from './documents.ts'

export interface Pages {
  /** Answers for an address that is no page. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** The page at the path of an address, as it is called; null where there is none. */
  pageOf(path: string): string | null
}

const day = 24 * 60 * 60
/** Files at the root that are asked for by name. */
const rootFiles = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']
const asset = /^\/assets(\/\w[\w.@~-]*)+$/
const unlisted: readonly string[] = publicPaths
const appDocuments: readonly string[] = [...appPaths, ...authPaths, ...publicPaths]

/**
 * Serves the built pages: the site's documents, one document for the whole app, and the files they load. The app's pass
 * the guard here as they do in the browser (DECISIONS 1, 2). Without a build every page says so.
 */
export async function registerPages(app: FastifyInstance, ctx: Ctx, documents: Documents | null): Promise<Pages> {
  if (documents === null) {
    const unbuilt = async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The pages are not built yet. Run npm start.\n')
    app.get('/*', unbuilt)
    return { notFound: unbuilt, pageOf: () => null }
  }

  const { webRoot } = documents
  await app.register(staticFiles, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    index: false,
    setHeaders: (reply, file) => {
      // What assets are called follows from what is in them, but for the file that says which build this is.
      const unchanging = file.startsWith(join(webRoot, 'assets')) && !file.startsWith(join(webRoot, 'assets', 'builds'))
      reply.header('cache-control', unchanging ? `public, max-age=${365 * day}, immutable` : 'no-cache')
    },
  })

  const notFound = async (request: FastifyRequest, reply: FastifyReply) =>
    documents.sendError(reply, new ApiError('NotFoundError', `Page Not Found: ${pathOf(request)}`))

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (asset.test(path) || rootFiles.includes(path)) return reply.sendFile(path.slice(1))
    const page = withoutTrailingSlash(path)
    if (documents.has(page)) {
      if (page === path) return documents.send(request, reply, page)
      // One address a page. It is one of a list, so that it leads nowhere else.
      return reply.redirect(page + queryOf(request), 308)
    }
    if (!isAppPath(page) && !appDocuments.includes(page)) return notFound(request, reply)
    const target = await guarded(ctx, request, reply, page)
    if (target !== null) return reply.header('cache-control', 'no-store').redirect(target, 302)
    if (unlisted.includes(page)) reply.header('x-robots-tag', 'noindex')
    if (appDocuments.includes(page)) return reply.sendFile('app.html')
    // Without marks of its version, since "not modified" would be no answer to a page that is not there.
    return reply.code(404).sendFile('app.html', { etag: false, lastModified: false })
  })
  return {
    notFound,
    pageOf: (path) => {
      const page = withoutTrailingSlash(decodedPath(path))
      return documents.has(page) || appDocuments.includes(page) ? page : null
    },
  }
}

/** Where the guard sends this visit instead, if anywhere; who must sign in first comes back afterwards. */
async function guarded(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, path: string): Promise<string | null> {
  const token = tokenOf(request)
  const actor = await identify(ctx, token)
  if (!actor && token?.from === 'cookie') clearSessionCookies(reply, ctx.publicUrl)
  const signedIn = actor?.kind === 'user'
  const hasProject = signedIn && (await ctx.gate.hasWorkingProject(ctx, actor))
  const hasAccess = !signedIn || (await hasOpenProject(ctx, actor))
  const target = guard({ path, signedIn, hasProject, hasAccess })
  if (target === null) return null
  if (signedIn) return target + preservedQuery(request.url.split('?')[1] ?? '')
  setRedirectCookie(reply, request.url, ctx.publicUrl)
  return target
}

/** Which project is looked at is known to the browser alone; where none is open, there is only billing to go to. */
async function hasOpenProject(ctx: Ctx, actor: Extract<Actor, { kind: 'user' }>): Promise<boolean> {
  if (ctx.billing === 'off') return true
  return (await ctx.gate.entitlementsOf(ctx, actor)).values().some(({ access }) => access.granted)
}

function pathOf(request: FastifyRequest): string {
  return decodedPath(request.url.split('?')[0] ?? '')
}

/** With its question mark; empty where there is none. */
function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}
