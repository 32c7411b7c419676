/** Longer IDs are shortened: some servers write thousands of characters, which no index holds. */
const lengthMost = 500
/** RFC 5322 allows many IDs in a thread; the newest and the first say enough. */
const referencesMost = 50

/** Returns the Message-IDs of a header in their order, each once and in angle brackets. Ignores anything else. */
export function messageIdsIn(header: string | null | undefined): string[] {
  const found = (header ?? '').slice(0, 100_000).match(/<[^<>\s]+>/g) ?? []
  return [...new Set(found.map(storedId))]
}

/** Returns a Message-ID as it is stored. */
function storedId(id: string): string {
  const sound = id.toWellFormed().replaceAll('\0', '')
  return sound.length <= lengthMost ? sound : `${sound.slice(0, 240)}...${sound.slice(-240)}`
}

/** Returns the header References of a mail that follows others, the oldest first: the first one and the newest. */
export function referencesOf(ids: readonly string[]): string[] {
  const known = [...new Set(ids)]
  return known.length <= referencesMost ? known : [known[0] as string, ...known.slice(1 - referencesMost)]
}

/** Returns the Message-IDs that a mail names as those it follows, the nearest first. */
export function followedIds(headers: { inReplyTo: string | null; references: string | null }): string[] {
  return [...new Set([...messageIdsIn(headers.inReplyTo), ...messageIdsIn(headers.references).toReversed()])]
}
