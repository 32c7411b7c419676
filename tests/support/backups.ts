import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tablesOf } from '#platform/server/backup/catalogue.ts'
import { beginDraft, type Draft } from '#platform/server/backup/draft.ts'
import { type End, type Frame, type FrameKind, json } from '#platform/server/backup/format.ts'
import type { Loaded } from '#platform/server/backup/load.ts'
import { openBackup } from '#platform/server/backup/reading.ts'
import { type RestoreOptions, restoreBackup } from '#platform/server/backup/restore.ts'
import { openSession, quoted } from '#platform/server/backup/session.ts'
import { writeBackup } from '#platform/server/backup/write.ts'
import { readMigrations } from '#platform/server/database/migrate.ts'

/** Creates a folder for backups, which the test removes. */
export function backupFolder(): { path(name: string): string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-backup-'))
  return { path: (name) => join(folder, name), remove: () => rmSync(folder, { recursive: true }) }
}

/** Backs up a database. `draftOf` can intercept each frame. */
export async function backUp(
  url: string,
  path: string,
  options: { secrets?: string[]; draftOf?: (draft: Draft) => Draft; stop?: AbortSignal } = {},
): Promise<End> {
  const { secrets = null, draftOf = (draft) => draft, stop = new AbortController().signal } = options
  const client = await openSession(url, 'earshot backup')
  const draft = await beginDraft(path, { force: false })
  try {
    const end = await writeBackup({
      client,
      draft: draftOf(draft),
      program: '1.2.3',
      secrets,
      onProgress: () => {},
      stop,
    })
    await draft.finish()
    return end
  } catch (error) {
    await draft.discard()
    throw error
  } finally {
    await client.end()
  }
}

export async function restore(url: string, path: string, options: Partial<RestoreOptions> = {}): Promise<Loaded> {
  const backup = await openBackup(path)
  const stop = new AbortController().signal
  const silent = { leaveOut: [], onChecked: () => {}, onLoaded: () => {}, onKeys: () => {}, stop }
  const migrations = readMigrations()
  try {
    return await restoreBackup({ url, backup, migrations, ...silent, ...options })
  } finally {
    await backup.close()
  }
}

/** Rewrites a backup with one kind of frame changed and valid checksums. */
export async function rewritten(
  from: string,
  to: string,
  change: Partial<Record<FrameKind, (content: never) => unknown>>,
) {
  const backup = await openBackup(from)
  const draft = await beginDraft(to, { force: false })
  const put = ({ kind, payload }: Frame) => {
    const changed = change[kind]
    return draft.write(kind, changed ? json(changed(JSON.parse(payload.toString()) as never)) : payload)
  }
  await put({ kind: 'header', payload: json(backup.header) })
  for await (const frame of backup.frames()) await put(frame)
  await draft.finish()
  await backup.close()
}

/** Columns that a restore changes on purpose or that belong to a server, left out of comparisons. */
const ownToServer: Record<string, string[]> = {
  'public.event': ['xact'],
  'pgboss.job': ['state', 'started_on', 'heartbeat_on', 'keep_until'],
  'pgboss.queue': ['updated_on'],
  'pgboss.version': ['bam_on', 'cron_on', 'flow_on'],
}

/** Returns every row of every table as text, in order. */
export async function contentOf(url: string): Promise<Record<string, string[]>> {
  const client = await openSession(url, 'test')
  try {
    const content: Record<string, string[]> = {}
    for (const table of await tablesOf(client)) {
      const name = `${table.schema}.${table.name}`
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - $1::text[])::text as row from ${quoted(table)} t order by 1`,
        [ownToServer[name] ?? []],
      )
      content[name] = rows.map(({ row }) => row)
    }
    return content
  } finally {
    await client.end()
  }
}

/**
 * Returns everything about the tables except rows: columns, keys, checks, indexes, triggers with their state, and
 * rights. Leaves out the partitions that pg-boss adds for each day.
 */
export async function shapeOf(url: string): Promise<unknown> {
  const client = await openSession(url, 'test')
  const ours = `not (n.nspname ~ '^pg_' or n.nspname = 'information_schema')`
  const isOfDay = (value: unknown) => /^queue_stats_\d{8}/.test(String(value))
  const list = async (statement: string) => {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return rows.filter((row) => !row.some(isOfDay))
  }
  try {
    return {
      relations: await list(
        `select n.nspname, c.relname, c.relkind, c.relrowsecurity, pg_get_expr(c.relpartbound, c.oid)
           from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} order by 1, 2`,
      ),
      columns: await list(
        `select n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity
           from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
          where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, 2, 3`,
      ),
      constraints: await list(
        `select n.nspname, c.relname, k.conname, k.convalidated, pg_get_constraintdef(k.oid)
           from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
          where ${ours} and k.contype <> 'n' and not c.relispartition order by 1, 2, 3`,
      ),
      indexes: await list(
        `select schemaname, tablename, indexdef from pg_indexes n where schemaname in ('public', 'pgboss') order by 3`,
      ),
      triggers: await list(
        `select c.relname, t.tgname, t.tgenabled, pg_get_triggerdef(t.oid)
           from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal order by 1, 2`,
      ),
      policies: await list(
        'select schemaname, tablename, policyname, cmd, roles::text, qual from pg_policies order by 1, 2, 3',
      ),
      rights: await list(
        `select table_schema, table_name, grantee, privilege_type from information_schema.role_table_grants
          where grantee like 'earshot\\_%' order by 1, 2, 3, 4`,
      ),
    }
  } finally {
    await client.end()
  }
}
