import type pg from 'pg'
import { StartError } from '../faults/start-error.ts'

const roles = ['earshot_web', 'earshot_worker'] as const

export type Role = (typeof roles)[number]

/** Returns the SQL an operator runs if we can't create the roles. Roles belong to all databases of a server. */
async function rolesSql(client: pg.Client, user: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1)',
    [roles],
  )
  const missing = roles.filter((role) => !rows.some((row) => row.name === role))
  const statements = missing.map((role) => `create role ${role} nologin;`)
  return [...statements, `grant ${roles.join(', ')} to "${user.replaceAll('"', '""')}";`].join(' ')
}

/**
 * Ensures that the two roles exist and that we can switch to them (DESIGN 3). They own nothing and can't log in.
 * Throws StartError with the SQL to run if the connected user lacks the rights.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ user: string }>('select current_user::text as user')
  const user = rows[0]!.user
  try {
    for (const role of roles) {
      if (await canBecome(client, role)) continue
      await client.query(
        `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
      )
      await client.query(`grant ${role} to current_user`)
    }
    for (const role of roles) if (!(await canBecome(client, role))) throw new Error(`cannot become ${role}`)
  } catch {
    throw new StartError(
      `the database user ${user} can't create or use the roles earshot_web and earshot_worker. ` +
        `Run this once as a superuser: ${await rolesSql(client, user)}`,
    )
  }
}

async function canBecome(client: pg.Client, role: string): Promise<boolean> {
  try {
    await client.query(`begin; set local role ${role}; rollback`)
    return true
  } catch {
    await client.query('rollback')
    return false
  }
}
