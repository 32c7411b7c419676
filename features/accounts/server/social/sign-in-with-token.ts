import { ApiError } from '#platform/contract/errors.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Identity } from '../../contract.ts'
import { type Profile, SignInError } from '../providers/provider.ts'
import { profileOfToken } from '../providers/sign-in.ts'
import { identityOf } from '../two-factor/sign-in.ts'
import { appOf, providerName } from './apps.ts'
import { refusalFor } from './authorization-page.ts'
import { asApiError } from './refusal.ts'
import { signInWithProfile } from './sign-in-with-profile.ts'
import { tokenBudgets } from './social-budgets.ts'

/**
 * Signs an API client in with an access token that a provider issued to our app (SPEC 7, DECISIONS 10). Throws
 * ApplicationError if the provider isn't configured or can't prove it, ValidationError for another app's token,
 * ServiceUnavailableError while the provider doesn't respond, and RateLimitError.
 */
export async function signInWithToken(
  ctx: Ctx,
  { provider, accessToken, address }: { provider: ProviderName; accessToken: string; address: string },
): Promise<Identity> {
  const app = appOf(ctx, provider)
  const name = providerName(ctx, provider)
  await spend(ctx, tokenBudgets(address))
  const { subject, username, email } = await profileOfToken(provider, app, accessToken).catch(failed(ctx, provider))
  const step = await transaction(ctx, (tx) => signInWithProfile(ctx, tx, { provider, subject, username }, email))
  if (step) return identityOf(step)
  const why = `${name} reports no verified email address for this account`
  throw new ApiError('ApplicationError', `${why}. Sign in once with a browser at ${ctx.publicUrl}/connect/${provider}`)
}

function failed(ctx: Ctx, provider: ProviderName): (error: unknown) => Profile {
  const name = providerName(ctx, provider)
  return (error) => {
    if (!(error instanceof SignInError)) throw error
    switch (error.fault) {
      case 'unavailable':
        throw new ApiError('ServiceUnavailableError', `${name} did not respond. Try again in a moment.`, {
          retryAfter: 5,
        })
      case 'misconfigured':
        throw asApiError(refusalFor(ctx, error))
      case 'unproven': {
        const why = `${name} does not report which app a token was issued to`
        throw new ApiError('ApplicationError', `${why}. Sign in with a browser at ${ctx.publicUrl}/connect/${provider}`)
      }
      default:
        throw new ApiError('ValidationError', `This access token was not issued by ${name} to this application`)
    }
  }
}
