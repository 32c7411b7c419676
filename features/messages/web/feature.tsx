import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const MessageAuthor = lazy(() =>
  loadOptional(async () => (await import('./outreach/message-author.tsx')).MessageAuthor),
)

const PublicReply = lazy(() => loadOptional(async () => (await import('./outreach/public-reply.tsx')).PublicReply))

export const messagesFeature: WebFeature = {
  name: 'messages',
  screens: {
    '/app/inbox': async () => (await import('./inbox/inbox.tsx')).Inbox,
    '/app/inbox-mail': async () => (await import('./mail/mail-inbox.tsx')).MailInbox,
    '/app/settings/project/mailboxes': async () => (await import('./mailboxes/mailboxes.tsx')).MailboxSettings,
    '/app/settings/project/messages': async () => (await import('./settings/message-settings.tsx')).MessageSettings,
  },
  slots: { messageAuthor: MessageAuthor, publicReply: PublicReply },
}
