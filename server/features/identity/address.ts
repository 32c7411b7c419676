import { isIPv4, isIPv6 } from 'node:net'

/**
 * The part of a network address that one party controls, for counting attempts: an IPv4 address, or the /64 of an
 * IPv6 address, within which anybody can pick addresses at will.
 */
export function addressBucket(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const front = groupsOf(head)
  const back = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The 16-bit groups of one side of an address; an IPv4 ending counts as two. */
function groupsOf(side: string): string[] {
  if (side === '') return []
  return side.split(':').flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [group]))
}
