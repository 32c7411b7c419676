import { isPasskeyHost } from '#platform/contract/passkey-host.ts'
import type { Assertion, PasskeyCreate, RegistrationOptions, RequestOptions } from '../contract-passkeys.ts'

/** Loaded when a passkey is used or may be. */
const library = () => import('@simplewebauthn/browser')

/** Returns whether this browser offers passkeys at this address. */
export function offersPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && isPasskeyHost(window.location.hostname)
}

/** Returns whether this browser suggests passkeys in a field, like passwords. */
export async function suggestsPasskeys(): Promise<boolean> {
  return offersPasskeys() && (await (await library()).browserSupportsWebAuthnAutofill())
}

/** Asks the device for a passkey; with `suggest`, waits until one is chosen in a field. Replaces an earlier question. */
export async function askForPasskey(options: RequestOptions, suggest = false): Promise<Assertion> {
  const { startAuthentication } = await library()
  const { response, ...rest } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: suggest })
  const { userHandle = '' } = response
  return { ...rest, clientExtensionResults: {}, response: { ...response, userHandle } }
}

/** Lets the device create a passkey. */
export async function createPasskey(options: RegistrationOptions): Promise<PasskeyCreate['credential']> {
  const { startRegistration } = await library()
  const { response, ...rest } = await startRegistration({ optionsJSON: options })
  const { transports = [] } = response
  return { ...rest, clientExtensionResults: {}, response: { ...response, transports } }
}

/** Stops waiting for a passkey. */
export async function stopAsking(): Promise<void> {
  ;(await library()).WebAuthnAbortService.cancelCeremony()
}

/** Returns a sentence for an error of the device or the person; null if they canceled. */
export function passkeyFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const name = error.name === 'Error' ? '' : error.name
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return "Passkeys don't work at this address. Ask the operator to check PUBLIC_URL."
  return "Your device couldn't use a passkey. Try again, or use another device."
}
