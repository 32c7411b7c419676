import ipaddr from 'ipaddr.js'

/**
 * Returns the part of a network address that one party controls, for counting attempts: an IPv4 address, or the /64 of
 * an IPv6 address, within which anybody can pick addresses at will.
 */
export function addressBucket(address: string): string {
  const ip = parsed(address)
  if (ip instanceof ipaddr.IPv6) return networkOf(ip, 4)
  return ip?.toString() ?? address.toLowerCase()
}

/** Returns the network of an address as it is shown and kept: enough to recognize the place, but no machine in it. */
export function shortAddress(address: string): string {
  const ip = parsed(address)
  if (ip instanceof ipaddr.IPv6) return networkOf(ip, 3)
  return ip === null ? '' : `${ip.octets.slice(0, 3).join('.')}.0/24`
}

/** An IPv4 address inside of an IPv6 one counts as itself. */
function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [plain = ''] = address.split('%')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain)
  return isAddress ? ipaddr.process(plain) : null
}

/** The first so many groups of 16 bits of an IPv6 address. */
function networkOf({ parts }: ipaddr.IPv6, groups: number): string {
  const start = parts.slice(0, groups).map((part) => part.toString(16))
  return `${start.join(':')}::/${groups * 16}`
}
