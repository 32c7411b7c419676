import type { Conversation } from '../../contract.ts'
import type { MessageSettings } from '../../contract-outbox.ts'

/** Who sends an answer: Earshot, or the user on Reddit, with the reason. */
export type Sender = 'earshot' | 'manualMode' | 'noAccount' | 'disconnected' | 'suspended' | 'noScope'

/** Returns who sends an answer in a conversation. */
export function senderOf(
  { kind, account }: Pick<Conversation, 'kind' | 'account'>,
  mode: MessageSettings['mode'],
): Sender {
  if (mode === 'manual') return 'manualMode'
  if (!account) return 'noAccount'
  if (account.suspendedAt !== null) return 'suspended'
  if (account.state !== 'connected') return 'disconnected'
  const scope = kind === 'comment' || kind === 'mention' ? 'submit' : 'privatemessages'
  return account.scopes.some((granted) => granted === scope || granted === '*') ? 'earshot' : 'noScope'
}
