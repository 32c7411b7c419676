import type { z } from 'zod'
import { keepToQuota, type Limited, requireRoom } from '#features/billing/server/index.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { CompetitorEdits, KeywordEdits, ListeningEdited } from '../contract.ts'
import { requireSupportedLanguage, withPauser } from './change-keywords.ts'
import { insertCompetitors, lockCompetitor, removeCompetitor, writeCompetitor } from './competitors.ts'
import { insertKeywords, lockKeyword, removeKeyword, requireReadable, writeKeyword } from './keywords.ts'
import { watchlistChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'

type Watchlist = { id: string; projectId: string; status: string; pausedBy: 'user' | 'quota' | null }

/** What edits of many rows need of keywords or competitors. */
interface Editing<Row extends Watchlist, Added> {
  noun: 'keyword' | 'competitor'
  limited: Limited
  lock: (ctx: Ctx, tx: Transaction, id: string) => Promise<Row>
  write: (ctx: Ctx, tx: Transaction, row: Row, changes: Partial<Row>) => Promise<Row>
  remove: (tx: Transaction, row: Row) => Promise<void>
  insert: (ctx: Ctx, tx: Transaction, projectId: string, values: readonly Added[]) => Promise<Row[]>
  /** What the history of a row tells of it. */
  name: (row: Row) => Record<string, string>
}

interface Edits<Values, Added> {
  remove: readonly string[]
  change?: { ids: readonly string[]; values: Values } | undefined
  add: readonly Added[]
  overQuota: 'refuse' | 'pause'
}

/**
 * Removes, changes and adds many rows of a project's watchlist: all of it or nothing, with one backfill. Throws
 * NotFoundError where one of the rows is none of this project's.
 */
async function editWatchlist<
  Row extends Watchlist,
  Values extends { [Field in keyof Row]?: Row[Field] | undefined },
  Added extends { status: string },
>(
  ctx: Ctx,
  projectId: string,
  editing: Editing<Row, Added>,
  { remove, change, add, overQuota }: Edits<Values, Added>,
): Promise<ListeningEdited> {
  requireRight(ctx, projectId, 'changeWatchlist')
  const { noun, limited, lock, name } = editing
  return transaction(
    ctx,
    async (tx) => {
      await takeTurn(tx, projectId)
      const note = (action: 'create' | 'update' | 'delete', subjectId: string, details: Record<string, unknown>) =>
        audit(ctx, tx, { projectId, action: `${noun}.${action}`, subjectId, details })
      for (const id of new Set(remove)) {
        const row = await lock(ctx, tx, id)
        await editing.remove(tx, row)
        await note('delete', id, name(row))
      }
      const values = change && withPauser(change.values)
      let changed = 0
      let becameActive = false
      for (const id of new Set(change?.ids)) {
        const row = await lock(ctx, tx, id)
        const changes = changesOf<Row>(row, values ?? {})
        if (Object.keys(changes).length === 0) continue
        changed++
        becameActive ||= changes.status === 'active'
        const written = await editing.write(ctx, tx, row, changes)
        await note('update', id, changeDetails(row, written, Object.keys(changes)))
      }
      const added = await editing.insert(ctx, tx, projectId, add.map(withPauser))
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
  const editing = {
    noun: 'keyword',
    limited: 'keywords',
    lock: lockKeyword,
    write: writeKeyword,
    remove: removeKeyword,
    insert: insertKeywords,
    name: ({ query }: { query: string }) => ({ query }),
  } as const
  return editWatchlist(ctx, id, editing, data)
}

/** Edits many competitors of a project at once; two become one where one is removed and the other takes its names. */
export async function editCompetitors(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CompetitorEdits> },
): Promise<ListeningEdited> {
  const editing = {
    noun: 'competitor',
    limited: 'competitors',
    lock: lockCompetitor,
    write: writeCompetitor,
    remove: removeCompetitor,
    insert: insertCompetitors,
    name: ({ name }: { name: string }) => ({ name }),
  } as const
  return editWatchlist(ctx, id, editing, data)
}

/** Writes what a new project listens for, all of it active. */
export async function insertWatchlist(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { keywords, competitors }: { keywords: readonly string[]; competitors: readonly string[] },
): Promise<void> {
  const phrases = keywords.map((query) => ({ query, kind: 'problem' as const, status: 'active' as const }))
  await insertKeywords(ctx, tx, projectId, phrases)
  const rivals = competitors.map((name) => ({ name, website: null, status: 'active' as const }))
  await insertCompetitors(ctx, tx, projectId, rivals)
}
