import { ApiError } from '#platform/contract/errors.ts'
import type { NoticeName } from '#platform/contract/notices.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { PasswordRequired } from '../proven-user.ts'
import { SignInError } from '../providers/provider.ts'
import { type Attempt, profileOfReturn } from '../providers/sign-in.ts'
import type { FirstStep } from '../two-factor/sign-in.ts'
import { appOf, returnAddress } from './apps.ts'
import { consumeAttempt } from './attempts.ts'
import { refusalFor } from './authorization-page.ts'
import type { ProviderIdentity } from './identities.ts'
import { linkProviderIdentity } from './linking.ts'
import { savePending } from './pending.ts'
import { Refusal, reasonsOf } from './refusal.ts'
import { signInWithProfile } from './sign-in-with-profile.ts'

/**
 * The result: signed in; a code needed, with the challenge for a cookie; an email to confirm, with `browser` for a
 * cookie; or the notice for a user who linked an account.
 */
export type SocialResult =
  | FirstStep
  | { state: 'emailNeeded'; browser: string }
  | { state: 'linking'; notice: NoticeName }

/**
 * Completes what beginSocialSignIn or beginLinking started, once and in the same browser. `query` is the redirect's
 * query string, `browser` the value of the cookie. Throws Refusal.
 */
export async function finishSocialSignIn(
  ctx: Ctx,
  { provider, query, browser }: { provider: ProviderName; query: string; browser: string },
): Promise<SocialResult> {
  const state = new URLSearchParams(query).get('state') ?? ''
  const { actor } = ctx
  const present = actor.kind === 'user' && actor.sessionId !== null ? actor : null
  const attempt = await transaction(ctx, (tx) => consumeAttempt(ctx, tx, { provider, state, browser, present }))
  if (!attempt) throw new Refusal('sign-in-expired')
  const profile = () => profileOf(ctx, provider, query, attempt)
  return attempt.linksTo === null
    ? signIn(actingAs(ctx, { kind: 'anonymous' }), await profile())
    : { state: 'linking', notice: await linked(ctx, profile) }
}

/** Links the account. The user stays signed in whatever the result; a refusal becomes a notice. */
async function linked(ctx: Ctx, profile: () => Promise<ReturnedUser>): Promise<NoticeName> {
  try {
    const { outsider } = await profile()
    return await linkProviderIdentity(ctx, outsider)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.info({ notice: error.notice, reasons: reasonsOf(error) }, 'account not linked')
    return error.notice
  }
}

function signIn(ctx: Ctx, { outsider, email }: ReturnedUser): Promise<SocialResult> {
  return transaction(ctx, async (tx) => {
    const step = await signInWithProfile(ctx, tx, outsider, email).catch(refused)
    if (step) return step
    return { state: 'emailNeeded', ...(await savePending(ctx, tx, outsider)) }
  })
}

/** The identity of the user who returned, and the address that the provider verified. */
interface ReturnedUser {
  outsider: ProviderIdentity
  email: string | null
}

async function profileOf(ctx: Ctx, provider: ProviderName, query: string, attempt: Attempt): Promise<ReturnedUser> {
  const returnedTo = new URL(`${returnAddress(ctx, provider)}?${query}`)
  try {
    const { subject, username, email } = await profileOfReturn(provider, appOf(ctx, provider), returnedTo, attempt)
    return { outsider: { provider, subject, username }, email }
  } catch (error) {
    if (error instanceof SignInError) throw refusalFor(ctx, error)
    throw error
  }
}

function refused(error: unknown): never {
  if (error instanceof PasswordRequired) throw new Refusal('password-first')
  throw error instanceof ApiError && error.name === 'ApplicationError' ? new Refusal('account-blocked') : error
}
