import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { tagsMost } from '../../contract.ts'
import { note, person, personAlias, personEvent, task } from '../tables.ts'
import { writeNextTask } from '../tasks/next-tasks.ts'
import { recordEvent } from './events.ts'

type PersonRow = typeof person.$inferSelect

/**
 * Moves what the team knows about a person to another one, makes their handle an alias, and deletes them. Both must be
 * locked. Conversations and what belongs to them must have been moved before.
 */
export async function absorbPerson(ctx: Ctx, tx: Transaction, kept: PersonRow, other: PersonRow): Promise<void> {
  const { projectId } = kept
  const to = { personId: kept.id }
  for (const table of [note, task, personEvent, personAlias]) {
    await tx
      .update(table)
      .set(to)
      .where(and(eq(table.projectId, projectId), eq(table.personId, other.id)))
  }
  await tx.delete(person).where(and(eq(person.projectId, projectId), eq(person.id, other.id)))
  const aliasId = ctx.id()
  await tx
    .insert(personAlias)
    .values({ projectId, id: aliasId, personId: kept.id, handle: other.handle, createdAt: ctx.now() })
  await tx
    .update(person)
    .set({ ...joined(kept, other), updatedAt: ctx.now() })
    .where(and(eq(person.projectId, projectId), eq(person.id, kept.id)))
  await writeNextTask(tx, kept)
  await recordEvent(ctx, tx, kept, { kind: 'merged', data: {}, aliasId })
}

/** Returns the columns of a person who is two: nothing that the team set is lost, and their own wish counts. */
function joined(kept: PersonRow, other: PersonRow): Partial<PersonRow> {
  const since = [kept.doNotContactSince, other.doNotContactSince].filter((each) => each !== null)
  const [first = null] = since.toSorted((a, b) => a.getTime() - b.getTime())
  const { value, currency } = kept.value === null ? other : kept
  const { email, emailMessageId } = kept.email === null ? other : kept
  return {
    ...{ value, currency, email, emailMessageId },
    ownerId: kept.ownerId ?? other.ownerId,
    tags: [...new Set([...kept.tags, ...other.tags])].slice(0, tagsMost),
    ...{ doNotContact: first !== null, doNotContactSince: first },
  }
}
