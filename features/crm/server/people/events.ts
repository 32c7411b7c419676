import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { type EventData, personEvent } from '../tables.ts'
import type { KnownPerson } from './forget-people.ts'

interface Happened {
  person: KnownPerson
  event: EventData
}

/** Records what happened to a person, for their timeline. */
export async function recordEvent(ctx: Ctx, tx: Transaction, person: KnownPerson, event: EventData): Promise<void> {
  await recordEvents(ctx, tx, [{ person, event }])
}

/** Records the same for several people. */
export async function recordEvents(ctx: Ctx, tx: Transaction, happened: readonly Happened[]): Promise<void> {
  for (let from = 0; from < happened.length; from += batchSize) {
    await tx.insert(personEvent).values(rowsOf(ctx, happened.slice(from, from + batchSize)))
  }
}

/** Rows per statement, which has a limited number of parameters. */
const batchSize = 1000

function rowsOf(ctx: Ctx, happened: readonly Happened[]): (typeof personEvent.$inferInsert)[] {
  return happened.map(({ person: { projectId, id: personId }, event: { kind, data, ...whom } }) => ({
    ...{ projectId, id: ctx.id(), personId, kind, data, ...whom },
    ...{ createdBy: authorOf(ctx), createdAt: ctx.now() },
  }))
}
