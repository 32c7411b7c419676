import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { requireTeammate } from '#features/team/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ValuesOf } from '#platform/server/database/rows/filter.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { relatedRowAfter } from '#platform/server/database/rows/related.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type PersonCreate, type PersonUpdate, peopleContract, type RedditPerson } from '../../contract.ts'
import { requireStage, tellMoves } from '../stages/move-people.ts'
import { type EventData, person, personAlias, personStage } from '../tables.ts'
import { nextTasksOf } from '../tasks/next-tasks.ts'
import { recordEvent } from './events.ts'

/** Fields to filter and sort by that aren't columns. */
const derived = {
  tags: new ValuesOf(sql`select unnest(${person.tags}) as value`),
  stagePosition: sql`(
    select s.position from ${personStage} s
    where s.project_id = ${person.projectId} and s.key = ${person.stage})`,
}

const plain = resourceRows(peopleContract, person, derived)

/** How people are read, with their next actions and further handles. */
export const people: typeof plain & { unique: NonNullable<(typeof plain)['unique']> } = {
  ...plain,
  unsetLast: ['nextTaskAt'],
  unique: { index: 'person_handle', field: 'handle', taken: 'This person already exists' },
  present: async (tx, rows, query) => {
    const presented = await plain.present(tx, rows, query)
    const tasks = await nextTasksOf(tx, rows)
    const aliases = await aliasesOf(tx, rows)
    return presented.map((each) => ({
      ...each,
      nextTask: tasks.get(each.id) ?? null,
      aliases: aliases.get(each.id) ?? [],
    }))
  },
}

type PersonRow = typeof person.$inferSelect

async function aliasesOf(
  tx: Transaction,
  rows: readonly Pick<PersonRow, 'projectId' | 'id'>[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (rows.length === 0) return found
  const aliases = await tx
    .select({ personId: personAlias.personId, handle: personAlias.handle })
    .from(personAlias)
    .where(
      and(
        inArray(personAlias.projectId, [...new Set(rows.map(({ projectId }) => projectId))]),
        inArray(
          personAlias.personId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(personAlias.id)
  for (const { personId, handle } of aliases) found.set(personId, [...(found.get(personId) ?? []), handle])
  return found
}

const written = { noun: 'person', right: 'changeOutreach', rows: people, announces: 'people' } as const

/** The columns of a person whom nobody has done anything about. */
const unknown = { email: null, emailMessageId: null, nextTaskAt: null } as const

/** Adds a Reddit user to the project's people. */
export async function createPerson(ctx: Ctx, input: z.output<typeof PersonCreate>): Promise<RedditPerson> {
  const { project: projectId, owner: ownerId, doNotContact, ...values } = input
  requireMoney(values)
  const doNotContactSince = doNotContact ? ctx.now() : null
  return createRow(
    ctx,
    written,
    { projectId, ...values, ...unknown, ownerId, doNotContact, doNotContactSince, stageSince: ctx.now() },
    {
      check: async (tx) => {
        await requireTeammate(tx, { projectId, id: ownerId, field: 'owner' })
        await requireStage(tx, { projectId, key: values.stage })
        await requireNoAlias(tx, projectId, values.handle)
      },
      also: (tx, id) => recordEvent(ctx, tx, { projectId, id }, { kind: 'added', data: { how: 'byHand' } }),
    },
  )
}

/** Throws ValidationError if a handle is another one of somebody who is known. */
async function requireNoAlias(tx: Transaction, projectId: string, handle: string): Promise<void> {
  const [known] = await tx
    .select({ handle: person.handle })
    .from(personAlias)
    .innerJoin(person, and(eq(person.projectId, personAlias.projectId), eq(person.id, personAlias.personId)))
    .where(and(eq(personAlias.projectId, projectId), sql`lower(${personAlias.handle}) = ${handle.toLowerCase()}`))
  if (known) throw faultOfField('handle', `This is another account of u/${known.handle}`)
}

/** Changes a person, and records what belongs to their history. */
export function updatePerson(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof PersonUpdate> },
): Promise<RedditPerson> {
  return updateRow(ctx, written, id, (row, tx) => changesToPerson(ctx, tx, row, data))
}

/** Returns the columns that a change of a locked person writes, and records the change. */
export async function changesToPerson(
  ctx: Ctx,
  tx: Transaction,
  row: PersonRow,
  { owner, doNotContact, ...values }: z.output<typeof PersonUpdate>,
): Promise<Partial<PersonRow>> {
  const { stage = row.stage, value = row.value, currency = row.currency } = values
  requireMoney({ value, currency })
  const ownerId = relatedRowAfter(row.ownerId, owner)
  if (ownerId) await requireTeammate(tx, { projectId: row.projectId, id: ownerId, field: 'owner' })
  const isMoved = stage !== row.stage
  const isAsked = doNotContact !== undefined && doNotContact !== row.doNotContact
  if (isMoved) {
    await requireStage(tx, { projectId: row.projectId, key: stage })
    await tellMoves(ctx, tx, [{ person: row, from: row.stage, to: stage }])
  }
  const events: EventData[] = []
  if (ownerId !== undefined && ownerId !== row.ownerId) events.push({ kind: 'owner', data: {}, ownerId })
  if (value !== row.value || currency !== row.currency) events.push({ kind: 'value', data: { value, currency } })
  if (isAsked) events.push({ kind: 'doNotContact', data: { isSet: doNotContact } })
  for (const event of events) await recordEvent(ctx, tx, row, event)
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, each]) => each !== undefined)),
    ...(isMoved && { stageSince: ctx.now() }),
    ...(ownerId !== undefined && { ownerId }),
    ...(isAsked && { doNotContact, doNotContactSince: doNotContact ? ctx.now() : null }),
  }
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
