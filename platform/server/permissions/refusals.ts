import { billingPath } from '#engine/rules/access.ts'
import type { AccessRefusal } from '#engine/subscription/project-access.ts'
import { ApiError } from '../../contract/errors.ts'

/** A member's role does not allow it. */
export function insufficientRole(): ApiError {
  return new ApiError('ForbiddenError', "Your role in this project doesn't allow this")
}

/** The refusal of what needs a confirmed email address (DECISIONS 8); `what` says that: "invite members". */
export function unconfirmedEmail(what: string): ApiError {
  const message = `Confirm your email address to ${what}. Open the link in the email we sent you.`
  return new ApiError('ForbiddenError', message, { reason: 'emailUnconfirmed' })
}

const reasons: Record<AccessRefusal, string> = {
  noSubscription: 'This project has no subscription',
  canceled: "This project's subscription has been canceled",
  paused: "This project's subscription is paused",
  passOver: "This project's pass has expired",
}

/** A project's plan does not open it: why, and where that can be changed (DECISIONS 11). */
export function paymentRequired(reason: AccessRefusal): ApiError {
  return new ApiError('PaymentRequiredError', `${reasons[reason]}. Choose a plan to continue.`, {
    reason,
    billing: billingPath,
  })
}
