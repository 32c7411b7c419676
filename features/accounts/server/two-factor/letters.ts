import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'

/** The account that a letter is about. `url` is the page to act on. */
interface About {
  username: string
  url: string
}

const about = (username: string) => (username.includes('@') ? [] : [`Your account: “${nameInMail(username)}”.`])
const review = (url: string) => ({ label: 'Review your account', url })
const reset = (url: string) => ({ label: 'Set a new password', url })

export function twoFactorOnLetter({ username, url }: About): Letter {
  return letterOf({
    subject: 'Two-factor sign-in was turned on',
    paragraphs: [
      'Your Earshot account now asks for a code from an authenticator app when you sign in. All other sessions were ended.',
      "Keep your recovery codes in a safe place. You need one if you lose the app. If this wasn't you, contact the operator of this service.",
    ],
    action: review(url),
    notes: about(username),
  })
}

export function twoFactorOffLetter({ username, url }: About): Letter {
  return letterOf({
    subject: 'Two-factor sign-in was turned off',
    paragraphs: [
      'Your Earshot account no longer asks for a code when you sign in. Your recovery codes no longer work.',
      "If this was you, you don't need to do anything. If not, set a new password now. That ends all sessions.",
    ],
    action: reset(url),
    notes: about(username),
  })
}

export function secondFactorsRemovedLetter({ username, url }: About): Letter {
  return letterOf({
    subject: 'Two-factor sign-in was turned off',
    paragraphs: [
      'The operator of this service turned off two-factor sign-in for your Earshot account and removed its passkeys. All sessions were ended.',
      "Sign in and set it up again. If you didn't ask for this, set a new password now and contact the operator.",
    ],
    action: reset(url),
    notes: about(username),
  })
}

export function recoveryCodesLetter({ username, url }: About): Letter {
  return letterOf({
    subject: 'You have new recovery codes',
    paragraphs: [
      'New recovery codes were created for your Earshot account. The earlier ones no longer work.',
      "If this was you, you don't need to do anything. If not, set a new password now. That ends all sessions.",
    ],
    action: reset(url),
    notes: about(username),
  })
}

export function recoveryCodeUsedLetter({ username, url, left }: About & { left: number }): Letter {
  const rest = left === 0 ? 'no codes' : left === 1 ? '1 code' : `${left} codes`
  return letterOf({
    subject: 'A recovery code was used',
    paragraphs: [
      `A recovery code of your Earshot account was just used in place of the authenticator app. You have ${rest} left.`,
      "If you lost the app, turn two-factor sign-in off and set it up again on your new device. If this wasn't you, set a new password.",
    ],
    action: review(url),
    notes: about(username),
  })
}

export function passkeyAddedLetter({ username, url, passkey }: About & { passkey: string }): Letter {
  return letterOf({
    subject: 'A passkey was added',
    paragraphs: [
      `The passkey “${nameInMail(passkey)}” was just added to your Earshot account and can now be used to sign in.`,
      "If this was you, you don't need to do anything. If not, remove it in your account settings and set a new password.",
    ],
    action: review(url),
    notes: about(username),
  })
}

export function passkeyRemovedLetter({ username, url, passkey }: About & { passkey: string }): Letter {
  return letterOf({
    subject: 'A passkey was removed',
    paragraphs: [
      `The passkey “${nameInMail(passkey)}” can no longer sign in to your Earshot account. All other sessions were ended.`,
      "If this was you, you don't need to do anything. If not, set a new password now. That ends all sessions.",
    ],
    action: reset(url),
    notes: about(username),
  })
}
