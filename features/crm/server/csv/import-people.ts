import { and, asc, eq, sql } from 'drizzle-orm'
import { type FilePerson, type PeopleFile, readPeopleFile } from '#engine/crm/people-file.ts'
import { hasRight } from '#engine/rules/access.ts'
import { parseCsv } from '#platform/contract/csv/read-csv.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { tagsMost } from '../../contract.ts'
import { importRowsMost, type PeopleImport } from '../../contract-people.ts'
import { recordEvents } from '../people/events.ts'
import { tellMoves } from '../stages/move-people.ts'
import { type EventData, person, personAlias, personStage } from '../tables.ts'

type PersonRow = typeof person.$inferSelect
type Row = Parameters<typeof readPeopleFile>[0][number]
/** The columns that an import writes. */
type Imported = Pick<
  PersonRow,
  'id' | 'stage' | 'value' | 'currency' | 'tags' | 'ownerId' | 'doNotContact' | 'doNotContactSince' | 'stageSince'
>

interface Plan {
  file: PeopleFile
  added: (Imported & { handle: string })[]
  updated: { row: PersonRow; to: Imported }[]
  unchanged: number
}

/** The refused rows that are listed. */
const listedMost = 100

/** Returns what an import of a file would change. */
export function previewPeopleImport(ctx: Ctx, { id, csv }: { id: string; csv: string }): Promise<PeopleImport> {
  requireRight(ctx, id, 'changeOutreach')
  const rows = rowsOf(csv)
  return readOnly(ctx, async (tx) => answerOf(await planOf(ctx, tx, id, rows)))
}

/**
 * Adds and updates the people of a file, in one transaction. Empty cells change nothing, tags are added, and nobody may
 * be contacted again because of a file.
 */
export function importPeople(ctx: Ctx, { id: projectId, csv }: { id: string; csv: string }): Promise<PeopleImport> {
  requireRight(ctx, projectId, 'changeOutreach')
  const rows = rowsOf(csv)
  return transaction(ctx, async (tx) => {
    // Two imports run one after the other, so that the second one finds the people of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('people import ' || ${projectId}, 0))`)
    const plan = await planOf(ctx, tx, projectId, rows, { locks: true })
    await write(ctx, tx, projectId, plan)
    return answerOf(plan)
  })
}

/** Returns the rows of a file. Throws ValidationError if it is no CSV or too long. */
function rowsOf(csv: string): Row[] {
  const file = parseCsv(csv)
  if (file.state === 'faulty') throw faultOfField('csv', `Line ${file.line}: ${file.message}`)
  if (file.rows.length < 2) throw faultOfField('csv', 'The file needs a header and at least one row')
  if (file.rows.length > importRowsMost + 1) {
    throw faultOfField('csv', `The file has more than ${importRowsMost.toLocaleString('en')} rows. Split it.`)
  }
  return file.rows
}

async function planOf(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  rows: Row[],
  { locks = false }: { locks?: boolean } = {},
): Promise<Plan> {
  const stages = tx
    .select()
    .from(personStage)
    .where(eq(personStage.projectId, projectId))
    .orderBy(asc(personStage.position))
  const members = await tx
    .select({ id: member.userId, email: member.email, role: member.role })
    .from(member)
    .where(eq(member.projectId, projectId))
  const file = readPeopleFile(rows, {
    stages: await (locks ? stages.for('key share') : stages),
    members: members.flatMap(({ id, email, role }) => (id && hasRight(role, 'readOutreach') ? [{ id, email }] : [])),
  })
  if (!file) throw faultOfField('csv', 'The file needs a column "handle" with the names of Reddit accounts')
  const known = await knownPeople(tx, projectId, file.people, locks)
  const plan: Plan = { file, added: [], updated: [], unchanged: 0 }
  const planned = new Map<string, number>()
  for (const each of file.people) {
    const row = known.get(each.handle.toLowerCase())
    const before = row && planned.get(row.id)
    if (before !== undefined) {
      file.refused.push({
        row: each.row,
        handle: each.handle,
        why: `Line ${before} has another account of the same person`,
      })
      continue
    }
    if (row) planned.set(row.id, each.row)
    const to = merged(ctx, row ?? null, each)
    if (to.tags.length > tagsMost) {
      file.refused.push({ row: each.row, handle: each.handle, why: `They would have more than ${tagsMost} tags` })
    } else if (!row) plan.added.push({ ...to, handle: each.handle })
    else if (isSame(row, to)) plan.unchanged++
    else plan.updated.push({ row, to })
  }
  return plan
}

