import ipaddr from 'ipaddr.js'

/**
 * Returns the part of a network address that one party controls, for rate limits: an IPv4 address, or the /64 of an
 * IPv6 address, in which its owner can choose addresses freely.
 */
export function addressBucket(address: string): string {
  const ip = parsed(address)
  if (ip instanceof ipaddr.IPv6) return networkOf(ip, 4)
  return ip?.toString() ?? address.toLowerCase()
}

/** Returns an address's network for display and storage: enough to recognize the network, but not a machine. */
export function shortAddress(address: string): string {
  const ip = parsed(address)
  if (ip instanceof ipaddr.IPv6) return networkOf(ip, 3)
  return ip === null ? '' : `${ip.octets.slice(0, 3).join('.')}.0/24`
}

/** Parses an address. An IPv4-mapped IPv6 address counts as IPv4. */
function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [plain = ''] = address.split('%')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain)
  return isAddress ? ipaddr.process(plain) : null
}

/** Returns the network with this many 16-bit groups of an IPv6 address. */
function networkOf({ parts }: ipaddr.IPv6, groups: number): string {
  const start = parts.slice(0, groups).map((part) => part.toString(16))
  return `${start.join(':')}::/${groups * 16}`
}
