import { and, eq, sql } from 'drizzle-orm'
import type { Item, Profile } from '#engine/item.ts'
import type { Rule } from '#engine/reddit/promotion-stance.ts'
import type { ReplyPromptKind } from '#engine/replies/prompt-kinds.ts'
import type { Realm } from '#engine/sources.ts'
import { type LeadKey, opportunity } from '#features/leads/server/index.ts'
import { itemColumns, itemOf, post, postCheck } from '#features/posts/server/index.ts'
import { communityRules } from '#features/reddit/server/index.ts'
import { brandNames, readActiveProjects } from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { DraftTestCreate } from '../contract-drafts.ts'

/** What replies to a lead are written and checked with. */
export interface ReplyMaterial {
  post: Item
  realm: Realm
  profile: Profile
  /** Other names of the product: its keywords of the kind brand. */
  aliases: string[]
  /** The prompts that apply in the post's community; empty texts where there are none. */
  prompts: Record<ReplyPromptKind, string>
  /** Null while unknown. */
  rules: Rule[] | null
  /** Whether the project's posts may be sent to the chat model. */
  sendToModel: boolean
  /** The model that the project chose; null: the server's. */
  replyModel: string | null
}

/** Prompts that stand in for the stored ones of the same kind and community; an empty text for none. */
type PromptEdits = DraftTestCreate['prompts']

/** Returns a lead's post. Throws NotFoundError, or ConflictError if its text is gone. */
export async function requirePostText(tx: Transaction, { projectId, id }: LeadKey) {
  const [row] = await tx
    .select({ item: itemColumns, realm: post.realm, standing: postCheck.standing })
    .from(opportunity)
    .innerJoin(post, eq(post.id, opportunity.postId))
    .leftJoin(postCheck, eq(postCheck.postId, post.id))
    .where(and(eq(opportunity.projectId, projectId), eq(opportunity.id, id)))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  if (row.standing !== null && row.standing !== 'there') {
    throw new ApiError('ConflictError', "The text of this post was deleted, so there's nothing to reply to.")
  }
  return row
}

/** Reads it. Throws ConflictError if the post's text is gone, or if the project is archived. */
export async function readReplyMaterial(
  tx: Transaction,
  { projectId, id }: LeadKey,
  edits: PromptEdits = [],
): Promise<ReplyMaterial> {
  const row = await requirePostText(tx, { projectId, id })
  const [active] = await readActiveProjects(tx, sql`p.id = ${projectId}`)
  if (!active?.listens) throw new ApiError('ConflictError', 'This project is not active. Restore it to reply to leads.')
  return {
    post: itemOf(row.item),
    realm: row.realm,
    profile: active.profile,
    aliases: await brandNames(tx, projectId),
    prompts: await promptsFor(tx, projectId, row.item.subreddit, edits),
    rules: await communityRules(tx, row.realm, row.item.subreddit),
    ...(await modelSettings(tx, projectId)),
  }
}

async function modelSettings(
  tx: Transaction,
  projectId: string,
): Promise<Pick<ReplyMaterial, 'sendToModel' | 'replyModel'>> {
  const [row] = await tx
    .select({ sendToModel: project.sendToModel, replyModel: project.replyModel })
    .from(project)
    .where(eq(project.id, projectId))
  return row ?? { sendToModel: false, replyModel: null }
}

/** Returns the active prompts for replies in a community: its own where there is one, otherwise the general one. */
async function promptsFor(
  tx: Transaction,
  projectId: string,
  subreddit: string,
  edits: PromptEdits,
): Promise<Record<ReplyPromptKind, string>> {
  const isHere = (each: { subreddit: string | null }) =>
    each.subreddit === null || each.subreddit.toLowerCase() === subreddit.toLowerCase()
  const { rows } = await tx.execute<PromptEdits[number] & Record<string, unknown>>(sql`
    select kind, subreddit, text from prompt
    where project_id = ${projectId} and active and (subreddit is null or lower(subreddit) = lower(${subreddit}))`)
  const textOf = (kind: ReplyPromptKind): string => {
    const of = (list: PromptEdits, isGeneral: boolean) =>
      list.find((each) => each.kind === kind && isHere(each) && (each.subreddit === null) === isGeneral)?.text
    const own = of(edits, false) ?? of(rows, false) ?? ''
    return own === '' ? (of(edits, true) ?? of(rows, true) ?? '') : own
  }
  return {
    facts: textOf('facts'),
    voice: textOf('voice'),
    disclosure: textOf('disclosure'),
    bannedClaims: textOf('bannedClaims'),
  }
}

/** Returns the lines of a prompt that has one entry per line. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
