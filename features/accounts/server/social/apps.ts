import { ApiError } from '#platform/contract/errors.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { SignInApp } from '#platform/server/services.ts'
import { providerNames } from '../../contract.ts'
import { isOfIssuer } from '../providers/oidc.ts'

/** Returns our app at a provider. Throws ApplicationError, as Strapi does, if it isn't configured. */
export function appOf({ signIn }: Ctx, provider: ProviderName): SignInApp {
  const app = signIn[provider]
  if (!app) throw disabled()
  return app
}

/** Returns what users call a provider. */
export function providerName({ signIn }: Pick<Ctx, 'signIn'>, provider: ProviderName): string {
  return signIn[provider]?.name ?? providerNames[provider]
}

/** Returns whether an identity can be used to sign in: its provider is configured, and still the same one. */
export function isUsable({ signIn }: Ctx, { provider, subject }: { provider: ProviderName; subject: string }): boolean {
  const app = signIn[provider]
  return app !== undefined && (provider !== 'oidc' || isOfIssuer(app, subject))
}

function disabled(): ApiError {
  return new ApiError('ApplicationError', 'This provider is disabled')
}

/** Returns the URL to which a provider redirects. Each has one, which is registered there. */
export function returnAddress({ publicUrl }: Ctx, provider: ProviderName): string {
  return `${publicUrl}/connect/${provider}/callback`
}
