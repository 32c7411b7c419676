import { authorOf, bodyOf, permalinkOf, type Shaped, seconds, type View } from '../api/view.ts'
import { markedHtmlOf } from '../pages/markdown.ts'
import type { Received } from '../state/mail.ts'
import type { Comment, Message } from '../state/things.ts'

const subjects: Record<Received['reason'], string> = {
  message: '[direct chat room]',
  post_reply: 'post reply',
  comment_reply: 'comment reply',
  username_mention: 'username mention',
}

/** Returns an inbox item. Since 2025, private messages but not modmail arrive through chats, which have no subjects. */
export function shapedReceived(view: View, { item, reason, isNew }: Received): Shaped {
  if (item.kind === 't4') {
    const subject = item.subreddit === null ? subjects.message : item.subject
    return shapedMessage(view, item, { isNew, subject })
  }
  return { kind: 't1', data: { ...receivedComment(view, item), subject: subjects[reason], type: reason, new: isNew } }
}

function receivedComment(view: View, comment: Comment): object {
  const account = authorOf(view, comment)
  const body = bodyOf(view, comment)
  return {
    ...plain(comment, body),
    author: account?.name ?? '[deleted]',
    ...(account ? { author_fullname: `t2_${account.id}` } : {}),
    context: `${permalinkOf(comment)}?context=3`,
    dest: view.viewer?.name ?? '',
    distinguished: comment.isNote ? 'moderator' : null,
    first_message: null,
    first_message_name: null,
    link_title: comment.post.title,
    num_comments: comment.post.commentCount,
    parent_id: comment.parent.name,
    score: 1,
    subreddit: comment.post.subreddit,
    subreddit_name_prefixed: `r/${comment.post.subreddit}`,
    was_comment: true,
  }
}

export function shapedMessage(
  { state }: View,
  message: Message,
  { isNew, subject }: { isNew: boolean; subject: string },
): Shaped {
  const account = state.people.get(message.from)
  let first: Message | null = message.parent
  while (first?.parent) first = first.parent
  const data = {
    ...plain(message, message.body),
    // Moderators may speak for their subreddit, without a name.
    author: account?.name ?? (message.from.startsWith('#') ? null : message.from),
    author_fullname: account ? `t2_${account.id}` : null,
    context: '',
    dest: message.to,
    distinguished: message.subreddit !== null && !message.to.startsWith('#') ? 'moderator' : null,
    first_message: first?.id ?? null,
    first_message_name: first?.name ?? null,
    new: isNew,
    num_comments: null,
    parent_id: message.parent?.name ?? null,
    score: 0,
    subject,
    subreddit: message.subreddit,
    subreddit_name_prefixed: message.subreddit === null ? null : `r/${message.subreddit}`,
    type: 'unknown',
    was_comment: false,
  }
  return { kind: 't4', data }
}

function plain({ id, name, at }: Comment | Message, body: string): object {
  return {
    associated_awarding_id: null,
    body,
    body_html: markedHtmlOf(body),
    created: seconds(at),
    created_utc: seconds(at),
    distinguished: null,
    id: id.toString(36),
    likes: null,
    name,
    replies: '',
  }
}
