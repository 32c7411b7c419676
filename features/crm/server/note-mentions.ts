import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { type Mentionable, mentionedIn, mentionsMax } from '#engine/notes/mentions.ts'
import { hasRight } from '#engine/rules/access.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { type note, noteMention } from './tables.ts'

type NoteKey = Pick<typeof note.$inferSelect, 'projectId' | 'id'>

/**
 * Returns whom a text mentions that the text before didn't. Throws ValidationError if one of them can't read the
 * project's notes, or for too many. People whom the note mentioned before may have left.
 */
export async function newlyMentioned(
  tx: Transaction,
  projectId: string,
  { text, before }: { text: string; before: string },
): Promise<string[]> {
  const ids = mentionedIn(text)
  if (ids.length > mentionsMax) throw faultOfField('text', `text can mention at most ${mentionsMax} people`)
  const standing = mentionedIn(before)
  const added = ids.filter((id) => !standing.includes(id))
  if (added.length === 0) return []
  const found = await tx
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.projectId, projectId), inArray(member.userId, added)))
  if (found.filter(({ role }) => hasRight(role, 'readOutreach')).length < added.length) {
    throw faultOfField('text', "text can mention only members of the project's team")
  }
  return added
}

/** Writes whom a note mentions now, and has those who were added alerted. Authors don't alert themselves. */
export async function writeMentions(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: noteId, text }: NoteKey & { text: string },
  added: readonly string[],
): Promise<void> {
  const ids = mentionedIn(text)
  const isOther = ids.length > 0 ? notInArray(noteMention.userId, ids) : undefined
  await tx.delete(noteMention).where(and(eq(noteMention.projectId, projectId), eq(noteMention.noteId, noteId), isOther))
  if (added.length === 0) return
  const createdAt = ctx.now()
  const author = authorOf(ctx)
  const rows = added.map((userId) => {
    const known = userId === author ? createdAt : null
    return { projectId, noteId, userId, createdAt, alertedAt: known, seenAt: known }
  })
  await tx.insert(noteMention).values(rows)
  await ctx.queue.send(tx, 'personalAlerts', {})
}

/** Returns the people whom notes mention, by note, with the names of those who are still members. */
export async function mentionsOf(tx: Transaction, notes: readonly NoteKey[]): Promise<Map<string, Mentionable[]>> {
  const found = new Map<string, Mentionable[]>()
  if (notes.length === 0) return found
  const rows = await tx
    .select({ noteId: noteMention.noteId, id: noteMention.userId, name: member.email })
    .from(noteMention)
    .leftJoin(member, and(eq(member.projectId, noteMention.projectId), eq(member.userId, noteMention.userId)))
    .where(
      and(
        inArray(noteMention.projectId, [...new Set(notes.map(({ projectId }) => projectId))]),
        inArray(
          noteMention.noteId,
          notes.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(noteMention.createdAt, noteMention.userId)
  for (const { noteId, ...person } of rows) found.set(noteId, [...(found.get(noteId) ?? []), person])
  return found
}
