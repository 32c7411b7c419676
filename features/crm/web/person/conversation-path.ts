import type { Conversation } from '#features/messages/contract.ts'
import { paths } from '#platform/web/page/paths.ts'

/** Returns the address of a conversation in its inbox. */
export function conversationPath({ id, channel }: Pick<Conversation, 'id' | 'channel'>): string {
  return `${channel === 'mail' ? paths.inboxMail : paths.inbox}?conversation=${id}`
}
