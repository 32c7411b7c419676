import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PersonAccount } from '#features/crm/server/index.ts'
import { conversation, invitation } from './tables.ts'

/** The SQL condition for conversations with an account of a person. */
export function isWithAccount({ projectId, id, recipient }: PersonAccount): SQL | undefined {
  return and(
    eq(conversation.projectId, projectId),
    eq(conversation.personId, id),
    isSame(conversation.recipient, recipient),
  )
}

/** The SQL condition for the invitations of an account of a person. */
export function isInvitedBy({ projectId, id, recipient }: PersonAccount): SQL | undefined {
  return and(eq(invitation.projectId, projectId), eq(invitation.personId, id), isSame(invitation.recipient, recipient))
}

function isSame(column: typeof conversation.recipient | typeof invitation.recipient, recipient: string | null): SQL {
  return sql`lower(coalesce(${column}, '')) = ${recipient?.toLowerCase() ?? ''}`
}
