import { InboxScreen } from '../inbox/inbox-screen.tsx'

/** The conversations of the current project by mail. */
export function MailInbox() {
  return <InboxScreen channel="mail" />
}
