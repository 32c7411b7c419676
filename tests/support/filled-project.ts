import type { FastifyInstance } from 'fastify'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { seedDelivery } from '#features/alerts/server/destinations/factories.ts'
import { newBrowser, seedReceived } from '#features/alerts/server/push/factories.ts'
import { seedBilling } from '#features/billing/server/factories.ts'
import { seedLeadRun } from '#features/discovery/server/factories.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { ask } from './databases.ts'
import { asJob, chatter, importRecords, record } from './leads.ts'
import {
  addMember,
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedDropped,
  seedForgetting,
  seedMailbox,
  seedMention,
  seedOpportunity,
  seedRedditAccount,
  setUpProject,
} from './seed-data.ts'
import type { World } from './world.ts'

/** A project with a row in every table of project data, all of them marked with one word. */
export interface Filled {
  id: string
  /** Returns what must be gone after erasure: the project's ID, its word, and the IDs of its rows. */
  marks(): Promise<string[]>
}

/**
 * Fills a project of the owner. Other projects may also match the posts with the word `shared`. Posts with the
 * project's own word belong to it alone.
 */
export async function fillProject(
  world: World,
  app: FastifyInstance,
  { owner, admin, word }: { owner: Person; admin?: Person; word: string },
): Promise<Filled> {
  const { ctx } = world
  await confirmAddress(world.url, owner)
  const described = {
    website: `${word}.example`,
    summary: `All about ${word}`,
    audience: [word],
    pains: [word],
    communities: ['shared'],
  }
  const id = await setUpProject(app, owner, {
    name: word,
    keywords: [word, 'shared'],
    competitors: [`${word} rival`],
    ...described,
  })
  if (admin) await addMember(ctx, id, admin, 'admin')
  const has = async (resource: string, data: object) =>
    (await create(app, owner, resource, { project: id, ...data })).id
  await ingest(asJob(ctx), 'reddit-api', [about(`${word}1`, word), about('shared1', 'shared'), chatter(`${word}2`)])
  await importRecords(ctx, [about(`${word}3`, word), chatter(`${word}4`)], id)
  const upload = { origin: 'upload', name: `${word}.zst`, bytesTotal: 9, fingerprint: word }
  const importId = await has('imports', upload)
  const headers = { ...owner.headers, 'content-type': 'application/octet-stream' }
  const piece = Buffer.from(word.slice(0, 4))
  await app.inject({ method: 'PUT', url: `/api/imports/${importId}/chunks/0`, headers, payload: piece })
  const lead = await seedOpportunity(ctx, id, { title: `Is ${word} any good?`, body: `We are looking at ${word}.` })
  await seedForgetting(ctx, id, { opportunityId: lead })
  const mention = await seedMention(ctx, id, { phrase: word, sentence: `${word} did it in a day.`, author: word })
  await has('mention-mutes', { mention, kind: 'author' })
  await call(app, owner, 'POST', `opportunities/${lead}/drafts`, {})
  await call(app, owner, 'PUT', `opportunities/${lead}/reply-text`, { text: 'We had the same trouble.' })
  await call(app, owner, 'PUT', `opportunities/${lead}/save`)
  await call(app, admin ?? owner, 'PUT', `opportunities/${lead}/rejection`, { reason: 'notBuying' })
  await call(app, owner, 'PUT', `opportunities/${lead}/claim`)
  await ask(
    world.url,
    `insert into reply_check (project_id, opportunity_id, step, realm, comment_id, due_at, state, checked_at, created_at)
     values ($1, $2, 'day', 'real', '2def', now(), 'live', now(), now())`,
    [id, lead],
  )
  await has('audit-reviews', { post: await seedDropped(ctx, id, { title: `Ode to ${word}` }), verdict: 'lead' })
  const { run, result } = await seedLeadRun(ctx, id, { createdBy: owner.id })
  await call(app, owner, 'PUT', `lead-runs/${run}/choice`, { results: [result], choice: 'dismissed' })
  await call(app, owner, 'PUT', `opportunities/${lead}/read`)
  await has('notes', { opportunity: lead, text: `${word} said no` })
  await has('reminders', { opportunity: lead, text: word, dueAt: '2026-12-01T09:00:00Z' })
  await has('prompts', { kind: 'voice', text: `${word} is kind` })
  await has('canned-replies', { name: word, text: `Hi {author}, ${word} here` })
  await call(app, owner, 'PUT', `opportunities/${lead}/answering`)
  await has('saved-searches', { name: word, query: word })
  await has('saved-views', { name: word, params: `q=${word}` })
  const destination = await has('destinations', { name: word, address: 'https://pipewell.com/hook' })
  const delivery = await seedDelivery(ctx, id, destination)
  const { subscription } = newBrowser(`https://push.pipewell.com/${word}`)
  await seedReceived(ctx, id, delivery, (await create(app, owner, 'push-browsers', { ...subscription })).id)
  await has('alert-rules', { name: word, query: word, destinations: [destination] })
  const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }
  const report = await has('reports', { name: word, definition })
  await has('insight-annotations', { day: '2026-11-20', text: `Launched ${word}` })
  await has('insight-shares', { name: word, report, days: 30, expiresInDays: 90 })
  await call(app, owner, 'PUT', `projects/${id}/insight-boards`, { boards: defaultBoards(), basedOn: 0 })
  await call(app, owner, 'POST', `projects/${id}/insight-boards/publication`, { basedOn: 1 })
  const person = await has('people', { handle: word })
  await has('notes', { person, text: `Ask <@${owner.id}>` })
  await has('tasks', { person, text: `Ask ${word}`, dueAt: '2026-12-01T09:00:00Z', assignee: owner.id })
  const other = await has('people', { handle: `${word}_too` })
  await call(app, owner, 'POST', `people/${person}/merge`, { person: other })
  const conversation = await has('conversations', { person })
  await has('messages', { conversation, text: `Hello ${word}` })
  await call(app, owner, 'PUT', `projects/${id}/message-settings`, { mode: 'automatic', agrees: true })
  await ask(
    world.url,
    `insert into invitation (project_id, id, person_id, opportunity_id, quote, permalink, outside_name, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '/r/shared/comments/1/', 't3_1', $6, now(), now())`,
    [id, ctx.id(), person, lead, `Message ${word}`, owner.id],
  )
  const mailbox = await seedMailbox(ctx, id, { name: word, address: `${word.toLowerCase()}@pipewell.example` })
  await has('mail-suppressions', { address: `${word.toLowerCase()}@example.com` })
  await has('mail-conversations', { mailbox, address: `to-${word.toLowerCase()}@example.com`, subject: word })
  await ask(world.url, `insert into mail_unsubscribe (project_id, token_digest, address) values ($1, $2, $3)`, [
    ...[id, `${word} digest`, `to-${word.toLowerCase()}@example.com`],
  ])
  const campaign = await has('campaigns', { name: word, steps: [{ text: `Hello ${word}` }] })
  await ask(
    world.url,
    `with joined as (
       insert into campaign_person (project_id, id, campaign_id, person_id, state, next_at, created_at, updated_at)
       values ($1, $2, $3, $4, 'waiting', now(), now(), now())
     )
     insert into campaign_message (project_id, campaign_id, person_id, step, queued_on, created_at)
     values ($1, $3, $4, 1, current_date, now())`,
    [id, ctx.id(), campaign, person],
  )
  await has('api-tokens', { name: word })
  await has('view-feeds', { content: 'mentions' })
  await has('members', { email: `${word.toLowerCase()}@guests.example`, role: 'member' })
  await seedBilling(ctx, id, owner.id)
  await ask(
    world.url,
    `insert into access_grant (project_id, granted_from, granted_until, reason, granted_by, updated_at)
     values ($1, now(), now(), $2, $3, now())`,
    [id, word, owner.id],
  )
  await ask(world.url, `insert into project_file values ($1, $2, $3, now())`, [id, owner.id, Buffer.from(word)])
  await seedRanking(world, id, word)
  await seedRedditAccount(ctx, id, { name: word, connectedBy: owner.id })
  return { id, marks: () => marksOf(world.url, id, word) }
}

