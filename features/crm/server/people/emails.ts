import { and, eq, sql } from 'drizzle-orm'
import { type Evidence, givenEmails } from '#engine/crm/given-email.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { literal } from '#platform/server/database/rows/filter.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, lockRow } from '#platform/server/database/rows/own-row.ts'
import { violates } from '#platform/server/database/violation.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { RedditPerson } from '../../contract.ts'
import type { GivenEmail } from '../../contract-people.ts'
import { person } from '../tables.ts'
import { recordEvent } from './events.ts'
import type { KnownPerson } from './forget-people.ts'
import { namesOf, requirePerson } from './one-person.ts'
import { people } from './people.ts'

/** The newest messages that are searched for addresses. */
const searchedMost = 500

/** Returns the addresses in what a person wrote, the newest first. */
export function readGivenEmails(ctx: Ctx, { id }: { id: string }): Promise<GivenEmail[]> {
  return readOnly(ctx, async (tx) => {
    const known = await requirePerson(ctx, tx, id, 'readOutreach')
    const handles = await handlesOf(tx, known)
    return (await evidenceOf(tx, known, { handles })).flatMap(({ message, at, ...shown }) =>
      givenEmails(shown, handles).map((email) => ({ email, message, at: at.toISOString() })),
    )
  })
}

/**
 * Sets a person's address to one that a message of theirs shows. The database links mail from it to them. Throws ValidationError if it shows none, shows several
 * and none was chosen, or if another person has the address.
 */
export async function setEmail(
  ctx: Ctx,
  { id, message, email: chosen }: { id: string; message: string; email?: string | undefined },
): Promise<RedditPerson> {
  return transaction(ctx, async (tx) => {
    const known = await lockRow(ctx, tx, people, id)
    requireRight(ctx, known.projectId, 'changeOutreach')
    const handles = await handlesOf(tx, known)
    const [evidence] = await evidenceOf(tx, known, { handles, message })
    if (!evidence) throw faultOfField('message', 'message must be one that this person wrote')
    const given = givenEmails(evidence, handles)
    const email = chosen === undefined ? given[0] : given.find((each) => each === chosen.toLowerCase())
    if (email === undefined) throw faultOfField('message', "This message doesn't show that the address is theirs")
    if (chosen === undefined && given.length > 1) {
      throw faultOfField('email', 'The message contains several addresses. Choose one.')
    }
    if (known.email === email && known.emailMessageId === message) return readOne(ctx, tx, people, id)
    await writeEmail(ctx, tx, known, { email, emailMessageId: message })
    return readOne(ctx, tx, people, id)
  })
}

/** Forgets a person's address. The database then no longer links mail from it to them. */
export async function removeEmail(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const known = await lockRow(ctx, tx, people, id)
    requireRight(ctx, known.projectId, 'changeOutreach')
    if (known.email === null) return
    await writeEmail(ctx, tx, known, { email: null, emailMessageId: null })
  })
}

async function writeEmail(
  ctx: Ctx,
  tx: Transaction,
  known: KnownPerson,
  values: Pick<typeof person.$inferSelect, 'email' | 'emailMessageId'>,
): Promise<void> {
  const { projectId, id } = known
  try {
    await tx
      .update(person)
      .set({ ...values, updatedAt: ctx.now() })
      .where(and(eq(person.projectId, projectId), eq(person.id, id)))
  } catch (error) {
    if (!violates(error, 'person_email')) throw error
    throw faultOfField('email', 'Another person has this address. Merge them if they are the same.')
  }
  await recordEvent(ctx, tx, known, { kind: 'email', data: { isSet: values.email !== null } })
  await audit(ctx, tx, { projectId, action: 'person.update', subjectId: id, details: { changed: ['email'] } })
  await announce(ctx, tx, 'people', [projectId], id)
}

async function handlesOf(tx: Transaction, known: KnownPerson): Promise<string[]> {
  const { rows } = await tx.execute<{ handle: string }>(sql`select * from (${namesOf(known)}) n(handle)`)
  return rows.map(({ handle }) => handle)
}

type EvidenceRow = Evidence & { message: string; at: Date }

/**
 * Returns the messages that may show a person's address: what they wrote on Reddit, and mails that could be theirs and
 * contain their handle.
 */
async function evidenceOf(
  tx: Transaction,
  { projectId, id }: KnownPerson,
  { handles, message = null }: { handles: readonly string[]; message?: string | null },
): Promise<EvidenceRow[]> {
  const isNamed = sql`lower(g.text) like any (${sql.param(handles.map((handle) => `%/${literal(handle)}%`))}::text[])`
  const { rows } = await tx.execute<{ message: string; text: string; from: string | null; at: string }>(sql`
    select g.id as message, g.text, g.from_address as from, coalesce(g.sent_at, g.created_at) as at
    from conversation c join message g on g.project_id = c.project_id and g.conversation_id = c.id
    where c.project_id = ${projectId} and g.direction = 'in' and g.text <> ''
      and (c.channel = 'reddit' and c.person_id = ${id}
        or c.channel = 'mail' and coalesce(c.person_id, ${id}) = ${id} and ${isNamed})
      and (${message}::uuid is null or g.id = ${message}::uuid)
    order by at desc, g.id desc limit ${searchedMost}`)
  return rows.map(({ message, text, from, at }) => {
    const evidence: Evidence = from === null ? { channel: 'reddit', text } : { channel: 'mail', text, from }
    return { ...evidence, message, at: new Date(at) }
  })
}

/**
 * Forgets the addresses that these messages no longer show, because they are gone from Reddit or were changed there.
 * Mails from the address are no longer linked to the person.
 */
export async function forgetEmails(
  ctx: Ctx,
  tx: Transaction,
  messages: readonly { projectId: string; id: string }[],
): Promise<void> {
  if (messages.length === 0) return
  const { rows } = await tx.execute<KnownPerson & Record<string, unknown>>(sql`
    select p.project_id as "projectId", p.id from person p
    join message g on g.project_id = p.project_id and g.id = p.email_message_id
    join conversation c on c.project_id = g.project_id and c.id = g.conversation_id
    where g.id = any (${sql.param(messages.map(({ id }) => id))}::uuid[])
      and (g.text = '' or (c.channel = 'reddit' and position(lower(p.email) in lower(g.text)) = 0))`)
  for (const known of rows) await writeEmail(ctx, tx, known, { email: null, emailMessageId: null })
}
