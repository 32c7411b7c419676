import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { campaignMessage } from '../tables.ts'

/** Returns whether a message is a later step of a campaign, whose first step the same person got. */
export async function isFollowUp(
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ step: campaignMessage.step })
    .from(campaignMessage)
    .where(
      and(eq(campaignMessage.projectId, projectId), eq(campaignMessage.messageId, id), gt(campaignMessage.step, 1)),
    )
  return row !== undefined
}
