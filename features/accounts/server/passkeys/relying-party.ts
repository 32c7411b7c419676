import { ApiError } from '#platform/contract/errors.ts'
import { isPasskeyHost } from '#platform/contract/passkey-host.ts'
import type { Ctx } from '#platform/server/ctx.ts'

/** What passkeys are bound to (WebAuthn): the host and the origin of PUBLIC_URL, whatever host a request names. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Returns it. Throws ApplicationError if browsers offer no passkeys at this address. */
export function relyingParty({ publicUrl }: Ctx): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  if (!isPasskeyHost(hostname)) {
    throw new ApiError('ApplicationError', `Passkeys need a domain name, and PUBLIC_URL has none: ${hostname}`)
  }
  return { id: hostname, origin }
}
