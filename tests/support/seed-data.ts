import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type AppOptions, buildApp } from '#app/http.ts'
import { windowEndOf } from '#engine/order/reply-window.ts'
import type { Component } from '#engine/score/component.ts'
import { purchase, subscription } from '#features/billing/server/tables.ts'
import { opportunity } from '#features/leads/server/tables.ts'
import { candidate } from '#features/matching/server/tables.ts'
import { mention } from '#features/mentions/server/tables.ts'
import { mailbox } from '#features/messages/server/mailboxes/tables.ts'
import { conversation, message } from '#features/messages/server/tables.ts'
import { post } from '#features/posts/server/tables.ts'
import { forgetting, redditAccount } from '#features/reddit/server/tables.ts'

import { phraseVersion } from '#features/watchlist/server/tables.ts'
import { actingAs, type Ctx, type Membership } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { auditEntry } from '#platform/server/database/tables.ts'
import { seal } from '#platform/server/seal.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import { ask } from './databases.ts'

/** Users and rows for tests, created through the API where possible, and directly where the pipeline would. */

/** Builds the server of a world, without pages by default. */
export function appOf(ctx: Ctx, options: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  return buildApp(ctx, { webRoot: null, roles: ['web'], version: '1.2.3', trustProxy: false, ...options })
}

/** A signed-in user. */
export interface Person {
  id: string
  email: string
  jwt: string
  /** Headers for inject() with the user's token. */
  headers: { authorization: string }
}

export const password = 'correct horse battery'

/** Signs a user up through the API. */
export async function signUp(app: FastifyInstance, email: string): Promise<Person> {
  const payload = { email, password }
  const { jwt, user } = await answerOf<{ jwt: string; user: { id: string } }>(
    app,
    { method: 'POST', url: '/api/auth/local/register', payload },
    200,
  )
  return { id: user.id, email, jwt, headers: { authorization: `Bearer ${jwt}` } }
}

/** Returns the headers of a browser with the user's cookies on one of our pages. */
export function browserOf(person: Person): { cookie: string; origin: string } {
  return { cookie: `jwt=${person.jwt}; signed_in=1`, origin: 'http://localhost:3000' }
}

