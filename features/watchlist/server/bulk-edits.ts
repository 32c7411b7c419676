import type { z } from 'zod'
import { keepToQuota, requireRoom } from '#features/billing/server/index.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { removeRow, writeRow } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { CompetitorEdits, KeywordEdits, ListeningEdited } from '../contract.ts'
import { competitors } from './competitors.ts'
import { type Entry, type EntryKind, insertEntries, lockEntry, type Values, withPauser } from './entries.ts'
import { keywords, requireReadable, requireSupportedLanguage } from './keywords.ts'
import { watchlistChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'

interface Edits<Row> {
  remove: readonly string[]
  change?: { ids: readonly string[]; values: Values<Row> } | undefined
  add: readonly Values<Row>[]
  overQuota: 'refuse' | 'pause'
}

/**
 * Removes, changes and adds rows of a project's watchlist, all or nothing, with one backfill. Throws NotFoundError if a
 * row isn't in this project.
 */
async function editWatchlist<Row extends Entry>(
  ctx: Ctx,
  projectId: string,
  kind: EntryKind<Row>,
  { remove, change, add, overQuota }: Edits<Row>,
): Promise<ListeningEdited> {
  requireRight(ctx, projectId, 'changeWatchlist')
  const { actions, limited, rows, name } = kind
  return transaction(
    ctx,
    async (tx) => {
      await takeTurn(tx, projectId)
      const note = (action: 'create' | 'update' | 'delete', subjectId: string, details: Record<string, unknown>) =>
        audit(ctx, tx, { projectId, action: actions[action], subjectId, details })
      for (const id of new Set(remove)) {
        const row = await lockEntry(ctx, tx, kind, id)
        await removeRow(tx, rows, row)
        await note('delete', id, name(row))
      }
      const values = change && withPauser(change.values)
      let changed = 0
      let becameActive = false
      for (const id of new Set(change?.ids)) {
        const row = await lockEntry(ctx, tx, kind, id)
        const changes = changesOf<Row>(row, values ?? {})
        if (Object.keys(changes).length === 0) continue
        changed++
        becameActive ||= changes.status === 'active'
        await writeRow(ctx, tx, rows, row, changes)
        await note('update', id, changeDetails(row, { ...row, ...changes }, Object.keys(changes)))
      }
      const added = await insertEntries(ctx, tx, kind, projectId, add.map(withPauser))
      for (const row of added) await note('create', row.id, name(row))
      becameActive ||= added.some(({ status }) => status === 'active')
      if (becameActive && overQuota === 'refuse') await requireRoom(ctx, tx, projectId, limited)
      const kept = becameActive && overQuota === 'pause' ? await keepToQuota(ctx, tx, projectId, limited) : []
      const removed = new Set(remove).size
      if (removed + changed + added.length > 0) await watchlistChanged(ctx, tx, projectId)
      return { removed, changed, added: added.length, known: add.length - added.length, waiting: kept.length }
    },
    { onlyProject: projectId },
  )
}

/** Edits many keywords of a project at once. */
export async function editKeywords(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof KeywordEdits> },
): Promise<ListeningEdited> {
  const { change, add } = data
  requireReadable(
    add.map(({ query }) => query),
    (index) => ['add', index, 'query'],
  )
  for (const { language } of [...add, change?.values ?? {}]) requireSupportedLanguage(language)
  return editWatchlist(ctx, id, keywords, data)
}

/** Edits many competitors of a project at once. To merge two, remove one and give its names to the other. */
export async function editCompetitors(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CompetitorEdits> },
): Promise<ListeningEdited> {
  return editWatchlist(ctx, id, competitors, data)
}

/** Entries with all their settings. */
interface WholeWatchlist {
  keywords: z.output<typeof KeywordEdits>['add']
  competitors: z.output<typeof CompetitorEdits>['add']
}

/**
 * Adds entries to a new project and returns their rows. Like those of a setup, they are kept to the quota once the
 * project has a plan. Throws ValidationError for entries that can't be matched.
 */
export async function insertWholeWatchlist(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  entries: WholeWatchlist,
): Promise<{ keywords: { id: string; query: string }[]; competitors: { id: string; name: string }[] }> {
  requireReadable(
    entries.keywords.map(({ query }) => query),
    (index) => ['keywords', index],
  )
  for (const { language } of entries.keywords) requireSupportedLanguage(language)
  return {
    keywords: await insertEntries(ctx, tx, keywords, projectId, entries.keywords.map(withPauser)),
    competitors: await insertEntries(ctx, tx, competitors, projectId, entries.competitors.map(withPauser)),
  }
}

/** Adds the watchlist of a new project, with all entries active. */
export async function insertWatchlist(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  phrases: { keywords: readonly string[]; competitors: readonly string[] },
): Promise<void> {
  const queries = phrases.keywords.map((query) => ({ query, kind: 'problem' as const, status: 'active' as const }))
  await insertEntries(ctx, tx, keywords, projectId, queries)
  const names = phrases.competitors.map((name) => ({ name, status: 'active' as const }))
  await insertEntries(ctx, tx, competitors, projectId, names)
}
