import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { RedditPerson } from '../contract.ts'
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
  unique: { index: 'person_handle', field: 'handle', taken: 'This person is there already' },
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
