import { ApiError } from '#platform/contract/errors.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { SignInApp } from '#platform/server/services.ts'

/** Returns our app at a provider. Throws ApplicationError, as Strapi does, if it isn't configured. */
export function appOf({ signIn }: Ctx, provider: ProviderName): SignInApp {
  const app = signIn[provider]
  if (!app) throw disabled()
  return app
}

function disabled(): ApiError {
  return new ApiError('ApplicationError', 'This provider is disabled')
}

/** Returns the URL to which a provider redirects. Each has one, which is registered there. */
export function returnAddress({ publicUrl }: Ctx, provider: ProviderName): string {
  return `${publicUrl}/connect/${provider}/callback`
}
