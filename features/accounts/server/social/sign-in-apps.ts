import type { Sandbox } from '#platform/contract/sandbox.ts'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { isLoopback } from '#platform/server/loopback.ts'
import type { SignInApp, SignInApps } from '#platform/server/services.ts'

/**
 * Whom people can sign in with: those that are configured, else the stand-ins of the sandbox. With those anybody may say
 * that they are anybody, so they are there only where people reach the product on this machine.
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