/** Makes a thread rank for a query with the word. */
async function seedRanking({ ctx, url }: World, projectId: string, word: string): Promise<void> {
  await ask(
    url,
    `with updated as (
       insert into seo_update (project_id, realm, time_zone, source, started_at, finished_at, next_at)
       values ($1, 'real', 'UTC', 'search', now(), now(), now() + interval '30 days')
     ), asked as (
       insert into seo_question (project_id, id, realm, kind, text, engine, update_at, asked_at)
       values ($1, $2, 'real', 'ranking', $5, 'google', now(), now())
     ), ranking as (
       insert into seo_thread (project_id, id, realm, outside_id, subreddit, permalink, title, checked_at, created_at, updated_at)
       values ($1, $3, 'real', 7, 'shared', '/r/shared/comments/7/', $5, now(), now(), now())
     )
     insert into seo_receipt (project_id, id, thread_id, question_id, realm, position, url, title, created_at)
     values ($1, $4, $3, $2, 'real', 3, 'https://www.reddit.com/r/shared/comments/7/', $5, now())`,
    [projectId, ctx.id(), ctx.id(), ctx.id(), word],
  )
}

function about(id: string, word: string) {
  return record(id, {
    title: `Which ${word} do you recommend?`,
    body: `We are looking for a ${word} and happy to pay.`,
  })
}

/** Returns the project's IDs in every table with a project ID. */
async function marksOf(url: string, projectId: string, word: string): Promise<string[]> {
  const tables = await ask<{ name: string }>(
    url,
    `select t.table_name as name from information_schema.columns p
     join information_schema.columns i using (table_schema, table_name)
     join information_schema.tables t using (table_schema, table_name)
     where p.column_name = 'project_id' and i.column_name = 'id' and i.data_type = 'uuid' and t.table_type = 'BASE TABLE'
       and table_schema = 'public'`,
  )
  const ids: string[] = []
  for (const { name } of tables) {
    const rows = await ask<{ id: string }>(url, `select id from "${name}" where project_id = $1`, [projectId])
    ids.push(...rows.map(({ id }) => id))
  }
  const posts = await ask<{ id: string }>(url, 'select id from post where title ~* $1', [word])
  return [projectId, word, ...ids, ...posts.map(({ id }) => id)]
}

/** Returns everything stored for a project, to compare before and after. */
export async function contentOf(ctx: Ctx, url: string, projectId: string): Promise<Record<string, unknown[]>> {
  const tables = await ask<{ name: string }>(
    url,
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'project_id' and table_type = 'BASE TABLE' and table_schema = 'public'
       and table_name not in ('event', 'opportunity_count', 'insight_change') order by 1`,
  )
  const content: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const rows = await ask(url, `select to_jsonb(t) as row from "${name}" t where project_id = $1 order by 1`, [
      projectId,
    ])
    content[name] = rows
  }
  content.posts = await jobTransaction(ctx, async () =>
    ask(url, `select p.title from opportunity o join post p on p.id = o.post_id where o.project_id = $1 order by 1`, [
      projectId,
    ]),
  )
  return content
}
