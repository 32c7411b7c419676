import { and, eq, sql } from 'drizzle-orm'
import { bareCommunity, barePermalink, type Marks, marksOf, nameMark } from '#engine/reddit/forgotten-text.ts'
import type { Realm } from '#engine/sources.ts'
import { accountsNamed, forgetPeople, type PersonAccount } from '#features/crm/server/index.ts'
import { forgetResults } from '#features/discovery/server/index.ts'
import { forgetLeads, leadsOfPosts } from '#features/leads/server/index.ts'
import { sourceNumbers } from '#features/matching/server/index.ts'
import { forgetMentions, forgetMutes } from '#features/mentions/server/index.ts'
import type { Identity } from '#features/posts/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { renewExportsAbout } from '#features/privacy/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { withdrawMails } from '#platform/server/mail/withdraw.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { lastSeen, recordGone } from './checks.ts'
import { forgetReceivedFrom, forgetThread } from './forget-messages.ts'
import { forgetOwnTexts, removeReplyDrafts } from './forget-own-texts.ts'
import { forgetSeoThreads } from './forget-seo.ts'
import { type ForgottenFind, type Loss, recordLosses } from './forgettings.ts'
import { addTombstone, type Ending, keptMarks } from './tombstones.ts'

type PostRow = typeof post.$inferSelect

/**
 * Forgets a deleted post in one transaction: its text and author in every copy, and everything that quotes it or was
 * derived from it (docs/decisions/0040). It can't be added again. Its shell and users' decisions and own texts about it
 * remain. A repeated call removes later additions, which it finds by the saved marks. Returns false while a message
 * that quotes the post is being sent.
 */
export async function forgetPost(
  ctx: Ctx,
  identity: Identity,
  standing: Ending,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const rows = await lockPosts(tx, identity)
    const ids = rows.map(({ id }) => id)
    const marks = mergeMarks(marksOf(rows), await keptMarks(tx, identity, ids))
    const isNew = await addTombstone(ctx, tx, identity, { standing, marks })
    if (rows.length === 0) return true
    const lastSeenAt = await lastSeen(tx, ids)
    const leads = await leadsOfPosts(tx, ids)
    const shownIn = await projectsOf(tx, ids, ['opportunity', 'mention'])
    const knownIn = await projectsOf(tx, ids, ['opportunity', 'mention', 'candidate', 'post'])
    const authors = rows.flatMap(({ author }) => author ?? [])
    const people = await accountsNamed(tx, knownIn, [...authors, ...(await handlesOf(tx, knownIn, authors, marks))])
    const belonging = { leads: leads.map(({ id }) => id), people: people.map(({ id }) => id) }
    const { changed: texts, isLeft } = await forgetOwnTexts(ctx, tx, { posts: rows, marks }, belonging)
    await withdrawMails(ctx, tx, rows)
    await blankPosts(ctx, tx, rows)
    await recordGone(ctx, tx, ids, standing)
    await removeDerived(tx, ids)
    const shells = await forgetLeads(ctx, tx, ids)
    await removeReplyDrafts(tx, ids)
    await forgetThread(ctx, tx, rows[0]!)
    const seenIn = await forgetRanking(ctx, tx, rows[0]!)
    if (standing === 'authorless') await forgetReceivedFrom(ctx, tx, people)
    await forgetResults(ctx, tx, ids, { areGone: true })
    const mentions = await forgetMentions(ctx, tx, ids, { areGone: true })
    const unmutedIn = await forgetMutes(ctx, tx, authors)
    const forgottenPeople = await forgetPeople(ctx, tx, people, { all: standing === 'authorless' })
    const losses = lossesOf({ realm: rows[0]!.realm, shells, mentions, texts, people: forgottenPeople })
    await recordLosses(ctx, tx, losses, { standing, lastSeenAt })
    if (isNew || isLast || losses.length > 0) {
      const projects = [...shownIn, ...unmutedIn, ...seenIn, ...losses.map(({ projectId }) => projectId)]
      await renewExportsAbout(ctx, tx, [...new Set(projects)])
    }
    return !isLeft
  })
}

