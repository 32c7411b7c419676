import type { MemberRole } from '#engine/rules/rights.ts'
import { type Letter, letterOf } from './letter.ts'
import { nameInMail } from './name-in-mail.ts'

const nothingToDo =
  "If you didn't request this, you can ignore this email. Nothing changes unless someone opens the link."

/** Names the account. A username with an @ is the account's own address (refuseForeignAddress), so it adds nothing. */
const about = (username: string) => (username.includes('@') ? [] : [`Your account: “${nameInMail(username)}”.`])

// Every mail to a user. Each function takes the values it shows; URLs are absolute.

export function confirmationLetter({ username, url, hours }: { username: string; url: string; hours: number }): Letter {
  return letterOf({
    subject: 'Confirm your email address',
    paragraphs: [
      'Please confirm that this is your email address. You can already use Earshot. To invite people, accept invitations, upload files, and receive alerts, confirm it first.',
    ],
    action: { label: 'Confirm email address', url },
    notes: [`The link works once and expires in ${hours} hours.`, ...about(username), nothingToDo],
  })
}

export function resetLetter({ username, url, minutes }: { username: string; url: string; minutes: number }): Letter {
  return letterOf({
    subject: 'Reset your password',
    paragraphs: ['We received a request to reset the password of your Earshot account.'],
    action: { label: 'Set a new password', url },
    notes: [`The link works once and expires in ${minutes} minutes.`, ...about(username), nothingToDo],
  })
}

export function passwordChangedLetter({
  username,
  url,
  unlinked = false,
  passkeysRemoved = false,
}: {
  username: string
  url: string
  unlinked?: boolean
  passkeysRemoved?: boolean
}): Letter {
  return letterOf({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Earshot account was just changed. All other sessions were ended, and all API tokens were revoked.',
      ...(unlinked
        ? ['Linked accounts from other providers were unlinked. You can link yours again in your account settings.']
        : []),
      ...(passkeysRemoved ? ['Your passkeys were removed. You can add them again in your account settings.'] : []),
      "If this was you, you don't need to do anything. If not, set a new password now. That ends all sessions again.",
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

/** Goes to the new address. */
export function newAddressLetter({ username, url, hours }: { username: string; url: string; hours: number }): Letter {
  return letterOf({
    subject: 'Confirm your new email address',
    paragraphs: ['Confirm this address to make it the email address of your Earshot account.'],
    action: { label: 'Confirm email address', url },
    notes: [
      `The link works once and expires in ${hours} hours. After you confirm, sign in again on all your devices.`,
      ...about(username),
      nothingToDo,
    ],
  })
}

/** Goes to the old address, which stays valid until the change is confirmed. */
export function addressChangingLetter({ username, newEmail, url }: Change & { url: string }): Letter {
  return letterOf({
    subject: 'Request to change your email address',
    paragraphs: [
      `We received a request, confirmed with your password, to change the email address of your Earshot account to ${nameInMail(newEmail)}. The change takes effect when that address is confirmed.`,
      "If this was you, you don't need to do anything here. If not, set a new password now. That also cancels the change.",
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

/** Goes to the old address, which is no longer valid. */
export function addressChangedLetter({ username, newEmail }: Change): Letter {
  return letterOf({
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your Earshot account is now ${nameInMail(newEmail)}. All sessions were ended, and all API tokens were revoked.`,
      "If this wasn't you, contact the operator of this service. You can't reset the password from this address anymore.",
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
  /** The provider's name; `there` is the account's name at the provider. */
  provider: string
  there: string
}

export function linkedLetter({ username, provider, there, url }: LinkedAccount & { url: string }): Letter {
  return letterOf({
    subject: `Your ${provider} account was linked`,
    paragraphs: [
      `The ${provider} account “${nameInMail(there)}” was just linked to your Earshot account and can now be used to sign in.`,
      "If this was you, you don't need to do anything. If not, set a new password now, sign in with it, and unlink that account in your account settings.",
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

export function unlinkedLetter({ username, provider, there, url }: LinkedAccount & { url: string }): Letter {
  return letterOf({
    subject: `Your ${provider} account was unlinked`,
    paragraphs: [
      `The ${provider} account “${nameInMail(there)}” can no longer sign in to your Earshot account. All other browsers were signed out.`,
      "If this was you, you don't need to do anything. If not, set a new password now. That ends all sessions.",
    ],
    action: { label: 'Set a new password', url },
    notes: about(username),
  })
}

/** Invites to a project; `url` contains the token. */
export function invitationLetter(words: {
  project: string
  /** The inviter's email address. */
  inviter: string
  role: MemberRole
  url: string
  days: number
}): Letter {
  const inviter = nameInMail(words.inviter)
  return letterOf({
    subject: "You're invited to a project in Earshot",
    paragraphs: [
      `${inviter} invited you to the project “${nameInMail(words.project)}” in Earshot. Your role: ${words.role}.`,
      'Earshot finds people on Reddit who need your product.',
    ],
    action: { label: 'Accept invitation', url: words.url },
    notes: [`The link expires in ${words.days} days. If you don't know ${inviter}, you can ignore this email.`],
  })
}

/** Goes to the owners of a deleted project. Names neither the project nor the user who deleted it: both are erased. */
export function projectDeletedLetter(): Letter {
  return letterOf({
    subject: 'Your project was deleted',
    paragraphs: [
      'A project that you owned in Earshot was just deleted by one of its owners. It can no longer be opened, and its data is being erased.',
    ],
    notes: ["If this wasn't you, ask the other owners. A deleted project can't be restored."],
  })
}
