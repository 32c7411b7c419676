import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { requireTeammate } from '#features/team/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { tagsMost } from '../../contract.ts'
import type { PeopleOfLeads, PeopleOfLeadsAnswer } from '../../contract-people.ts'
import { movePeople, requireStage } from '../stages/move-people.ts'
import { person } from '../tables.ts'
import { recordEvent } from './events.ts'
import { meetPerson } from './meet-people.ts'

/** Adds the authors of leads to a project's people. Repeating it changes nothing more. */
export async function addPeopleOfLeads(
  ctx: Ctx,
  { id: projectId, data }: { id: string; data: z.output<typeof PeopleOfLeads> },
): Promise<PeopleOfLeadsAnswer> {
  requireRight(ctx, projectId, 'changeOutreach')
  const { leads, stage, tags, owner } = data
  return transaction(ctx, async (tx) => {
    await requireTeammate(tx, { projectId, id: owner, field: 'owner' })
    await requireStage(tx, { projectId, key: stage })
    const answer: PeopleOfLeadsAnswer = { added: [], known: [], skipped: [] }
    const authors = await authorsOf(tx, projectId, leads)
    const added = new Set<string>()
    // In the order of names, so that two requests for the same people don't wait for each other in a circle.
    for (const [lead, author] of [...authors].toSorted(byName)) {
      if ('reason' in author) {
        answer.skipped.push({ lead, reason: author.reason })
        continue
      }
      const met = await meetPerson(ctx, tx, { projectId, handle: author.handle, how: 'lead' })
      if (met.isNew) {
        added.add(met.id)
        await movePeople(ctx, tx, [met], { to: stage })
        await audit(ctx, tx, { projectId, action: 'person.create', subjectId: met.id })
      }
      answer[added.has(met.id) ? 'added' : 'known'].push({ lead, person: met.id })
      await label(ctx, tx, met, { tags, owner })
    }
    return answer
  })
}

type Author = { handle: string } | { reason: PeopleOfLeadsAnswer['skipped'][number]['reason'] }

function byName([, a]: [string, Author], [, b]: [string, Author]): number {
  const nameOf = (author: Author) => ('handle' in author ? author.handle.toLowerCase() : '')
  return nameOf(a) < nameOf(b) ? -1 : 1
}

/** Returns the authors of leads, by lead. */
async function authorsOf(tx: Transaction, projectId: string, leads: readonly string[]): Promise<Map<string, Author>> {
  const { rows } = await tx.execute<{ id: string; author: string | null; isOwn: boolean }>(sql`
    select o.id, p.author, exists (
      select from reddit_account a where a.project_id = o.project_id and lower(a.name) = lower(p.author)) as "isOwn"
    from opportunity o join post p on p.id = o.post_id
    where o.project_id = ${projectId} and o.id = any (${sql.param([...leads])}::uuid[]) and ${isSeenAs('o')}`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    [...new Set(leads)].map((id): [string, Author] => {
      const row = found.get(id)
      if (!row) return [id, { reason: 'noLead' }]
      if (row.author === null || !/^[\w-]{1,50}$/.test(row.author)) return [id, { reason: 'noAuthor' }]
      return [id, row.isOwn ? { reason: 'ownAccount' } : { handle: row.author }]
    }),
  )
}

/** Adds tags, and an owner to somebody without one. */
async function label(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
  { tags, owner }: { tags: readonly string[]; owner: string | null },
): Promise<void> {
  const isPerson = and(eq(person.projectId, projectId), eq(person.id, id))
  const [row] = await tx.select().from(person).where(isPerson).for('no key update')
  if (!row) return
  const all = [...new Set([...row.tags, ...tags])].slice(0, tagsMost)
  const changes = changesOf(row, { tags: all, ownerId: row.ownerId ?? owner })
  const changed = Object.keys(changes)
  if (changed.length === 0) return
  await tx
    .update(person)
    .set({ ...changes, updatedAt: ctx.now() })
    .where(isPerson)
  if (changes.ownerId) await recordEvent(ctx, tx, row, { kind: 'owner', data: {}, ownerId: changes.ownerId })
  await audit(ctx, tx, { projectId, action: 'person.update', subjectId: id, details: { changed } })
  await announce(ctx, tx, 'people', [projectId], id)
}
