import type { MessageHold, MessageRefusal } from './holds.ts'

const holds: Record<MessageHold, string> = {
  stopped: 'Sending is stopped for this project. Resume it in the message settings.',
  account: 'No connected Reddit account can send this. Connect or reconnect one under Sources in the project settings.',
  suspended: "Reddit suspended this account, so it can't send. You can appeal to Reddit.",
  sameText: 'This account sent the same text to someone else in the last 7 days. Write a personal one.',
  quietHours: "It's quiet hours in your project. Earshot sends it when they end.",
  plan: "You've used today's direct messages. Earshot sends it tomorrow, or you can upgrade your plan.",
  daily: 'This account has reached its limit of first messages in 24 hours. Earshot sends it later.',
  hourly: 'This account has reached its limit of messages per hour. Earshot sends it later.',
  promotion:
    "More than 10% of this account's last posts and comments promote your product. Help others first, then try again.",
  community: 'This account replied in this community less than 2 hours ago. Earshot sends it later.',
  reddit: 'Reddit asked to wait, or has a problem. Earshot tries again later.',
  unclear: "Reddit didn't confirm this. Earshot checks whether it was sent. Don't send it again.",
}

const noMessages = 'Your plan includes no direct messages. Upgrade your plan to send some.'

const refusals: Record<MessageRefusal, string> = {
  doNotContact: "This person asked not to be contacted. Don't write to them again.",
  noInvitation: "This person didn't invite messages. Reply in public, or quote the words with which they did.",
  alreadyContacted: 'This person already got a first message from one of your projects. Wait for their answer.',
  private: 'This community is private. Only its members can reply there.',
  banned: 'Reddit has banned this community, so nobody can reply there.',
  quarantined: 'Reddit has quarantined this community. Accept the warning on Reddit and reply there.',
  missing: 'This person or post no longer exists on Reddit, so nothing was sent.',
  deleted: "This was deleted on Reddit, so it can't be answered.",
  closed: 'This thread is locked or archived, so it no longer accepts comments.',
  forbidden: "Reddit doesn't allow this account to do that. Check on Reddit whether the community banned it.",
  suspended: "Reddit suspended this account, so it can't send. You can appeal to Reddit.",
  unwilling: "This person doesn't accept messages from this account. Reply in public instead.",
  captcha: 'Reddit requires a CAPTCHA. Send this on Reddit instead.',
  refused: 'Reddit rejected this. Check the text and the rules of the community, then write a new one.',
  withheld: "Reddit withholds this for legal reasons, so it can't be answered.",
  misasked: "Reddit couldn't process this. Send it on Reddit instead.",
  unconfirmed: "Earshot couldn't find out whether this was sent. Check on Reddit before you write again.",
  appRefused: "Reddit rejected this server's app. Ask the operator to check REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.",
}

/** Returns what holds a message and what to do, for people. `until` is null if only a change by somebody ends it. */
export function holdWording(hold: MessageHold, until: Date | null): string {
  return hold === 'plan' && until === null ? noMessages : holds[hold]
}

/** Returns why a message was refused and what to do, for people. */
export function refusalWording(refusal: MessageRefusal): string {
  return refusals[refusal]
}

/** The section of /legal/violation that explains each hold and refusal, by its anchor. */
const sections: Record<MessageHold | MessageRefusal, string> = {
  stopped: 'sending-stopped',
  account: 'account-not-connected',
  suspended: 'account-suspended',
  sameText: 'same-text',
  quietHours: 'quiet-hours',
  plan: 'plan-limit',
  daily: 'daily-limit',
  hourly: 'hourly-limit',
  promotion: 'share-of-promotion',
  community: 'community-cool-down',
  reddit: 'waiting-for-reddit',
  unclear: 'not-confirmed-yet',
  doNotContact: 'asked-not-to-be-contacted',
  noInvitation: 'no-invitation',
  alreadyContacted: 'already-contacted',
  unwilling: 'messages-not-accepted',
  missing: 'gone-from-reddit',
  deleted: 'gone-from-reddit',
  closed: 'thread-closed',
  private: 'community-closed',
  banned: 'community-closed',
  quarantined: 'community-closed',
  withheld: 'community-closed',
  forbidden: 'not-allowed',
  refused: 'rejected-by-reddit',
  captcha: 'rejected-by-reddit',
  misasked: 'rejected-by-reddit',
  appRefused: 'app-rejected',
  unconfirmed: 'never-confirmed',
}

/** Returns where a hold or refusal is explained: the page, and the section of the reason if it is known. */
export function explanationPath(reason: string): string {
  return isKnown(reason) ? `/legal/violation#${sections[reason]}` : '/legal/violation'
}

function isKnown(reason: string): reason is keyof typeof sections {
  return Object.hasOwn(sections, reason)
}
