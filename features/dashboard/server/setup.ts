import { sql } from 'drizzle-orm'
import { type SetupPart, setupParts } from '#engine/dashboard/setup-parts.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Dashboard } from '../contract.ts'

/** Returns what a project has set up. */
export async function readSetup(tx: Transaction, id: string): Promise<NonNullable<Dashboard['setup']>> {
  const hasPrompt = (kind: 'facts' | 'disclosure') => sql`exists (
    select from prompt where project_id = ${id} and kind = ${kind} and active and text <> '')`
  const { rows } = await tx.execute<Record<SetupPart, boolean>>(sql`
    select
      exists (select from keyword where project_id = ${id} and kind = 'problem' and status = 'active') as keywords,
      exists (select from competitor where project_id = ${id} and status = 'active') as competitors,
      p.communities <> '{}' as communities,
      p.realm = 'real' as source,
      ${hasPrompt('facts')} as facts,
      ${hasPrompt('disclosure')} as disclosure,
      exists (select from alert_rule where project_id = ${id} and status = 'active') as alerts,
      exists (select from reddit_account where project_id = ${id} and state = 'connected') as "redditAccount",
      exists (select from mailbox where project_id = ${id}) as mailbox,
      (select count(*) > 1 from member where project_id = ${id}) as team
    from project p where p.id = ${id}`)
  const [found] = rows
  return setupParts.map((part) => ({ part, done: found?.[part] ?? false }))
}
