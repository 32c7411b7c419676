import type { MailboxTrouble, MailHold, MailRefusal, SuppressionReason } from './holds.ts'

const holds: Record<MailHold, string> = {
  stopped: 'Sending is stopped for this project. Resume it in the message settings.',
  mailbox: "This mailbox isn't connected. Connect it again under Mailboxes in the project settings.",
  paused: 'This mailbox is paused. Resume it under Mailboxes in the project settings.',
  quietHours: "It's quiet hours in your project. Earshot sends it when they end.",
  mailDaily: 'This mailbox has reached its limit of first emails in 24 hours. Earshot sends it later.',
  mailServer: 'The mail server asked to wait, or has a problem. Earshot tries again later.',
  unclear:
    "The mail server didn't confirm this. Look into the mailbox's sent emails, then choose whether it was sent or send it again.",
}

const refusals: Record<Exclude<MailRefusal, 'rejected' | 'bounced' | 'suppressed'>, string> = {
  doNotContact: "This person asked not to be contacted. Don't write to them again.",
}

const suppressions: Record<SuppressionReason, string> = {
  unsubscribed: "This address unsubscribed from your mail. Don't write to it again.",
  bounced: 'Mail to this address came back. Check the address before you write to it again.',
  asked: "Somebody at this address asked you to stop. Don't write to it again.",
  manual: 'Your team suppressed this address.',
}

const troubles: Record<MailboxTrouble, string> = {
  hostPrivate: 'This host is in a private network. Earshot connects only to mail servers on the internet.',
  hostNotFound: "This host doesn't exist. Check its spelling.",
  unreachable:
    'Nothing answers at this host and port. Check both, and that your provider allows access by IMAP and SMTP.',
  slow: "The mail server didn't answer in time. Check the host and port, or try again later.",
  certificate: "The mail server's certificate isn't valid for this host. Use the host name that your provider states.",
  noEncryption:
    'The mail server offers no encryption at this port. Choose the other kind of encryption, or another port.',
  password: 'The mail server rejected the user name or password. Check both.',
  appPassword:
    "Your provider rejected the password. It needs an app password: create one in your provider's security settings and use it here.",
  signIn: 'Your provider no longer accepts the sign-in. Connect the mailbox again.',
  noInbox: 'The mail server has no folder INBOX. Check that this is the right user.',
  refused: 'The mail server answered with an error. Try again later, or ask your provider.',
}

/** Returns what holds a mail and what to do, for people. */
export function mailHoldWording(hold: MailHold): string {
  return holds[hold]
}

/** Returns why a person gets no mail. */
export function contactWording(refusal: keyof typeof refusals): string {
  return refusals[refusal]
}

/** Returns why an address gets no mail. */
export function suppressionWording(reason: SuppressionReason): string {
  return suppressions[reason]
}

/** Returns why a mailbox can't be used and what to do. */
export function troubleWording(trouble: MailboxTrouble): string {
  return troubles[trouble]
}

/** Returns that a mail server asked to wait, with its own words if there are any. */
export function waitWording(words: string): string {
  return withWords(holds.mailServer, words)
}

/** Returns that a mail server rejected a mail or its address, with its own words. */
export function rejectionWording(words: string, isAddress: boolean): string {
  return withWords(
    isAddress ? "The mail server says that this address doesn't exist." : 'The mail server rejected this email.',
    words,
  )
}

/** Returns that a mail came back, with the server's own words. */
export function bounceWording(words: string): string {
  return withWords('This email came back.', words)
}

function withWords(sentence: string, words: string): string {
  return words === '' ? sentence : `${sentence} It said: ${words}`
}