/** Returns the people of a file who are known, by the names of all of their accounts. */
async function knownPeople(
  tx: Transaction,
  projectId: string,
  listed: readonly FilePerson[],
  locks: boolean,
): Promise<Map<string, PersonRow>> {
  const names = sql`${sql.param(listed.map(({ handle }) => handle.toLowerCase()))}::text[]`
  const aliases = await tx
    .select({ personId: personAlias.personId, handle: personAlias.handle })
    .from(personAlias)
    .where(and(eq(personAlias.projectId, projectId), sql`lower(${personAlias.handle}) = any (${names})`))
  const ids = sql`${sql.param(aliases.map(({ personId }) => personId))}::uuid[]`
  const query = tx
    .select()
    .from(person)
    .where(
      and(
        eq(person.projectId, projectId),
        sql`(lower(${person.handle}) = any (${names}) or ${person.id} = any (${ids}))`,
      ),
    )
    .orderBy(person.id)
  const rows = await (locks ? query.for('no key update') : query)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Map(rows.map((row) => [row.handle.toLowerCase(), row]))
  for (const { personId, handle } of aliases) {
    const row = byId.get(personId)
    if (row) known.set(handle.toLowerCase(), row)
  }
  return known
}

/** Returns a person as they are after the import of a row. */
function merged(ctx: Ctx, row: PersonRow | null, listed: FilePerson): Imported {
  const now = ctx.now()
  const stage = listed.stage ?? row?.stage ?? 'new'
  const doNotContact = listed.doNotContact ?? row?.doNotContact ?? false
  return {
    id: row?.id ?? ctx.id(),
    stage,
    stageSince: row?.stage === stage ? row.stageSince : now,
    value: listed.money?.value ?? row?.value ?? null,
    currency: listed.money?.currency ?? row?.currency ?? null,
    tags: [...new Set([...(row?.tags ?? []), ...(listed.tags ?? [])])],
    ownerId: listed.owner ?? row?.ownerId ?? null,
    doNotContact,
    doNotContactSince: doNotContact ? (row?.doNotContactSince ?? now) : null,
  }
}

function isSame(row: PersonRow, to: Imported): boolean {
  return (
    row.stage === to.stage &&
    row.value === to.value &&
    row.currency === to.currency &&
    row.tags.length === to.tags.length &&
    row.ownerId === to.ownerId &&
    row.doNotContact === to.doNotContact
  )
}

/** Rows per statement. */
const batchSize = 1000

async function write(ctx: Ctx, tx: Transaction, projectId: string, { added, updated }: Plan): Promise<void> {
  if (added.length + updated.length === 0) return
  const now = ctx.now()
  for (let from = 0; from < added.length; from += batchSize) {
    const values = added.slice(from, from + batchSize)
    await tx.insert(person).values(values.map((each) => ({ projectId, ...each, createdAt: now, updatedAt: now })))
  }
  for (let from = 0; from < updated.length; from += batchSize) {
    const values = updated.slice(from, from + batchSize).map(({ to }) => to)
    await tx.execute(sql`
      update person p set stage = r.stage, stage_since = r."stageSince", value = r.value, currency = r.currency,
        tags = r.tags, owner_id = r."ownerId", do_not_contact = r."doNotContact",
        do_not_contact_since = r."doNotContactSince", updated_at = ${now.toISOString()}
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) r(
        id uuid, stage text, "stageSince" timestamptz, value bigint, currency text, tags text[], "ownerId" uuid,
        "doNotContact" boolean, "doNotContactSince" timestamptz)
      where p.project_id = ${projectId} and p.id = r.id`)
  }
  await recordEvents(
    ctx,
    tx,
    added.map(({ id }) => ({ person: { projectId, id }, event: { kind: 'added', data: { how: 'import' } } })),
  )
  await recordEvents(
    ctx,
    tx,
    updated.flatMap(({ row, to }) => eventsOf(row, to).map((event) => ({ person: row, event }))),
  )
  const moved = updated.filter(({ row, to }) => row.stage !== to.stage)
  await tellMoves(
    ctx,
    tx,
    moved.map(({ row, to }) => ({ person: row, from: row.stage, to: to.stage })),
  )
  const details = { added: added.length, updated: updated.length }
  await audit(ctx, tx, { projectId, action: 'people.import', subjectId: projectId, details })
  await announce(ctx, tx, 'people', [projectId])
}

function eventsOf(row: PersonRow, { value, currency, ownerId, doNotContact }: Imported): EventData[] {
  const events: EventData[] = []
  if (row.ownerId !== ownerId) events.push({ kind: 'owner', data: {}, ownerId })
  if (row.value !== value || row.currency !== currency) events.push({ kind: 'value', data: { value, currency } })
  if (row.doNotContact !== doNotContact) events.push({ kind: 'doNotContact', data: { isSet: doNotContact } })
  return events
}

function answerOf({ file, added, updated, unchanged }: Plan): PeopleImport {
  const refused = file.refused.toSorted((a, b) => a.row - b.row)
  return {
    ...{ columns: file.columns, ignored: file.ignored },
    ...{ added: added.length, updated: updated.length, unchanged },
    ...{ refused: refused.slice(0, listedMost), refusedCount: refused.length },
  }
}
