import type { z } from 'zod'
import { requireTeammate } from '#features/team/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, type Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import type { PersonCreate, PersonUpdate, RedditPerson } from '../contract.ts'
import { person } from './tables.ts'

export type PersonRow = typeof person.$inferSelect

export const people: Writing<PersonRow, RedditPerson> = {
  table: person,
  columns: {
    id: person.id,
    documentId: person.id,
    createdAt: person.createdAt,
    updatedAt: person.updatedAt,
    project: person.projectId,
    owner: person.ownerId,
    handle: person.handle,
    stage: person.stage,
    value: person.value,
    currency: person.currency,
    doNotContact: person.doNotContact,
  },
  project: person.projectId,
  unique: { index: 'person_handle', field: 'handle', taken: 'This person already exists' },
  links: {
    project: toOne('projects', (row) => row.projectId),
    owner: toOne('users', (row) => row.ownerId),
  },
  cursor: false,
  rows: rowsOf(person),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: PersonRow): RedditPerson {
  const { handle, stage, value, currency, tags, doNotContact } = row
  const doNotContactSince = row.doNotContactSince?.toISOString() ?? null
  return { ...rowHead(row), handle, stage, value, currency, tags, doNotContact, doNotContactSince }
}

const written = { noun: 'person', right: 'changeOutreach', rows: people } as const

/** Keeps somebody that the project deals with on Reddit. */
export async function createPerson(ctx: Ctx, input: z.output<typeof PersonCreate>): Promise<RedditPerson> {
  const { project: projectId, owner: ownerId, doNotContact, ...values } = input
  requireMoney(values)
  const doNotContactSince = doNotContact ? ctx.now() : null
  return createRow(
    ctx,
    written,
    { projectId, ...values, ownerId, doNotContact, doNotContactSince },
    { check: (tx) => requireTeammate(tx, { projectId, userId: ownerId, field: 'owner' }) },
  )
}

export function updatePerson(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof PersonUpdate> },
): Promise<RedditPerson> {
  const { owner: ownerId, doNotContact, ...values } = data
  return updateRow(ctx, written, id, async (row, tx) => {
    const { value = row.value, currency = row.currency } = values
    requireMoney({ value, currency })
    if (ownerId) await requireTeammate(tx, { projectId: row.projectId, userId: ownerId, field: 'owner' })
    const isAsked = doNotContact !== undefined && doNotContact !== row.doNotContact
    return {
      ...values,
      ...(ownerId !== undefined && { ownerId }),
      ...(isAsked && { doNotContact, doNotContactSince: doNotContact ? ctx.now() : null }),
    }
  })
}

export function deletePerson(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

/** A sum without its currency says nothing. */
function requireMoney({ value, currency }: Pick<PersonRow, 'value' | 'currency'>): void {
  if ((value === null) !== (currency === null)) {
    throw faultOfField('currency', 'Set value and currency together, or neither')
  }
}
