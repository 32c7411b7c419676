import type { Identity } from '@earshot/contract/endpoints/identity'
import { ApiError } from '@earshot/contract/errors'
import type { ProviderName } from '@earshot/contract/sign-in'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { appOf, returnAddress } from '../features/social/apps.ts'
import { takeAttempt } from '../features/social/attempts.ts'
import { keepPending } from '../features/social/pending.ts'
import { Refusal, refusalOf } from '../features/social/refusal.ts'
import { type Profile, SignInError } from '../sources/sign-in/provider.ts'
import { type Attempt, profileOfReturn } from '../sources/sign-in/sign-in.ts'
import { signInWithProfile } from './sign-in-with-profile.ts'

/** Signed in, or somebody whose address is yet to be confirmed: `browser` belongs in a cookie of theirs. */
export type Return = { state: 'signedIn'; identity: Identity } | { state: 'emailNeeded'; browser: string }

/**
 * Ends what beginSocialSignIn began, once, in the same browser. `query` is what the provider sent along, `browser` the
 * value of the cookie. Throws Refusal.
 */
export async function finishSocialSignIn(
  ctx: Ctx,
  { provider, query, browser }: { provider: ProviderName; query: string; browser: string },
): Promise<Return> {
  const state = new URLSearchParams(query).get('state') ?? ''
  const attempt = await transaction(ctx, (tx) => takeAttempt(ctx, tx, { provider, state, browser }))
  if (!attempt) throw new Refusal('sign-in-expired')
  const { subject, username, email } = await profileOf(ctx, provider, query, attempt)
  const outsider = { provider, subject, username }
  return transaction(ctx, async (tx) => {
    const identity = await signInWithProfile(ctx, tx, outsider, email).catch(refuseBlocked)
    if (identity) return { state: 'signedIn', identity }
    return { state: 'emailNeeded', ...(await keepPending(ctx, tx, outsider)) }
  })
}

async function profileOf(ctx: Ctx, provider: ProviderName, query: string, attempt: Attempt): Promise<Profile> {
  const returnedTo = new URL(`${returnAddress(ctx, provider)}?${query}`)
  try {
    return await profileOfReturn(provider, appOf(ctx, provider), returnedTo, attempt)
  } catch (error) {
    if (error instanceof SignInError) throw refusalOf(error)
    throw error
  }
}

function refuseBlocked(error: unknown): never {
  throw error instanceof ApiError && error.name === 'ApplicationError' ? new Refusal('account-blocked') : error
}
