import { Disclosure } from '#platform/ui/disclosure.tsx'
import type { CommunityProfile } from '../../contract.ts'

/** All rules of a community, behind a disclosure; nothing while they are unknown. */
export function CommunityRules({ rules }: Pick<CommunityProfile, 'rules'>) {
  if (rules === null || rules.length === 0) return null
  return (
    <Disclosure title={rules.length === 1 ? '1 rule' : `All ${rules.length} rules`}>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        {rules.map(({ name, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have the same name
          <li key={index} dir="auto" className="wrap-anywhere">
            <span className="font-medium">{name}</span>
            {description !== '' && <p className="whitespace-pre-line text-muted">{description}</p>}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
