import { type SignInNotice, signInNotices } from '@earshot/contract/sign-in'

/** Why somebody is back on the login page after going to a provider, in words; none for any other page's address. */
export function signInFault(notice: string | null): string | undefined {
  if (notice === null || notice === 'email-needed' || !isNotice(notice)) return undefined
  return signInNotices[notice]
}

function isNotice(notice: string): notice is SignInNotice {
  return Object.hasOwn(signInNotices, notice)
}
