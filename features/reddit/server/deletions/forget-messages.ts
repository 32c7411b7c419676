import { type SQL, sql } from 'drizzle-orm'
import type { Realm } from '#engine/sources.ts'
import { forgetEmails, forgetPeople, listed, type PersonAccount } from '#features/crm/server/index.ts'
import { renewExportsAbout } from '#features/privacy/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type OutsideId, outsideIdText } from '#platform/server/outside-id.ts'

/**
 * Forgets messages and comments that an account received, because they are gone from Reddit. An empty row stays, so that
 * they aren't stored again.
 */
export async function forgetReceived(
  ctx: Ctx,
  tx: Transaction,
  messages: readonly { projectId: string; id: string }[],
): Promise<void> {
  const ids = sql.param(messages.map(({ id }) => id))
  await blank(ctx, tx, sql`id = any (${ids}::uuid[])`)
}

/** Forgets accounts that are gone, with what they wrote to the projects and their invitations. */
export async function forgetAccounts(ctx: Ctx, tx: Transaction, accounts: readonly PersonAccount[]): Promise<void> {
  await forgetReceivedFrom(ctx, tx, accounts)
  await forgetPeople(ctx, tx, accounts, { all: true })
}

/** Forgets what accounts wrote to the projects, and their invitations. Other accounts of the same people stay. */
export async function forgetReceivedFrom(ctx: Ctx, tx: Transaction, accounts: readonly PersonAccount[]): Promise<void> {
  if (accounts.length === 0) return
  const isTheirs = sql`a.project_id = x.project_id and a.person_id = x.person_id
    and lower(coalesce(a.recipient, '')) = lower(coalesce(x.recipient, ''))`
  await tx.execute(sql`delete from invitation x using ${listed(accounts)} a where ${isTheirs}`)
  const ofThem = sql`
    select x.project_id, x.id from conversation x join ${listed(accounts)} a on ${isTheirs} where x.channel = 'reddit'`
  await blank(ctx, tx, sql`(project_id, conversation_id) in (${ofThem})`)
}

/** Forgets what conversations and invitations quote of a post or comment, and the same comment if it was received. */
export async function forgetThread(
  ctx: Ctx,
  tx: Transaction,
  { realm, kind, ...id }: OutsideId & { realm: Realm; kind: 'post' | 'comment' },
): Promise<void> {
  const outsideId = outsideIdText(id)
  const name = `${kind === 'post' ? 't3' : 't1'}_${outsideId}`
  const ofRealm = sql`project_id in (select id from project where realm = ${realm})`
  await tx.execute(sql`delete from invitation where outside_name = ${name} and ${ofRealm}`)
  if (kind === 'comment') await blank(ctx, tx, sql`outside_name = ${name} and ${ofRealm}`)
  else await forgetTitles(ctx, tx, [outsideId], realm)
}

/** Forgets the titles of threads that are gone. */
export async function forgetTitles(
  ctx: Ctx,
  tx: Transaction,
  threadIds: readonly string[],
  realm: Realm,
): Promise<void> {
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    update conversation set title = null, updated_at = ${ctx.now().toISOString()}
    where thread_id = any (${sql.param([...threadIds])}::text[]) and title is not null
      and project_id in (select id from project where realm = ${realm})
    returning project_id as "projectId"`)
  await tellOf(ctx, tx, rows)
}

async function blank(ctx: Ctx, tx: Transaction, where: SQL): Promise<void> {
  const { rows } = await tx.execute<{ projectId: string; id: string; name: string | null }>(sql`
    update message set text = '', subject = null, permalink = null, recheck_at = null, missed_at = null,
      updated_at = ${ctx.now().toISOString()}
    where direction = 'in' and text <> '' and ${where}
    returning project_id as "projectId", id, outside_name as name`)
  const names = rows.flatMap(({ name }) => name ?? [])
  await tx.execute(sql`delete from invitation where outside_name = any (${sql.param(names)}::text[])`)
  await forgetEmails(ctx, tx, rows)
  await tellOf(ctx, tx, rows)
}

/** Tells open screens, and renews exports. */
async function tellOf(ctx: Ctx, tx: Transaction, rows: readonly { projectId: string }[]): Promise<void> {
  const projects = [...new Set(rows.map(({ projectId }) => projectId))]
  await announce(ctx, tx, 'messages', projects)
  if (projects.length > 0) await renewExportsAbout(ctx, tx, projects)
}
