import type { z } from 'zod'
import type { Ctx } from '#platform/server/ctx.ts'
import type { CompetitorEdits, ListeningEdited } from '../contract.ts'
import { insertCompetitors, lockCompetitor, removeCompetitor, writeCompetitor } from './competitors.ts'
import { editListening } from './edit-listening.ts'

/** Edits many competitors of a project at once; two become one where one is removed and the other takes its names. */
export async function editCompetitors(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CompetitorEdits> },
): Promise<ListeningEdited> {
  const editing = {
    noun: 'competitor',
    limited: 'competitors',
    lock: lockCompetitor,
    write: writeCompetitor,
    remove: removeCompetitor,
    insert: insertCompetitors,
    name: ({ name }: { name: string }) => ({ name }),
  } as const
  return editListening(ctx, id, editing, data)
}
