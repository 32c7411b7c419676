import { Badge } from '#platform/ui/badge.tsx'
import type { CommunityPlaybook } from '../../contract-playbook.ts'
import { gateText, standingText } from './playbook-text.ts'
import { Quote } from './quote.tsx'

/** What the rules ask of an account, and whether the connected one has it. */
export function Gates({ gates, account }: Pick<CommunityPlaybook, 'gates' | 'account'>) {
  if (gates === null) return <p className="text-muted text-sm">The rules are unknown, so the requirements are too.</p>
  if (gates.length === 0) {
    return (
      <p className="text-muted text-sm">The rules require no account age or karma. Filters may still require some.</p>
    )
  }
  return (
    <ul className="flex flex-col gap-3">
      {gates.map((gate) => {
        const standing = standingText(gate, account)
        return (
          <li key={`${gate.kind} ${gate.words}`} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{gateText(gate)}</span>
              <Badge look={standing.look}>{standing.word}</Badge>
            </p>
            <Quote {...gate} />
            <p className="text-muted text-sm">{standing.rest}</p>
          </li>
        )
      })}
    </ul>
  )
}
