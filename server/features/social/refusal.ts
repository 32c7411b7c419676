import type { SignInNotice } from '@earshot/contract/sign-in'
import type { SignInError, SignInFault } from '../../sources/sign-in/provider.ts'

/** Why a sign-in by way of a provider comes to nothing, as it is told on the page where it began. */
export class Refusal extends Error {
  readonly notice: SignInNotice

  constructor(notice: SignInNotice, options?: ErrorOptions) {
    super(notice, options)
    this.notice = notice
  }
}

const notices: Record<SignInFault, SignInNotice> = {
  cancelled: 'sign-in-cancelled',
  refused: 'sign-in-failed',
  unavailable: 'provider-unavailable',
}

/** What to tell about a talk with a provider that came to nothing. */
export function refusalOf(error: SignInError): Refusal {
  return new Refusal(notices[error.fault], { cause: error })
}
