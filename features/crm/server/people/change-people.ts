import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { tagsMost } from '../../contract.ts'
import type { PeopleChange } from '../../contract-people.ts'
import { person } from '../tables.ts'
import { changesToPerson } from './people.ts'

/** Changes several people of a project in the same way. Returns those who were changed; others were so before. */
export async function changePeople(
  ctx: Ctx,
  { id: projectId, data }: { id: string; data: z.output<typeof PeopleChange> },
): Promise<{ changed: string[] }> {
  requireRight(ctx, projectId, 'changeOutreach')
  const { people: ids, addTags = [], removeTags = [], ...values } = data
  return transaction(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(person)
      .where(and(eq(person.projectId, projectId), inArray(person.id, ids)))
      .orderBy(asc(person.id))
      .for('update')
    const changed: string[] = []
    for (const row of rows) {
      const tags = [...new Set([...row.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])]
      if (tags.length > tagsMost) throw faultOfField('addTags', `u/${row.handle} would have more than ${tagsMost} tags`)
      const changes = changesOf(row, await changesToPerson(ctx, tx, row, { ...values, tags }))
      const fields = Object.keys(changes)
      if (fields.length === 0) continue
      await tx
        .update(person)
        .set({ ...changes, updatedAt: ctx.now() })
        .where(and(eq(person.projectId, projectId), eq(person.id, row.id)))
      await audit(ctx, tx, { projectId, action: 'person.update', subjectId: row.id, details: { changed: fields } })
      changed.push(row.id)
    }
    if (changed.length > 0) await announce(ctx, tx, 'people', [projectId])
    return { changed }
  })
}
