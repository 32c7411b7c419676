import { Link } from 'react-router'
import { paths } from '#platform/web/page/paths.ts'
import { count } from '#platform/web/text/units.ts'
import type { StageCount } from '../contract.ts'
import { Bars } from './bars.tsx'
import { Figure } from './figure.tsx'
import { stageAddress } from './links.ts'

/** How many people are in each stage of the CRM. */
export function Stages({ stages }: { stages: readonly StageCount[] }) {
  if (stages.every(({ people }) => people === 0)) {
    return (
      <p className="text-pretty text-muted">
        Nobody is in the CRM yet.{' '}
        <Link to={paths.opportunities} className="underline underline-offset-3">
          Add the author of a lead
        </Link>{' '}
        to follow up with them.
      </p>
    )
  }
  return (
    <Bars
      label="People by stage"
      bars={stages.map(({ key, name, kind, people }) => ({
        key,
        value: people,
        isMain: kind === 'won',
        label: (
          <Figure to={stageAddress(key)} className="flex items-baseline justify-between gap-4">
            <span className="wrap-anywhere min-w-0">{name}</span>
            <span className="font-medium">{count(people)}</span>
          </Figure>
        ),
      }))}
    />
  )
}
