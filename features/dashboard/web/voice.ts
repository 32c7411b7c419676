import type { NameTrend } from '#features/mentions/contract.ts'

/** A name with its share of the mentions of the brand and its competitors, in percent. */
export interface Voice {
  id: string
  kind: 'brand' | 'competitor'
  phrase: string
  percent: number
}

/** Returns the shares of the brand and its competitors, largest first; none if nobody was mentioned. */
export function voiceOf(names: readonly Omit<NameTrend, 'counts'>[]): Voice[] {
  const counted = names.flatMap(({ id, kind, phrase, positive, neutral, negative, unknown }) =>
    kind === 'industry' ? [] : [{ id, kind, phrase, mentions: positive + neutral + negative + unknown }],
  )
  const total = counted.reduce((sum, { mentions }) => sum + mentions, 0)
  if (total === 0) return []
  return counted
    .toSorted((a, b) => b.mentions - a.mentions)
    .map(({ mentions, ...name }) => ({ ...name, percent: Math.round((mentions / total) * 100) }))
}
