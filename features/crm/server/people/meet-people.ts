import { and, eq, inArray, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { additions } from '../../contract-timeline.ts'
import { movePeople, stageWithKey } from '../stages/move-people.ts'
import { note, person, personAlias } from '../tables.ts'
import { recordEvent } from './events.ts'
import type { KnownPerson, PersonAccount } from './forget-people.ts'

/** A person by one of their accounts. */
export interface MetPerson extends PersonAccount {
  isNew: boolean
}

const isPerson = ({ projectId, id }: KnownPerson) => and(eq(person.projectId, projectId), eq(person.id, id))

/** Returns a project's person by the name of one of their accounts. `stays`: they do until the transaction ends. */
export async function personNamed(
  tx: Transaction,
  { projectId, handle }: { projectId: string; handle: string },
  { stays = false }: { stays?: boolean } = {},
): Promise<PersonAccount | null> {
  const name = handle.toLowerCase()
  const byHandle = tx
    .select({ projectId: person.projectId, id: person.id })
    .from(person)
    .where(and(eq(person.projectId, projectId), sql`lower(${person.handle}) = ${name}`))
  const [known] = await (stays ? byHandle.for('key share') : byHandle)
  if (known) return { ...known, recipient: null }
  const byAlias = tx
    .select({ projectId: person.projectId, id: person.id, recipient: personAlias.handle })
    .from(personAlias)
    .innerJoin(person, and(eq(person.projectId, personAlias.projectId), eq(person.id, personAlias.personId)))
    .where(and(eq(personAlias.projectId, projectId), sql`lower(${personAlias.handle}) = ${name}`))
  const [alias] = await (stays ? byAlias.for('key share') : byAlias)
  return alias ?? null
}

/** Returns a project's person by the name of one of their accounts, and adds them if they are new. */
export async function meetPerson(
  ctx: Ctx,
  tx: Transaction,
  { projectId, handle, how }: { projectId: string; handle: string; how: (typeof additions)[number] },
): Promise<MetPerson> {
  const known = await personNamed(tx, { projectId, handle }, { stays: true })
  if (known) return { ...known, isNew: false }
  const now = ctx.now()
  const [added] = await tx
    .insert(person)
    .values({ projectId, id: ctx.id(), handle, stage: 'new', stageSince: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ projectId: person.projectId, id: person.id })
  if (added) {
    await recordEvent(ctx, tx, added, { kind: 'added', data: { how } })
    await announce(ctx, tx, 'people', [projectId], added.id)
    return { ...added, recipient: null, isNew: true }
  }
  // Somebody else added them just now.
  const met = await personNamed(tx, { projectId, handle }, { stays: true })
  if (!met) throw new Error('the person was not written')
  return { ...met, isNew: false }
}

/** Moves a person whom we wrote to, unless the team moved them. Does nothing if the project has no such stage. */
export function personContacted(ctx: Ctx, tx: Transaction, known: KnownPerson): Promise<void> {
  return moveOn(ctx, tx, known, { from: ['new'], to: 'contacted' })
}

/** Moves a person who answered, unless the team has moved them further. Does nothing if the project has no such stage. */
export function personAnswered(ctx: Ctx, tx: Transaction, known: KnownPerson): Promise<void> {
  return moveOn(ctx, tx, known, { from: ['new', 'contacted'], to: 'inConversation' })
}

async function moveOn(
  ctx: Ctx,
  tx: Transaction,
  known: KnownPerson,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  const [row] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(isPerson(known), inArray(person.stage, [...from])))
  if (row && (await stageWithKey(tx, known.projectId, to))) await movePeople(ctx, tx, [known], { from, to })
}

/** Records that a person asked not to be contacted, with a note that says why. Does nothing if it is recorded. */
export async function personAskedToStop(ctx: Ctx, tx: Transaction, known: KnownPerson, why: string): Promise<void> {
  const now = ctx.now()
  const { rowCount } = await tx
    .update(person)
    .set({ doNotContact: true, doNotContactSince: now, updatedAt: now })
    .where(and(isPerson(known), eq(person.doNotContact, false)))
  if (!rowCount) return
  await recordEvent(ctx, tx, known, { kind: 'doNotContact', data: { isSet: true } })
  await announce(ctx, tx, 'people', [known.projectId], known.id)
  await tx.insert(note).values({
    ...{ projectId: known.projectId, id: ctx.id(), personId: known.id, opportunityId: null },
    ...{ text: why, createdBy: null, byEarshot: true, createdAt: now, updatedAt: now },
  })
}
