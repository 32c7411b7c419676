import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { defaultPeopleView, peopleParams } from '#engine/crm/people-view.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { PersonPartProps } from '#platform/web/feature.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import { usePeopleChanges } from '../changes/use-people-changes.ts'
import { stageName } from '../people/labels.ts'
import { moneyText } from '../people/money.ts'
import { NextAction } from '../people/next-action.tsx'
import { personQuery, stagesQuery } from '../people/queries.ts'

/** A person's stage, value, and next action beside a conversation, with a link to their page. */
export function PersonInCrm({ projectId, personId, now }: PersonPartProps) {
  const mayChange = useMay('changeOutreach') === true
  const { data: person } = useQuery(personQuery(personId))
  const { data: stages = [] } = useQuery(stagesQuery(projectId))
  const { change } = usePeopleChanges(projectId)
  if (!person) return null
  const { stage, value, currency } = person
  return (
    <section aria-label="CRM" className="flex flex-col gap-3">
      <Field label="Stage">
        {(control) => (
          <Select
            {...control}
            value={stage}
            options={stages.map((each) => ({ value: each.key, label: each.name }))}
            disabled={!mayChange}
            onChange={(next) =>
              change([person], { stage: next }, () => `Moved u/${person.handle} to ${stageName(stages, next)}`)
            }
          />
        )}
      </Field>
      <div>
        <h4 className="mb-1 font-medium">Next action</h4>
        <NextAction person={person} now={now} />
      </div>
      <div className="flex items-center justify-between gap-3">
        {value !== null && currency !== null ? (
          <p className="tabular">
            <span className="text-muted">Value</span>{' '}
            <span className="font-semibold">{moneyText({ value, currency })}</span>
          </p>
        ) : (
          <p className="text-muted">No value</p>
        )}
        <Link
          to={`${paths.crm}?${peopleParams(defaultPeopleView, person.id)}`}
          className={buttonClasses({ size: 'small' })}
        >
          <Icon name="board" /> Open in CRM
        </Link>
      </div>
    </section>
  )
}
