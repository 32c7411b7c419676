import { insertNotes } from '#features/crm/server/index.ts'
import { insertEarlierLeads } from '#features/leads/server/index.ts'
import { saveProjectPosts } from '#features/matching/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ProjectFile } from './project-file.ts'

/** Returns the IDs, in the file, of the leads that someone decided on or wrote a note about and that can be imported. */
export function workedOn({ posts, decision, note }: ProjectFile): Set<string> {
  const importable = new Set(posts.map(({ leadId }) => leadId))
  const ids = [...decision, ...note].flatMap(({ opportunityId }) => opportunityId ?? [])
  return new Set(ids.filter((id) => importable.has(id)))
}

interface Importer {
  projectId: string
  /** Null if the account was deleted meanwhile. */
  userId: string | null
}

/**
 * Adds the posts of a project's file, to be matched again, and the leads that someone worked on with their decisions and
 * notes. Only the one who imported it keeps their name: IDs of others are not looked up.
 */
export async function insertLeads(
  ctx: Ctx,
  tx: Transaction,
  { projectId, userId }: Importer,
  { file, bytes }: { file: ProjectFile; bytes: number },
): Promise<void> {
  const name = `Export of ${file.header.madeAt.slice(0, 10)}`
  const records = file.posts.map(({ record }) => record)
  const postIds = await saveProjectPosts(ctx, tx, { projectId, createdBy: userId, name, bytes, records })
  const worked = workedOn(file)
  const decisions = Map.groupBy(file.decision, ({ opportunityId }) => opportunityId)
  // Two leads of a file can't share a post, but a forged one could say so.
  const oldIds = new Map<string, string>()
  for (const [index, { leadId }] of file.posts.entries()) {
    const postId = postIds[index]
    if (leadId !== null && postId && worked.has(leadId) && !oldIds.has(postId)) oldIds.set(postId, leadId)
  }
  const leads = [...oldIds].map(([postId, oldId]) => ({
    postId,
    decisions: ofOneLead(decisions.get(oldId) ?? []).map(({ opportunityId: _, userId: by, createdAt, ...values }) => ({
      ...{ ...values, at: notLater(ctx, createdAt), by: by === userId ? userId : null },
    })),
  }))
  const newIds = await insertEarlierLeads(ctx, tx, projectId, leads)
  const idOf = new Map([...oldIds.values()].map((oldId, index) => [oldId, newIds[index]]))
  const notes = file.note.flatMap(({ opportunityId: oldId, text, createdBy, createdAt }) => {
    const opportunityId = idOf.get(oldId ?? '')
    if (opportunityId === undefined) return []
    const author = createdBy === userId ? userId : null
    return [{ opportunityId, text, createdBy: author, createdAt: notLater(ctx, createdAt) }]
  })
  await insertNotes(ctx, tx, projectId, notes)
}

type FileDecision = ProjectFile['decision'][number]

/** Returns a lead's decisions: the last one of each kind, and only the last of reply and rejection. */
function ofOneLead(decisions: readonly FileDecision[]) {
  const sorted = decisions.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const ending = sorted.find(({ kind, reason }) => kind === 'reply' || (kind === 'rejection' && reason !== null))
  const saved = sorted.find(({ kind }) => kind === 'save')
  return [ending, saved].flatMap((each) => {
    if (!each) return []
    const { reason, text = null, permalink = null, ...values } = each
    const isReply = each.kind === 'reply'
    return [
      {
        ...{ ...values, reason: each.kind === 'rejection' ? reason : null },
        ...{ text: isReply ? text : null, permalink: isReply ? permalink : null },
      },
    ]
  })
}

/** Returns a time of a file, which must not be in the future. */
function notLater(ctx: Ctx, at: string): Date {
  return new Date(Math.min(Date.parse(at), ctx.now().getTime()))
}
