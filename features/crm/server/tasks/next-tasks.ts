import { and, asc, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { RedditPerson } from '../../contract.ts'
import type { KnownPerson } from '../people/forget-people.ts'
import { person, task } from '../tables.ts'

/** Returns the next actions of people, by person. */
export async function nextTasksOf(
  tx: Transaction,
  people: readonly KnownPerson[],
): Promise<Map<string, NonNullable<RedditPerson['nextTask']>>> {
  if (people.length === 0) return new Map()
  const rows = await tx
    .selectDistinctOn([task.projectId, task.personId], {
      personId: task.personId,
      id: task.id,
      text: task.text,
      dueAt: task.dueAt,
    })
    .from(task)
    .where(
      and(
        inArray(task.projectId, [...new Set(people.map(({ projectId }) => projectId))]),
        inArray(
          task.personId,
          people.map(({ id }) => id),
        ),
        isNull(task.doneAt),
      ),
    )
    .orderBy(task.projectId, task.personId, asc(task.dueAt), asc(task.id))
  return new Map(rows.map(({ personId, dueAt, ...next }) => [personId, { ...next, dueAt: dueAt.toISOString() }]))
}

/** Writes when a person's next action is due, after their tasks changed. */
export async function writeNextTask(tx: Transaction, { projectId, id }: KnownPerson): Promise<void> {
  const isPerson = and(eq(person.projectId, projectId), eq(person.id, id))
  // Whoever changes another task of theirs waits here, and then sees this change.
  await tx.select({ id: person.id }).from(person).where(isPerson).for('no key update')
  const due = tx
    .select({ at: min(task.dueAt) })
    .from(task)
    .where(and(eq(task.projectId, projectId), eq(task.personId, id), isNull(task.doneAt)))
  await tx
    .update(person)
    .set({ nextTaskAt: sql`(${due})` })
    .where(isPerson)
}
