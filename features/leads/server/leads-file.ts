import type { FastifyInstance } from 'fastify'
import { bareAuthor, communityOf } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { registerCsvFile } from '#platform/server/http/csv-file.ts'
import { type Opportunity, opportunitiesEndpoints, opportunitiesResource } from '../contract.ts'
import { opportunitiesOf } from './opportunities.ts'

/** Registers `GET /api/opportunities.csv`: the list of leads as a file. */
export function registerLeadsFile(app: FastifyInstance, ctx: Ctx): void {
  registerCsvFile(app, ctx, {
    path: '/api/opportunities.csv',
    fileName: 'leads.csv',
    endpoint: opportunitiesEndpoints.opportunitiesFind,
    resource: opportunitiesResource,
    readingOf: opportunitiesOf,
    columns,
  })
}

/** The columns of the file, each with its cell of a lead. */
const columns: Record<string, (lead: Opportunity) => string> = {
  title: ({ post }) => post?.title ?? '',
  community: ({ post }) => (post ? communityOf(post.subreddit) : ''),
  author: ({ post }) => bareAuthor(post?.author ?? ''),
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
  link: ({ post }) => (post ? postUrl(post.permalink) : ''),
  text: ({ post }) => post?.body ?? '',
}
