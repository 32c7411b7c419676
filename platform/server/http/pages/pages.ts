import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guard } from '#engine/rules/access.ts'
import {
  adminPath,
  appPaths,
  authPaths,
  decodedPath,
  isAppPath,
  preservedQuery,
  publicPaths,
  shareKeyOf,
  titleOf,
  withoutTrailingSlash,
} from '#engine/rules/paths.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Actor, Ctx } from '../../ctx.ts'
import { identify, tokenOf } from '../authenticate.ts'
import { clearSessionCookies, setRedirectCookie } from '../cookies.ts'
import type { Documents } from './documents.ts'

export interface Pages {
  /** Answers requests for unknown pages. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Returns the canonical path of the page at a path, or null if there is none. */
  pageOf(path: string): string | null
}

interface Served {
  documents: Documents | null
  /** Returns whether the key of a link to insights opens it now. */
  opensLink(ctx: Ctx, key: string): Promise<boolean>
}

const day = 24 * 60 * 60
/** Files that browsers request at the root. */
const rootFiles = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/sw.js']
/** Says nothing about what there was, and the same whatever the reason (DECISIONS 5). */
const unknownLink = new ApiError('NotFoundError', 'This link has expired or was revoked. Ask for a new one.')
/** The title of the error page (SPEC 2). */
const errorPageTitle = 'Page not found'
const asset = /^\/assets(\/\w[\w.@~-]*)+$/
const unlisted: readonly string[] = publicPaths
const appDocuments: readonly string[] = [...appPaths, ...authPaths, ...publicPaths]

/**
 * Serves the built pages: the site's documents, one document for the whole app, and their files. App pages pass the
 * same guard as in the browser (DECISIONS 1, 2). Without a build, every page says so.
 */
export async function registerPages(app: FastifyInstance, ctx: Ctx, { documents, opensLink }: Served): Promise<Pages> {
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
      if (reply.getHeader('cache-control') === 'no-store') return
      // Asset names contain a content hash, except the file that identifies the build.
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
      // Each page has one URL. Only known pages redirect, so this is no open redirect.
      return reply.redirect(page + queryOf(request), 308)
    }
    const key = shareKeyOf(page)
    if (key !== null) {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      if (await opensLink(ctx, key)) return documents.sendApp(request, reply, titleOf(page), { revalidated: false })
      return documents.sendError(reply, unknownLink).header('cache-control', 'no-store')
    }
    if (!isAppPath(page) && !appDocuments.includes(page)) return notFound(request, reply)
    const { target, isAdmin } = await guarded(ctx, request, reply, page)
    if (target !== null) return reply.header('cache-control', 'no-store').redirect(target, 302)
    const exists = appDocuments.includes(page) && (page !== adminPath || isAdmin)
    if (unlisted.includes(page)) reply.header('x-robots-tag', 'noindex')
    if (exists) return documents.sendApp(request, reply, titleOf(page))
    reply.code(404).header('cache-control', 'no-cache')
    // A 304 would hide the 404 status.
    return documents.sendApp(request, reply, errorPageTitle, { revalidated: false })
  })
  return {
    notFound,
    pageOf: (path) => {
      const page = withoutTrailingSlash(decodedPath(path))
      return documents.has(page) || appDocuments.includes(page) ? page : null
    },
  }
}

interface Guarded {
  /** Where the guard redirects this visit; null if it is allowed. */
  target: string | null
  /** Whether an internal admin visits their own page. */
  isAdmin: boolean
}

/** Returns where the guard redirects this visit. After signing in, users return to the requested page. */
async function guarded(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, path: string): Promise<Guarded> {
  const token = tokenOf(request)
  const actor = await identify(ctx, token)
  if (!actor && token?.from === 'cookie') clearSessionCookies(reply, ctx.publicUrl)
  const signedIn = actor?.kind === 'user'
  const hasProject = signedIn && (await ctx.gate.hasWorkingProject(ctx, actor))
  const hasAccess = !signedIn || (await hasOpenProject(ctx, actor))
  const isAdmin = signedIn && path === adminPath && (await ctx.gate.isInternalAdmin(ctx, actor))
  const target = guard({ path, signedIn, hasProject, hasAccess, isAdmin })
  if (target === null) return { target, isAdmin }
  if (signedIn) return { target: target + preservedQuery(request.url.split('?')[1] ?? ''), isAdmin }
  setRedirectCookie(reply, request.url, ctx.publicUrl)
  return { target, isAdmin }
}

/** Returns whether any project is accessible; if none is, billing opens. Only the browser knows the current project. */
async function hasOpenProject(ctx: Ctx, actor: Extract<Actor, { kind: 'user' }>): Promise<boolean> {
  if (ctx.billing === 'off') return true
  return (await ctx.gate.entitlementsOf(ctx, actor)).values().some(({ access }) => access.granted)
}

function pathOf(request: FastifyRequest): string {
  return decodedPath(request.url.split('?')[0] ?? '')
}

/** Returns the query with its question mark, or an empty string. */
function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}
