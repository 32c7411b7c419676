import { billingPath } from '#engine/rules/access.ts'
import type { AccessRefusal } from '#engine/subscription/project-access.ts'
import { ApiError } from '../../contract/errors.ts'

/** Returns the refusal for a member whose role lacks the right. */
export function insufficientRole(): ApiError {
  return new ApiError('ForbiddenError', "Your role in this project doesn't allow this")
}

/** Returns the refusal for a missing email confirmation (DECISIONS 8). `what` is the action: "invite members". */
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

/** Returns the refusal for a project without a valid plan, with the reason and the billing page (DECISIONS 11). */
export function paymentRequired(reason: AccessRefusal): ApiError {
  return new ApiError('PaymentRequiredError', `${reasons[reason]}. Choose a plan to continue.`, {
    reason,
    billing: billingPath,
  })
}
