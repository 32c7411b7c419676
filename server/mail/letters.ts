import { type Letter, letterOf, said } from './letter.ts'

const nothingToDo = 'If it was not you who asked for this, there is nothing to do: without the link nothing changes.'
const account = (username: string) => `This is about the account ${said(username)}.`

/** What a person is told by mail: each a function of what it says, with whole addresses in it. */

export function confirmationLetter({ username, url, hours }: { username: string; url: string; hours: number }): Letter {
  return letterOf({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Please confirm that this address is yours. You can work in Earshot meanwhile; invitations and alerts wait for it.',
    ],
    action: { label: 'Confirm this address', url },
    notes: [`The link is good for ${hours} hours, once. ${account(username)}`, nothingToDo],
  })
}

export function resetLetter({ username, url, minutes }: { username: string; url: string; minutes: number }): Letter {
  return letterOf({
    subject: 'Set a new password',
    paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
    action: { label: 'Set a new password', url },
    notes: [`The link is good for ${minutes} minutes, once. ${account(username)}`, nothingToDo],
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
    notes: [account(username)],
  })
}

/** To the new address. */
export function newAddressLetter({ username, url, hours }: { username: string; url: string; hours: number }): Letter {
  return letterOf({
    subject: 'Confirm your new e-mail address',
    paragraphs: ['This is to be the new address of your account. It counts once you have confirmed it.'],
    action: { label: 'Confirm this address', url },
    notes: [
      `The link is good for ${hours} hours, once. ${account(username)} After it, sign in again everywhere.`,
      nothingToDo,
    ],
  })
}

/** To the old address, while it still counts. */
export function addressChangingLetter({ username, newEmail, url }: Change & { url: string }): Letter {
  return letterOf({
    subject: 'Your e-mail address is to be changed',
    paragraphs: [
      `Somebody who knows your password asked to change the address of your account to ${said(newEmail, 320)}. It counts once that address is confirmed.`,
      'If that was you, all is well. If not, set a new password now: that also stops the change.',
    ],
    action: { label: 'Set a new password', url },
    notes: [account(username)],
  })
}

/** To the old address, once it counts no more. */
export function addressChangedLetter({ username, newEmail }: Change): Letter {
  return letterOf({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `The address of your account is now ${said(newEmail, 320)}. Everybody who was signed in to it is signed out, and its API tokens are revoked.`,
      'If that was not you, answer to whoever runs this service: we no longer take word from this address.',
    ],
    notes: [account(username)],
  })
}

interface Change {
  username: string
  newEmail: string
}

interface Way {
  username: string
  /** What the provider calls itself, and what they are called there. */
  provider: string
  there: string
}

export function linkedLetter({ username, provider, there, url }: Way & { url: string }): Letter {
  return letterOf({
    subject: `Your ${provider} account was linked`,
    paragraphs: [
      `The ${provider} account ${said(there)} was just linked to your account: whoever has it can sign in.`,
      'If that was you, all is well. If not, set a new password now, sign in with it, and unlink that account in the settings.',
    ],
    action: { label: 'Set a new password', url },
    notes: [account(username)],
  })
}

export function unlinkedLetter({ username, provider, there, url }: Way & { url: string }): Letter {
  return letterOf({
    subject: `Your ${provider} account was unlinked`,
    paragraphs: [
      `The ${provider} account ${said(there)} signs in to your account no more, and other browsers are signed out.`,
      'If that was you, all is well. If not, set a new password now: that signs everybody out.',
    ],
    action: { label: 'Set a new password', url },
    notes: [account(username)],
  })
}

/** An invitation to a project; `url` carries its token. */
export function invitationLetter(words: {
  project: string
  /** Who invites, by their address. */
  inviter: string
  role: string
  url: string
  days: number
}): Letter {
  const project = said(words.project)
  const inviter = said(words.inviter, 320)
  return letterOf({
    subject: `Invitation to ${project}`,
    paragraphs: [
      `${inviter} invites you to the project ${project} in Earshot, as ${said(words.role)}. Earshot finds people on Reddit who need what you make.`,
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
