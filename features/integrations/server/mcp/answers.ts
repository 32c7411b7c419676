import { communityOf } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { Finding } from '#engine/replies/check.ts'
import type { Opportunity } from '#features/leads/contract.ts'
import type { Mention } from '#features/mentions/contract.ts'
import type { Post } from '#features/posts/contract.ts'
import type { Thread } from '#features/reddit/contract.ts'
import type { ReplyDraft } from '#features/replies/contract-drafts.ts'

/** Returns what a list of leads says about one. */
export function leadSummary(lead: Opportunity, publicUrl: string) {
  const { id, score, label, sentence, snippet, postedAt, numComments, state, saved, post } = lead
  return {
    id,
    chance: Math.round(score),
    hot: label === 3,
    why: sentence?.text ?? null,
    ...(post && aboutPost(post)),
    quote: snippet.text,
    postedAt,
    comments: numComments,
    state,
    saved,
    earshotUrl: `${publicUrl}/app/opportunities?lead=${id}`,
  }
}

/** Returns everything about a lead that explains it. */
export function leadDetails(lead: Opportunity, publicUrl: string) {
  const { components, post, reply, rejection, save, claim } = lead
  return {
    ...leadSummary(lead, publicUrl),
    text: post?.body ?? '',
    reasons: components.map(({ name, points, reasons }) => ({
      name,
      points,
      reasons: reasons.map((reason) => ({ text: reason.text, points: reason.points })),
    })),
    ...{ reply, rejection, save, claim },
  }
}

export function mentionSummary(mention: Mention, publicUrl: string) {
  const { id, kind, phrase, sentence, sentiment, postedAt, handled, opportunityId, post } = mention
  return {
    ...{ id, kind, name: phrase, sentence, sentiment },
    ...(post && aboutPost(post)),
    ...{ postedAt, handled, lead: opportunityId },
    earshotUrl: `${publicUrl}/app/mentions?mention=${id}`,
  }
}

export function threadText({ comments, left, author, readAt, trouble }: Thread) {
  return {
    trouble,
    author,
    comments: comments.map(({ id, parentId, author, body, score, postedAt, isAsked }) => ({
      ...{ id, parentId, author, text: body, score, postedAt },
      isTheLead: isAsked,
    })),
    notRead: left,
    readAt,
  }
}

/** Returns a suggested reply, or why there is none. */
export function draftText(draft: ReplyDraft) {
  const { state, text, method, model, refusal, facts, unanswered, because } = draft
  return { state, text, method, model, modelRefused: refusal, facts, unanswered, because }
}

/** Returns what a check found in a text, with the words instead of their positions. */
export function findingText({ name, verdict, text: why, marks, addition }: Finding, text: string) {
  const words = marks.map(({ start, end, softer }) => ({ words: text.slice(start, end), softer }))
  return { name, verdict, why, words, lineToAdd: addition }
}

function aboutPost({ title, subreddit, author, permalink, standing }: Post) {
  return {
    title,
    community: communityOf(subreddit),
    author,
    redditUrl: postUrl(permalink),
    /** Other than "there": gone from Reddit, so that its text was deleted here. */
    standing,
  }
}
