import type { MemberRole } from '#engine/rules/rights.ts'
import { type Letter, letterOf } from './letter.ts'
import { nameInMail } from './name-in-mail.ts'

const nothingToDo = 'If it was not you who asked for this, there is nothing to do: without the link nothing changes.'

/** Which account it is about. A username with an @ is the account's own address (refuseForeignAddress): it says nothing new. */
const about = (username: string) =>
  username.includes('@') ? [] : [`This is about the account “${nameInMail(username)}”.`]

/** What a person is told by mail: each a function of what it says, with whole addresses in it. */

export function confirmationLetter({ username, url, hours }: { username: string; url: string; hours: number }): Letter {
  return letterOf({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Please confirm that this address is yours. You can work in Earshot meanwhile; invitations and alerts wait for it.',
    ],
    action: { label: 'Confirm this address', url },
    notes: [`The link is good for ${hours} hours, once.`, ...about(username), nothingToDo],
  })
}

export function resetLetter({ username, url, minutes }: { username: string; url: string; minutes: number }): Letter {
  return letterOf({
    subject: 'Set a new password',
    paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
    action: { label: 'Set a new password', url },
    notes: [`The link is good for ${minutes} minutes, once.`, ...about(username), nothingToDo],
  })
}

export function passwordChangedLetter({
  username,
  url,
  unlinked = false,
}: {
  username: string
  url: string
  unlinked?: boolean
}): Letter {
  return letterOf({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was just changed. Everybody who was signed in to it is signed out, and its API tokens are revoked.',
      ...(unlinked ? ['Accounts elsewhere that signed in to it were unlinked: link yours again in the settings.'] : []),
      'If that was you, all is well. If not, set a new password now: that signs everybody out again.',
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

/** To the new address. */
export function newAddressLetter({ username, url, hours }: { username: string; url: string; hours: number }): Letter {
  return letterOf({
    subject: 'Confirm your new e-mail address',
    paragraphs: ['This is to be the new address of your account. It counts once you have confirmed it.'],
    action: { label: 'Confirm this address', url },
    notes: [
      `The link is good for ${hours} hours, once. After it, sign in again everywhere.`,
      ...about(username),
      nothingToDo,
    ],
  })
}

/** To the old address, while it still counts. */
export function addressChangingLetter({ username, newEmail, url }: Change & { url: string }): Letter {
  return letterOf({
    subject: 'Your e-mail address is to be changed',
    paragraphs: [
      `Somebody who knows your password asked to change the address of your account to ${nameInMail(newEmail)}. It counts once that address is confirmed.`,
      'If that was you, all is well. If not, set a new password now: that also stops the change.',
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

/** To the old address, once it counts no more. */
export function addressChangedLetter({ username, newEmail }: Change): Letter {
  return letterOf({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `The address of your account is now ${nameInMail(newEmail)}. Everybody who was signed in to it is signed out, and its API tokens are revoked.`,
      'If that was not you, answer to whoever runs this service: we no longer take word from this address.',
    ],
    notes: about(username),
  })
}

interface Change {
  username: string
  newEmail: string
}

interface LinkedAccount {
  username: string
  /** What the provider calls itself, and what they are called there. */
  provider: string
  there: string
}

export function linkedLetter({ username, provider, there, url }: LinkedAccount & { url: string }): Letter {
  return letterOf({
    subject: `Your ${provider} account was linked`,
    paragraphs: [
      `The ${provider} account “${nameInMail(there)}” was just linked to your account: whoever has it can sign in.`,
      'If that was you, all is well. If not, set a new password now, sign in with it, and unlink that account in the settings.',
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

export function unlinkedLetter({ username, provider, there, url }: LinkedAccount & { url: string }): Letter {
  return letterOf({
    subject: `Your ${provider} account was unlinked`,
    paragraphs: [
      `The ${provider} account “${nameInMail(there)}” signs in to your account no more, and other browsers are signed out.`,
      'If that was you, all is well. If not, set a new password now: that signs everybody out.',
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

/** An invitation to a project; `url` carries its token. */
export function invitationLetter(words: {
  project: string
  /** Who invites, by their address. */
  inviter: string
  role: MemberRole
  url: string
  days: number
}): Letter {
  const inviter = nameInMail(words.inviter)
  return letterOf({
    subject: 'Invitation to a project in Earshot',
    paragraphs: [
      `${inviter} invites you to the project “${nameInMail(words.project)}” in Earshot, as ${words.role}. Earshot finds people on Reddit who need what you make.`,
    ],
    action: { label: 'Accept the invitation', url: words.url },
    notes: [`The link is good for ${words.days} days. If you don't know ${inviter}, there is nothing to do.`],
  })
}

/** To the owners of a project that is erased. It names neither the project nor who did it, since nothing may. */
export function projectDeletedLetter(): Letter {
  return letterOf({
    subject: 'A project of yours was deleted',
    paragraphs: [
      'A project in Earshot that you owned was just deleted by an owner. Nobody can open it any more, and what was kept of it is being erased.',
    ],
    notes: ['If that was not you, ask the others who owned it. We can not bring it back.'],
  })
}
