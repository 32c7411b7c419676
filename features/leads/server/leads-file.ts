import type { FastifyInstance } from 'fastify'
import { csvOf } from '#platform/contract/csv.ts'
import { readQuery } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { find } from '#platform/server/database/rows/find.ts'
import { authenticate, requestCtx } from '#platform/server/http/authenticate.ts'
import { authorize } from '#platform/server/http/authorize.ts'
import { readQueryString } from '#platform/server/http/url.ts'
import { type Opportunity, opportunitiesEndpoints, opportunitiesResource } from '../contract.ts'
import { opportunitiesOf } from './opportunities.ts'

/** The most leads in a file. */
const leadsMost = 10_000

/**
 * Registers `GET /api/opportunities.csv`: the list of leads as a file, with the same filters, order, and rights. It
 * isn't in the contract's table, because its answer is not JSON.
 */
export function registerLeadsFile(app: FastifyInstance, ctx: Ctx): void {
  const endpoint = opportunitiesEndpoints.opportunitiesFind
  app.get('/api/opportunities.csv', { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await authenticate(ctx, endpoint, request, reply)
    const query = readQuery(opportunitiesResource, readQueryString(request.url), 'list')
    const subject = { id: null, body: null, query, reading: undefined }
    const { data } = await authorize(ctx, actor, { endpoint, subject }, (allowed) => {
      const own = requestCtx(ctx, allowed, request)
      return find(own, opportunitiesOf(own), {
        ...query,
        populate: { post: { fields: null, populate: {} } },
        paging: { by: 'page', page: 1, pageSize: leadsMost },
      })
    })
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="leads.csv"',
      })
      .send(csvOf([Object.keys(columns), ...data.map((lead) => Object.values(columns).map((cell) => cell(lead)))]))
  })
}

/** The columns of the file, each with its cell of a lead; unknown values are empty. */
const columns: Record<string, (lead: Opportunity) => string> = {
  title: ({ post }) => post?.title ?? '',
  community: ({ post }) => post?.subreddit ?? '',
  author: ({ post }) => post?.author ?? '',
  postedAt: ({ postedAt }) => postedAt ?? '',
  chance: ({ score }) => String(Math.round(score)),
  label: ({ label }) => String(label),
  why: ({ sentence }) => sentence?.text ?? '',
  votes: ({ post }) => String(post?.score ?? ''),
  comments: ({ numComments }) => String(numComments ?? ''),
  state: ({ state }) => state,
  reason: ({ rejection }) => rejection?.reason ?? '',
  saved: ({ saved }) => (saved ? 'yes' : ''),
  claimedBy: ({ claim }) => claim?.by ?? '',
  link: ({ post }) => (post ? `https://www.reddit.com${post.permalink}` : ''),
  text: ({ post }) => post?.body ?? '',
}
