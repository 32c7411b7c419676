import type { Sandbox } from '#platform/contract/sandbox.ts'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { isLoopback } from '#platform/server/loopback.ts'
import type { SignInApp, SignInApps } from '#platform/server/services.ts'
import { standIn } from '#platform/server/sign-in-config.ts'

/** The providers that the sandbox offers unasked. Nobody expects its OpenID provider, which has no name of its own. */
const offered = providers.filter((name) => name !== 'oidc')

/**
 * Returns the configured apps, or else the sandbox's stand-ins. Anyone can sign in as anyone with those, so they are
 * offered only if the product is reached on this machine.
 */
export function signInAppsOf(configured: SignInApps, sandbox: Sandbox | null, publicUrl: string): SignInApps {
  const { oidc, ...others } = configured
  const wantsStandIn = oidc?.authUrl === standIn
  const real = oidc && !wantsStandIn ? configured : others
  if (!sandbox || !isLoopback(publicUrl)) return real
  const { signIn } = sandbox
  const apps =
    Object.keys(real).length > 0 ? real : Object.fromEntries(offered.map((name) => [name, standInOf(signIn, name)]))
  return wantsStandIn
    ? { ...apps, oidc: { ...standInOf(signIn, 'oidc'), ...(oidc.name && { name: oidc.name }) } }
    : apps
}

function standInOf({ url, app }: Sandbox['signIn'], name: ProviderName): SignInApp {
  const at = `${url}/${name}`
  return { ...app, authUrl: at, tokenUrl: at, apiUrl: at, userAgent: 'web:earshot:1' }
}
