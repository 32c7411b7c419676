import type { SignInNotice } from '#platform/contract/notices.ts'
import type { SignInError, SignInFault } from '../providers/provider.ts'

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

/**
 * The codes along the way to a failure, outermost first, such as `OAUTH_RESPONSE_BODY_ERROR` and `invalid_client`: what an
 * operator needs to know. Messages may quote what nobody should read.
 */
export function reasonsOf(error: unknown): string[] {
  const found: string[] = []
  for (let each: unknown = error; each instanceof Error && found.length < 10; each = each.cause) {
    for (const name of ['code', 'error'] as const) {
      const value: unknown = Reflect.get(each, name)
      if (typeof value === 'string' && /^\w{1,60}$/.test(value)) found.push(value)
    }
  }
  return found
}
