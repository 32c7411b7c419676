import { differencesBetween } from '#engine/replies/differences.ts'

const parts = {
  same: { Tag: 'span', look: '' },
  added: { Tag: 'ins', look: 'bg-accent-soft no-underline' },
  removed: { Tag: 'del', look: 'text-muted' },
} as const

/** What changed from one text to another, word by word. */
export function Differences({ from, to }: { from: string; to: string }) {
  return differencesBetween(from, to).map(({ kind, text }, at) => {
    const { Tag, look } = parts[kind]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and all change together
      <Tag key={at} className={look}>
        {text}
      </Tag>
    )
  })
}
