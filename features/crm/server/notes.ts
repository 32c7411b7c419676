import type { z } from 'zod'
import { opportunity as leads } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField, requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import { type Note, type NoteCreate, type NoteUpdate, notesContract } from '../contract.ts'
import { mentionsOf, newlyMentioned, writeMentions } from './note-mentions.ts'
import { note, person as people } from './tables.ts'

const plain = resourceRows(notesContract, note)

/** How notes are read, with the people whom they mention. */
export const notes: typeof plain = {
  ...plain,
  present: async (tx, rows, query) => {
    const mentions = await mentionsOf(tx, rows)
    const presented = await plain.present(tx, rows, query)
    return presented.map((each) => ({ ...each, mentions: mentions.get(each.id) ?? [] }))
  },
}

const written = { noun: 'note', right: 'changeOutreach', rows: notes } as const

/** Adds a note to a lead or a person, and alerts the members whom it mentions. */
export async function createNote(ctx: Ctx, input: z.output<typeof NoteCreate>): Promise<Note> {
  const { project: projectId, opportunity, person, text } = input
  if ((opportunity === null) === (person === null)) {
    throw faultOfField('opportunity', 'Set either opportunity or person for the note')
  }
  const values = {
    projectId,
    opportunityId: opportunity,
    personId: person,
    text,
    createdBy: authorOf(ctx),
    byEarshot: false,
  }
  let added: string[] = []
  return createRow(ctx, written, values, {
    check: async (tx) => {
      added = await newlyMentioned(tx, projectId, { text, before: '' })
      await requireSameProject(tx, leads, { projectId, id: opportunity, field: 'opportunity' }, isSeen(leads))
      await requireSameProject(tx, people, { projectId, id: person, field: 'person' })
    },
    also: (tx, id) => writeMentions(ctx, tx, { projectId, id, text }, added),
  })
}

/** Adds notes about leads of a new project. A note without an author was written by someone else. */
export async function insertNotes(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  notesOfLeads: readonly Pick<typeof note.$inferSelect, 'opportunityId' | 'text' | 'createdBy' | 'createdAt'>[],
): Promise<void> {
  for (const values of notesOfLeads) {
    await tx.insert(note).values({ projectId, id: ctx.id(), personId: null, updatedAt: ctx.now(), ...values })
  }
}

/** Changes a note, and alerts the members whom it didn't mention before. */
export function updateNote(ctx: Ctx, { id, data }: { id: string; data: z.output<typeof NoteUpdate> }): Promise<Note> {
  return updateRow(ctx, written, id, async (row, tx) => {
    const { projectId, text: before } = row
    const { text = before } = data
    await writeMentions(ctx, tx, { projectId, id, text }, await newlyMentioned(tx, projectId, { text, before }))
    return data
  })
}

export function deleteNote(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
