import { and, eq, isNull, sql } from 'drizzle-orm'
import { readableNote } from '#engine/notes/mentions.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, transaction } from '#platform/server/database/database.ts'
import { ownProjects, readOne } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { type Notice, noticesMax } from '../contract-notices.ts'
import { mentionsOf } from './note-mentions.ts'
import { notes } from './notes.ts'
import { noteMention } from './tables.ts'
import { ownerOfTask } from './tasks/owner-of-task.ts'

/** Returns what waits for the caller in a project, newest first. */
export async function readNotices(ctx: Ctx, { id: projectId }: { id: string }): Promise<Notice[]> {
  const { userId } = presentActor(ctx)
  requireRight(ctx, projectId, 'readOutreach')
  return readOnly(ctx, async (tx) => {
    const { rows } = await tx.execute<Notice & Record<string, unknown>>(sql`
      select * from (
        select 'reminder' as kind, r.id, o.id as opportunity, null::uuid as person,
          coalesce(nullif(p.title, ''), 'r/' || p.subreddit) as title, r.text, null as by, r.due_at as at
        from reminder r
        join opportunity o on o.project_id = r.project_id and o.id = r.opportunity_id
        join post p on p.id = o.post_id
        where r.project_id = ${projectId} and r.created_by = ${userId} and not r.done
          and r.due_at <= ${ctx.now().toISOString()} and o.state = 'new' and ${isSeenAs('o')}
        union all
        select 'task', t.id, null, h.id, 'u/' || h.handle, t.text, null, t.due_at
        from task t
        join person h on h.project_id = t.project_id and h.id = t.person_id
        where t.project_id = ${projectId} and ${ownerOfTask} = ${userId} and t.done_at is null
          and t.due_at <= ${ctx.now().toISOString()}
        union all
        select 'mention', n.id, o.id, h.id, coalesce(nullif(p.title, ''), 'r/' || p.subreddit, 'u/' || h.handle, ''),
          n.text, a.email, m.created_at
        from note_mention m
        join note n on n.project_id = m.project_id and n.id = m.note_id
        left join opportunity o on o.project_id = n.project_id and o.id = n.opportunity_id
        left join post p on p.id = o.post_id
        left join person h on h.project_id = n.project_id and h.id = n.person_id
        left join member a on a.project_id = n.project_id and a.user_id = n.created_by
        where m.project_id = ${projectId} and m.user_id = ${userId} and m.seen_at is null
          and (o.id is null or ${isSeenAs('o')})
      ) notice order by at desc, id desc limit ${noticesMax}`)
    const mentions = rows.filter(({ kind }) => kind === 'mention').map(({ id }) => ({ projectId, id }))
    const people = await mentionsOf(tx, mentions)
    return rows.map(({ kind, id, opportunity, person, title, text, by, at }) => ({
      ...{ kind, id, opportunity, person, title, by },
      text: kind === 'mention' ? readableNote(text, people.get(id) ?? []) : text,
      at: new Date(at).toISOString(),
    }))
  })
}

/** Takes a note that mentions the caller off their notices. */
export async function seeNote(ctx: Ctx, { id }: { id: string }): Promise<{ seen: true }> {
  const { userId } = presentActor(ctx)
  await transaction(ctx, async (tx) => {
    await readOne(ctx, tx, notes, id)
    const isOwn = and(eq(noteMention.noteId, id), eq(noteMention.userId, userId), isNull(noteMention.seenAt))
    const seen = await tx
      .update(noteMention)
      .set({ seenAt: ctx.now() })
      .where(and(ownProjects(ctx, noteMention.projectId), isOwn))
      .returning({ projectId: noteMention.projectId })
    // Other tabs of the caller show it too.
    await announce(
      ctx,
      tx,
      'notices',
      seen.map(({ projectId }) => projectId),
    )
  })
  return { seen: true }
}
