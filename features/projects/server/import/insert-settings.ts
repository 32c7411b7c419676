import { insertAlertRules } from '#features/alerts/server/index.ts'
import { insertStages } from '#features/crm/server/index.ts'
import { insertCannedReplies, insertPrompts } from '#features/replies/server/index.ts'
import { requireQuery, savedSearches } from '#features/search/server/index.ts'
import { savedViews, usualParams } from '#features/views/server/index.ts'
import { insertWholeWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { insertRow } from '#platform/server/database/rows/own-row.ts'
import { type ProjectFile, rulesOf } from './project-file.ts'

/** A new project and its owner. */
export interface Owned {
  projectId: string
  userId: string
}

/** Adds the watchlist, prompts, stages of people, canned replies, saved views and searches, and alert rules of a file to a new project. */
export async function insertSettings(ctx: Ctx, tx: Transaction, owned: Owned, file: ProjectFile): Promise<void> {
  const { projectId, userId } = owned
  const newIds = await insertEntries(ctx, tx, projectId, file)
  await insertPrompts(ctx, tx, projectId, file.prompt)
  await insertStages(ctx, tx, projectId, file.personStage)
  await insertCannedReplies(ctx, tx, owned, file.cannedReply)
  for (const view of file.savedView) {
    const params = usualParams(view.kind, view.params)
    await insertRow(ctx, tx, savedViews.rows, { projectId, createdBy: userId, ...view, params })
  }
  for (const search of file.savedSearch) {
    requireQuery(search.query)
    await insertRow(ctx, tx, savedSearches.rows, { projectId, createdBy: userId, ...search })
  }
  const withRecipients = new Set(file.alertRecipient.map(({ ruleId }) => ruleId))
  const rules = rulesOf(file).map(({ id, ...values }) => {
    const keywords = values.keywords.flatMap((each) => newIds.get(each) ?? [])
    // Without its keywords, the rule would match everything.
    const isEmptied = values.keywords.length > 0 && keywords.length === 0
    const status = isEmptied ? ('paused' as const) : values.status
    return { ...values, keywords, status, channel: 'mail' as const, hasRecipients: withRecipients.has(id) }
  })
  await insertAlertRules(ctx, tx, owned, rules)
}

/** Adds the keywords and competitors. Returns their new IDs by those in the file. */
async function insertEntries(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { keyword, competitor }: ProjectFile,
): Promise<Map<string, string>> {
  const keywords = keyword.map(({ id: _, ...values }) => values)
  const competitors = competitor.map(({ id: _, ...values }) => values)
  const added = await insertWholeWatchlist(ctx, tx, projectId, { keywords, competitors })
  // Entries that differ only in case are added once.
  const byQuery = new Map(added.keywords.map(({ id, query }) => [query.toLowerCase(), id]))
  const byName = new Map(added.competitors.map(({ id, name }) => [name.toLowerCase(), id]))
  return new Map(
    [
      ...keyword.map(({ id, query }) => [id, byQuery.get(query.toLowerCase()) ?? ''] as const),
      ...competitor.map(({ id, name }) => [id, byName.get(name.toLowerCase()) ?? ''] as const),
    ].filter(([, newId]) => newId !== ''),
  )
}
