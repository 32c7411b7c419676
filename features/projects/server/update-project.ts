import type { z } from 'zod'
import { releasesChanged } from '#features/leads/server/release-finds.ts'
import { listeningChanged, placesChanged } from '#features/watchlist/server/project-watchlist.ts'
import { type Source, sources } from '#platform/contract/sources.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { changesOf } from '#platform/server/database/changes.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/find.ts'
import type { Project, ProjectUpdate } from '../contract.ts'
import { lockProject, projects, writeProject } from './projects.ts'
import { requireRight } from './rights.ts'

/** For those who are just writing leads by the weights before. */
const afterSeconds = 2

/** Settings by which nothing else is found in what has arrived. */
const unheard: readonly string[] = ['timeZone', 'scoreWeights', 'communities']
/** Those by which it is listened to other places. */
const placing: readonly string[] = ['communities', 'sources']

/** Changes a project's settings; where they are words that leads are found by, it is scanned again. */
export async function updateProject(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ProjectUpdate> },
): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const row = await lockProject(ctx, tx, id)
    requireRight(ctx, id, 'changeProject')
    const chosen = data.sources && inOrder(data.sources)
    const changes = changesOf(row, { ...data, ...(chosen && { sources: chosen }) })
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await writeProject(ctx, tx, id, changes)
      if (changed.includes('timeZone')) await releasesChanged(ctx, tx, id)
      if (changed.some((field) => (field === 'sources' ? adds(row.sources, chosen) : !unheard.includes(field))))
        await listeningChanged(ctx, tx, id)
      else if (changed.some((field) => placing.includes(field))) await placesChanged(ctx, tx, id)
      else await announce(ctx, tx, 'project', [id])
      if (changed.includes('scoreWeights')) await ctx.queue.send(tx, 'weigh', { projectId: id }, { afterSeconds })
      await audit(ctx, tx, { projectId: id, action: 'project.update', subjectId: id, details: { changed } })
    }
    return readOne(ctx, tx, projects, id)
  })
}

/** As they are listed everywhere, each once. */
function inOrder(chosen: readonly Source[]): Source[] {
  return sources.filter((source) => chosen.includes(source))
}

/** What a source brought before it was chosen is to be looked back on; nothing is found anew by leaving one out. */
function adds(before: readonly Source[], after: readonly Source[] = before): boolean {
  return after.some((source) => !before.includes(source))
}
