import type { CommunityPlaybook } from '../../contract-playbook.ts'
import { termText } from './playbook-text.ts'
import { Quote } from './quote.tsx'

/** When, where, and how much the rules allow promotion. */
export function PromotionTerms({ terms }: Pick<CommunityPlaybook, 'terms'>) {
  if (terms === null) return <p className="text-muted text-sm">The rules are unknown.</p>
  if (terms.length === 0) {
    return <p className="text-muted text-sm">The rules set no day, thread, or share for promotion.</p>
  }
  return (
    <ul className="flex flex-col gap-3">
      {terms.map((term) => (
        <li key={`${term.kind} ${term.words}`} className="flex flex-col gap-1">
          <p className="font-medium">{termText(term)}</p>
          <Quote {...term} />
        </li>
      ))}
    </ul>
  )
}
