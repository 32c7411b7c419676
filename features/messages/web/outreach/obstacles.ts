import type { Outreach, PublicReply } from '../../contract-outbox.ts'

type Obstacle = NonNullable<Outreach['obstacle']>

/** Returns why no message to a lead's author can be written, in words. */
export function obstacleText(obstacle: Obstacle, handle: string | null): string {
  const name = handle === null ? 'The author' : `u/${handle}`
  const texts: Record<Obstacle, string> = {
    elsewhere: "This post isn't on Reddit, so Earshot can't message its author.",
    noAuthor: "The author deleted their account or is unknown, so you can't message them.",
    ownAccount: `${name} is an account of this project.`,
    doNotContact: `${name} asked not to be contacted.`,
    alreadyContacted: `${name} already got a first message from you, here or in another project. Wait for an answer.`,
    unreachable: `${name} doesn't accept messages from you on Reddit.`,
  }
  return texts[obstacle]
}

/** Returns why Earshot can't post a reply to a lead, in words. */
export function replyObstacleText({ obstacle, account }: Pick<PublicReply, 'obstacle' | 'account'>): string | null {
  const name = account === null ? 'The account' : `u/${account}`
  switch (obstacle) {
    case null:
      return null
    case 'elsewhere':
      return "This post isn't on Reddit, so Earshot can't post a reply. Copy your reply and post it there."
    case 'noAuthor':
      return "The author deleted their account or is unknown, so they won't see a reply."
    case 'ownAccount':
      return 'The author is an account of this project.'
    case 'doNotContact':
      return "The author asked not to be contacted. Don't reply to them."
    case 'manualMode':
      return 'In this project, you send replies yourself.'
    case 'noAccount':
      return 'Connect a Reddit account to send replies from here.'
    case 'disconnected':
      return `Reconnect ${name} so that Earshot can send.`
    case 'suspended':
      return `Reddit suspended ${name}, so Earshot can't send.`
  }
}

/** What can stand between a lead and a message to its author. */
export type Way =
  /** The conversation goes on, or can begin. */
  | { kind: 'open'; conversation: string | null }
  /** They invited nobody, so far as is known. */
  | { kind: 'uninvited' }
  | { kind: 'closed'; obstacle: Obstacle }

/** Returns how a message to a lead's author can be written. A conversation that exists stays open to read. */
export function wayTo({ obstacle, conversation, invitations, wroteFirst }: Outreach): Way {
  if (conversation !== null) return { kind: 'open', conversation }
  if (obstacle !== null) return { kind: 'closed', obstacle }
  return wroteFirst || invitations.length > 0 ? { kind: 'open', conversation } : { kind: 'uninvited' }
}
