import { Badge } from '#platform/ui/badge.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { type ListeningState, stateTexts } from './state.ts'

const looks = { paused: 'gray', retired: 'gray', dead: 'gray', waiting: 'warn', noisy: 'warn' } as const

/** What is to be known of it; nothing where it is simply listened for. */
export function StateBadge({ state }: { state: ListeningState }) {
  if (state === 'active') return null
  const { word, text } = stateTexts[state]
  return (
    <Tooltip label={text} onPress>
      <button type="button" className="cursor-default rounded">
        <Badge look={looks[state]}>{word}</Badge>
      </button>
    </Tooltip>
  )
}
