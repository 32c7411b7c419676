import type { z } from 'zod'
import { requireTeammate } from '#features/team/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type PersonCreate, type PersonUpdate, peopleContract, type RedditPerson } from '../contract.ts'
import { person } from './tables.ts'

export const people = {
  ...resourceRows(peopleContract, person),
  unique: { index: 'person_handle', field: 'handle', taken: 'This person already exists' },
}

const written = { noun: 'person', right: 'changeOutreach', rows: people } as const

/** Adds a Reddit user to the project's people. */
export async function createPerson(ctx: Ctx, input: z.output<typeof PersonCreate>): Promise<RedditPerson> {
  const { project: projectId, owner: ownerId, doNotContact, ...values } = input
  requireMoney(values)
  const doNotContactSince = doNotContact ? ctx.now() : null
  return createRow(
    ctx,
    written,
    { projectId, ...values, ownerId, doNotContact, doNotContactSince },
    { check: (tx) => requireTeammate(tx, { projectId, id: ownerId, field: 'owner' }) },
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
    if (ownerId) await requireTeammate(tx, { projectId: row.projectId, id: ownerId, field: 'owner' })
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

/** Throws ValidationError if only one of value and currency is set. */
function requireMoney({ value, currency }: Pick<RedditPerson, 'value' | 'currency'>): void {
  if ((value === null) !== (currency === null)) {
    throw faultOfField('currency', 'Set value and currency together, or neither')
  }
}
