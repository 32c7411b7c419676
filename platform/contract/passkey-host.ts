/** Returns whether browsers accept passkeys for a host: a name, not an IP address (WebAuthn, RP ID). */
export function isPasskeyHost(hostname: string): boolean {
  return !/^[\d.]+$|:/.test(hostname)
}
