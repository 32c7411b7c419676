import { redditUrl } from '#engine/reddit/reddit-url.ts'
import type { Conversation, Message } from '../../contract.ts'

/** Returns the page on Reddit where a conversation is answered by hand. */
export function answerPage(
  { kind, person, subreddit, threadId }: Pick<Conversation, 'kind' | 'person' | 'subreddit' | 'threadId'>,
  messages: readonly Pick<Message, 'direction' | 'permalink'>[],
): string {
  if (kind === 'comment' || kind === 'mention') {
    const answered = messages.findLast(({ direction, permalink }) => direction === 'in' && permalink !== null)
    return redditUrl(answered?.permalink ?? `/comments/${encodeURIComponent(threadId ?? '')}/`)
  }
  const to = kind === 'modmail' ? `/r/${subreddit ?? ''}` : (person?.handle ?? '')
  return redditUrl(`/message/compose/?to=${encodeURIComponent(to)}`)
}
