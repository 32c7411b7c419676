import { eq } from 'drizzle-orm'
import { fillTemplate } from '#engine/messages/template.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project, user } from '#platform/server/tenancy/tables.ts'
import type { CampaignRow, Candidate } from './audience.ts'

/** Fills the text of a step for a person, or says why it can't be sent to them. */
export type FillStep = (
  text: string,
  to: Pick<Candidate, 'handle' | 'subreddit' | 'title'>,
) => ReturnType<typeof fillTemplate>

/** Returns a function that fills the texts of a campaign. They are signed by who created it. */
export async function stepFiller(
  tx: Transaction,
  { projectId, createdBy }: Pick<CampaignRow, 'projectId' | 'createdBy'>,
): Promise<FillStep> {
  const [own] = await tx
    .select({ name: project.name, website: project.website })
    .from(project)
    .where(eq(project.id, projectId))
  const [author] =
    createdBy === null ? [] : await tx.select({ username: user.username }).from(user).where(eq(user.id, createdBy))
  const fixed = { product: own?.name ?? '', website: own?.website ?? null, username: author?.username ?? '' }
  return (text, { handle, subreddit, title }) => fillTemplate(text, { author: handle, subreddit, title, ...fixed })
}