/** Calls the API as a user. `data` is sent in Strapi's wrapper. */
export function call(
  app: FastifyInstance,
  person: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<LightMyRequestResponse> {
  return app.inject({ method, url: `/api/${path}`, headers: person.headers, ...(data && { payload: { data } }) })
}

/** Runs a transaction that sees all rows, as a job. */
export function jobTransaction<T>(ctx: Ctx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(actingAs(ctx, { kind: 'job', name: 'seeding' }), work)
}

/** Returns the state affected by a watchlist change: version and status, version of phrases, number of backfills. */
export async function watchlistState(ctx: Ctx, projectId: string) {
  return jobTransaction(ctx, async (tx) => {
    const [row] = await tx.select().from(project).where(eq(project.id, projectId))
    const [phrases] = await tx.select().from(phraseVersion)
    const backfills = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from pgboss.job where name = 'backfill' and data->>'projectId' = ${projectId}`,
    )
    const count = backfills.rows[0]?.count ?? 0
    return { version: row?.version ?? 0, status: row?.status, phrases: phrases?.version ?? 0, backfills: count }
  })
}

/** Returns the actors and actions in a project's audit log, oldest first. */
export async function auditOf(ctx: Ctx, projectId: string): Promise<string[]> {
  const rows = await jobTransaction(ctx, (tx) =>
    tx.select().from(auditEntry).where(eq(auditEntry.projectId, projectId)).orderBy(auditEntry.id),
  )
  return rows.map((row) => `${row.actor} ${row.action}`)
}

/** Finishes a project's backfill, as the pipeline would. */
export async function finishBackfill(ctx: Ctx, projectId: string): Promise<void> {
  await jobTransaction(ctx, (tx) => tx.update(project).set({ status: 'done' }).where(eq(project.id, projectId)))
}

/** Sets a project up through the API, by default for a pipe welder called Pipewell. Returns its ID. */
export async function setUpProject(
  app: FastifyInstance,
  owner: Person,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const data = { name: 'Pipewell', keywords: ['pipe welding'], ...overrides }
  const { id } = await create(app, owner, 'projects', data)
  return id
}

/** Creates a row of any resource through the API. */
export async function create(
  app: FastifyInstance,
  person: Person,
  resource: string,
  data: Record<string, unknown>,
): Promise<{ id: string }> {
  const { headers } = person
  const request = { method: 'POST', url: `/api/${resource}`, headers, payload: { data } } as const
  return (await answerOf<{ data: { id: string } }>(app, request, 201)).data
}

/** Adds a user to a project with a role, as an accepted invitation would. */
export async function addMember(ctx: Ctx, projectId: string, person: Person, role: Membership['role']): Promise<void> {
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await jobTransaction(ctx, (tx) =>
    tx.insert(member).values({ projectId, id: ctx.id(), userId: person.id, role, ...dates }),
  )
}

/** Adds a subscription to Growth, as reported by the payment provider. Returns its ID. */
export async function seedSubscription(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof subscription.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const product = { mainProductId: 'pro_growth', mainProductName: 'Growth' }
  const values = { projectId, id, providerId: `sub_${id}`, status: 'active', ...product } as const
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await jobTransaction(ctx, (tx) => tx.insert(subscription).values({ ...values, ...dates, ...overrides }))
  return id
}

/** Adds a pass bought for a project. Returns its ID. */
export async function seedPurchase(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof purchase.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const values = { projectId, id, providerId: `txn_${id}`, ...dates, ...overrides }
  await jobTransaction(ctx, (tx) => tx.insert(purchase).values(values))
  return id
}

/** Adds a Reddit account connected to a project. Returns its ID. */
export async function seedRedditAccount(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof redditAccount.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const account = { clientId: 'app-1', realm: 'real', subject: id, name: 'wilma-welds', scopes: ['identity'] } as const
  const refreshSealed = seal(ctx, 'reddit refresh', 'refresh-1')
  const values = { projectId, id, ...account, state: 'connected', refreshSealed, ...dates, ...overrides } as const
  await jobTransaction(ctx, (tx) => tx.insert(redditAccount).values({ ...values, scopes: [...values.scopes] }))
  return id
}

/** Adds a connected mailbox whose servers don't exist. Returns its ID. */
export async function seedMailbox(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof mailbox.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const dates = { connectedAt: ctx.now(), createdAt: ctx.now(), updatedAt: ctx.now() }
  const servers = {
    ...({ imapHost: 'imap.pipewell.example', imapPort: 993, imapSecurity: 'tls', imapUser: 'wilma' } as const),
    ...({ smtpHost: 'smtp.pipewell.example', smtpPort: 465, smtpSecurity: 'tls', smtpUser: 'wilma' } as const),
  }
  const own = { address: `${id}@pipewell.example`, name: 'Wilma', kind: 'password', state: 'connected' } as const
  const secretSealed = seal(ctx, 'mailbox', 'welding-password')
  const values = { projectId, id, ...own, ...servers, secretSealed, ...dates, ...overrides }
  await jobTransaction(ctx, (tx) => tx.insert(mailbox).values(values))
  return id
}

/** Adds a mail with an unclear outcome, in a conversation of its own. Returns its ID. */
export async function seedUnclearMail(ctx: Ctx, projectId: string, mailboxId: string): Promise<string> {
  const [id, conversationId, now] = [ctx.id(), ctx.id(), ctx.now()]
  const dates = { createdAt: now, updatedAt: now }
  await jobTransaction(ctx, async (tx) => {
    await tx.insert(conversation).values({
      ...{ projectId, id: conversationId, mailboxId, address: `${id}@example.com`, title: 'Welders' },
      ...{ channel: 'mail', kind: 'mail', state: 'open', ...dates },
    })
    await tx.insert(message).values({
      ...{ projectId, id, conversationId, channel: 'mail', mailboxId, direction: 'out', state: 'armed' },
      ...{ text: 'Hello', hold: 'unclear', armedAt: now, tries: 1, messageId: `<${id}@pipewell.example>`, ...dates },
    })
  })
  return id
}

/** Confirms a user's address, as the mailed link does. */
export async function confirmAddress(url: string, person: Person): Promise<void> {
  await ask(url, 'update "user" set confirmed_at = created_at where id = $1', [person.id])
}

let posts = 0

/** Adds a lead from the pipeline with one reason in its body. Returns its ID. */
export async function seedOpportunity(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof opportunity.$inferInsert & { title: string; body: string }> = {},
): Promise<string> {
  const { title = 'Which welder for pipes?', body = 'We are looking for a pipe welder.', ...rest } = overrides
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const postedAt = rest.postedAt === undefined ? ctx.now() : rest.postedAt
  const windowEnd = windowEndOf(postedAt?.getTime() ?? null, ctx.now().getTime())
  const windowDueAt = windowEnd === null ? null : new Date(windowEnd)
  const postId = ctx.id()
  const id = ctx.id()
  posts += 1
  const outsideId = BigInt(parseInt('seed00', 36) + posts)
  const permalink = `/r/Welding/comments/${outsideId.toString(36)}/`
  const start = Math.max(0, body.indexOf('looking'))
  const reason = { text: 'asks for one', points: 30, spans: [{ field: 'body' as const, start, end: start + 7 }] }
  const components: Component[] = [{ name: 'intent', points: 30, reasons: [reason] }]
  await jobTransaction(ctx, async (tx) => {
    const common = { kind: 'post', source: 1, subreddit: 'Welding', author: 'ann', bodyTruncated: false } as const
    await tx.insert(post).values({ ...common, id: postId, outsideId, title, body, permalink, postedAt, ...dates })
    await tx
      .insert(opportunity)
      .values({ projectId, id, postId, score: 60, label: 2, components, windowDueAt, ...dates, ...rest, postedAt })
  })
  return id
}

/** Returns the path of a comment under a lead's post. */
export async function commentUnder(url: string, lead: string, comment = '2def'): Promise<string> {
  const [row] = await ask<{ permalink: string }>(
    url,
    'select p.permalink from post p join opportunity o on o.post_id = p.id where o.id = $1',
    [lead],
  )
  return `${row?.permalink}x/${comment}/`
}

/**
 * Adds a candidate that scores too low for a lead, by default one in the audit's sample. Returns the ID of its post.
 */
export async function seedDropped(
  ctx: Ctx,
  projectId: string,
  { isSampled = true, ...overrides }: Partial<typeof post.$inferInsert> & { isSampled?: boolean } = {},
): Promise<string> {
  let id = ctx.id()
  while (isInSample(projectId, id) !== isSampled) id = ctx.id()
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  posts += 1
  const outsideId = BigInt(parseInt('seed00', 36) + posts)
  const texts = { title: 'My first pipe welding bead', body: 'Look at that.', permalink: '/r/Welding/comments/1/' }
  const common = { kind: 'post', source: 1, subreddit: 'Welding', author: 'ann', bodyTruncated: false } as const
  const realm = overrides.realm ?? 'real'
  await jobTransaction(ctx, async (tx) => {
    await tx.insert(post).values({ id, outsideId, postedAt: ctx.now(), ...common, ...texts, ...dates, ...overrides })
    const scored = { projectVersion: 1, hits: [], score: 12, label: 1, realm } as const
    await tx.insert(candidate).values({ projectId, postId: id, ...scored, hits: [], createdAt: ctx.now() })
  })
  return id
}

/** Returns whether a post is among the two in a hundred that the audit samples. */
function isInSample(projectId: string, postId: string): boolean {
  const digest = createHash('md5')
    .update(projectId + postId)
    .digest('hex')
  return Number.parseInt(digest.slice(0, 8), 16) % 50 === 0
}

/** Records for a project that a lead was deleted on Reddit. Returns the ID of the record. */
export async function seedForgetting(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof forgetting.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const values = { projectId, id, standing: 'deleted', createdAt: ctx.now(), ...overrides } as const
  await jobTransaction(ctx, (tx) => tx.insert(forgetting).values(values))
  return id
}

/** Adds a mention from the pipeline in a new post. Returns its ID. */
export async function seedMention(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof mention.$inferInsert> = {},
): Promise<string> {
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const lead = await seedOpportunity(ctx, projectId)
  const id = ctx.id()
  await jobTransaction(ctx, async (tx) => {
    const [found] = await tx.select().from(opportunity).where(eq(opportunity.id, lead))
    const content = {
      kind: 'brand',
      phrase: 'Pipewell',
      sentence: 'Pipewell did it in a day.',
      sentiment: 'positive',
    } as const
    const place = { projectId, id, postId: found?.postId ?? '', postedAt: ctx.now() }
    await tx.insert(mention).values({ ...place, ...content, ...dates, ...overrides })
  })
  return id
}

async function answerOf<T>(app: FastifyInstance, request: InjectOptions, status: number): Promise<T> {
  const answer = await app.inject(request)
  if (answer.statusCode !== status)
    throw new Error(`${String(request.url)} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<T>()
}

/** Adds a person to a campaign. Returns the ID of the row. */
export async function seedCampaignPerson(ctx: Ctx, projectId: string): Promise<string> {
  const id = ctx.id()
  const now = ctx.now().toISOString()
  await jobTransaction(ctx, (tx) =>
    tx.execute(sql`
      with p as (
        insert into person (project_id, id, handle, stage, stage_since, created_at, updated_at)
        values (${projectId}, ${ctx.id()}, ${`mara_${id.slice(-6)}`}, 'new', ${now}, ${now}, ${now}) returning id
      ), c as (
        insert into campaign (project_id, id, name, state, stages, tags, per_day, created_at, updated_at)
        values (${projectId}, ${ctx.id()}, ${`To ${id}`}, 'paused', '{new}', '{}', 5, ${now}, ${now}) returning id
      )
      insert into campaign_person (project_id, id, campaign_id, person_id, state, next_at, created_at, updated_at)
      select ${projectId}, ${id}, c.id, p.id, 'waiting', ${now}, ${now}, ${now} from p, c`),
  )
  return id
}
