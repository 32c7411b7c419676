import { ApiError } from '#platform/contract/errors.ts'
import { type SignInNotice, signInNotices } from '#platform/contract/notices.ts'
import type { SignInError, SignInFault } from '../providers/provider.ts'

/** The reason why a provider sign-in failed, with the notice to show on the page where it started. */
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
  misconfigured: 'provider-misconfigured',
  unproven: 'sign-in-failed',
}

/** Returns the refusal for a failed exchange with a provider. */
export function refusalOf(error: SignInError): Refusal {
  return new Refusal(notices[error.fault], { cause: error })
}

/** Returns a refusal as an error of the API. */
export function asApiError({ notice }: Refusal): ApiError {
  if (notice === 'provider-unavailable') {
    return new ApiError('ServiceUnavailableError', signInNotices[notice], { retryAfter: 5 })
  }
  return new ApiError('ApplicationError', signInNotices[notice])
}

/**
 * Returns the codes in an error's chain of causes, outermost first, such as `OAUTH_RESPONSE_BODY_ERROR` and
 * `invalid_client`. The operator needs these; messages may quote secrets.
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
