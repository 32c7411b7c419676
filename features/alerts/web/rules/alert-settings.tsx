import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { AlertRule } from '../../contract.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { RuleRow } from './rule-row.tsx'
import { useRules } from './use-rules.ts'

/** The form brings the query language and its pickers, which the list doesn't need. */
const RuleDrawer = separatePart(async () => (await import('./rule-drawer.tsx')).RuleDrawer, {
  title: "Couldn't load the rule's form",
  waiting: null,
})

/** The alert rules of a project, and what they sent. */
export function AlertSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Notifications">
        Alert rules notify members of new leads and mentions, and of their own reminders. They never hide anything from
        your lists. Choose what reaches you in{' '}
        <Link to={paths.accountNotifications} className="underline hover:text-ink">
          your notifications
        </Link>
        .
      </PageHeading>
      {project && <Rules key={project.id} project={project} />}
    </>
  )
}

function Rules({ project }: { project: CurrentProject }) {
  const rules = useRules(project.id)
  const role = useRole()
  const reason = role ? whyNot(role, 'changeProject') : null
  const isLocked = role === undefined || reason !== null
  const [opened, setOpened] = useState<AlertRule | 'new' | null>(null)
  return (
    <>
      {reason !== null && <Locked>{reason}</Locked>}
      <section aria-label="Rules" className="flex flex-col gap-4">
        <Button className="self-start" disabled={isLocked} onClick={() => setOpened('new')}>
          <Icon name="add" /> Add rule
        </Button>
        <RowsState
          name="the alert rules"
          query={rules.query}
          empty={
            <EmptyState title="No alert rules yet">
              Add a rule to hear about new leads without opening Earshot.
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label="Alert rules" className="divide-y divide-line border-line border-y">
              {rows.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  locked={isLocked}
                  onOpen={() => setOpened(rule)}
                  onChange={(values) => rules.change(rule.id, values)}
                  onRemove={() => rules.remove(rule)}
                />
              ))}
            </ul>
          )}
        </RowsState>
      </section>
      <DeliveryLog projectId={project.id} />
      {opened && (
        <RuleDrawer
          key={opened === 'new' ? 'new' : opened.id}
          project={project}
          rule={opened === 'new' ? null : opened}
          locked={isLocked}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
