import { type SQL, sql } from 'drizzle-orm'
import { person } from '#features/crm/server/index.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { requireTeammate } from '#features/team/server/index.ts'
import { faultOfField, requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { serveResource } from '#platform/server/resource.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import { conversationsContract } from '../contract.ts'
import { snippetsOf } from './snippets.ts'
import { conversation } from './tables.ts'

/** Conversations with people, optionally about a lead. A snoozed conversation has an end date. */
export const conversations = serveResource(conversationsContract, {
  table: conversation,
  noun: 'conversation',
  announces: 'messages',
  // Opening a conversation is no change worth an entry.
  unaudited: ['unread'],
  related: {
    person: (tx, named) => requireSameProject(tx, person, named),
    opportunity: (tx, named) => requireSameProject(tx, opportunity, named, isSeen(opportunity)),
    assignee: requireTeammate,
  },
  begin: () => ({ state: 'open' as const }),
  change: (data, row) => {
    const { state = row.state, snoozedUntil = row.snoozedUntil } = data
    const isSnoozed = state === 'snoozed'
    if (isSnoozed && snoozedUntil === null)
      throw faultOfField('snoozedUntil', 'snoozedUntil is required when state is snoozed')
    if (!isSnoozed && data.snoozedUntil)
      throw faultOfField('snoozedUntil', 'snoozedUntil is allowed only when state is snoozed')
    return { ...data, snoozedUntil: isSnoozed ? snoozedUntil : null }
  },
  derived: { words: wordsOf(sql`conversation`) },
  computed: { field: 'snippet', of: snippetsOf },
})

/** Returns what a search of conversations (c) looks in. */
function wordsOf(c: SQL): SQL {
  return sql`concat_ws(E'\n',
    (select 'u/' || p.handle from person p where p.project_id = ${c}.project_id and p.id = ${c}.person_id),
    ${c}.address, ${c}.address_name, ${c}.title,
    (select string_agg(m.text, E'\n') from message m
      where m.project_id = ${c}.project_id and m.conversation_id = ${c}.id))`
}
