import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { SignInError } from '../providers/provider.ts'
import { type Attempt, authorizationUrl } from '../providers/sign-in.ts'
import { appOf, returnAddress } from './apps.ts'
import { type Refusal, reasonsOf, refusalOf } from './refusal.ts'

/** Returns the provider's page for an attempt. Throws Refusal if an OpenID provider doesn't tell where it is. */
export async function authorizationPage(ctx: Ctx, provider: ProviderName, attempt: Attempt): Promise<URL> {
  try {
    return await authorizationUrl(provider, appOf(ctx, provider), returnAddress(ctx, provider), attempt)
  } catch (error) {
    if (error instanceof SignInError) throw refusalFor(ctx, error)
    throw error
  }
}

/** Returns the refusal for a failed exchange, and tells the operator what to check if it's theirs to fix. */
export function refusalFor({ log }: Pick<Ctx, 'log'>, error: SignInError): Refusal {
  if (error.fault === 'misconfigured') {
    const reasons = reasonsOf(error)
    log.error({ reasons }, 'OIDC_ISSUER has no OpenID configuration, or one of another issuer: check its spelling')
  }
  return refusalOf(error)
}