/** Forgets a post of Reddit where it ranks. Posts of other sources may have its ID. Returns the projects. */
function forgetRanking(ctx: Ctx, tx: Transaction, { source, kind, realm, outsideId }: PostRow): Promise<string[]> {
  const isThread = kind === 'post' && source === sourceNumbers.reddit[realm]
  return forgetSeoThreads(ctx, tx, { realm, outsideIds: isThread ? [outsideId] : [] })
}

function mergeMarks(one: Marks, other: Marks): Marks {
  return {
    quotes: [...new Set([...one.quotes, ...other.quotes])],
    names: [...new Set([...one.names, ...other.names])],
  }
}

/** Returns the handles in these projects that match a mark of the author, if no post has the name any more. */
async function handlesOf(
  tx: Transaction,
  projectIds: readonly string[],
  authors: readonly string[],
  { names }: Marks,
): Promise<string[]> {
  const sought = new Set(names)
  for (const author of authors) sought.delete(nameMark(author))
  if (sought.size === 0 || projectIds.length === 0) return []
  const { rows } = await tx.execute<{ handle: string }>(sql`
    select lower(handle) as handle from person where project_id = any (${sql.param([...projectIds])}::uuid[])
    union select lower(handle) from person_alias where project_id = any (${sql.param([...projectIds])}::uuid[])`)
  return rows.map(({ handle }) => handle).filter((handle) => sought.has(nameMark(handle)))
}

/** Locks the shared post and each project's copy, in the pipeline's lock order. */
function lockPosts(tx: Transaction, { source, kind, outsideId }: Identity): Promise<PostRow[]> {
  const same = and(eq(post.source, source), sql`${post.kind} = ${kind}`, eq(post.outsideId, BigInt(outsideId)))
  return tx.select().from(post).where(same).orderBy(sql`${post.projectId} nulls first`, post.id).for('update')
}

/** Returns the projects with rows of these posts. Exports contain only leads and mentions. */
async function projectsOf(
  tx: Transaction,
  postIds: readonly string[],
  tables: readonly ('opportunity' | 'mention' | 'candidate' | 'post')[],
): Promise<string[]> {
  const ids = sql`${sql.param([...postIds])}::uuid[]`
  const found = tables.map((table) => {
    const name = sql.identifier(table)
    return sql`select project_id as id from ${name} where ${sql.identifier(table === 'post' ? 'id' : 'post_id')} = any (${ids})`
  })
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from (${sql.join(found, sql` union `)}) p where id is not null`)
  return rows.map(({ id }) => id)
}

async function blankPosts(ctx: Ctx, tx: Transaction, rows: readonly PostRow[]): Promise<void> {
  for (const row of rows) {
    await tx
      .update(post)
      .set({
        subreddit: bareCommunity(row.subreddit),
        author: null,
        title: '',
        body: '',
        bodyTruncated: false,
        url: null,
        permalink: barePermalink(row.permalink, outsideIdText(row)),
        flair: null,
        score: null,
        numComments: null,
        updatedAt: ctx.now(),
      })
      .where(eq(post.id, row.id))
  }
}

/** Deletes everything derived from the texts. The database has already deleted the models' results. */
async function removeDerived(tx: Transaction, postIds: readonly string[]): Promise<void> {
  for (const table of ['candidate', 'post_vector', 'similarity_due']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where post_id = any (${sql.param([...postIds])}::uuid[])`)
  }
}

interface Losses {
  realm: Realm
  shells: readonly ForgottenFind[]
  mentions: readonly ForgottenFind[]
  texts: ReadonlyMap<string, number>
  people: readonly PersonAccount[]
}

/** Returns one row per project with its own losses. Contains no id of a held lead or mention. */
function lossesOf({ realm, shells, mentions, texts, people }: Losses): Loss[] {
  const projects = new Set([...shells, ...mentions, ...people].map(({ projectId }) => projectId))
  for (const projectId of texts.keys()) projects.add(projectId)
  return [...projects].map((projectId) => ({
    projectId,
    realm,
    opportunityId: shells.find((lead) => lead.projectId === projectId && lead.isReleased)?.id ?? null,
    mentionId: mentions.find((mention) => mention.projectId === projectId && mention.isReleased)?.id ?? null,
    texts: texts.get(projectId) ?? 0,
    people: people.filter((person) => person.projectId === projectId).length,
  }))
}
