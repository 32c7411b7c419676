import type { FastifyInstance } from 'fastify'
import { communityOf } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { csvOf } from '#platform/contract/csv/write-csv.ts'
import { readQuery } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { find } from '#platform/server/database/rows/find.ts'
import { authenticate, requestCtx } from '#platform/server/http/authenticate.ts'
import { authorize } from '#platform/server/http/authorize.ts'
import { readQueryString } from '#platform/server/http/url.ts'
import { type LeadRunResult, leadRunResultsResource, leadRunsEndpoints, runLimits } from '../contract.ts'
import { leadRunResults } from './results.ts'

/** Registers `GET /api/lead-run-results.csv`: the results of a run as a file, as for leads (leads-file.ts). */
export function registerResultsFile(app: FastifyInstance, ctx: Ctx): void {
  const endpoint = leadRunsEndpoints.leadRunResultsFind
  app.get('/api/lead-run-results.csv', { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await authenticate(ctx, endpoint, request, reply)
    const query = readQuery(leadRunResultsResource, readQueryString(request.url), 'list')
    const subject = { id: null, body: null, query, reading: undefined }
    const { data } = await authorize(ctx, actor, { endpoint, subject }, (allowed) =>
      find(requestCtx(ctx, allowed, request), leadRunResults, {
        ...query,
        populate: { post: { fields: null, populate: {} } },
        paging: { by: 'page', page: 1, pageSize: runLimits.results },
      }),
    )
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="found-leads.csv"',
      })
      .send(csvOf([Object.keys(columns), ...data.map((each) => Object.values(columns).map((cell) => cell(each)))]))
  })
}

/** The columns of the file, each with its cell of a result; unknown values are empty. */
const columns: Record<string, (result: LeadRunResult) => string> = {
  rank: ({ rank }) => String(rank),
  title: ({ post }) => post?.title ?? '',
  community: ({ post }) => (post ? communityOf(post.subreddit) : ''),
  author: ({ post }) => post?.author ?? '',
  postedAt: ({ postedAt }) => postedAt ?? '',
  chance: ({ score }) => String(Math.round(score)),
  label: ({ label }) => String(label),
  why: ({ sentence }) => sentence?.text ?? '',
  copies: ({ copies }) => String(copies.length),
  lead: ({ lead }) => lead?.state ?? '',
  dismissed: ({ dismissed }) => (dismissed ? 'yes' : ''),
  link: ({ post }) => (post ? postUrl(post.permalink) : ''),
  text: ({ post }) => post?.body ?? '',
}
