import type { Sandbox } from '#platform/contract/sandbox.ts'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { isLoopback } from '#platform/server/loopback.ts'
import type { SignInApp, SignInApps } from '#platform/server/services.ts'

/**
 * Returns the configured apps, or else the sandbox's stand-ins. Anyone can sign in as anyone with those, so they are
 * offered only if the product is reached on this machine.
 */
export function signInAppsOf(configured: SignInApps, sandbox: Sandbox | null, publicUrl: string): SignInApps {
  if (Object.keys(configured).length > 0) return configured
  return sandbox && isLoopback(publicUrl) ? standIns(sandbox.signIn) : {}
}
function standIns({ url, app }: Sandbox['signIn']): SignInApps {
  const standIn = (name: ProviderName): SignInApp => {
    const at = `${url}/${name}`
    return { ...app, authUrl: at, tokenUrl: at, apiUrl: at, userAgent: 'web:earshot:1' }
  }
  return Object.fromEntries(providers.map((name) => [name, standIn(name)]))
}
