import { isIPv4, isIPv6 } from 'node:net'

/**
 * The part of a network address that one party controls, for counting attempts: an IPv4 address, or the /64 of an
 * IPv6 address, within which anybody can pick addresses at will.
 */
export function addressBucket(address: string): string {
  const plain = plainOf(address)
  return isIPv6(plain) ? networkOf(plain, 4) : plain
}

/** The network of an address as it is shown and kept: enough to know the place again, and no machine in it. */
export function shortAddress(address: string): string {
  const plain = plainOf(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? networkOf(plain, 3) : ''
}

function plainOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  return mapped && isIPv4(mapped) ? mapped : plain
}

/** The first so many groups of 16 bits of an IPv6 address. */
function networkOf(plain: string, count: number): string {
  const [head = '', tail] = plain.split('::')
  const front = groupsOf(head)
  const back = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back]
  return `${groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${count * 16}`
}

/** The 16-bit groups of one side of an address; an IPv4 ending counts as two. */
function groupsOf(side: string): string[] {
  if (side === '') return []
  return side.split(':').flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [group]))
}
